// Putting stores into a thread's buffer.

import { CapacityExceeded } from './capacity.js';
import { hideBlock } from './frees.js';
import { type FastState, FREED } from './state.js';
import * as u from './undo.js';

/** Puts a store into the thread's buffer; `frees` is the size of the block that it frees. */
export function enqueue(
  m: FastState,
  t: number,
  cell: number,
  value: number,
  state: number,
  pc: number,
  frees = 0,
): void {
  const k = m.storeCount[t];
  if (k >= m.maxStores) throw new CapacityExceeded('stores');
  const first = t * m.maxStores;
  const s = first + k;
  m.storeCount[t] = k + 1;
  m.storeCell[s] = cell;
  m.storeValue[s] = value;
  if (m.wide) m.storeHigh[s] = m.high;
  m.storeEpoch[s] = m.epoch[t];
  m.storeState[s] = state;
  m.storeStep[s] = m.depth - 1;
  m.storeCommit[s] = -1;
  m.storeForward[s] = -1;
  m.storePc[s] = pc;
  m.storeNext[s] = -1;
  m.storeFrees[s] = frees;
  const { stride, shift, storePred, threadPred } = m;
  if (stride === 1) storePred[s] = threadPred[t];
  else for (let w = 0; w < stride; w++) storePred[(s << shift) + w] = threadPred[(t << shift) + w];
  const newest = t * m.cells + cell;
  const previous = m.newestStore[newest];
  m.storePrevious[s] = previous;
  m.newestStore[newest] = k;
  const process = m.perCell ? m.auxiliaryAt(newest) : m.threads + t;
  const before = m.perCell ? lastInQueue(m, first, process, cell, previous) : k - 1;
  m.storeBehind[s] = before;
  if (before >= 0) m.storeNext[first + before] = k;
  if (m.queueHead[process] < 0) m.queueHead[process] = k;
  m.pending[t]++;
  u.log(m, u.ENQUEUED, t, 0);
}

/** The last store of the queue of a cell. The newest store to the cell may be a free, which is in the queue of another. */
function lastInQueue(m: FastState, first: number, process: number, cell: number, newest: number): number {
  if (newest < 0 || m.storeCell[first + newest] === cell) return newest;
  let last = m.queueHead[process];
  while (last >= 0 && m.storeNext[first + last] >= 0) last = m.storeNext[first + last];
  return last;
}

/** Puts a store to all cells of the block into the thread's buffer. */
export function enqueueFree(m: FastState, t: number, first: number, pc: number): void {
  m.high = 0;
  enqueue(m, t, first, 0, FREED, pc, Math.abs(m.blockSize[first]));
  hideBlock(m, t, m.storeCount[t] - 1);
}
