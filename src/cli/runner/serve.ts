// The side of the thread: takes one task after the other and tells its supervisor what becomes of it.

import { parentPort, workerData } from 'node:worker_threads';
import { bug, InputError } from '../../support/diagnostic.js';
import { isOutOfMemory, isTooDeep } from '../../support/outOfMemory.js';
import { present } from '../../support/present.js';
import { Board } from './board.js';
import type {
  Ended,
  Found,
  Piece,
  SupervisorMessage,
  TaskContext,
  WorkerMessage,
  WorkerStart,
} from './task.js';

type Tasks = Readonly<Record<string, (input: never, context: TaskContext) => unknown>>;

/** Findings in quick succession are sent together. */
const flushMs = 20;
const memoryReportMs = 100;

export function serve(tasks: Tasks): void {
  const port = parentPort ?? bug('a task was asked for on the main thread');
  const start: WorkerStart = workerData;
  const board = new Board(start.board);
  const send = (message: WorkerMessage): void => port.postMessage(message);
  const memory = new MemoryReport(board);
  let taken: (() => void) | undefined;
  const emit = (piece: Piece): Promise<void> =>
    new Promise((resolve) => {
      taken = resolve;
      send({ kind: 'piece', piece });
    });
  port.on('message', async (message: SupervisorMessage) => {
    if (message.kind === 'taken') {
      taken?.();
      return;
    }
    if (message.kind === 'leave') {
      port.close();
      return;
    }
    const outbox = new Outbox(send);
    const context = contextOf(board, outbox, emit, start.memoryMb, memory);
    const ended = await attempt(tasks, message.name, message.input, context, board);
    outbox.flush(ended.kind === 'done');
    try {
      send({ kind: 'ended', ended });
    } catch (error) {
      send({ kind: 'ended', ended: failure(error, board, false) });
    }
  });
}

async function attempt(
  tasks: Tasks,
  name: string,
  input: unknown,
  context: TaskContext,
  board: Board,
): Promise<Ended<unknown>> {
  try {
    const task: ((input: unknown, context: TaskContext) => unknown) | undefined = taskOf(tasks, name);
    if (task === undefined) return bug(`there is no task ${name}`);
    return { kind: 'done', value: await task(input, context) };
  } catch (error) {
    return failure(error, board, true);
  }
}

const taskOf = (
  tasks: Readonly<Record<string, unknown>>,
  name: string,
): ((input: unknown, context: TaskContext) => unknown) | undefined => {
  const task = tasks[name];
  return isTask(task) ? task : undefined;
};

const isTask = (value: unknown): value is (input: unknown, context: TaskContext) => unknown =>
  typeof value === 'function';

function failure(error: unknown, board: Board, fromTask: boolean): Ended<unknown> {
  if (error instanceof InputError)
    return { kind: 'refused', diagnostic: error.diagnostic, ...present({ text: error.text }) };
  if (isOutOfMemory(error)) return { kind: 'stopped', reason: 'memory', phase: board.phase };
  if (isTooDeep(error))
    return {
      kind: 'refused',
      diagnostic: {
        code: 'too-deep',
        message: `this nests too deeply: the stack was full while ${board.phase}`,
        hint: 'break long expressions and deep nesting into parts',
      },
    };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: 'broken', message: fromTask ? message : `an answer cannot be sent: ${message}` };
}

/** Says now and then how much memory the thread has: asking takes as long as a small task. */
class MemoryReport {
  readonly #board: Board;
  #next = 0;

  constructor(board: Board) {
    this.#board = board;
  }

  /** Whether it was time to. */
  tell(): boolean {
    const now = performance.now();
    if (now < this.#next) return false;
    this.#next = now + memoryReportMs;
    const { heapTotal, arrayBuffers } = process.memoryUsage();
    this.#board.tellMemory(heapTotal + arrayBuffers);
    return true;
  }
}

function contextOf(
  board: Board,
  outbox: Outbox,
  emit: TaskContext['emit'],
  memoryMb: number,
  memory: MemoryReport,
): TaskContext {
  const report = (): void => {
    if (memory.tell()) outbox.flush();
  };
  return {
    stop: () => {
      report();
      return board.stopped;
    },
    onPhase: (phase) => {
      board.enter(phase);
      outbox.flush();
    },
    onProgress: (progress) => {
      board.tell(progress);
      report();
    },
    onFound: (found) => outbox.put(found),
    emit,
    onStep: () => board.step(),
    memoryMb,
  };
}

class Outbox {
  readonly #send: (message: WorkerMessage) => void;
  #found: Found[] = [];
  #sent = performance.now();

  constructor(send: (message: WorkerMessage) => void) {
    this.#send = send;
  }

  put(found: Found): void {
    this.#found.push(found);
    if (performance.now() - this.#sent >= flushMs) this.flush();
  }

  /** `done`: a result follows, so evidence that it has is not sent. */
  flush(done = false): void {
    if (this.#found.length === 0) return;
    const found = done ? this.#found.map((f) => (f.repeated === true ? { claim: f.claim } : f)) : this.#found;
    this.#send({ kind: 'found', found });
    this.#found = [];
    this.#sent = performance.now();
  }
}
