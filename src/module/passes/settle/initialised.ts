// Whether a local that becomes a register has a value at each read: the possible states of each part over the
// control-flow graph.

import { statesBefore } from '../../flow.js';
import { blockOf, graphOf } from '../../graph.js';
import type { Instruction } from '../../instruction.js';
import type { Body } from '../../module.js';
import type { Part } from './areas.js';

/** The effect of an instruction on a part. */
export type Event =
  /** `may-write`: it gets a value if the memory it is copied from has one. `copied-out`: it is copied into memory. */
  | {
      readonly kind: 'copied-out' | 'writes' | 'may-write' | 'begins' | 'ends';
      readonly part: Part;
    }
  | { readonly kind: 'reads'; readonly part: Part; readonly load: Instruction }
  | { readonly kind: 'moves'; readonly part: Part; readonly source: Part };

/** Sets of states, as bits. */
const unset = 1;
const set = 2;
const gone = 4;

export interface Initialised {
  /** Loads that may find no value. */
  readonly unsure: ReadonlySet<Instruction>;
  /** Parts of which a register notes whether they have a value. */
  readonly noted: ReadonlySet<Part>;
  /** Objects that may be used after their end, or copied into memory without a value. */
  readonly inMemory: ReadonlySet<string>;
}

type States = ReadonlyMap<Part, number>;

const stateOf = (states: States, part: Part): number => states.get(part) ?? unset;

/** The state that an event leaves its part in; undefined if it only looks at it. */
function stateAfter(states: States, event: Event): number | undefined {
  switch (event.kind) {
    case 'writes':
      return set;
    case 'may-write':
      return set | unset;
    case 'moves':
      return stateOf(states, event.source);
    case 'begins':
      return unset;
    case 'ends':
      return gone;
    case 'reads':
    case 'copied-out':
      return undefined;
  }
}

/** The states at the end of a block; `look` sees each event and the states before it. */
function afterEvents(
  before: States,
  events: readonly Event[],
  look?: (event: Event, states: States) => void,
): States {
  const states = new Map(before);
  for (const event of events) {
    look?.(event, states);
    const now = stateAfter(states, event);
    if (now !== undefined) states.set(event.part, now);
  }
  return states;
}

function joined(there: States, coming: States): States {
  let now: Map<Part, number> | undefined;
  for (const states of [there, coming])
    for (const part of states.keys()) {
      const before = stateOf(there, part);
      const state = before | stateOf(coming, part);
      if (state === before) continue;
      now ??= new Map(there);
      now.set(part, state);
    }
  return now ?? there;
}

export function initialised(body: Body, eventsOf: (i: Instruction) => readonly Event[]): Initialised {
  const { order } = graphOf(body);
  const events = new Map(order.map((label) => [label, blockOf(body, label).instructions.flatMap(eventsOf)]));
  const eventsIn = (label: string): readonly Event[] => events.get(label) ?? [];
  const none: States = new Map();
  const before = statesBefore(body, none, (label, states) => afterEvents(states, eventsIn(label)), joined);
  const unsure = new Set<Instruction>();
  const noted = new Set<Part>();
  const inMemory = new Set<string>();
  const moves: Extract<Event, { kind: 'moves' }>[] = [];
  const look = (event: Event, states: States): void => {
    const used = event.kind === 'moves' ? event.source : event.part;
    const now = stateOf(states, used);
    const uses = event.kind !== 'begins' && event.kind !== 'ends';
    if (uses && (now & gone) !== 0) inMemory.add(used.object);
    if (event.kind === 'copied-out' && (now & unset) !== 0) inMemory.add(used.object);
    if (event.kind === 'reads' && (now & unset) !== 0) {
      unsure.add(event.load);
      noted.add(event.part);
    }
    if (event.kind === 'moves') moves.push(event);
  };
  for (const label of order) afterEvents(before.get(label) ?? none, eventsIn(label), look);
  for (let size = -1; size !== noted.size; ) {
    size = noted.size;
    for (const { part, source } of moves) if (noted.has(part)) noted.add(source);
  }
  return { unsure, noted, inMemory };
}
