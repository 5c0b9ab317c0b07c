// Putting a sequence into the wakeup tree of its node.

import type { FastState } from '../fast/state.js';
import type { Sequence } from './sequence.js';
import type { WakeupTrees } from './wakeupTree.js';

/**
 * Sees that the sequence is explored from its node: goes down from branch to branch as long as one is a weak initial of
 * what is left; nothing is to be done where that ends in a leaf, else the rest becomes a new branch. Takes and returns the
 * first of the node's branches.
 */
export function insert(trees: WakeupTrees, v: Sequence, branches: number, m: FastState): number {
  let first = branches;
  let parent = -1;
  let child = first;
  let last = -1;
  while (child >= 0) {
    if (!v.weaklyStartsWith(trees, child)) {
      last = child;
      child = trees.nextSibling[child];
      continue;
    }
    v.pass(trees, child);
    if (trees.firstChild[child] < 0) return first;
    parent = child;
    last = -1;
    child = trees.firstChild[child];
  }
  for (let i = 0; i < v.length; i++) {
    const x = v.positions[i];
    const node = trees.allocate();
    trees.set(
      node,
      m.eventProcess[x],
      m.eventKind[x],
      m.eventCell[x],
      m.eventStore[x],
      v.hiddenOf(x),
      m.eventFootprint[x],
    );
    if (last >= 0) trees.nextSibling[last] = node;
    else if (parent >= 0) trees.firstChild[parent] = node;
    else first = node;
    parent = node;
    last = -1;
  }
  return first;
}
