// Source-DPOR (Fig. 11 of the paper on stateless model checking for TSO and PSO): to reverse a race, one initial of the sequence up
// to its second event is enough. All are taken if it is not known what that event will conflict with.

import type { FastState } from '../fast/state.js';
import { has } from './bitSet.js';

/** The processes to add at the node of `i`; `row` is what happens before n without i. */
export function sourceSteps(
  m: FastState,
  i: number,
  n: number,
  row: Int32Array,
  taken: (process: number) => boolean,
): readonly number[] {
  const { stride, pred } = m;
  const isAfter = (x: number): boolean => has(pred, x * stride, i);
  const isInitial = (x: number): boolean => {
    for (let y = i + 1; y < x; y++)
      if (has(x === n ? row : pred, x === n ? 0 : x * stride, y) && !isAfter(y)) return false;
    return true;
  };
  const steps: number[] = [];
  for (let x = i + 1; x <= n; x++) {
    if ((x !== n && isAfter(x)) || !isInitial(x)) continue;
    const process = m.eventProcess[x];
    if (m.eventIsDynamic[n] === 1) {
      if (!taken(process) && !steps.includes(process)) steps.push(process);
    } else if (taken(process)) return [];
    else if (steps.length === 0) steps.push(process);
  }
  return steps;
}
