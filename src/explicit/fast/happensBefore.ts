// Building an event's row of happens-before: the positions before it, as a bit set closed under happens-before. Most programs
// have rows of one word; longer rows have an even number, and are worked on by pairs.

import { CapacityExceeded } from './capacity.js';
import type { FastState } from './state.js';

/** Orders event `n` after the commits of its thread it had to wait for: all of them if `cell` is -1. */
export function afterOwnCommits(m: FastState, thread: number, n: number, cell: number): void {
  if (!m.buffered) return;
  if (!m.perCell) after(m, n, m.lastCommit[m.threads + thread]);
  else
    for (let p = m.threads; p < m.processes; p++)
      if (m.processThread[p] === thread) {
        let last = m.lastCommit[p];
        if (cell >= 0 && p !== m.auxiliary[thread * m.cells + cell])
          last = lastOfOlderEpoch(m, thread, last, m.epoch[thread]);
        after(m, n, last);
      }
  if (m.perCell && cell >= 0) afterNewest(m, thread, n, cell);
}

/** The thread's newest store to the cell may be a free, which commits with others. */
function afterNewest(m: FastState, thread: number, n: number, cell: number): void {
  const newest = m.newestStore[thread * m.cells + cell];
  if (newest >= 0) after(m, n, m.storeCommit[thread * m.maxStores + newest]);
}

/** From commit `last` backwards in its queue: the last one whose store is of an epoch before `epoch`. */
export function lastOfOlderEpoch(m: FastState, thread: number, last: number, epoch: number): number {
  let n = last;
  while (n >= 0 && m.storeEpoch[thread * m.maxStores + m.eventStore[n]] >= epoch) n = m.oldCommit[n];
  return n;
}

/** A new first reader node for the cell whose list starts at `next`. */
export function addReader(m: FastState, event: number, next: number): number {
  const node = m.readerTop++;
  if (node >= m.readerEvent.length) throw new CapacityExceeded('stride');
  m.readerEvent[node] = event;
  m.readerNext[node] = next;
  return node;
}

/** The event that is being executed conflicts with `e`, which may be a race. */
export function conflict(m: FastState, e: number): void {
  m.conflicts[m.conflictCount++] = e;
}

/** Orders event `n` after all it conflicts with, once its row has all that happens before it for other reasons. */
export function afterConflicts(m: FastState, n: number): void {
  const { conflicts, conflictCount, stride, pred, base, settled } = m;
  if (conflictCount === 0) return;
  if (stride === 1) {
    let bits = pred[n];
    let own = 0;
    base[0] = bits;
    for (let c = 0; c < conflictCount; c++) {
      bits |= pred[conflicts[c]];
      own |= 1 << conflicts[c];
    }
    settled[0] = bits;
    pred[n] = bits | own;
    return;
  }
  const { shift } = m;
  const to = n << shift;
  for (let w = 0; w < stride; w++) {
    let bits = pred[to | w];
    base[w] = bits;
    for (let c = 0; c < conflictCount; c++) bits |= pred[(conflicts[c] << shift) | w];
    settled[w] = bits;
    pred[to | w] = bits;
  }
  for (let c = 0; c < conflictCount; c++) pred[to | (conflicts[c] >> 5)] |= 1 << (conflicts[c] & 31);
}

/** Orders `n` after `e` for a reason that is no conflict. */
export function after(m: FastState, n: number, e: number): void {
  if (e >= 0) order(m, n, e);
}

function order(m: FastState, n: number, e: number): void {
  const { stride, pred } = m;
  if (stride === 1) {
    pred[n] |= pred[e] | (1 << e);
    return;
  }
  const to = n << m.shift;
  const from = e << m.shift;
  for (let w = 0; w < stride; w += 2) {
    pred[to | w] |= pred[from | w];
    pred[to | w | 1] |= pred[from | w | 1];
  }
  pred[to | (e >> 5)] |= 1 << (e & 31);
}

/** Event `n` happens after all that is in row `k` of `rows`, which is no conflict. */
export function beginRow(m: FastState, n: number, rows: Int32Array, k: number): void {
  const { stride, pred } = m;
  if (stride === 1) {
    pred[n] = rows[k];
    return;
  }
  const to = n << m.shift;
  const from = k << m.shift;
  for (let w = 0; w < stride; w += 2) {
    pred[to | w] = rows[from | w];
    pred[to | w | 1] = rows[from | w | 1];
  }
}

/** The event of thread `t` at position `n`, whose row is complete, is over; `undo` takes that back. */
export function afterOwnEvent(m: FastState, t: number, n: number): void {
  const { stride, threadPred, oldThreadPred, pred } = m;
  if (stride === 1) {
    oldThreadPred[n] = threadPred[t];
    threadPred[t] = pred[n] | (1 << n);
    return;
  }
  const own = t << m.shift;
  const row = n << m.shift;
  for (let w = 0; w < stride; w += 2) {
    oldThreadPred[row | w] = threadPred[own | w];
    oldThreadPred[row | w | 1] = threadPred[own | w | 1];
    threadPred[own | w] = pred[row | w];
    threadPred[own | w | 1] = pred[row | w | 1];
  }
  threadPred[own | (n >> 5)] |= 1 << (n & 31);
}

/** Takes `afterOwnEvent` back. */
export function beforeOwnEvent(m: FastState, t: number, n: number): void {
  const { stride, threadPred, oldThreadPred } = m;
  if (stride === 1) {
    threadPred[t] = oldThreadPred[n];
    return;
  }
  const own = t << m.shift;
  const row = n << m.shift;
  for (let w = 0; w < stride; w += 2) {
    threadPred[own | w] = oldThreadPred[row | w];
    threadPred[own | w | 1] = oldThreadPred[row | w | 1];
  }
}
