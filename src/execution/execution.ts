// One execution: the trace (events, rf, co; po is given by thread and index) and, if it was run or is to be run on a
// machine, a schedule. Shasha and Snir's trace is events + rf + co; everything else is derived.

import type { Address, ThreadId } from '../program/identity.js';
import { compareIntegers, type Integer } from '../program/integer.js';
import type { SourceSpan } from '../program/statement.js';
import type { Event, EventId } from './event.js';
import type { Finding } from './finding.js';

/** The source of a read whose value is the initial one. */
export const initialWrite: EventId = -1;

/** Why a thread that did not reach its end stopped. */
export type Blocked = 'assume' | 'bound' | 'lock' | 'join' | 'interruptible' | 'finding';

export interface Execution {
  readonly events: readonly Event[];
  /** For each event, for each of its reads: the id of the event read from, or `initialWrite`. */
  readonly rf: readonly (readonly EventId[])[];
  /** For each address written: the ids of its writers in coherence order. */
  readonly co: ReadonlyMap<Address, readonly EventId[]>;
  /** The threads that did not reach their end; empty for a complete execution. */
  readonly blocked: ReadonlyMap<ThreadId, Blocked>;
  readonly findings: readonly Finding[];
  /** The heap blocks that were allocated. Absent: there are none, or they were not recorded. */
  readonly allocs?: readonly Allocation[];
  /** Final values of `Program.observed`, in its order; undefined when the execution is not complete. */
  readonly outcome?: Outcome;
}

/** A heap block, and when it came to be: after `index` events of its thread. */
export interface Allocation {
  readonly thread: ThreadId;
  readonly index: number;
  readonly address: Address;
  readonly size: number;
  readonly at?: SourceSpan;
}

/** The values of `Program.observed`, in its order. */
export type Outcome = readonly Integer[];

export const outcomeKey = (outcome: Outcome): string => outcome.join();

/** Lexicographic by value. */
export function compareOutcomes(a: Outcome, b: Outcome): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return compareIntegers(a[i], b[i]);
  return 0;
}

/** One step of a machine. */
export type Step =
  /** The thread executes its next event; a store goes to its buffer. */
  | { readonly kind: 'execute'; readonly thread: ThreadId; readonly choice?: Integer }
  /** The oldest buffered store of the thread (under PSO: to `address`) reaches memory. */
  | { readonly kind: 'commit'; readonly thread: ThreadId; readonly address: Address };

export type Schedule = readonly Step[];

/** An execution that can be checked: by replaying its schedule and by judging its graph. */
export interface Witness {
  readonly model: ModelName;
  readonly execution: Execution;
  readonly schedule: Schedule;
}

/** An execution that shows something; with a schedule if diptych has a machine for the model. */
export interface Evidence {
  readonly execution: Execution;
  readonly witness?: Witness;
}

export type ModelName = 'sc' | 'tso' | 'pso';
export const modelNames: readonly ModelName[] = ['sc', 'tso', 'pso'];

/**
 * A text that two executions share iff they are the same Shasha-Snir trace: per event its kind, the cells it touches and
 * its sources, and the coherence order per cell.
 */
export function traceKey(execution: Execution): string {
  const { events, rf, co } = execution;
  const name = (id: number): string =>
    id === initialWrite ? 'i' : `${events[id].thread}.${events[id].index}`;
  const order = events
    .map((_, i) => i)
    .sort((a, b) => events[a].thread - events[b].thread || events[a].index - events[b].index);
  const parts: string[] = [];
  for (const id of order) {
    const event = events[id];
    const reads = event.reads.map((read, k) => `${read.address}<${name(rf[id][k])}`);
    const writes = event.writes.map((write) => write.address).sort((a, b) => a - b);
    parts.push(`${name(id)}${event.kind}${event.choice ?? ''}(${reads.join()};${writes.join()})`);
  }
  for (const address of [...co.keys()].sort((a, b) => a - b)) {
    const writers = co.get(address) ?? [];
    parts.push(`${address}:${writers.map(name).join('<')}`);
  }
  return parts.join(' ');
}
