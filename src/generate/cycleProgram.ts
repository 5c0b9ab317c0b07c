// The test of a cycle: a program whose condition holds exactly when the cycle happened. Every write to a location
// stores its place in the coherence order that the cycle asks for, so a read tells its source by its value. Final
// values tell the order of the writes; where they are not enough, an observer thread does.

import type { Formula, Observable } from '../program/condition.js';
import { addressOf, constant } from '../program/expression.js';
import type { ThreadId } from '../program/identity.js';
import type { Location, Program, Thread } from '../program/program.js';
import type { Statement } from '../program/statement.js';
import { validate } from '../program/validate.js';
import { type Cycle, cycleOf, edgesOf } from './cycle.js';
import { canonical, cycleName } from './cycleName.js';
import { everything } from './observe.js';
import { isProgramOrder, type Relaxation } from './relaxation.js';

interface CycleEvent {
  readonly thread: ThreadId;
  readonly direction: 'R' | 'W';
  readonly atomic: boolean;
  /** The edge that leaves it. */
  readonly edge: Relaxation;
  readonly location: number;
  /** The value it reads or writes. */
  readonly value: number;
}

export function programOfCycle(edges: readonly Relaxation[], name?: string): Program {
  return testOfCycle(cycleOf(edges), name);
}

export function testOfCycle(cycle: Cycle, name: string = cycleName(cycle)): Program {
  const ordered = canonical(cycle);
  const events = eventsOf(ordered);
  const locationCount = Math.max(...events.map((e) => e.location)) + 1;
  const names = Array.from({ length: locationCount }, (_, i) => locationName(i));
  const locations = names.map((n): Location => ({ name: n, initial: [0] }));
  const facts: Formula[] = [];
  const threads = ordered.threads.map((_, t) =>
    cycleThread(
      t,
      events.filter((e) => e.thread === t),
      names,
      facts,
      new Set(events.filter((e) => e.direction === 'W').map((e) => e.location)),
    ),
  );
  const finals: Formula[] = [];
  for (const [location, n] of names.entries()) {
    const order = writesInOrder(events, location);
    if (order.length < 2) continue;
    finals.push(equals({ kind: 'cell', location: n, index: 0 }, order.length));
    if (needsObserver(events, order)) threads.push(observer(threads.length, n, order.length, facts));
  }
  const formula = [...finals, ...facts].reduce((left, right) => ({ kind: 'and', left, right }));
  return validate({
    name,
    locations,
    threads,
    condition: { quantifier: 'exists', formula },
    observed: everything(locations, threads),
  });
}

const locationName = (i: number): string =>
  i < 3 ? 'xyz'[i] : i < 26 ? String.fromCharCode(94 + i) : `x${i}`;

const equals = (left: Observable, value: number): Formula => ({
  kind: 'compare',
  op: '=',
  left,
  right: { kind: 'const', value },
});

/** Locations change along edges that say so; the last change leads back to the first location. */
function eventsOf(cycle: Cycle): CycleEvent[] {
  const edges = edgesOf(cycle);
  const moves = edges.filter((e) => !e.sameLocation).length;
  const atomic = cycle.threads.flatMap((t) => t.atomic);
  const threads = cycle.threads.flatMap((t, i) => t.atomic.map(() => i));
  let moved = 0;
  const places = edges.map((edge) => {
    const location = moves === 0 ? 0 : moved % moves;
    if (!edge.sameLocation) moved++;
    return location;
  });
  const values = valuesOf(edges);
  return edges.map((edge, i) => ({
    thread: threads[i],
    direction: edge.from,
    atomic: atomic[i],
    edge,
    location: places[i],
    value: values[i],
  }));
}

/**
 * Along a stretch of one location every write is coherence-next, every read sees the last write. With a single location
 * there is one stretch, and one edge of program order that the others contradict.
 */
function valuesOf(edges: readonly Relaxation[]): number[] {
  const breaks = (edge: Relaxation): boolean => !edge.sameLocation;
  const cut = edges.some(breaks) ? edges.findIndex(breaks) : contradicted(edges);
  const values = new Array<number>(edges.length).fill(0);
  let last = 0;
  for (let step = 1; step <= edges.length; step++) {
    const i = (cut + step) % edges.length;
    if (edges[i].from === 'W') last++;
    values[i] = last;
    if (breaks(edges[i])) last = 0;
  }
  return values;
}

/** Rather an edge to a read, which then sees the initial value, than one to a write. */
function contradicted(edges: readonly Relaxation[]): number {
  const toRead = edges.findIndex((edge) => isProgramOrder(edge) && edge.to === 'R');
  return toRead >= 0 ? toRead : edges.findIndex(isProgramOrder);
}

function cycleThread(
  index: number,
  events: readonly CycleEvent[],
  names: readonly string[],
  facts: Formula[],
  written: ReadonlySet<number>,
): Thread {
  const body: Statement[] = [];
  let registers = 0;
  const fresh = (): string => `r${registers++}`;
  const read = (target: string, event: CycleEvent): void => {
    if (written.has(event.location))
      facts.push(equals({ kind: 'register', thread: index, register: target }, event.value));
  };
  for (const [i, event] of events.entries()) {
    const address = addressOf(names[event.location]);
    const before = i === 0 ? undefined : events[i - 1].edge;
    if (before?.kind === 'mfence') body.push({ kind: 'fence', fence: 'full' });
    if (before?.kind === 'sfence') body.push({ kind: 'fence', fence: 'store-store' });
    const isUpdate = event.edge.kind === 'rmw';
    if (before?.kind === 'rmw') continue;
    if (isUpdate || event.atomic) {
      const target = fresh();
      const value = constant(isUpdate ? events[i + 1].value : event.value);
      body.push({ kind: 'rmw', target, address, op: { kind: 'xchg', value } });
      if (isUpdate) read(target, event);
    } else if (event.direction === 'R') {
      const target = fresh();
      body.push({ kind: 'load', target, address });
      read(target, event);
    } else body.push({ kind: 'store', address, value: constant(event.value) });
  }
  return { name: `P${index}`, start: 'initial', parameters: [], registers: new Map(), body };
}

/** Indices into `events` of the writes to a location, in the coherence order they ask for. */
function writesInOrder(events: readonly CycleEvent[], location: number): number[] {
  return [...events.keys()]
    .filter((i) => events[i].direction === 'W' && events[i].location === location)
    .sort((a, b) => events[a].value - events[b].value);
}

/**
 * The final value says which write is last. The others are in order by coherence alone if each reaches the next without
 * an external co or fr: through its own thread, or through a read that its successor's thread makes first.
 */
function needsObserver(events: readonly CycleEvent[], order: readonly number[]): boolean {
  for (let k = 0; k + 2 < order.length; k++) {
    for (let i = order[k]; i !== order[k + 1]; i = (i + 1) % events.length) {
      const { edge } = events[i];
      if (edge.external && edge.kind !== 'rf') return true;
    }
  }
  return false;
}

/** A thread that sees the writes to a location one after the other. */
function observer(index: number, location: string, writes: number, facts: Formula[]): Thread {
  const body = Array.from({ length: writes }, (_, i): Statement => {
    facts.push(equals({ kind: 'register', thread: index, register: `r${i}` }, i + 1));
    return { kind: 'load', target: `r${i}`, address: addressOf(location) };
  });
  return { name: `P${index}`, start: 'initial', parameters: [], registers: new Map(), body };
}
