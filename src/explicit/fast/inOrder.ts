// Threads that differ only in their number take their marked events (symmetry/groups.ts) in the order of their
// numbers, as if each marked event started something that the next one waits for. All marked events write the same
// cell, so every execution has them in some order. All but one of these orders are left out.

import type { SymmetricGroup } from '../symmetry/groups.js';
import { after } from './happensBefore.js';
import type { FastState } from './state.js';

export function putInOrder(m: FastState, groups: readonly SymmetricGroup[]): void {
  m.inOrder = groups.length > 0;
  for (const { threads, marked } of groups)
    threads.forEach((t, k) => {
      m.markedPc[t] = marked;
      m.threadBefore[t] = k === 0 ? -1 : threads[k - 1];
    });
}

/** Whether the next step of a process is its thread's marked event. */
function isMarked(m: FastState, process: number): boolean {
  const t = m.processThread[process];
  if (m.markedPc[t] < 0 || m.markedAt[t] >= 0) return false;
  if (process < m.threads) return m.pc[t] === m.markedPc[t];
  const head = m.queueHead[process];
  return head >= 0 && m.storePc[t * m.maxStores + head] === m.markedPc[t];
}

/** Whether the process has to wait until the thread before has had its marked event. */
export function isHeldBack(m: FastState, process: number): boolean {
  const before = m.threadBefore[m.processThread[process]];
  return before >= 0 && m.markedAt[before] < 0 && isMarked(m, process);
}

/** Orders event `n`, which the process is about to have, after the marked one of the thread before; that is no race. */
export function afterThreadBefore(m: FastState, process: number, n: number): void {
  const before = m.threadBefore[m.processThread[process]];
  if (before >= 0 && isMarked(m, process)) after(m, n, m.markedAt[before]);
}

/** As `afterThreadBefore`, and notes the event if it is marked. */
export function noteMarked(m: FastState, process: number, n: number): void {
  if (!isMarked(m, process)) return;
  afterThreadBefore(m, process, n);
  m.markedAt[m.processThread[process]] = n;
}

/** How many executions the current one stands for: those in which the threads of a group are exchanged, itself included. */
export function standsFor(m: FastState, groups: readonly SymmetricGroup[]): number {
  let count = 1;
  for (const { threads } of groups) {
    // Those without a marked event come behind the others, in every order.
    let left = threads.length;
    for (const t of threads) if (m.markedAt[t] >= 0) count *= left--;
  }
  return count;
}
