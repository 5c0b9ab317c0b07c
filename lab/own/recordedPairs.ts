// A program of the papers twice: explored, and compiled by `diptych cc` and recorded. The monitors of both report pairs of operations,
// by source lines: a recorded pair must be among the explored ones.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Event } from '#diptych/execution/event.js';
import type { MonitorName, Violation } from '#diptych/explicit/monitors/index.js';
import { monitorProgram } from '#diptych/explicit/monitors/monitorProgram.js';
import { readProgram } from '#diptych/frontend/index.js';
import { compilerDriver } from '#diptych/record/compilerDriver.js';
import { type RecordVerdict, recordRuns } from '#diptych/record/recordRuns.js';

const monitors = ['bss-tso', 'bss-pso'] as const satisfies readonly MonitorName[];
type WatchedModel = 'tso' | 'pso';
export const watchedModels: readonly WatchedModel[] = ['tso', 'pso'];

/** Per model the pairs, each `LINE LINE`: the event, and what it overtakes. */
type LinePairs = Readonly<Record<WatchedModel, ReadonlySet<string>>>;

interface Compared {
  readonly explored: LinePairs;
  /** Whether all SC executions up to the unroll bound were seen. */
  readonly complete: boolean;
  readonly recorded: LinePairs;
  readonly events: number;
  readonly runs: number;
  /** Reads of values that the log never shows written. */
  readonly wrongReads: number;
  /** Runs that did not end as they should. */
  readonly ends: number;
}

interface Subject {
  readonly file: string;
  readonly defines: readonly string[];
  readonly unroll: number;
}

interface CompareOptions {
  /** Runs of each schedule. */
  readonly runs: number;
  readonly stop?: () => boolean;
}

const schedules = ['random', 'random:0.05', 'pct:3'];

export async function comparePairs(subject: Subject, { runs, stop }: CompareOptions): Promise<Compared> {
  const { file, defines, unroll } = subject;
  const program = await readProgram(file, { defines, unroll });
  const { exploration, pairs } = monitorProgram(program, {
    monitors,
    unroll,
    ...(stop === undefined ? {} : { stop }),
  });
  const explored = { tso: new Set<string>(), pso: new Set<string>() };
  for (const [name, found] of pairs)
    for (const { violation } of found)
      explored[name === 'bss-tso' ? 'tso' : 'pso'].add(linesOf(file, violation));
  const verdicts = await recordSubject(subject, runs);
  const recorded = { tso: new Set<string>(), pso: new Set<string>() };
  for (const { violations } of verdicts)
    for (const { found } of violations) recorded[found.model].add(linesOf(file, found.violation));
  const sum = (of: (verdict: RecordVerdict) => number): number =>
    verdicts.reduce((total, verdict) => total + of(verdict), 0);
  return {
    explored,
    complete: exploration.complete,
    recorded,
    events: sum(({ events }) => events),
    runs: sum((verdict) => verdict.runs),
    wrongReads: sum(({ wrongReads }) => wrongReads),
    ends: sum(({ ends }) => ends.reduce((total, end) => total + end.runs, 0)),
  };
}

function linesOf(file: string, { event, overtaken }: Pick<Violation, 'event' | 'overtaken'>): string {
  const line = ({ at }: Event): string => `${basename(at?.file ?? file)}:${at?.line ?? '?'}`;
  return `${line(event)} ${line(overtaken)}`;
}

async function recordSubject(
  { file, defines }: Pick<Subject, 'file' | 'defines'>,
  runs: number,
): Promise<RecordVerdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-recorded-'));
  try {
    const program = join(folder, 'program');
    const macros = defines.map((macro) => `-D${macro}`);
    if (compilerDriver('c', ['-O0', '-w', ...macros, '-o', program, file, '-pthread']) !== 0)
      throw new Error(`${file} is not compiled`);
    const verdicts: RecordVerdict[] = [];
    for (const [i, schedule] of schedules.entries())
      verdicts.push(
        await recordRuns({
          command: [program],
          runs,
          schedule,
          seed: 1 + i * runs,
          timeLimitMs: 10_000,
          monitors,
          races: false,
          folder: join(folder, 'logs'),
          keep: false,
        }),
      );
    return verdicts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
