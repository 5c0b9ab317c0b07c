// Whether a local that becomes a register has a value at each read: the possible states of each part over the
// control-flow graph.

import { blockOf, type Graph } from '../../graph.js';
import type { Instruction } from '../../instruction.js';
import type { Body } from '../../module.js';
import type { Part } from './areas.js';

/** The effect of an instruction on a part. */
export type Event =
  /** `may-write`: it gets a value if the memory it is copied from has one. `copied-out`: it is copied into memory. */
  | {
      readonly kind: 'reads' | 'copied-out' | 'writes' | 'may-write' | 'begins' | 'ends';
      readonly part: Part;
    }
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

type States = Map<Part, number>;

function step(states: States, event: Event): void {
  switch (event.kind) {
    case 'writes':
      states.set(event.part, set);
      return;
    case 'may-write':
      states.set(event.part, set | unset);
      return;
    case 'moves':
      states.set(event.part, states.get(event.source) ?? unset);
      return;
    case 'begins':
      states.set(event.part, unset);
      return;
    case 'ends':
      states.set(event.part, gone);
      return;
    case 'reads':
    case 'copied-out':
      return;
  }
}

export function initialised(
  body: Body,
  graph: Graph,
  eventsOf: (i: Instruction) => readonly Event[],
): Initialised {
  const events = new Map(
    graph.order.map((label) => [
      label,
      blockOf(body, label).instructions.flatMap((i) => {
        const found = eventsOf(i);
        return found.length === 0 ? [] : [{ i, found }];
      }),
    ]),
  );
  const starts = new Map<string, States>([[graph.entry, new Map()]]);
  const work = new Set(graph.order);
  for (const label of work) {
    work.delete(label);
    const start = starts.get(label);
    if (start === undefined) continue;
    const states: States = new Map(start);
    for (const { found } of events.get(label) ?? []) for (const event of found) step(states, event);
    for (const to of graph.successors(label)) if (join(starts, to, states)) work.add(to);
  }
  const unsure = new Set<Instruction>();
  const noted = new Set<Part>();
  const inMemory = new Set<string>();
  const moves: Extract<Event, { kind: 'moves' }>[] = [];
  for (const label of graph.order) {
    const states: States = new Map(starts.get(label));
    for (const { i, found } of events.get(label) ?? [])
      for (const event of found) {
        const used = event.kind === 'moves' ? event.source : event.part;
        const now = states.get(used) ?? unset;
        const uses = event.kind !== 'begins' && event.kind !== 'ends';
        if (uses && (now & gone) !== 0) inMemory.add(used.object);
        if (event.kind === 'copied-out' && (now & unset) !== 0) inMemory.add(used.object);
        if (event.kind === 'reads' && (now & unset) !== 0) {
          unsure.add(i);
          noted.add(event.part);
        }
        if (event.kind === 'moves') moves.push(event);
        step(states, event);
      }
  }
  for (let changed = true; changed; ) {
    changed = false;
    for (const { part, source } of moves)
      if (noted.has(part) && !noted.has(source)) {
        noted.add(source);
        changed = true;
      }
  }
  return { unsure, noted, inMemory };
}

/** Adds what comes over an edge; whether there is more than before. A part that is not there is unset. */
function join(starts: Map<string, States>, label: string, states: States): boolean {
  const into = starts.get(label);
  if (into === undefined) {
    starts.set(label, new Map(states));
    return true;
  }
  let more = false;
  for (const part of new Set([...into.keys(), ...states.keys()])) {
    const before = into.get(part) ?? unset;
    const after = before | (states.get(part) ?? unset);
    if (after === before && into.has(part)) continue;
    into.set(part, after);
    if (after !== before) more = true;
  }
  return more;
}
