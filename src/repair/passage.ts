// An execution with the places its threads pass: it is replayed on the program with its marks, which are events there that
// happen as soon as they can. What can be put at a place then stands in the thread's program order where its mark does.

import type { Event, EventKind } from '../execution/event.js';
import { type Execution, initialWrite, type Witness } from '../execution/execution.js';
import { storeBufferModels } from '../explicit/machines/index.js';
import { Machine } from '../explicit/machines/machine.js';
import { codeToReplay } from '../explicit/machines/runSchedule.js';
import type { Integer } from '../program/integer.js';
import type { Program } from '../program/program.js';
import type { SourceSpan } from '../program/statement.js';
import { type Effects, fencesAt, markRegister, spanKey } from './selection.js';

export interface Passage {
  readonly execution: Execution;
  /** The events that are marks, with their places. */
  readonly placeOf: ReadonlyMap<number, number>;
  /** The events that are there because of what was chosen: fences at places, exchanges that were stores. */
  readonly own: ReadonlySet<number>;
  /** Threads whose last step found something without an event. */
  readonly silent: readonly number[];
}

/** `marked` has marks that are seen, and the fences of the program that the witness is of. */
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
  const own = execution.events.filter(({ kind, at }) => {
    if (at === undefined) return false;
    return kind === 'F' || kind === 'S' ? isPlace(at) : kind === 'U' && chosen.exchanges.has(spanKey(at));
  });
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
  readonly thread: number;
  readonly kind: EventKind;
  /** `source` is a node, undefined for the initial value. */
  readonly reads: readonly { readonly address: number; readonly source: number | undefined }[];
  readonly writes: Event['writes'];
  readonly other?: number;
  readonly choice?: Integer;
}

/** Thread by thread, in program order. */
export interface Graph {
  readonly events: readonly Node[];
  readonly co: ReadonlyMap<number, readonly number[]>;
}

/** The trace of the passage, without what was chosen for it, with `effects`. */
export function graphWith({ execution, placeOf, own }: Passage, effects: Effects): Graph {
  const order = execution.events
    .filter(({ id }) => !own.has(id) || execution.events[id].writes.length > 0)
    .sort((a, b) => a.thread - b.thread || a.index - b.index);
  const nodeOf = new Map<number, number>();
  const parts: (Event | { readonly fence: 'F' | 'S'; readonly thread: number })[] = [];
  for (const event of order) {
    const place = placeOf.get(event.id);
    if (place === undefined) nodeOf.set(event.id, parts.push(event) - 1);
    else
      for (const fence of fencesAt(effects, place))
        parts.push({ fence: fence === 'full' ? 'F' : 'S', thread: event.thread });
  }
  const co = new Map(
    [...execution.co].map(([address, writers]) => [address, writers.flatMap((w) => nodeOf.get(w) ?? [])]),
  );
  const events = parts.map((part, i): Node => {
    if ('fence' in part) return { thread: part.thread, kind: part.fence, reads: [], writes: [] };
    const { thread, writes, other, choice, at } = part;
    const kind = own.has(part.id) ? 'W' : part.kind;
    const exchanged = kind === 'W' && at !== undefined && effects.exchanges.has(spanKey(at));
    const reads = (own.has(part.id) ? [] : part.reads).map(({ address }, k) => {
      const source = execution.rf[part.id][k];
      return { address, source: source === initialWrite ? undefined : nodeOf.get(source) };
    });
    return {
      thread,
      kind: exchanged ? 'U' : kind,
      reads: exchanged ? [overwritten(writes[0].address, i, co)] : reads,
      writes,
      ...(other === undefined ? {} : { other }),
      ...(choice === undefined ? {} : { choice }),
    };
  });
  return { events, co };
}

/** An exchange reads what it overwrites; nobody looks at the value. */
function overwritten(
  address: number,
  node: number,
  co: ReadonlyMap<number, readonly number[]>,
): Node['reads'][number] {
  const writers = co.get(address) ?? [];
  return { address, source: writers[writers.indexOf(node) - 1] };
}
