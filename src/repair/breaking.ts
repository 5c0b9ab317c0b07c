// The fences that rule out an execution with a happens-before cycle. A fence helps between two events of the cycle
// that the model does not keep in order. Only program order, or a store that its own thread read from the buffer,
// relates such events.

import type { Event } from '../execution/event.js';
import type { Witness } from '../execution/execution.js';
import type { HbEdge } from '../execution/hb.js';
import type { PlacedFence } from '../program/editable.js';
import { isPreserved } from './allowed.js';

export interface BreakingFence {
  readonly fence: PlacedFence;
  /** It goes between these two. */
  readonly after: Event;
  readonly before: Event;
}

export function breakingFences({ execution, model }: Witness, cycle: readonly HbEdge[]): BreakingFence[] {
  if (model === 'sc') return [];
  const { events } = execution;
  return cycle.flatMap(({ from, to, relation }): BreakingFence[] => {
    const [after, before] = [events[from], events[to]];
    const own = after.thread === before.thread && (relation === 'po' || relation === 'rf');
    if (!own || isOrdered(events, after, before, model)) return [];
    return [{ fence: before.kind === 'R' ? 'full' : 'store-store', after, before }];
  });
}

/** Whether what the model keeps of program order leads from one to the other. */
function isOrdered(events: readonly Event[], from: Event, to: Event, model: 'tso' | 'pso'): boolean {
  const between = events
    .filter(
      ({ thread, index, kind }) =>
        thread === from.thread && index >= from.index && index <= to.index && kind !== 'choice',
    )
    .sort((a, b) => a.index - b.index);
  const reached = new Set([from]);
  for (const event of between)
    if ([...reached].some((earlier) => isPreserved(earlier, event, model))) reached.add(event);
  return reached.has(to);
}
