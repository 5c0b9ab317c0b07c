// The events of an execution that changed places. Along its happens-before cycle, some event takes effect before a
// store that precedes it in program order. There is always one, because every other edge of the cycle goes forward in
// time.

import type { Event } from './event.js';
import type { Witness } from './execution.js';
import { type HbEdge, hbCycle } from './hb.js';
import { eventTimes } from './visibility.js';

export interface Reordering {
  /** It waits in the store buffer. */
  readonly store: Event;
  /** It comes later in program order and takes effect first. */
  readonly overtakes: Event;
  /** Loads of the thread in between that took the store's value from the buffer. */
  readonly forwarded: readonly Event[];
}

export interface Reordered {
  readonly cycle: readonly HbEdge[];
  readonly reorderings: readonly Reordering[];
}

/** Undefined for an execution that is sequentially consistent. */
export function reordered(witness: Witness): Reordered | undefined {
  const { events, rf } = witness.execution;
  const cycle = hbCycle(witness.execution);
  if (cycle === undefined) return undefined;
  const { visible } = eventTimes(witness);
  return {
    cycle,
    reorderings: cycle
      .filter(({ from, to, relation }) => relation === 'po' && visible[from] > visible[to])
      .map(({ from, to }) => ({
        store: events[from],
        overtakes: events[to],
        forwarded: events.filter(
          ({ id, thread, index }) =>
            thread === events[from].thread &&
            index > events[from].index &&
            index < events[to].index &&
            rf[id].includes(from) &&
            visible[id] < visible[from],
        ),
      })),
  };
}
