// Frees that wait in a store buffer. A free is one store to all cells of its block. It is an entry of the queue of the
// block's first cell and commits as a BLOCK step. Under PSO, where each cell has a queue, it waits for older stores to
// its other cells, and younger ones wait for it.

import { after } from './happensBefore.js';
import { type FastState, INVALID } from './state.js';
import * as u from './undo.js';

/** The cells of the block that entry `s` frees. */
function* freedCells(m: FastState, s: number): Generator<number> {
  const first = m.storeCell[s];
  for (let cell = first; cell < first + m.storeFrees[s]; cell++)
    if (m.cellState[cell] !== INVALID) yield cell;
}

/** The newest store of the thread to each cell of the block is now the free, store `k`. */
export function hideBlock(m: FastState, t: number, k: number): void {
  for (const cell of freedCells(m, t * m.maxStores + k)) {
    const newest = t * m.cells + cell;
    if (m.newestStore[newest] === k) continue;
    u.log(m, u.NEWEST_STORE, newest, m.newestStore[newest]);
    m.newestStore[newest] = k;
  }
}

/** Whether older stores of the thread to cells that store `k`, next in its queue, has in common with them are pending: under PSO. */
export function waitsForOverlap(m: FastState, t: number, k: number): boolean {
  const s = t * m.maxStores + k;
  if (m.storeFrees[s] === 0) return isPendingFree(m, t, m.storePrevious[s]);
  for (const cell of freedCells(m, s)) {
    const queue = m.auxiliary[t * m.cells + cell];
    if (queue >= 0 && m.queueHead[queue] >= 0 && m.queueHead[queue] < k) return true;
  }
  return false;
}

const isPendingFree = (m: FastState, t: number, k: number): boolean =>
  k >= 0 && m.storeFrees[t * m.maxStores + k] > 0 && m.storeCommit[t * m.maxStores + k] < 0;

/** Orders commit `n` of store `k` after what it had to wait for so. */
export function afterOverlap(m: FastState, t: number, n: number, k: number): void {
  const s = t * m.maxStores + k;
  if (m.storeFrees[s] === 0) {
    const previous = m.storePrevious[s];
    if (previous >= 0) after(m, n, m.storeCommit[t * m.maxStores + previous]);
    return;
  }
  for (const cell of freedCells(m, s)) {
    const queue = m.auxiliary[t * m.cells + cell];
    if (queue >= 0) after(m, n, lastBefore(m, t, m.lastCommit[queue], k));
  }
}

/** From commit `last` of a queue backwards: the last one of a store before `k`. */
function lastBefore(m: FastState, t: number, last: number, k: number): number {
  let n = last;
  while (n >= 0 && m.processThread[m.eventProcess[n]] === t && m.eventStore[n] >= k) n = m.oldCommit[n];
  return n;
}
