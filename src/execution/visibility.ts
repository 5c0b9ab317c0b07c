// When the events of a witness happen: the step of its schedule that executes each event, and the one that makes it visible
// to other threads, which for a buffered store is its commit.

import type { Event } from './event.js';
import type { Witness } from './execution.js';

export interface EventTimes {
  /** For each event the position in the schedule of the step that executed it. */
  readonly executed: readonly number[];
  /** For each event the position of the step that made it visible. */
  readonly visible: readonly number[];
}

export function eventTimes({ model, execution, schedule }: Witness): EventTimes {
  const { events } = execution;
  const place = (thread: number, index: number): string => `${thread}.${index}`;
  const eventAt = new Map(events.map((e) => [place(e.thread, e.index), e]));
  const executed = events.map(() => schedule.length);
  const visible = events.map(() => schedule.length);
  const count = new Map<number, number>();
  const buffered: Event[] = [];
  schedule.forEach((step, position) => {
    const { thread } = step;
    if (step.kind === 'commit') {
      const i = buffered.findIndex((e) => e.thread === thread && e.writes[0].address === step.address);
      for (const { id } of buffered.splice(i, i < 0 ? 0 : 1)) visible[id] = position;
      return;
    }
    const index = count.get(thread) ?? 0;
    const event = eventAt.get(place(thread, index));
    if (event === undefined) return;
    count.set(thread, index + 1);
    executed[event.id] = position;
    if (event.kind === 'W' && model !== 'sc') buffered.push(event);
    else visible[event.id] = position;
  });
  return { executed, visible };
}
