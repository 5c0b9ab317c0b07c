// The memory limit of a run, and the thread that uses most when the limit is passed.

import { totalmem } from 'node:os';
import type { Board } from './board.js';

/** The share of the machine's memory without --memory. */
const defaultShare = 0.6;
const mega = 1 << 20;
/** The part of the memory that is the process itself. */
const ownMb = 100;

/** Megabytes. */
export function defaultMemoryMb(): number {
  const limited = process.constrainedMemory();
  const machine = limited > 0 && limited < totalmem() ? limited : totalmem();
  return Math.max(256, Math.floor((machine * defaultShare) / mega));
}

/** Megabytes of one thread for what is not on the heap of V8. */
export const outsideHeapMb = (memoryMb: number): number => Math.max(32, memoryMb - ownMb);

/**
 * V8 ends a thread cleanly at its limit only if it comes there in small steps; one large allocation beyond it ends the
 * process. So its limit lies above the one that is watched.
 */
export const heapLimitMb = (memoryMb: number): number => Math.max(128, 2 * memoryMb + 256);

interface Watched {
  readonly board: Board;
  /** The number of reports when it was last looked at. */
  reports: number;
}

export const residentMb = (): number => process.memoryUsage.rss() / mega;

/** The thread to stop if all together have `resident` megabytes, which is too much. */
export function largest<T extends Watched>(threads: readonly T[], resident: number): T | undefined {
  const told = threads.map(({ board }) => board.memory.bytes / mega);
  const unexplained = resident - ownMb - told.reduce((sum, mb) => sum + mb, 0);
  let most: T | undefined;
  let size = Number.NEGATIVE_INFINITY;
  threads.forEach((thread, i) => {
    const { reports } = thread.board.memory;
    // A thread that tells nothing is in a phase that may be the one that grows.
    const silent = reports === thread.reports;
    thread.reports = reports;
    const mb = told[i] + (silent ? Math.max(0, unexplained) : 0);
    if (mb > size) {
      most = thread;
      size = mb;
    }
  });
  return most;
}
