// The memory limit of a run, and the thread that uses most when the limit is passed.

import { totalmem } from 'node:os';
import type { Board } from './board.js';

/** The share of the machine's memory that is the limit without --memory. */
const defaultShare = 0.6;
const mega = 1 << 20;
/** Megabytes of a process that has no work yet. */
const ownMb = 100;

/** The memory limit without --memory, in megabytes. */
export function defaultMemoryMb(): number {
  const limited = process.constrainedMemory();
  const machine = limited > 0 && limited < totalmem() ? limited : totalmem();
  return Math.max(256, Math.floor((machine * defaultShare) / mega));
}

/** Megabytes that one thread may use outside the heap of V8. */
export const outsideHeapMb = (memoryMb: number): number => Math.max(32, memoryMb - ownMb);

/**
 * V8 ends a thread cleanly at its limit only if it comes there in small steps; one large allocation beyond it ends the
 * process. So its limit lies above the one that is watched.
 */
export const heapLimitMb = (memoryMb: number): number => Math.max(128, 2 * memoryMb + 256);

interface Watched {
  readonly board: Board;
  /** How many reports of its memory the thread had made at the last look. */
  reports: number;
}

export const residentMb = (): number => process.memoryUsage.rss() / mega;

/** The thread to stop if the process has `resident` megabytes, which is above the limit. */
export function largest<T extends Watched>(threads: readonly T[], resident: number): T | undefined {
  const told = threads.map(({ board }) => board.memory.bytes / mega);
  const unexplained = resident - ownMb - told.reduce((sum, mb) => sum + mb, 0);
  let most: T | undefined;
  let size = Number.NEGATIVE_INFINITY;
  threads.forEach((thread, i) => {
    const { reports } = thread.board.memory;
    // A thread that has not reported since may be the one that grows.
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
