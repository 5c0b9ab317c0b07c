// Threads that take part in explorations. A free thread is kept for a while. The next exploration of a question
// (another model) begins at once with it, and with the code it has compiled.

import { Worker } from 'node:worker_threads';

const idleMs = 2000;

/** Free threads by the module they run. */
const free = new Map<string, Set<Worker>>();
const leave = new WeakMap<Worker, NodeJS.Timeout>();

/** How many threads for a module are free. */
export const freeThreads = (file: URL): number => free.get(file.href)?.size ?? 0;

export function takeThread(file: URL): Worker {
  for (const worker of free.get(file.href) ?? []) {
    free.get(file.href)?.delete(worker);
    clearTimeout(leave.get(worker));
    worker.ref();
    return worker;
  }
  const worker = new Worker(file, { argv: process.argv.slice(2) });
  const forget = (): void => {
    free.get(file.href)?.delete(worker);
  };
  worker.on('error', forget);
  worker.on('exit', forget);
  return worker;
}

/** Its current work must be about to end: a thread answers in the order of its questions. */
export function freeThread(file: URL, worker: Worker): void {
  // It has died.
  if (worker.threadId < 0) return;
  const others = free.get(file.href) ?? new Set();
  free.set(file.href, others.add(worker));
  worker.unref();
  const end = setTimeout(() => {
    others.delete(worker);
    void worker.terminate();
  }, idleMs);
  leave.set(worker, end.unref());
}
