// Dependence: when two steps of different processes do not commute. They conflict if they touch a common cell and one
// of them writes it. There are two exceptions. A *hidden* load, whose own newest store to the cell is still buffered,
// does not notice writes of other threads. A load is never related to the commits of its own thread. A commit that
// stops its own thread, because the cell was freed, conflicts with everything that the thread would do next.

import { BLOCK, type FastState, READ } from '../fast/state.js';
import { has } from './bitSet.js';
import type { StepPool } from './stepPool.js';

/** Whether step `s` of `pool` and event `x` touch a common cell, one of them writing it. */
function sameCell(m: FastState, pool: StepPool, s: number, x: number): boolean {
  const kind = pool.kind[s];
  const other = m.eventKind[x];
  if (kind !== BLOCK && other !== BLOCK)
    return pool.cell[s] === m.eventCell[x] && (kind !== READ || other !== READ);
  return overlap(
    kind === BLOCK ? m.footprints[pool.footprint[s]] : single(pool.cell[s], kind),
    cellsOf(m, x),
  );
}

/** Whether events `x` and `y` touch a common cell, one of them writing it. */
export function eventsConflict(m: FastState, x: number, y: number): boolean {
  return overlap(cellsOf(m, x), cellsOf(m, y));
}

function cellsOf(m: FastState, x: number): Int32Array {
  return m.eventKind[x] === BLOCK
    ? m.footprints[m.eventFootprint[x]]
    : single(m.eventCell[x], m.eventKind[x]);
}

const single = (cell: number, kind: number): Int32Array => Int32Array.of(cell * 2 + (kind === READ ? 0 : 1));

/** Both ascending, as FastState.footprints. */
function overlap(a: Int32Array, b: Int32Array): boolean {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const difference = (a[i] >> 1) - (b[j] >> 1);
    if (difference === 0 && ((a[i] | b[j]) & 1) !== 0) return true;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return false;
}

/** Whether event `x` commits the store that hides the load `s` of the same thread. */
export function uncovers(m: FastState, pool: StepPool, s: number, x: number): boolean {
  return pool.kind[s] === READ && m.eventKind[x] !== READ && m.eventStore[x] === pool.store[s];
}

/** Whether step `s` is a commit that stops its own thread, and event `x` one of that thread. */
export function stops(m: FastState, pool: StepPool, s: number, x: number): boolean {
  return (
    pool.hidden[s] !== 0 && pool.kind[s] !== READ && m.eventProcess[x] === m.processThread[pool.process[s]]
  );
}

/**
 * Whether step `s` commutes with event `x` of another process; `hidden` and `loadHidden` say whether the step, if it is a
 * load, and the event, if it is one, are hidden where they stand.
 */
export function commutes(
  m: FastState,
  pool: StepPool,
  s: number,
  x: number,
  hidden: boolean,
  loadHidden: boolean,
): boolean {
  if (m.processThread[pool.process[s]] === m.processThread[m.eventProcess[x]]) return true;
  if (!sameCell(m, pool, s, x)) return true;
  return (hidden && pool.kind[s] === READ) || (loadHidden && m.eventKind[x] === READ);
}

/**
 * Whether load `x` finds its own newest store to the cell still buffered at the end of notdep(i). A store that commits makes the
 * load a reader of its cell.
 */
export function staysHidden(m: FastState, x: number, i: number): boolean {
  const k = m.eventStore[x];
  if (m.eventKind[x] !== READ || k < 0) return false;
  const commit = m.storeCommit[m.eventProcess[x] * m.maxStores + k];
  return commit < 0 || commit === i || (commit > i && has(m.pred, commit << m.shift, i));
}
