// The answer of `diptych record`, as text and as JSON.

import type { EventAt } from '../execution/event.js';
import type { SourceSpan } from '../program/statement.js';
import type { Recorded, RecordVerdict, RunEnd } from '../record/recordRuns.js';
import { spanJson } from './spanJson.js';
import { printable, type Style } from './style.js';

export function recordText(verdict: RecordVerdict, style: Style): string {
  const { command, runs, schedule, events, threads, violations, races, ends } = verdict;
  const lines = [
    `${style.bold(printable(command.join(' ')))}  ${runs} ${runs === 1 ? 'run' : 'runs'}, schedule ${schedule}, ${events} shared events, up to ${threads} threads`,
    ...pairsOf(violations).flatMap((pair) => {
      const [{ found, trace }] = pair;
      const { event, overtaken } = found.violation;
      const shown = [...new Set(pair.map((one) => one.runs))].join(', ');
      const monitors = [...new Set(pair.flatMap((one) => one.found.monitors))].join(', ');
      return [
        ` ${pair.map((one) => one.found.model).join(', ')}  ${style.red(printable(operation(event)))} can overtake ${printable(operation(overtaken))}  in ${shown} of ${runs} runs  ${style.dim(monitors)}`,
        `      ${style.dim(`replay: diptych record --schedule replay:${trace} -- ${command.join(' ')}`)}`,
      ];
    }),
    ...(races ?? []).flatMap(({ found, runs: shown, trace }) => [
      ` ${style.red('data race')}: ${printable(found.events.map(operation).join(' and '))}  in ${shown} of ${runs} runs`,
      `      ${style.dim(`replay: diptych record --schedule replay:${trace} -- ${command.join(' ')}`)}`,
    ]),
    ...ends.flatMap((end) => endLines(end, verdict, style)),
    ...remarks(verdict),
    conclusion(verdict, style),
  ];
  return `${lines.join('\n')}\n`;
}

type Violations = RecordVerdict['violations'];

/** The same two operations under several models are one pair. */
function pairsOf(violations: Violations): readonly Violations[] {
  const pairs = new Map<string, Violations[number][]>();
  for (const one of violations) {
    const { event, overtaken } = one.found.violation;
    const key = [event, overtaken].map(({ kind, at }) => `${kind} ${place(at)}`).join(' ');
    const known = isPlaced(event, overtaken) ? pairs.get(key) : undefined;
    if (known === undefined) pairs.set(isPlaced(event, overtaken) ? key : `${key} ${pairs.size}`, [one]);
    else known.push(one);
  }
  return [...pairs.values()];
}

const isPlaced = (...events: readonly EventAt[]): boolean => events.every((event) => event.at !== undefined);

function conclusion(verdict: RecordVerdict, style: Style): string {
  const { violations, races = [], ends, runs, unrecorded, unread } = verdict;
  if (violations.length + races.length + ends.length > 0) return summary(verdict);
  return runs === unrecorded + unread
    ? style.yellow(unread > 0 ? 'no log was read' : 'no run was seen')
    : style.green('no violation of sequential consistency is near these runs');
}

const counted = (n: number, one: string, several: string): string => `${n} ${n === 1 ? one : several}`;

const summary = ({ violations, races = [], ends }: RecordVerdict): string =>
  [
    violations.length === 0
      ? ''
      : `not robust: ${counted(pairsOf(violations).length, 'pair', 'pairs')} of operations`,
    races.length === 0 ? '' : counted(races.length, 'data race', 'data races'),
    ends.length === 0 ? '' : `${counted(ends.length, 'way', 'ways')} in which runs went wrong`,
  ]
    .filter((part) => part !== '')
    .join('; ');

const place = (at: SourceSpan | undefined): string =>
  at === undefined ? 'an unknown place' : `${at.file}:${at.line}`;
const operation = ({ thread, kind, at }: EventAt): string => `T${thread} ${kind} at ${place(at)}`;

function endLines({ found, runs, trace }: Recorded<RunEnd>, verdict: RecordVerdict, style: Style): string[] {
  const often = `in ${runs} of ${verdict.runs} runs`;
  const replay = `      ${style.dim(`replay: diptych record --schedule replay:${trace} -- ${verdict.command.join(' ')}`)}`;
  switch (found.kind) {
    case 'deadlock':
      return [
        ` ${style.red('deadlock')} ${often}`,
        ...found.waiting.map(({ thread, at }) => `   T${thread} waits at ${printable(place(at))}`),
        replay,
      ];
    case 'signal':
      return [
        ` ${style.red(`ended by ${found.signal}`)} ${often}${found.message === '' ? '' : `: ${printable(found.message)}`}`,
        ...found.last.map(({ thread, at }) => `   T${thread} was last at ${printable(place(at))}`),
        replay,
      ];
    case 'status':
      return [
        ` ${style.red(`ended with status ${found.status}`)} ${often}${found.message === '' ? '' : `: ${printable(found.message)}`}`,
        replay,
      ];
    case 'time':
      return [` ${style.yellow('stopped by the time limit')} ${often}`, replay];
  }
}

/** Less is not worth a word. */
const slowMs = 5_000;
const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** Why it is not certain, and what would make it so. */
const lostTurnText = ({ in: where, thread, at }: RecordVerdict['lostTurns'][number]): string =>
  where === 'system-call'
    ? `   T${thread}, last at ${printable(place(at))}, was blocked in a call that the recorder does not know: call it while no other thread has work to do, or use one that docs/record.md lists`
    : `   T${thread}, last at ${printable(place(at))}, computed for seconds in code that is not recorded: compile that code with diptych cc too`;

function remarks(verdict: RecordVerdict): string[] {
  const {
    wrongReads,
    reads,
    notSc,
    lostTurns,
    full,
    limited,
    logLimit,
    unrecorded,
    unread,
    stopped,
    unseen,
  } = verdict;
  const { runs, ranMs, analysedMs } = verdict;
  return [
    ...(stopped ? ['interrupted: there were to be more runs'] : []),
    ...(unread === 0
      ? []
      : [
          `the logs of ${unread} of ${runs} runs were not read to their end, ${stopped ? 'because it was interrupted' : 'because memory was (--memory)'}: they are kept, and diptych monitor reads them`,
        ]),
    ...(unseen.count === 0
      ? []
      : [
          `${counted(unseen.count, 'fence or atomic instruction is', 'fences and atomic instructions are')} in assembly${unseen.places.length === 0 ? '' : ` (${printable(unseen.places.map(place).join(', '))})`}: the log does not show them, and what is reported need not be so; diptych.h has a fence that it shows, and compilers have builtins`,
        ]),
    ...(wrongReads === 0
      ? []
      : [
          `${wrongReads} of ${reads} reads found a value that no recorded operation wrote: assembly, or code that was not compiled with diptych cc`,
        ]),
    ...(notSc === 0
      ? []
      : [
          `in ${notSc} of ${runs} runs the order of operations is not certain, from where a thread lost its turn:`,
          ...lostTurns.map(lostTurnText),
        ]),
    ...(full === limited
      ? []
      : [`in ${full - limited} of ${runs} runs the disk was full: the log ends before the program`]),
    ...(limited === 0
      ? []
      : [
          `in ${limited} of ${runs} runs the log reached its limit of ${megabytes(logLimit)} MB: later events are not part of the answer (raise --log-limit, or use a smaller input)`,
        ]),
    ...(analysedMs < slowMs || analysedMs < 2 * ranMs
      ? []
      : [
          `the analysis did not keep up: ${seconds(analysedMs)} s for ${seconds(ranMs)} s of runs (fewer monitors, --monitor, are quicker, and a shorter log, --log-limit)`,
        ]),
    ...(unrecorded === 0
      ? []
      : [
          `${unrecorded} of ${runs} runs left no log: ${full >= unrecorded ? 'there was no room for one (--out names another folder)' : 'compile the program with diptych cc'}`,
        ]),
  ];
}

export function recordJson(verdict: RecordVerdict): object {
  const eventJson = ({ thread, index, kind, at }: EventAt): object => ({
    thread,
    index,
    op: kind,
    ...spanJson(at),
  });
  return {
    ...verdict,
    violations: verdict.violations.map(({ found, runs, seed, trace }) => ({
      model: found.model,
      event: eventJson(found.violation.event),
      overtakes: eventJson(found.violation.overtaken),
      address: found.cell,
      monitors: found.monitors,
      runs,
      seed,
      trace,
    })),
    ...(verdict.races === undefined
      ? {}
      : {
          races: verdict.races.map(({ found, runs, seed, trace }) => ({
            address: found.cell,
            accesses: found.events.map(eventJson),
            runs,
            seed,
            trace,
          })),
        }),
    ends: verdict.ends.map(({ found, runs, seed, trace }) => ({ ...found, runs, seed, trace })),
  };
}
