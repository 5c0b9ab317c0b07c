// Splitting one exploration into independent parts. From the root, every step that is possible starts a part; a part puts
// to sleep the first steps of the parts before it, so no trace is in two. Parts are split further until there are enough.
// Where something is asleep at the start of a part the search cannot know what begins in vain: such executions are counted
// as redundant. As soon as nothing is asleep any more, exploration is optimal again.

import type { Code } from '../bytecode/compile.js';
import { CHOOSE, wordsPerInstruction } from '../bytecode/opcodes.js';
import { type Capacity, FastState } from '../fast/state.js';
import { type PrefixStep, Search } from './search.js';

export type Part = readonly PrefixStep[];

/** At least `wanted` parts, unless the program has fewer or makes choices; in the order in which one search would visit them. */
export function split(code: Code, model: 'sc' | 'tso' | 'pso', wanted: number, depth = 8): Part[] {
  // Which steps are possible may depend on choices, and each script of choices is a search of its own.
  if (code.threads.some(({ words }) => words.some((w, i) => i % wordsPerInstruction === 0 && w === CHOOSE)))
    return [[]];
  const capacity: Capacity = { stride: 2, stores: 64 };
  let parts: Part[] = [[]];
  for (let level = 0; level < depth && parts.length < wanted; level++)
    parts = parts.flatMap((part): Part[] => {
      const search = new Search(new FastState(code, model, capacity), true);
      const next = search.begin(part);
      if (next.length === 0) return [part];
      return next.map((process, i) => [...part, { process, earlier: next.slice(0, i) }]);
    });
  return parts;
}
