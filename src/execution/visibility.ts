// The effect of each step of a witness: the event that the step executes or makes visible to other threads. A
// buffered store becomes visible when it commits.

import type { ThreadId } from '../program/identity.js';
import { type Event, isStore } from './event.js';
import type { Witness } from './execution.js';

interface ScheduledEvent {
  readonly thread: ThreadId;
  /** Undefined for a step that ends in a finding. */
  readonly event: Event | undefined;
  /** The event is a store that reaches memory now; it was executed before. */
  readonly committed: boolean;
}

/** For each step of the schedule the event that it belongs to. */
export function scheduledEvents({ model, execution, schedule }: Witness): ScheduledEvent[] {
  const place = (thread: ThreadId, index: number): string => `${thread}.${index}`;
  const eventAt = new Map(execution.events.map((e) => [place(e.thread, e.index), e]));
  const executed = new Map<number, number>();
  const buffered: Event[] = [];
  return schedule.map((step) => {
    const { thread } = step;
    if (step.kind === 'commit') {
      const i = buffered.findIndex((e) => e.thread === thread && e.writes[0].address === step.address);
      const [event] = buffered.splice(i, i < 0 ? 0 : 1);
      return { thread, event, committed: true };
    }
    const index = executed.get(thread) ?? 0;
    executed.set(thread, index + 1);
    const event = eventAt.get(place(thread, index));
    if (event !== undefined && isStore(event.kind) && model !== 'sc') buffered.push(event);
    return { thread, event, committed: false };
  });
}

interface EventTimes {
  /** For each event the position in the schedule of the step that executed it. */
  readonly executed: readonly number[];
  /** For each event the position of the step that made it visible. */
  readonly visible: readonly number[];
}

export function eventTimes(witness: Witness): EventTimes {
  const { model, execution, schedule } = witness;
  const executed = execution.events.map(() => schedule.length);
  const visible = execution.events.map(() => schedule.length);
  for (const [position, { event, committed }] of scheduledEvents(witness).entries()) {
    if (event === undefined) continue;
    if (!committed) executed[event.id] = position;
    if (committed || !isStore(event.kind) || model === 'sc') visible[event.id] = position;
  }
  return { executed, visible };
}
