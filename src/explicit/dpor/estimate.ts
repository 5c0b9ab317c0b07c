// Estimates how much of a depth-first search is done, from its current path. As in Knuth's estimate (Estimating the
// efficiency of backtrack programs, 1975) a node with k branches holds k times as much as one branch. DPOR learns of
// a node's branches while it searches behind the first one. So nodes with few finished siblings are given as many
// branches as nodes of the next depth of which more is known.

import { int32s } from '../../support/smallArrays.js';

/** Fewer nodes say nothing about their depth. */
const enoughNodes = 3;

export class Estimate {
  /** Branches of the path's node at each depth that are done. */
  readonly #done: Int32Array;
  /** Nodes at each depth that are done; their branches are the nodes of the next depth. */
  readonly #nodes: Float64Array;

  constructor(depths: number) {
    this.#done = int32s(depths);
    this.#nodes = new Float64Array(depths);
  }

  /** The search comes to a new node at `depth`. */
  enter(depth: number): void {
    this.#done[depth] = 0;
  }

  /** The search goes back from the node at `depth`, which is done, to the one before. */
  leave(depth: number): void {
    this.#nodes[depth]++;
    this.#done[depth - 1]++;
  }

  /** From 0 to 1, on a path from depth `root` to `end`; `pending` counts the branches that are known and not begun. */
  explored(root: number, end: number, pending: (depth: number) => number): number {
    let share = 0;
    let weight = 1;
    for (let depth = root; depth < end; depth++) {
      const done = this.#done[depth];
      const known = done + 1 + pending(depth);
      weight /= done === 0 ? Math.max(known, this.#usual(depth, end)) : known;
      share += done * weight;
    }
    return share;
  }

  #usual(depth: number, end: number): number {
    if (this.#nodes[depth] >= enoughNodes) return 0;
    for (let d = depth + 1; d < end; d++)
      if (this.#nodes[d] >= enoughNodes) return (this.#nodes[d + 1] - this.#done[d]) / this.#nodes[d];
    return 0;
  }
}
