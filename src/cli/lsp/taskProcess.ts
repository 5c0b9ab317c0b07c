// A process for tasks that can be cancelled. A search does not listen while it works, so the process of a cancelled
// task is killed. A task that ends in a moment by itself is waited for: a process that has loaded the engines answers
// the next question sooner than a new one. One task is done at a time.

import { type ChildProcess, fork } from 'node:child_process';
import { isTaskAnswer, type Task, type TaskAnswer } from './messages.js';

/** How long a task that is not wanted any more may take to end by itself. */
const graceMs = 1000;
/** How long a process may take to end when it is told to; then it is killed. */
const patienceMs = 300;

/** The task was cancelled, or took too long. */
export class Cancelled extends Error {}

export class TaskProcess {
  readonly #module: URL;
  #child: ChildProcess | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  /** Kept when the task that was cancelled last has ended, or its process. */
  #unwanted: Promise<void> | undefined;
  #closed = false;

  /** `module`: what the process runs. */
  constructor(module: URL) {
    this.#module = module;
    process.once('exit', () => this.close());
  }

  /** Throws Cancelled when the signal is raised. */
  run(task: Task, signal: AbortSignal): Promise<TaskAnswer> {
    const result = this.#queue.then(() => this.#start(task, signal));
    this.#queue = result.catch(() => this.#unwanted);
    return result;
  }

  /** Starts the process, if there is none: what it loads is there when the first task comes. */
  warm(): void {
    this.#child ??= this.#fork();
  }

  close(): void {
    this.#closed = true;
    this.#end();
  }

  #start(task: Task, signal: AbortSignal): Promise<TaskAnswer> {
    if (signal.aborted || this.#closed) return Promise.reject(new Cancelled());
    const child = this.#child ?? this.#fork();
    this.#child = child;
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        signal.removeEventListener('abort', onAbort);
        child.off('message', onMessage);
        child.off('exit', onExit);
      };
      const onAbort = (): void => {
        settle();
        this.#unwanted = this.#forget(child);
        reject(new Cancelled());
      };
      const onMessage = (message: unknown): void => {
        if (!isTaskAnswer(message)) return;
        settle();
        resolve(message);
      };
      const onExit = (): void => {
        settle();
        resolve({ kind: 'failed', message: 'the process that worked on it ended' });
      };
      signal.addEventListener('abort', onAbort);
      child.on('message', onMessage);
      child.on('exit', onExit);
      // A process that has just ended is told by 'exit'.
      child.send(task, () => {});
    });
  }

  /** Waits for the end of a task without its answer; then the process is free, or another one is started. */
  #forget(child: ChildProcess): Promise<void> {
    return new Promise((resolve) => {
      const settle = (): void => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', settle);
        resolve();
      };
      const onMessage = (message: unknown): void => {
        if (isTaskAnswer(message)) settle();
      };
      const timer = setTimeout(() => {
        if (this.#child === child) this.#end();
        if (!this.#closed) this.warm();
        settle();
      }, graceMs);
      child.on('message', onMessage);
      child.on('exit', settle);
    });
  }

  #fork(): ChildProcess {
    const child = fork(this.#module, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Another process that practises would outlive the server.
      env: { ...process.env, DIPTYCH_PRACTICE: 'off' },
      serialization: 'advanced',
    });
    child.on('exit', () => {
      if (this.#child === child) this.#child = undefined;
    });
    child.on('error', () => {
      // It could not be started, or a message could not be sent: 'exit' follows.
    });
    return child;
  }

  #end(): void {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    child.once('exit', () => clearTimeout(timer));
  }
}
