// Building an event's row of happens-before: the positions before it, as a bit set closed under happens-before.

import { CapacityExceeded, type FastState } from './state.js';

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

/** Orders `n` after `e` because of a conflict, which may be a race. */
export function conflict(m: FastState, n: number, e: number): void {
  m.conflicts[m.conflictCount++] = e;
  order(m, n, e);
}

/** Orders `n` after `e` for a reason that is no conflict. */
export function after(m: FastState, n: number, e: number): void {
  if (e < 0) return;
  order(m, n, e);
  const { stride, pred, base } = m;
  for (let w = 0; w < stride; w++) base[w] |= pred[e * stride + w];
  base[e >> 5] |= 1 << (e & 31);
}

function order(m: FastState, n: number, e: number): void {
  const { stride, pred } = m;
  const to = n * stride;
  const from = e * stride;
  for (let w = 0; w < stride; w++) pred[to + w] |= pred[from + w];
  pred[to + (e >> 5)] |= 1 << (e & 31);
}
