// An execution with the places its threads pass. It is replayed on the program with marks, which are events that
// happen as soon as they can. An addition at a place stands in the thread's program order where the mark does.

import type { Event, EventKind } from '../execution/event.js';
import { type Execution, initialWrite, type Witness } from '../execution/execution.js';
import { storeBufferModels } from '../explicit/machines/index.js';
import { Machine } from '../explicit/machines/machine.js';
import { codeToReplay } from '../explicit/machines/runSchedule.js';
import type { PlacedFence } from '../program/editable.js';
import { type Effects, fencesAt, markRegister, spanKey } from '../program/effects.js';
import type { Address, ThreadId } from '../program/identity.js';
import type { Integer } from '../program/integer.js';
import type { Program } from '../program/program.js';
import type { SourceSpan } from '../program/statement.js';
import { present } from '../support/present.js';

export interface Passage {
  readonly execution: Execution;
  /** The events that are marks, with their places. */
  readonly placeOf: ReadonlyMap<number, number>;
  /** The events of the chosen additions: fences at places and of stores. */
  readonly own: ReadonlySet<number>;
  /** Threads that ended in a finding, such as a failed assertion, whose last step is no event. */
  readonly silent: readonly number[];
}

/** `marked` is the program of the witness, its fences included, with a mark at every place where a fence can stand. */
export function passageOf(
  marked: Program,
  chosen: Effects,
  isPlace: (at: SourceSpan) => boolean,
  unroll: number,
  witness: Witness,
): Passage | undefined {
  const machine = Machine.start(codeToReplay(marked, unroll), storeBufferModels[witness.model]);
  const placeOf = new Map<number, number>();
  const passMarks = (): void => {
    machine.threads.forEach((_, t) => {
      for (let mark = markAt(machine, t); mark !== undefined; mark = markAt(machine, t)) {
        placeOf.set(machine.trace.events.length, mark);
        machine.apply({ kind: 'execute', thread: t, choice: mark });
      }
    });
  };
  const silent: number[] = [];
  passMarks();
  for (const step of witness.schedule) {
    if (!machine.can(step)) return undefined;
    const events = machine.trace.events.length;
    machine.apply(step);
    if (step.kind === 'execute' && machine.trace.events.length === events) silent.push(step.thread);
    passMarks();
  }
  const execution = machine.execution();
  const own = execution.events.filter(
    ({ kind, at }) =>
      (kind === 'F' || kind === 'S') && at !== undefined && (isPlace(at) || chosen.stores.has(spanKey(at))),
  );
  return { execution, placeOf, own: new Set(own.map(({ id }) => id)), silent };
}

function markAt(machine: Machine, t: number): number | undefined {
  if (!machine.canExecute(t)) return undefined;
  const s = machine.statement(t);
  return s?.kind === 'nondet' && s.target === markRegister && s.from !== undefined
    ? Number(s.from)
    : undefined;
}

/** An event of a passage, or a fence put at a place it passes. */
export interface Node {
  readonly thread: ThreadId;
  readonly kind: EventKind;
  /** `source` is a node, undefined for the initial value. */
  readonly reads: readonly { readonly address: Address; readonly source: number | undefined }[];
  readonly writes: Event['writes'];
  readonly other?: number;
  readonly choice?: Integer;
}

/** Thread by thread, in program order. */
export interface Graph {
  readonly events: readonly Node[];
  readonly co: ReadonlyMap<number, readonly number[]>;
}

/** The trace of the passage with the fences of `effects` in place of those that were chosen for the passage. */
export function graphWith({ execution, placeOf, own }: Passage, effects: Effects): Graph {
  const order = execution.events
    .filter(({ id }) => !own.has(id))
    .sort((a, b) => a.thread - b.thread || a.index - b.index);
  const nodeOf = new Map<number, number>();
  const parts: (Event | { readonly fence: PlacedFence; readonly thread: ThreadId })[] = [];
  for (const event of order) {
    const { id, thread, kind, at } = event;
    const put = (fences: readonly PlacedFence[]): void => {
      for (const fence of fences) parts.push({ fence, thread });
    };
    const place = placeOf.get(id);
    if (place !== undefined) {
      put(fencesAt(effects, place));
      continue;
    }
    const store = kind === 'W' && at !== undefined ? effects.stores.get(spanKey(at)) : undefined;
    put(store?.before ?? []);
    nodeOf.set(id, parts.push(event) - 1);
    put(store?.after ?? []);
  }
  const events = parts.map((part): Node => {
    if ('fence' in part)
      return { thread: part.thread, kind: part.fence === 'full' ? 'F' : 'S', reads: [], writes: [] };
    const { id, thread, kind, writes, other, choice } = part;
    const reads = part.reads.map(({ address }, k) => {
      const source = execution.rf[id][k];
      return { address, source: source === initialWrite ? undefined : nodeOf.get(source) };
    });
    return { thread, kind, reads, writes, ...present({ other, choice }) };
  });
  const co = new Map(
    [...execution.co].map(([address, writers]) => [address, writers.flatMap((w) => nodeOf.get(w) ?? [])]),
  );
  return { events, co };
}
