// Every SC interleaving with at most so many preemptions, watched by monitors: the way SOBER (with CHESS) and BSS (with THRILLE)
// looked at their programs. There is no reduction: equivalent interleavings all count.

import { explore } from '#diptych/explicit/explore.js';
import { type MonitorName, monitorEvents, type Violation } from '#diptych/explicit/monitors/index.js';
import { layOut } from '#diptych/program/layout.js';
import type { Program } from '#diptych/program/program.js';
import type { Cell } from '../table.js';

export interface WatchOptions {
  readonly unroll: number;
  readonly preemptions: number;
  /** Without any, the events of each interleaving are written down all the same, as if for a monitor. */
  readonly monitors: readonly MonitorName[];
  /** End with the first interleaving on which a monitor reports something. */
  readonly untilReport?: boolean;
  /** Asked now and then; true ends it. */
  readonly stop: () => boolean;
}

interface InterleavingCounts {
  readonly interleavings: number;
  /** Interleavings on which some monitor reports a violation: SOBER's borderline ones. */
  readonly borderline: number;
  /** Per monitor, the pairs of statements (e, e') that cause what it reports, threads not told apart (BSS, section 7). */
  readonly pairs: ReadonlyMap<MonitorName, number>;
  /** Whether it was not stopped. */
  readonly finished: boolean;
}

export function watchInterleavings(program: Program, options: WatchOptions): InterleavingCounts {
  const { monitors, unroll } = options;
  const { initial } = layOut(program);
  const settings = {
    monitors,
    threads: program.threads.length,
    initial: (address: number) => initial.get(address) ?? 0,
  };
  const pairs = new Map(monitors.map((name) => [name, new Set<string>()]));
  let borderline = 0;
  let stopped = false;
  const { executions, blocked } = explore(program, {
    model: 'sc',
    unroll,
    strategy: { kind: 'preemptions', bound: options.preemptions },
    onExecution: (witness) => {
      const reports = monitorEvents(witness().execution.events, settings);
      if (reports.some(({ violations }) => violations.length > 0)) borderline++;
      for (const { name, violations } of reports)
        for (const violation of violations) pairs.get(name)?.add(statements(violation));
    },
    onRestart: () => {
      borderline = 0;
    },
    stop: () => {
      stopped ||= options.stop();
      return stopped || (options.untilReport === true && borderline > 0);
    },
  });
  return {
    interleavings: executions + blocked,
    borderline,
    pairs: new Map([...pairs].map(([name, found]) => [name, found.size])),
    finished: !stopped,
  };
}

/** The search alone, without an observer of its visits. */
export function countInterleavings(
  program: Program,
  { unroll, preemptions, stop }: Pick<WatchOptions, 'unroll' | 'preemptions' | 'stop'>,
): { readonly interleavings: number; readonly finished: boolean } {
  let stopped = false;
  const { executions, blocked } = explore(program, {
    model: 'sc',
    unroll,
    strategy: { kind: 'preemptions', bound: preemptions },
    stop: () => {
      stopped ||= stop();
      return stopped;
    },
  });
  return { interleavings: executions + blocked, finished: !stopped };
}

/** A monitor's overhead over writing down the events, in percent, where the time is long enough to compare. */
export function overheadOf(withMonitor: Cell | undefined, without: Cell | undefined): Cell {
  if (typeof withMonitor !== 'number' || typeof without !== 'number' || without < 0.3) return null;
  return Math.max(0, withMonitor / without - 1) * 100;
}

const statements = ({ event, overtaken }: Violation): string =>
  [event, overtaken]
    .map(({ kind, thread, index, at }) =>
      at === undefined ? `${thread}#${index}` : `${kind} ${at.file ?? ''}:${at.line}:${at.column}`,
    )
    .join(' ');
