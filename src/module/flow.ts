// Forward dataflow over the blocks of a body: what is known before each block that is reached.

import { graphOf } from './graph.js';
import type { Body } from './module.js';

/**
 * The states before blocks, from `first` at the entry. `joined` yields its first state itself where the second one adds nothing to it.
 */
export function statesBefore<State>(
  body: Body,
  first: State,
  after: (label: string, before: State) => State,
  joined: (there: State, coming: State) => State,
): ReadonlyMap<string, State> {
  const { entry, order, successors } = graphOf(body);
  const before = new Map([[entry, first]]);
  const work = new Set(order);
  for (const label of work) {
    work.delete(label);
    const state = before.get(label);
    if (state === undefined) continue;
    const coming = after(label, state);
    for (const to of successors(label)) {
      const there = before.get(to);
      const now = there === undefined ? coming : joined(there, coming);
      if (now === there) continue;
      before.set(to, now);
      work.add(to);
    }
  }
  return before;
}
