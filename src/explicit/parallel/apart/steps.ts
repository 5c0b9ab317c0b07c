// Steps under names that mean the same in every process: auxiliary processes of PSO by their thread and cell, footprints of
// atomic blocks by their cells.

import type { StepPool } from '../../dpor/stepPool.js';
import type { WakeupTrees } from '../../dpor/wakeupTree.js';
import { BLOCK, type FastState } from '../../fast/state.js';

/** Process, kind, cell, store, hidden, and the cells of an atomic block. */
export type SentStep = readonly [number, number, number, number, number, ...(readonly number[])];

/** A branch of a wakeup tree, with those below it. */
export interface SentTree {
  readonly step: SentStep;
  readonly below: readonly SentTree[];
}

export function sentProcess(m: FastState, process: number): number {
  return !m.perCell || process < m.threads ? process : m.threads + m.auxiliary.indexOf(process);
}

/** Throws a RangeError if the machine has no such process. */
export function ownProcess(m: FastState, sent: number): number {
  if (!Number.isInteger(sent) || sent < 0) throw new RangeError(`no process ${sent}`);
  if (!m.perCell || sent < m.threads) {
    if (sent >= m.processes) throw new RangeError(`no process ${sent}`);
    return sent;
  }
  const place = sent - m.threads;
  if (place >= m.auxiliary.length) throw new RangeError(`no process ${sent}`);
  return m.auxiliaryAt(place);
}

export function sentStep(m: FastState, pool: StepPool, s: number): SentStep {
  const cells = pool.kind[s] === BLOCK ? [...m.footprints[pool.footprint[s]]] : [];
  return [
    sentProcess(m, pool.process[s]),
    pool.kind[s],
    pool.cell[s],
    pool.store[s],
    pool.hidden[s],
    ...cells,
  ];
}

export function pushStep(
  m: FastState,
  stack: { push(p: number, k: number, c: number, s: number, h: number, f: number): void },
  [process, kind, cell, store, hidden, ...cells]: SentStep,
): void {
  const footprint = kind === BLOCK ? m.footprint(cells) : -1;
  stack.push(ownProcess(m, process), kind, cell, store, hidden, footprint);
}

export function sentTrees(m: FastState, trees: WakeupTrees, first: number): SentTree[] {
  const sent: SentTree[] = [];
  for (let b = first; b >= 0; b = trees.nextSibling[b])
    sent.push({ step: sentStep(m, trees, b), below: sentTrees(m, trees, trees.firstChild[b]) });
  return sent;
}

/** The first of them among `trees`, or -1. */
export function ownTrees(m: FastState, trees: WakeupTrees, sent: readonly SentTree[]): number {
  let first = -1;
  for (const { step, below } of [...sent].reverse()) {
    const node = trees.allocate();
    pushStep(m, { push: (...fields) => trees.set(node, ...fields) }, step);
    // The array is another when the pool has grown.
    const child = ownTrees(m, trees, below);
    trees.firstChild[node] = child;
    trees.nextSibling[node] = first;
    first = node;
  }
  return first;
}
