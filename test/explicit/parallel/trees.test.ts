// Wakeup trees that come from others, into pools that grow on the way.

import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { WakeupTrees } from '../../../src/explicit/dpor/wakeupTree.js';
import { firstCapacity } from '../../../src/explicit/fast/capacity.js';
import { FastState, READ } from '../../../src/explicit/fast/state.js';
import { ownTrees, sentTrees } from '../../../src/explicit/parallel/apart/steps.js';
import { SharedMemory } from '../../../src/explicit/parallel/sharedMemory.js';
import { Translation } from '../../../src/explicit/parallel/translation.js';
import { familyProgram } from '../../../src/generate/families.js';

const m = new FastState(compile(familyProgram('lastzero', 3), { unroll: 4 }), 'sc', firstCapacity);

/** A tree with two branches at each of `depth` nodes; returns the first. */
function grow(trees: WakeupTrees, depth: number): number {
  if (depth === 0) return -1;
  const [one, other] = [trees.allocate(), trees.allocate()];
  for (const node of [one, other]) {
    trees.set(node, node % m.threads, READ, 0, -1, 0, -1);
    const child = grow(trees, depth - 1);
    trees.firstChild[node] = child;
  }
  trees.nextSibling[one] = other;
  return one;
}

const shape = (trees: WakeupTrees, first: number): string => {
  let text = '';
  for (let b = first; b >= 0; b = trees.nextSibling[b])
    text += `${trees.process[b]}(${shape(trees, trees.firstChild[b])})`;
  return text;
};

describe('a wakeup tree', () => {
  it('is the same after it was shared', () => {
    const from = new WakeupTrees(512);
    const first = grow(from, 6);
    const known = shape(from, first);
    const translation = new Translation(m, new SharedMemory());
    const to = new WakeupTrees(1);
    expect(shape(to, translation.imported(translation.exported(first, from), to))).toBe(known);
  });

  it('is the same after it was sent', () => {
    const from = new WakeupTrees(512);
    const first = grow(from, 6);
    const to = new WakeupTrees(1);
    expect(shape(to, ownTrees(m, to, sentTrees(m, from, first)))).toBe(shape(from, first));
  });
});
