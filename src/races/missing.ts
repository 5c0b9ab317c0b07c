// Why nothing orders two accesses that race: the synchronisation that comes nearest to it and is not strong enough.

import type { Event } from '../execution/event.js';
import { type Execution, initialWrite } from '../execution/execution.js';
import type { ThreadId } from '../program/identity.js';
import { acquires, releases } from '../program/memoryOrder.js';
import { isAcquireFence, isReleaseFence, orderOf } from './synchronisation.js';

export type Missing =
  /** The later thread read what the earlier one wrote afterwards: with these orders it would be enough. */
  | {
      readonly kind: 'weak-flag';
      readonly write: Event;
      readonly read: Event;
      readonly needs: readonly ('release' | 'acquire')[];
    }
  /** One access is under this lock, the other is not. */
  | { readonly kind: 'unlocked'; readonly lock: number; readonly holder: Event; readonly other: Event }
  /** The thread was started by the other, which does not wait for its end. */
  | { readonly kind: 'unjoined'; readonly starter: number; readonly thread: ThreadId }
  | { readonly kind: 'nothing' };

export function missingBetween(execution: Execution, earlier: Event, later: Event): Missing {
  return (
    weakFlag(execution, earlier, later) ??
    unlocked(execution, earlier, later) ??
    unjoined(execution, earlier, later) ?? { kind: 'nothing' }
  );
}

function weakFlag({ events, rf }: Execution, earlier: Event, later: Event): Missing | undefined {
  for (const read of events) {
    if (read.thread !== later.thread || read.index >= later.index) continue;
    for (const [k, source] of rf[read.id].entries()) {
      const write = source === initialWrite ? undefined : events[source];
      if (write === undefined || write.thread !== earlier.thread || write.index <= earlier.index) continue;
      const stored = write.writes.find(({ address }) => address === read.reads[k].address);
      const writeOrder = stored === undefined ? undefined : orderOf(write, stored);
      const readOrder = orderOf(read, read.reads[k]);
      const between = (from: Event, to: Event, fence: (event: Event) => boolean): boolean =>
        events.some(
          (e) => e.thread === from.thread && e.index > from.index && e.index <= to.index && fence(e),
        );
      const released =
        writeOrder !== undefined && (releases(writeOrder) || between(earlier, write, isReleaseFence));
      const acquired =
        readOrder !== undefined && (acquires(readOrder) || between(read, later, isAcquireFence));
      const needs = [...(released ? [] : ['release' as const]), ...(acquired ? [] : ['acquire' as const])];
      if (needs.length > 0) return { kind: 'weak-flag', write, read, needs };
    }
  }
  return undefined;
}

function unlocked({ events }: Execution, earlier: Event, later: Event): Missing | undefined {
  const held = (event: Event): Set<number> => {
    const locks = new Set<number>();
    const before = events.filter((e) => e.thread === event.thread && e.index < event.index);
    for (const e of before.toSorted((a, b) => a.index - b.index)) {
      if (e.kind === 'lock') locks.add(e.reads[0].address);
      if (e.kind === 'unlock') locks.delete(e.reads[0].address);
    }
    return locks;
  };
  const [first, second] = [held(earlier), held(later)];
  for (const lock of first)
    if (!second.has(lock)) return { kind: 'unlocked', lock, holder: earlier, other: later };
  for (const lock of second)
    if (!first.has(lock)) return { kind: 'unlocked', lock, holder: later, other: earlier };
  return undefined;
}

function unjoined({ events }: Execution, earlier: Event, later: Event): Missing | undefined {
  const starts = (starter: number, thread: ThreadId): boolean =>
    events.some((e) => e.kind === 'spawn' && e.thread === starter && e.other === thread);
  for (const [a, b] of [
    [earlier.thread, later.thread],
    [later.thread, earlier.thread],
  ])
    if (starts(a, b)) return { kind: 'unjoined', starter: a, thread: b };
  return undefined;
}
