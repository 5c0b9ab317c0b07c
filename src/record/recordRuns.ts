// `diptych record`: runs a program again and again under schedules that the seed chooses, and gathers what is found. Each finding
// is reported once, with the runs that show it and the log of the first of them, from which it can be replayed.

import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import type { EventAt } from '../execution/event.js';
import type { Ended } from '../support/childProcess.js';
import { InputError } from '../support/diagnostic.js';
import type { MonitorName } from '../verdict/monitored.js';
import type { TraceViolation } from '../verdict/monitorTrace.js';
import type { TraceRace } from '../verdict/traceRaces.js';
import { analyseRun, type RunAnalysis, type RunQuestion, type WaitingThread } from './analyse.js';
import { filesOf, LogNames, replayedBy } from './logNames.js';
import { removeAbandoned } from './partFiles.js';
import { requireProgram, runRecorded } from './runRecorded.js';
import { Symbols } from './symbols.js';
import { type UnseenAtomics, unseenAtomics } from './unseenAtomics.js';

export interface RecordOptions {
  readonly command: readonly string[];
  readonly runs: number;
  /** random, random:P, pct:D, preemptions:K or replay:FILE */
  readonly schedule: string;
  readonly seed: number;
  /** Of one run. */
  readonly timeLimitMs: number;
  readonly monitors: readonly MonitorName[];
  /** Look for data races too. */
  readonly races: boolean;
  /** Where logs of runs that found something are kept. */
  readonly folder: string;
  /** The size limit of a log in bytes; later events are not recorded. A gigabyte if absent. */
  readonly logLimit?: number;
  /** Keep the logs of all runs. */
  readonly keep: boolean;
  readonly stop?: () => boolean;
  readonly onRun?: (done: number) => void;
  /** Reads a log, perhaps elsewhere; undefined if it was stopped before it had done so. */
  readonly analyse?: (trace: string, question: RunQuestion) => Promise<RunAnalysis | undefined>;
}

const defaultLogLimit = 1 << 30;

/** How a run ended, if not as it should. */
export type RunEnd =
  | { readonly kind: 'deadlock'; readonly waiting: readonly WaitingThread[] }
  | {
      readonly kind: 'signal';
      readonly signal: string;
      readonly message: string;
      readonly last: readonly WaitingThread[];
    }
  | { readonly kind: 'status'; readonly status: number; readonly message: string }
  | { readonly kind: 'time' };

/** Something that was found, in the first of the runs that show it. */
export interface Recorded<T> {
  readonly found: T;
  readonly runs: number;
  readonly seed: number;
  /** The log to replay. */
  readonly trace: string;
}

export interface RecordVerdict {
  readonly command: readonly string[];
  readonly runs: number;
  readonly schedule: string;
  readonly monitors: readonly MonitorName[];
  readonly events: number;
  readonly threads: number;
  readonly violations: readonly Recorded<TraceViolation & { readonly cell: string }>[];
  /** If they were asked for. */
  readonly races?: readonly Recorded<TraceRace & { readonly cell: string }>[];
  readonly ends: readonly Recorded<RunEnd>[];
  /** Reads of a value that the log never shows written: code that was not compiled by `diptych cc`, or assembly. */
  readonly wrongReads: number;
  readonly reads: number;
  /** Runs in which a thread lost its turn, */
  readonly notSc: number;
  /** and where: from there on the order is not certain. */
  readonly lostTurns: RunAnalysis['lostTurns'];
  /** Runs whose log ends before the program, */
  readonly full: number;
  /** because it had reached its limit. */
  readonly limited: number;
  /** Bytes of the largest log, and the limit. */
  readonly logBytes: number;
  readonly logLimit: number;
  /** Milliseconds that the runs took, and reading their logs. */
  readonly ranMs: number;
  readonly analysedMs: number;
  /** Runs without a log: the program was not compiled by `diptych cc`. */
  readonly unrecorded: number;
  /** Runs whose log was not read to its end, because memory or time ran out. */
  readonly unread: number;
  /** It was interrupted: there were to be more runs. */
  readonly stopped: boolean;
  /** Fences and atomic instructions in assembly, which the logs do not show. */
  readonly unseen: UnseenAtomics;
}

export async function recordRuns(options: RecordOptions): Promise<RecordVerdict> {
  requireProgram(options.command[0]);
  const replayed = replayedBy(options.schedule);
  if (replayed !== undefined && !existsSync(replayed))
    throw new InputError({ code: 'cannot-read', message: `there is no log ${replayed} to replay` });
  try {
    mkdirSync(options.folder, { recursive: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new InputError({ code: 'cannot-write', message: `logs cannot be written: ${message}` });
  }
  removeAbandoned(options.folder);
  const names = new LogNames(options.folder, options.command[0], options.schedule);
  const gathering = new Gathering(options);
  const symbols = new Symbols();
  const { analyse = async (trace, question) => analyseRun(trace, question, symbols) } = options;
  let length = 10_000;
  for (let run = 0; run < options.runs && options.stop?.() !== true; run++) {
    const seed = options.seed + run;
    const trace = names.of(seed);
    for (const file of filesOf(trace)) rmSync(file, { force: true });
    const ended = await gathering.running(() =>
      runRecorded({ logLimit: defaultLogLimit, ...options, seed, trace, length }),
    );
    // The caller cut the program off; it did not end itself.
    if (options.stop?.() === true) {
      for (const file of filesOf(trace)) rmSync(file, { force: true });
      break;
    }
    if (!existsSync(trace)) gathering.missing(ended);
    else {
      const { monitors, races } = options;
      gathering.logBytes = Math.max(gathering.logBytes, statSync(trace).size);
      const analysis = await gathering.analysing(() => analyse(trace, { monitors, races }));
      if (analysis === undefined) gathering.unread++;
      else {
        length = Math.max(1, analysis.header.steps);
        gathering.unseen ??= unseenAtomics(`${trace}.maps`, symbols);
        if (!gathering.add(seed, trace, ended, analysis) && !options.keep)
          for (const file of filesOf(trace)) rmSync(file, { force: true });
      }
    }
    options.onRun?.(run + 1);
  }
  return gathering.verdict(options.stop?.() === true);
}

class Gathering {
  unrecorded = 0;
  unread = 0;
  logBytes = 0;
  #ranMs = 0;
  #analysedMs = 0;
  unseen: UnseenAtomics | undefined;
  readonly #options: RecordOptions;
  readonly #violations = new Map<string, Recorded<TraceViolation & { readonly cell: string }>>();
  readonly #races = new Map<string, Recorded<TraceRace & { readonly cell: string }>>();
  readonly #ends = new Map<string, Recorded<RunEnd>>();
  #runs = 0;
  #events = 0;
  #threads = 0;
  #wrongReads = 0;
  #reads = 0;
  #notSc = 0;
  #full = 0;
  #limited = 0;
  readonly #lostTurns: RunAnalysis['lostTurns'][number][] = [];

  constructor(options: RecordOptions) {
    this.#options = options;
  }

  async running<T>(run: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await run();
    this.#ranMs += performance.now() - start;
    return result;
  }

  async analysing<T>(read: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await read();
    this.#analysedMs += performance.now() - start;
    return result;
  }

  /** The recorder says so if there was no room for a log. */
  missing({ stderr }: Ended): void {
    this.unrecorded++;
    if (stderr.includes('diptych: the trace cannot be written')) this.#full++;
  }

  /** Whether the run is the first to show something. */
  add(seed: number, trace: string, ended: Ended, analysis: RunAnalysis): boolean {
    this.#runs++;
    this.#events += analysis.events;
    this.#threads = Math.max(this.#threads, analysis.threads);
    this.#wrongReads += analysis.wrongReads;
    this.#reads += analysis.reads;
    if (analysis.header.notSc) this.#notSc++;
    this.#lostTurns.push(...analysis.lostTurns);
    if (analysis.header.full) this.#full++;
    if (analysis.header.limited) this.#limited++;
    // Several threads may run the same lines: a pair counts once per run.
    const violations = new Map(analysis.violations.map((violation) => [violationKey(violation), violation]));
    const races = new Map((analysis.races ?? []).map((race) => [raceKey(race), race]));
    let first = false;
    for (const [key, violation] of violations) {
      const found = { ...violation, cell: analysis.cells[violation.violation.address] };
      first = note(this.#violations, key, { found, runs: 1, seed, trace }) || first;
    }
    for (const [key, race] of races) {
      const found = { ...race, cell: analysis.cells[race.address] };
      first = note(this.#races, key, { found, runs: 1, seed, trace }) || first;
    }
    const end = endOf(ended, analysis);
    if (end !== undefined)
      first = note(this.#ends, endKey(end), { found: end, runs: 1, seed, trace }) || first;
    return first;
  }

  verdict(stopped: boolean): RecordVerdict {
    const { command, schedule, monitors, races, logLimit = defaultLogLimit } = this.#options;
    return {
      command,
      schedule,
      monitors,
      runs: this.#runs + this.unrecorded + this.unread,
      events: this.#events,
      threads: this.#threads,
      violations: [...this.#violations.values()],
      ...(races ? { races: [...this.#races.values()] } : {}),
      ends: [...this.#ends.values()],
      wrongReads: this.#wrongReads,
      reads: this.#reads,
      notSc: this.#notSc,
      lostTurns: distinctTurns(this.#lostTurns),
      full: this.#full,
      limited: this.#limited,
      logBytes: this.logBytes,
      logLimit,
      ranMs: Math.round(this.#ranMs),
      analysedMs: Math.round(this.#analysedMs),
      unrecorded: this.unrecorded,
      unread: this.unread,
      stopped,
      unseen: this.unseen ?? { count: 0, places: [] },
    };
  }
}

/** One for each place and kind. */
const distinctTurns = (turns: RunAnalysis['lostTurns']): RunAnalysis['lostTurns'] => [
  ...new Map(turns.map((turn) => [`${turn.in} ${turn.at?.file}:${turn.at?.line}`, turn])).values(),
];

function note<T>(all: Map<string, Recorded<T>>, key: string, recorded: Recorded<T>): boolean {
  const known = all.get(key);
  all.set(key, known === undefined ? recorded : { ...known, runs: known.runs + 1 });
  return known === undefined;
}

/** By source lines and not by threads: many threads run the same code. */
function violationKey({ model, violation: { event, overtaken } }: TraceViolation): string {
  return `${model} ${placeOf(event)} ${placeOf(overtaken)}`;
}

const raceKey = ({ events }: TraceRace): string => events.map(placeOf).sort().join(' ');

const placeOf = ({ kind, at, thread, index }: EventAt): string =>
  at === undefined ? `${kind}${thread}#${index}` : `${kind} ${at.file}:${at.line}`;

function endOf({ code, signal, stderr, timedOut }: Ended, analysis: RunAnalysis): RunEnd | undefined {
  if (analysis.header.deadlock) return { kind: 'deadlock', waiting: analysis.waiting };
  if (timedOut) return { kind: 'time' };
  const message = stderr.trim().split('\n').at(-1) ?? '';
  if (signal !== null)
    return {
      kind: 'signal',
      signal,
      message,
      last: [...analysis.last].map(([thread, at]) => ({ thread, at })),
    };
  return code === 0 || code === null ? undefined : { kind: 'status', status: code, message };
}

const endKey = (end: RunEnd): string =>
  end.kind === 'deadlock'
    ? `deadlock ${end.waiting.map(({ at }) => `${at?.file}:${at?.line}`).join()}`
    : end.kind === 'signal'
      ? `${end.signal} ${end.message}`
      : end.kind === 'status'
        ? `status ${end.status}`
        : 'time';
