// Threads that can always be stopped. A task is told to end when its time is over, on an interrupt, or when it is too
// large. If it does not end, its thread is terminated. Listeners keep the findings that it sent before.

import { Worker } from 'node:worker_threads';
import type { Phase } from '../../support/phase.js';
import { type Limits, type StopReason, stopReasonOf } from '../../verdict/engine.js';
import type { AnswerTo, Kind } from '../../verdict/executor.js';
import { Board } from './board.js';
import { heapLimitMb, largest, outsideHeapMb, residentMb } from './memory.js';
import { patience } from './patience.js';
import type {
  Ended,
  Found,
  Piece,
  SupervisorMessage,
  TaskMessage,
  WorkerMessage,
  WorkerStart,
} from './task.js';
import type { SentQuestion, Tasks } from './tasks.js';

type TaskName = Exclude<keyof Tasks, 'ask'>;
type TaskInput<N extends TaskName> = Parameters<Tasks[N]>[0];
type TaskOutput<N extends TaskName> = Awaited<ReturnType<Tasks[N]>>;

interface TaskOptions extends Pick<Limits, 'timeLimitMs' | 'signal'> {
  /** Threads keep what they have loaded: tasks with the same name go to the same ones. */
  readonly crew?: string;
  readonly onFound?: (found: Found) => void;
  /** Milliseconds for each of the questions that make up the task. */
  readonly stepLimitMs?: number;
  readonly onPiece?: (piece: Piece) => void;
}

/** How long a task may take to end when it is told to. A thread that is terminated loses what its next task could use. */
const patienceMs = 200;
/** How long the end of a thread is waited for, and with it the last messages. */
const farewellMs = 100;
/** How long a thread without a task may take to end by itself. */
const leaveMs = 2000;
const watchMs = 50;
/** Memory comes back some time after a thread has ended. */
const recoveryMs = 500;

interface Thread {
  readonly worker: Worker;
  readonly board: Board;
  crew: string;
  reports: number;
  /** Ends its task. */
  stop: ((reason: StopReason) => void) | undefined;
}

export class Supervisor {
  readonly #file: URL;
  readonly #memoryMb: number;
  readonly #threads = new Set<Thread>();
  readonly #ending = new Set<Promise<unknown>>();
  #watch: NodeJS.Timeout | undefined;
  #nextVictim = 0;

  constructor(file: URL, memoryMb: number) {
    this.#file = file;
    this.#memoryMb = memoryMb;
  }

  /** The boards of the threads at work. */
  get boards(): readonly Board[] {
    return [...this.#threads].filter(({ stop }) => stop !== undefined).map(({ board }) => board);
  }

  /** The task of the crew's thread, if it is at work. */
  phaseOf(crew: string): Phase | undefined {
    return [...this.#threads].find((thread) => thread.crew === crew && thread.stop !== undefined)?.board
      .phase;
  }

  run<N extends TaskName>(
    name: N,
    input: TaskInput<N>,
    options: TaskOptions = {},
  ): Promise<Ended<TaskOutput<N>>> {
    return this.#run({ kind: 'task', name, input }, options);
  }

  /** Puts a question to an engine. */
  ask<K extends Kind>(question: SentQuestion<K>, options: TaskOptions): Promise<Ended<AnswerTo<K>>> {
    return this.#run({ kind: 'task', name: 'ask', input: question }, options);
  }

  async #run<T>(message: TaskMessage, options: TaskOptions): Promise<Ended<T>> {
    const { signal, timeLimitMs, crew = message.name } = options;
    if (signal?.aborted === true) return { kind: 'stopped', reason: stopReasonOf(signal), phase: 'starting' };
    if (timeLimitMs !== undefined && timeLimitMs <= 0)
      return { kind: 'stopped', reason: 'time', phase: 'starting' };
    const thread = this.#take(crew);
    this.#startWatch();
    const ended = await this.#supervise<T>(thread, message, options);
    if (![...this.#threads].some(({ stop }) => stop !== undefined)) clearInterval(this.#watch);
    return ended;
  }

  /** Ends all threads. Those that have nothing to do may keep what the next run can use. */
  async close(): Promise<void> {
    clearInterval(this.#watch);
    const idle = [...this.#threads].filter(({ stop }) => stop === undefined);
    const left = idle.map(({ worker }) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const { worker } of idle) worker.postMessage(leave);
    for (const thread of this.#threads) if (!idle.includes(thread)) void this.#end(thread);
    await Promise.race([Promise.all(left), pause(leaveMs)]);
    for (const thread of idle) void this.#end(thread);
    await Promise.race([Promise.all(this.#ending), pause(patienceMs)]);
  }

  #take(crew: string): Thread {
    const idle = [...this.#threads].filter(({ stop }) => stop === undefined);
    const known = idle.find((thread) => thread.crew === crew);
    const thread = known ?? this.#start(crew);
    thread.crew = crew;
    thread.board.clear();
    thread.reports = -1;
    return thread;
  }

  #start(crew: string): Thread {
    const board = new Board();
    const start: WorkerStart = { board: board.buffer, memoryMb: outsideHeapMb(this.#memoryMb) };
    const worker = new Worker(this.#file, {
      workerData: start,
      argv: process.argv.slice(2),
      resourceLimits: { maxOldGenerationSizeMb: heapLimitMb(this.#memoryMb), stackSizeMb: 8 },
    });
    const thread: Thread = { worker, board, crew, reports: -1, stop: undefined };
    // A thread may also die between two tasks.
    worker.on('error', () => this.#threads.delete(thread));
    this.#threads.add(thread);
    return thread;
  }

  #end(thread: Thread): Promise<unknown> {
    this.#threads.delete(thread);
    const ending = thread.worker.terminate().catch(() => {});
    this.#ending.add(ending);
    ending.finally(() => this.#ending.delete(ending));
    return ending;
  }

  #supervise<T>(
    thread: Thread,
    message: TaskMessage,
    { timeLimitMs, stepLimitMs, signal, onFound, onPiece }: TaskOptions,
  ): Promise<Ended<T>> {
    const { worker, board } = thread;
    return new Promise((resolve) => {
      let reason: StopReason | undefined;
      let waiting: NodeJS.Timeout | undefined;
      const finish = (ended: Ended<T>): void => {
        clearTimeout(deadline);
        clearInterval(steps);
        clearTimeout(waiting);
        signal?.removeEventListener('abort', onAbort);
        worker.off('message', onMessage);
        worker.off('error', onError);
        worker.off('exit', onExit);
        thread.stop = undefined;
        resolve(ended);
      };
      const kill = async (why: StopReason): Promise<void> => {
        const { phase } = board;
        await Promise.race([this.#end(thread), pause(farewellMs)]);
        finish({ kind: 'stopped', reason: why, phase });
      };
      const stop = (why: StopReason, patient = true): void => {
        if (reason !== undefined) return;
        reason = why;
        board.stop();
        if (patient) waiting = setTimeout(() => void kill(why), patienceMs * patience());
        else void kill(why);
      };
      const deadline =
        timeLimitMs === undefined
          ? undefined
          : setTimeout(() => stop('time'), Math.min(timeLimitMs, 2 ** 31 - 1));
      const steps =
        stepLimitMs === undefined ? undefined : watchSteps(board, stepLimitMs, () => stop('time', false));
      const onAbort = (): void => stop(signal === undefined ? 'interrupted' : stopReasonOf(signal));
      signal?.addEventListener('abort', onAbort);
      thread.stop = (why) => stop(why, false);
      const onMessage = (said: WorkerMessage): void => {
        switch (said.kind) {
          case 'found':
            for (const found of said.found) onFound?.(found);
            return;
          case 'piece':
            onPiece?.(said.piece);
            worker.postMessage(taken);
            return;
          case 'ended':
            finish(endedOf<T>(said.ended));
        }
      };
      const onError = (error: Error): void => {
        void this.#end(thread);
        finish(
          'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? { kind: 'stopped', reason: 'memory', phase: board.phase }
            : { kind: 'broken', message: error.stack ?? error.message },
        );
      };
      const onExit = (): void => {
        this.#threads.delete(thread);
        finish(
          reason === undefined
            ? { kind: 'broken', message: 'the thread that worked on it ended' }
            : { kind: 'stopped', reason, phase: board.phase },
        );
      };
      worker.on('message', onMessage);
      worker.on('error', onError);
      worker.on('exit', onExit);
      worker.postMessage(message);
    });
  }

  #startWatch(): void {
    clearInterval(this.#watch);
    this.#watch = setInterval(() => {
      const now = performance.now();
      if (now < this.#nextVictim) return;
      const resident = residentMb();
      if (resident <= this.#memoryMb) return;
      const busy = [...this.#threads].filter(({ stop }) => stop !== undefined);
      const victim = largest(busy, resident);
      if (victim === undefined) return;
      this.#nextVictim = now + recoveryMs;
      victim.stop?.('memory');
    }, watchMs);
  }
}

/** A thread sends what its task returned, so the type is the task's. */
function endedOf<T>(ended: Ended<unknown>): Ended<T>;
function endedOf(ended: Ended<unknown>): Ended<unknown> {
  return ended;
}

const taken: SupervisorMessage = { kind: 'taken' };
const leave: SupervisorMessage = { kind: 'leave' };

/** Calls back when one step takes longer than it may. */
function watchSteps(board: Board, limitMs: number, onLimit: () => void): NodeJS.Timeout {
  let steps = -1;
  let since = 0;
  return setInterval(() => {
    const now = performance.now();
    if (board.steps !== steps) {
      steps = board.steps;
      since = now;
    } else if (now - since > limitMs) onLimit();
  }, watchMs);
}

/** The timer does not keep the process alive. A thread that has not ended does. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
