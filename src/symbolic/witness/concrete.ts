// One solution: the executed events with addresses, values and sources, the coherence orders, and the places where
// threads stopped.

import type { Access, Event, EventId, EventKind } from '../../execution/event.js';
import type { Allocation } from '../../execution/execution.js';
import type { Address, ThreadId } from '../../program/identity.js';
import { type Integer, toNumber } from '../../program/integer.js';
import type { AccessOrder } from '../../program/memoryOrder.js';
import type { SourceSpan } from '../../program/statement.js';
import { present } from '../../support/present.js';
import { readBits } from '../formula/bits.js';
import type { Lit } from '../formula/cnf.js';
import type { Session } from '../session.js';
import type { Term } from '../unroll/term.js';
import type { Stop, UnrolledEvent } from '../unroll/unrolled.js';

interface ConcreteRead {
  readonly address: Address;
  readonly value: Integer;
  /** Index of the event read from, undefined for the initial value. */
  readonly source: number | undefined;
  readonly order?: AccessOrder;
  /** Only looked whether the cell was freed. */
  readonly ghost: boolean;
}

export interface ConcreteEvent {
  readonly thread: ThreadId;
  readonly kind: EventKind;
  readonly reads: readonly ConcreteRead[];
  readonly writes: readonly Access[];
  readonly other?: number;
  readonly choice?: Integer;
  readonly order?: AccessOrder;
  readonly failed?: true;
  readonly acquireFence?: true;
  readonly at?: SourceSpan;
}

export interface Concrete {
  /** Thread by thread, in program order. */
  readonly events: readonly ConcreteEvent[];
  /** By address: indices of the events that write it, in coherence order. */
  readonly co: ReadonlyMap<number, readonly number[]>;
  readonly stops: readonly Stop[];
  readonly allocs: readonly Allocation[];
  /** Index of an event of the unrolled program. */
  eventOf(event: EventId): number | undefined;
  /** By thread. */
  readonly ended: readonly boolean[];
  readonly started: readonly boolean[];
  value(term: Term): Integer;
}

export function concretise(session: Session): Concrete {
  const { problem } = session;
  const { unrolled, memory, values } = problem;
  const holds = (l: Lit): boolean => session.holds(l);
  const value = (term: Term): Integer => readBits(values.bits(term), holds);
  const number = (term: Term): number => toNumber(value(term));
  const executed = unrolled.threads
    .flatMap((thread) => thread.events)
    .filter((event) => holds(memory.executed[event]));
  const indexOf = new Map(executed.map((event, i) => [event, i]));
  const fenced = (id: number): boolean => {
    if (unrolled.acquireFences.length === 0) return false;
    const { thread } = unrolled.events[id];
    const previous =
      executed.findLast((other) => other < id && unrolled.events[other].thread === thread) ?? -1;
    return unrolled.acquireFences.some(
      (fence) =>
        fence.thread === thread &&
        previous < fence.event &&
        fence.event <= id &&
        holds(values.lit(fence.guard)),
    );
  };
  const annotation = (
    { order, succeeds, failure }: UnrolledEvent,
    acquireFence: boolean,
  ): Pick<Event, 'order' | 'failed' | 'acquireFence'> => {
    const failed = succeeds !== undefined && !holds(values.lit(succeeds));
    return {
      ...present({ order: failed ? failure : order }),
      ...(failed ? { failed: true } : {}),
      ...(acquireFence ? { acquireFence: true } : {}),
    };
  };
  const events = executed.map((id): ConcreteEvent => {
    const event = unrolled.events[id];
    const reads = new Map<number, ConcreteRead>();
    for (const r of event.reads) {
      if (!holds(memory.readGuard[r])) continue;
      const address = number(unrolled.reads[r].address);
      const write = memory.sources[r].find((s) => holds(s.lit))?.write;
      const source = write === undefined ? undefined : indexOf.get(unrolled.writes[write].event);
      const { ghost } = unrolled.reads[r];
      const known = reads.get(address);
      if (known === undefined || (known.ghost && !ghost))
        reads.set(address, {
          address,
          value: value(unrolled.reads[r].value),
          source,
          ghost,
          ...present({ order: unrolled.reads[r].order }),
        });
    }
    const writes = event.writes
      .filter((w) => holds(memory.writeGuard[w]))
      .map((w) => ({
        address: number(unrolled.writes[w].address),
        value: value(unrolled.writes[w].value),
        ...present({ order: unrolled.writes[w].order }),
      }))
      .sort((a, b) => a.address - b.address);
    const hasOther = event.kind === 'spawn' || event.kind === 'join';
    return {
      thread: event.thread,
      kind: event.kind,
      reads: [...reads.values()],
      writes,
      ...(hasOther && event.other !== undefined ? { other: number(event.other) } : {}),
      ...(event.choice === undefined ? {} : { choice: value(event.choice) }),
      ...annotation(event, fenced(event.id)),
      ...present({ at: event.at }),
    };
  });
  const allocs = unrolled.allocs
    .filter(({ guard }) => holds(values.lit(guard)))
    .map(({ thread, event, base, size, at }) => ({
      thread,
      index: executed.filter((id) => unrolled.events[id].thread === thread && id < event).length,
      address: number(base),
      size: number(size),
      ...present({ at }),
    }));
  return {
    events,
    allocs,
    co: coherenceOrders(session, indexOf),
    eventOf: (event) => indexOf.get(event),
    stops: unrolled.stops.filter((stop) => holds(problem.stopped(stop))),
    ended: unrolled.threads.map((thread) => holds(values.lit(thread.end))),
    started: unrolled.threads.map((thread) => holds(values.lit(thread.start))),
    value,
  };
}

function coherenceOrders(session: Session, indexOf: ReadonlyMap<number, number>): Map<number, number[]> {
  const { unrolled, memory, values } = session.problem;
  const holds = (l: Lit): boolean => session.holds(l);
  const writers = new Map<number, number[]>();
  for (const write of unrolled.writes) {
    if (!holds(memory.writeGuard[write.id])) continue;
    const address = toNumber(readBits(values.bits(write.address), holds));
    writers.set(address, [...(writers.get(address) ?? []), write.id]);
  }
  const orders = new Map<number, number[]>();
  for (const [address, writes] of writers) {
    const before = (w: number): number => writes.filter((v) => v !== w && holds(memory.co(v, w))).length;
    const ranked = writes.map((w) => ({ w, rank: before(w) })).sort((a, b) => a.rank - b.rank);
    orders.set(
      address,
      ranked.map(({ w }) => indexOf.get(unrolled.writes[w].event) ?? 0),
    );
  }
  return orders;
}
