// Happens-before of C11 (5.1.2.4, 7.17.3, 7.17.4) on one execution, as relations: program order with creation and joining,
// and synchronises-with. Written to be believed by reading: it certifies what the engines find, and neither uses it.
//
// - A release sequence is C11's, not C20's: it is headed by a release and goes on, in the coherence order, with
//   read-modify-writes of any thread and with every store of the thread that heads it.
// - Fences: a release fence before an atomic store, an acquire fence after an atomic load, or both.
// - consume is acquire, as compilers have it. seq_cst releases and acquires; the total order adds nothing to happens-before.
// - Atomic sections that touch the same cell, one of them to write, happen before each other in the order in which they come.

import { addPair, closeTransitively, hasPair, wordsFor } from '../execution/bitRelation.js';
import type { Event } from '../execution/event.js';
import { type Execution, initialWrite } from '../execution/execution.js';
import { forEachFromRead } from '../execution/hb.js';
import { programOrder } from '../execution/programOrder.js';
import type { Address } from '../program/identity.js';
import { acquires, releases } from '../program/memoryOrder.js';
import { isAcquireFence, isReleaseFence, isSection, orderOf, updates } from './synchronisation.js';

export interface HappensBefore {
  /** Whether one event happens before the other, by their ids. */
  has(from: number, to: number): boolean;
}

/** An edge of synchronises-with, from a release (or release fence) to an acquire (or acquire fence). */
type Edge = readonly [from: number, to: number];

export function happensBefore(execution: Execution): HappensBefore {
  const size = execution.events.length;
  const words = wordsFor(size);
  const hb = programOrder(execution);
  for (const [from, to] of synchronisesWith(execution)) if (from !== to) addPair(hb, words, from, to);
  closeTransitively(hb, size, words);
  return { has: (from, to) => hasPair(hb, words, from, to) };
}

function synchronisesWith(execution: Execution): Edge[] {
  const { events } = execution;
  const edges: Edge[] = [...sectionEdges(execution)];
  for (const reader of events)
    reader.reads.forEach((read, k) => {
      const order = orderOf(reader, read);
      const source = execution.rf[reader.id][k];
      if (order === undefined || source === initialWrite) return;
      const to = acquires(order) ? [reader] : [];
      to.push(...events.filter((e) => isAfter(e, reader) && isAcquireFence(e)));
      for (const from of releasesTo(execution, read.address, source))
        for (const target of to) edges.push([from, target.id]);
    });
  return edges;
}

const isAfter = (event: Event, earlier: Event): boolean =>
  event.thread === earlier.thread && event.index > earlier.index;

/** The releases and release fences whose release sequence the write is in. */
function releasesTo(execution: Execution, address: Address, write: number): number[] {
  const { events, rf } = execution;
  let last = events[write];
  // A compare-exchange that failed wrote nothing: the value before it is the one it read.
  while (last.failed === true) {
    const source = rf[last.id][0];
    if (source === initialWrite) return [];
    last = events[source];
  }
  const writers = (execution.co.get(address) ?? []).filter((id) => events[id].failed !== true);
  const from: number[] = [];
  for (let at = writers.indexOf(last.id); at >= 0; at--) {
    const head = events[writers[at]];
    const follows = writers.slice(at + 1, writers.indexOf(last.id) + 1).map((id) => events[id]);
    if (!follows.every((event) => event.thread === head.thread || updates(event, address))) continue;
    from.push(...releasedBy(execution, head, address));
  }
  return from;
}

/** The event itself if it releases, and the release fences before it if it is atomic. */
function releasedBy({ events }: Execution, head: Event, address: Address): number[] {
  const write = head.writes.find((access) => access.address === address);
  const order = write === undefined ? undefined : orderOf(head, write);
  if (order === undefined) return [];
  const fences = events.filter((event) => isAfter(head, event) && isReleaseFence(event));
  return [...(releases(order) ? [head.id] : []), ...fences.map((fence) => fence.id)];
}

function sectionEdges(execution: Execution): Edge[] {
  const { events, rf, co } = execution;
  const edges: Edge[] = [];
  const add = (from: number, to: number): void => {
    if (from !== to && from !== initialWrite && isSection(events[from]) && isSection(events[to]))
      edges.push([from, to]);
  };
  for (const { id, reads } of events)
    reads.forEach(({ address }, k) => {
      const writers = co.get(address) ?? [];
      for (const writer of writers.slice(0, writers.indexOf(rf[id][k]) + 1)) add(writer, id);
    });
  for (const writers of co.values())
    writers.forEach((from, i) => {
      for (const to of writers.slice(i + 1)) add(from, to);
    });
  forEachFromRead(execution, add);
  return edges;
}
