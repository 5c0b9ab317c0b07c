// Runs the work of a command where it can be stopped. In tests, and from sources, there is no file for threads. Then
// all work is done on the caller's thread, and stops only when it looks at its limits.

import type { OnExecutions } from '../../campaign/branches.js';
import type { Workplace } from '../../campaign/workplace.js';
import type { ReadOptions } from '../../frontend/index.js';
import { shortWork, usualWork } from '../../launcher/v8Flags.js';
import type { Program } from '../../program/program.js';
import { TooLarge } from '../../support/tooLarge.js';
import type { EngineName } from '../../verdict/engine.js';
import {
  answerFile,
  errorAnswer,
  type FileAnswer,
  type FileRequest,
  programOf,
  stoppedAnswer,
} from '../answerFile.js';
import { commandOf } from '../fileCommands.js';
import { type Host, hereHost, type Slices, sliceHost, supervisedHost } from '../host.js';
import type { Io } from '../io.js';
import { isAskOptions } from '../options.js';
import { status } from '../status.js';
import type { Board } from './board.js';
import {
  deepened,
  deepenedFrom,
  hasOpenLoops,
  isAnswered,
  mayBeWidened,
  wasCutInReading,
} from './deepening.js';
import { defaultMemoryMb } from './memory.js';
import { patience } from './patience.js';
import { Slice, SliceOver } from './slice.js';
import { Supervisor } from './supervisor.js';

/** Milliseconds of search that a single file gets on the main thread if nothing else runs on the machine. */
const sliceMs = 200;
/** So many more for a search that is expected to end within them. On a thread it would begin again with cold code. */
const sliceMoreMs = 600;
/** The same for the symbolic engine: on a thread it has to start another solver first, and compiles its own code once more. */
const symbolicSliceMs = 1000;
/** The same for reading: on a thread it would begin again, and would not be faster there. */
const readingSliceMs = 1000;
/** Slices of these times, each changed as `time` says. */
const slicesOf = (time: (ms: number) => number, more = 0): Slices => ({
  search: new Slice(time(sliceMs), time(more)),
  symbolic: new Slice(time(symbolicSliceMs)),
  reading: new Slice(time(readingSliceMs)),
});

/**
 * Milliseconds of the engines for a question with open loops as it is, before smaller bounds are tried. Each model
 * that is decided renews them (race.ts).
 */
const wholeMs = 2000;
/** How long before the answer something is worth being said of its own. */
const earlyMs = 300;
/** How long answers that take a moment each may follow each other unheard of anything else. */
const turnMs = 50;
/** Seconds: a question with less time must be stopped earlier than that. */
const shortTimeout = 2;

export class Runner {
  readonly #io: Io;
  readonly #memoryMb: number;
  readonly #interrupt = new AbortController();
  readonly #release: (() => void) | undefined;
  #deadline = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #supervisor: Supervisor | undefined;
  #nextTurn = performance.now() + turnMs;

  /** `timeout`: seconds for everything that is asked of it. */
  constructor(io: Io, memoryMb: number | undefined, timeout?: number) {
    this.#io = io;
    this.#memoryMb = memoryMb ?? defaultMemoryMb();
    this.#release = io.onInterrupt?.(() => this.#interrupt.abort('interrupted'));
    if (timeout === undefined) return;
    this.#deadline = performance.now() + timeout * 1000;
    this.#timer = setTimeout(() => this.#interrupt.abort('time'), Math.min(timeout * 1000, 2 ** 31 - 1));
  }

  /** By a signal, or by the time for everything: no timer goes off while this thread itself works. */
  get interrupted(): boolean {
    if (performance.now() > this.#deadline) this.#interrupt.abort('time');
    return this.#interrupt.signal.aborted;
  }

  get signal(): AbortSignal {
    return this.#interrupt.signal;
  }

  /** The boards of the threads at work. */
  get boards(): readonly Board[] {
    return this.#supervisor?.boards ?? [];
  }

  /** Undefined if there are no threads. */
  get supervisor(): Supervisor | undefined {
    const { worker } = this.#io;
    if (worker === undefined) return undefined;
    // Threads have the flags of this one.
    usualWork();
    this.#supervisor ??= new Supervisor(worker, this.#memoryMb);
    return this.#supervisor;
  }

  /** On other machines, but for what only this one can do. */
  async answerElsewhere(
    request: FileRequest,
    place: Workplace,
    signal: AbortSignal,
    onExecutions?: OnExecutions,
  ): Promise<FileAnswer> {
    const { campaignHost } = await import('../campaign/host.js');
    const near = this.#host();
    // A single file is read before a thread for it has started.
    const host =
      onExecutions === undefined ? near : { ...near, read: this.#readSoon(near, shareOf(request)) };
    const { supervisor } = this;
    const ask = (every: boolean): Promise<FileAnswer> =>
      answerFile(
        request,
        campaignHost(host, place, request.options, signal, onExecutions, { supervisor, every }),
      );
    const answer = await ask(false);
    // A disagreement of workers is one of diptych only if this machine has it too.
    return answer.status === status.disagreement ? ask(true) : answer;
  }

  #readSoon(near: Host, mostMs: number): Host['read'] {
    const { signal } = this;
    return async (...of) => {
      const slice = new Slice(Math.min(readingSliceMs * patience(), mostMs));
      try {
        return await sliceHost({ search: slice, symbolic: slice, reading: slice }, signal).read(...of);
      } catch (error) {
        this.#afterSlice(error);
        return near.read(...of);
      }
    };
  }

  /** Throws what went wrong, unless it is only that there was more to do than a moment is for. */
  #afterSlice(error: unknown): void {
    if (error instanceof TooLarge) return;
    if (!(error instanceof SliceOver)) throw error;
    if (error.interrupted) this.#interrupt.abort('interrupted');
  }

  /** `alone`: no other file is answered at the same time. */
  async answer(request: FileRequest, alone: boolean, tell?: (line: string) => void): Promise<FileAnswer> {
    const { signal } = this;
    const { worker, smallMs } = this.#io;
    if (worker === undefined)
      return answerFile(
        request,
        smallMs === undefined
          ? hereHost({ signal, stop: () => signal.aborted })
          : sliceHost(
              slicesOf(() => smallMs),
              signal,
            ),
      );
    const start = performance.now() - this.#startingMs(request);
    let program: Program | undefined;
    let soon: FileAnswer | undefined;
    if (alone && (await mayBeQuick(request)))
      try {
        const time = (ms: number): number => Math.min(ms * patience(), shareOf(request));
        const slices = slicesOf(time, isForExplicit(request) ? sliceMoreMs : 0);
        const host = sliceHost(slices, signal);
        const read: Host['read'] = async (...of) => {
          const found = await host.read(...of);
          if (isAsked(request, of[1])) program = found;
          return found;
        };
        // Several threads take longer to start than this lasts.
        const one = { ...request, jobs: 1 };
        // Not sooner: modules of Node load quicker under the usual flags.
        shortWork();
        const answer = await answerFile(one, { ...host, read });
        await this.#listen();
        if (!mayBeWidened(request, answer)) return answer;
        soon = answer;
      } catch (error) {
        this.#afterSlice(error);
      }
    usualWork();
    const early = new Early(tell);
    try {
      const rest = withTimeLeft(request, performance.now() - start);
      // Quick answers are the same for one file and for many.
      return await this.#supervised(alone ? rest : { ...rest, anyUnroll: false }, early, program, soon);
    } finally {
      early.end();
    }
  }

  /** Starting takes of the time there is, but not most of it. */
  #startingMs({ options: { timeout } }: FileRequest): number {
    const ms = this.#io.sinceStart?.() ?? 0;
    return timeout === undefined ? ms : Math.min(ms, timeout * 500);
  }

  /** Signals and timers are heard of between two turns of the event loop, and many short answers are one turn. */
  async #listen(): Promise<void> {
    const now = performance.now();
    if (now < this.#nextTurn) return;
    this.#nextTurn = now + turnMs;
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** `program`: the file's program, if it was read. `soon`: an answer for a smaller bound than time may allow. */
  async #supervised(
    request: FileRequest,
    early: Early,
    program?: Program,
    soon?: FileAnswer,
  ): Promise<FileAnswer> {
    const supervisor = this.supervisor;
    const { signal } = this;
    if (supervisor === undefined) return answerFile(request, hereHost({ signal }));
    const command = await commandOf(request.command);
    if (command.works === 'by-engines') {
      const host = supervisedHost(supervisor, signal, readerOf(request), (line) => early.tell(line));
      if (command.deepens !== true || request.anyUnroll !== true)
        return answerFile(
          request,
          program === undefined ? host : knowing(host, request, Promise.resolve(program)),
        );
      const asking = (asked: FileRequest): Promise<FileAnswer> => answerFile(asked, host);
      if (soon !== undefined) return deepenedFrom(soon, request, program?.threads.length === 1, asking);
      const start = performance.now();
      const reading = program === undefined ? programOf(request, host) : Promise.resolve(program);
      const known = knowing(host, request, reading);
      const read = await reading.then(
        (of) => ({
          open: hasOpenLoops(of),
          oneThread: of.threads.length === 1,
          isForSmaller: !wasCutInReading(of),
        }),
        () => ({ open: false, oneThread: false, isForSmaller: false }),
      );
      if (read.open && isPlainCheck(request)) {
        const settleMs = Math.min(wholeMs * patience(), shareOf(request));
        const whole = await answerFile(withTimeLeft(request, performance.now() - start), {
          ...known,
          limits: { ...known.limits, settleMs },
        });
        const rest = withTimeLeft(request, performance.now() - start);
        if (isAnswered(whole)) return deepenedFrom(whole, rest, read.oneThread, asking);
      }
      const rest = withTimeLeft(request, performance.now() - start);
      const bound = boundIn(request);
      // With a smaller bound the engines cut the loops of the same program: it is not read again.
      return deepened(rest, read, (asked) =>
        boundIn(asked) === bound || (read.isForSmaller && boundIn(asked) < bound)
          ? answerFile(asked, known)
          : asking(asked),
      );
    }
    const { timeout } = request.options;
    const ended = await supervisor.run('answer', request, {
      signal,
      crew: 'explicit',
      ...(timeout === undefined ? {} : { timeLimitMs: timeout * 1000 }),
    });
    switch (ended.kind) {
      case 'done':
        return ended.value;
      case 'refused':
        return errorAnswer(request, { file: request.file, ...ended.diagnostic }, ended.text);
      case 'stopped':
        return stoppedAnswer(request, { kind: ended.reason, phase: ended.phase });
      case 'broken': {
        const answer = errorAnswer(request, { code: 'internal', message: ended.message, file: request.file });
        return { ...answer, status: status.disagreement };
      }
    }
  }

  /** Throws if there is no model in that file. */
  async checkModel(file: string, timeout: number | undefined): Promise<void> {
    const { signal } = this;
    await this.#host().loadModel(file, {
      signal,
      ...(timeout === undefined ? {} : { timeLimitMs: timeout * 1000 }),
    });
  }

  #host(): Host {
    const { supervisor, signal } = this;
    return supervisor === undefined ? hereHost({ signal }) : supervisedHost(supervisor, signal);
  }

  async close(): Promise<void> {
    usualWork();
    clearTimeout(this.#timer);
    this.#release?.();
    await this.#supervisor?.close();
  }
}

/** Lines for the waiting user. A line just before the answer appears in the answer only. */
class Early {
  readonly #write: ((line: string) => void) | undefined;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(write: ((line: string) => void) | undefined) {
    this.#write = write;
  }

  tell(line: string): void {
    this.#timers.push(setTimeout(() => this.#write?.(line), earlyMs));
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}

/** A single engine also reads the program: that saves a thread. */
const readerOf = ({ options }: FileRequest): EngineName =>
  isAskOptions(options) && options.engine === 'symbolic' ? 'symbolic' : 'explicit';

/** Whether all that is asked is what the engines race for. */
const isPlainCheck = ({ command, options }: FileRequest): boolean =>
  command === 'check' && isAskOptions(options) && options.races !== true && options.plainRaces !== true;

/** The symbolic engine may outlast its slice: then the explicit engine begins again too, and more time was lost. */
const isForExplicit = ({ options }: FileRequest): boolean =>
  isAskOptions(options) && options.engine === 'explicit';

const boundIn = ({ options }: FileRequest): number => (isAskOptions(options) ? options.unroll : 0);

/** Reuses the program that was read. Other macros, or accesses as atomic sections, need another reading. */
const knowing = (host: Host, request: FileRequest, reading: Promise<Program>): Host => ({
  ...host,
  read: (file, wanted, bounds) => (isAsked(request, wanted) ? reading : host.read(file, wanted, bounds)),
});

/** Whether the program is read as the request says. */
const isAsked = ({ options }: FileRequest, wanted: ReadOptions): boolean =>
  !isAskOptions(options) ||
  (wanted.defines?.length === options.define.length && wanted.indivisible === options.indivisible);

/** Most of the time that was given is for threads, which can be stopped. */
const shareOf = ({ options: { timeout = Number.POSITIVE_INFINITY } }: FileRequest): number =>
  (timeout * 1000) / 4;

/** Failed attempts count too. */
function withTimeLeft(request: FileRequest, spentMs: number): FileRequest {
  const { options } = request;
  if (options.timeout === undefined) return request;
  return { ...request, options: { ...options, timeout: Math.max(options.timeout - spentMs / 1000, 0.05) } };
}

/** Whether nothing but the search itself can take long, and that can be stopped from outside. */
async function mayBeQuick({ command, options }: FileRequest): Promise<boolean> {
  const { timeout = shortTimeout } = options;
  const asked = await commandOf(command);
  const isGuarded = asked.works === 'by-engines' || (asked.works !== 'on-a-file' && asked.guarded === true);
  return isGuarded && timeout >= shortTimeout;
}
