// The check of the published monitors for TSO and PSO before an event e (TACAS 2011, line 6 of Fig. 4 and 5): does a
// pending store e' of another thread to a cell of e happen before prev[p(e)]? Then e could happen first, which closes
// a happens-before cycle.

import type { Event } from '../../execution/event.js';
import type { Address } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import { canHappenOn, forEachCell, isPast, type Past, type Violation } from './monitor.js';

export interface PendingStore {
  readonly event: Event;
  readonly address: Address;
  /** The value of the cell before it. */
  readonly before: Integer;
}

/** `last` has the last pending store to a cell. */
export function overtaken(
  event: Event,
  past: Past,
  last: ReadonlyMap<number, PendingStore>,
): readonly Violation[] {
  const found: Violation[] = [];
  let judged = true;
  forEachCell(event, (address) => {
    const pending = last.get(address);
    if (pending === undefined || pending.event.thread === event.thread) return;
    if (!isPast(pending.event, past)) judged = false;
    else if (canHappenOn(event, pending.before))
      found.push({ event, overtaken: pending.event, address, past: past.slice(), ifSameCells: false });
  });
  return judged ? found : [];
}
