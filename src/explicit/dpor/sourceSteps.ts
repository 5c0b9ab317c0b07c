// Source-DPOR (Fig. 11 of the paper on stateless model checking for TSO and PSO). To reverse a race, one initial of
// the sequence up to its second event is enough. All initials are taken in two cases: if the conflicts of that event
// are not known, or if one of the events is a commit that stops its own thread. In another order such a commit stops
// no thread, and the thread goes on in a way that the execution does not show.

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
  let every = m.eventIsDynamic[n] === 1;
  for (let x = i; x <= n; x++) every ||= m.eventStops[x] !== 0;
  const steps: number[] = [];
  for (let x = i + 1; x <= n; x++) {
    if ((x !== n && isAfter(x)) || !isInitial(x)) continue;
    const process = m.eventProcess[x];
    if (every) {
      if (!taken(process) && !steps.includes(process)) steps.push(process);
    } else if (taken(process)) return [];
    else if (steps.length === 0) steps.push(process);
  }
  return steps;
}
