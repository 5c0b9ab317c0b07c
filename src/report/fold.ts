// Which events of a long execution are shown one by one: those that are to be seen, with what they read from.

import { type Execution, initialWrite } from '../execution/execution.js';

/** Executions with more events are folded. */
const mostShown = 40;

/**
 * All events of a short execution. Of a long one those that are marked, or else the last of `order`; where they read from;
 * and where threads end that something is found in.
 */
export function shownEvents(
  { events, rf, findings }: Execution,
  marked: ReadonlySet<number>,
  order: readonly number[] = events.map(({ id }) => id),
  most = mostShown,
): ReadonlySet<number> {
  if (events.length <= most) return new Set(events.map(({ id }) => id));
  const kept = new Set(marked.size > 0 ? marked : order.slice(-most));
  for (const id of [...kept]) for (const source of rf[id]) if (source !== initialWrite) kept.add(source);
  for (const { thread } of findings) {
    const own = events.filter((event) => event.thread === thread);
    const last = own.find(({ index }) => index === own.length - 1);
    if (last !== undefined) kept.add(last.id);
  }
  return kept;
}
