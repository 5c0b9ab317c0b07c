// Putting a sequence into the trees that all share: as dpor/insert.ts, where begun branches are part of the tree.

import type { Sequence } from '../dpor/sequence.js';
import type { SleepStack } from '../dpor/stepPool.js';
import * as word from './sharedMemory.js';
import { SLEEPS } from './sharedMemory.js';
import type { Translation } from './translation.js';

/**
 * Inserts into the tree of `from`, from a search below `own`, which was begun there; under the lock. `seen` keeps the
 * steps that are passed.
 */
export function insertShared(
  machine: Translation,
  seen: SleepStack,
  v: Sequence,
  from: number,
  own: number,
): void {
  const { memory } = machine;
  /** Whether step `s` is a weak initial of the sequence, which goes past it then. */
  const passes = (s: number): boolean => {
    const at = seen.top;
    machine.push(seen, s);
    if (!v.weaklyStartsWith(seen, at)) return false;
    v.pass(seen, at);
    return true;
  };
  let node = from;
  for (let s = memory.next[own]; s >= 0; ) {
    if (memory.state[s] === SLEEPS || !passes(s)) s = memory.next[s];
    else {
      // A branch that no other waits for finds everything below it by itself.
      if (memory.child[s] < 0) return;
      node = memory.child[s];
      s = memory.asleep[node];
    }
  }
  let parent = -1;
  let last = -1;
  let child = memory.pending[node];
  while (child >= 0) {
    if (!passes(child)) {
      last = child;
      child = memory.next[child];
      continue;
    }
    if (memory.firstChild[child] < 0) return;
    parent = child;
    last = -1;
    child = memory.firstChild[child];
  }
  for (let i = 0; i < v.length; i++) {
    const x = v.positions[i];
    const step = machine.event(x, v.hiddenOf(x));
    if (last >= 0) memory.next[last] = step;
    else if (parent >= 0) memory.firstChild[parent] = step;
    else memory.pending[node] = step;
    if (parent < 0 && memory.ready[node] === 1) {
      memory.control[word.PENDING]++;
      if (memory.control[word.HUNGRY] > 0) memory.signal();
    }
    parent = step;
    last = -1;
  }
}
