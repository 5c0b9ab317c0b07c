// Triangular races (Owens, "Reasoning about the implementation of concurrency abstractions on x86-TSO", ECOOP 2010): a load
// that races with a store of another thread while an earlier store of its own thread may still be in the buffer. Under TSO a
// program without them is robust, racy or not; so where a cycle has one, it says what is wrong.

import { type Event, isStore } from '../execution/event.js';
import type { Execution } from '../execution/execution.js';
import type { HbEdge } from '../execution/hb.js';

interface TriangularRace {
  /** The store that waits in the buffer. */
  readonly store: Event;
  /** The load that overtakes it. */
  readonly load: Event;
  /** The store of another thread that the load races with. */
  readonly racing: Event;
}

/** The first one of a happens-before cycle, whose edges follow each other. */
export function triangularRace({ events }: Execution, cycle: readonly HbEdge[]): TriangularRace | undefined {
  for (const [i, edge] of cycle.entries()) {
    const next = cycle[(i + 1) % cycle.length];
    const [store, load, racing] = [events[edge.from], events[edge.to], events[next.to]];
    if (edge.relation !== 'po' || next.relation !== 'fr') continue;
    if (
      isStore(store.kind) &&
      load.kind === 'R' &&
      store.thread === load.thread &&
      racing.thread !== load.thread
    )
      return { store, load, racing };
  }
  return undefined;
}
