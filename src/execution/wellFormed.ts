// Whether an execution is a well-formed graph. Every read takes the value of a write to its cell. The writers of each
// cell are totally ordered. Threads are numbered without gaps and begin at their spawn. A model judges only
// well-formed executions. A replay checks that the events are those of the program.

import { heapBase, layOut } from '../program/layout.js';
import type { Program } from '../program/program.js';
import { type Execution, initialWrite } from './execution.js';

export interface Malformation {
  /** Absent when no single event is to blame. */
  readonly event?: number;
  readonly message: string;
}

export function malformations(program: Program, execution: Execution): Malformation[] {
  return [
    ...numbering(execution),
    ...coherence(execution),
    ...sources(program, execution),
    ...starts(program, execution),
  ];
}

function numbering({ events, rf }: Execution): Malformation[] {
  const found: Malformation[] = [];
  const places = new Set<string>();
  const lengths = new Map<number, number>();
  events.forEach((event, i) => {
    if (event.id !== i) found.push({ event: i, message: `event ${i} says it is event ${event.id}` });
    const place = `${event.thread}.${event.index}`;
    if (places.has(place)) found.push({ event: i, message: `two events are at place ${place}` });
    places.add(place);
    lengths.set(event.thread, Math.max(lengths.get(event.thread) ?? 0, event.index + 1));
    if (rf[i]?.length !== event.reads.length)
      found.push({ event: i, message: `event ${i} has ${event.reads.length} reads and other sources` });
  });
  const total = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  if (found.length === 0 && total !== events.length)
    found.push({ message: 'the places of the events in their threads have gaps' });
  return found;
}

function coherence({ events, co }: Execution): Malformation[] {
  const found: Malformation[] = [];
  const writers = new Map<number, Set<number>>();
  events.forEach((event, i) => {
    for (const { address } of event.writes) {
      const ids = writers.get(address) ?? new Set();
      if (ids.has(i)) found.push({ event: i, message: `event ${i} writes cell ${address} twice` });
      writers.set(address, ids.add(i));
    }
  });
  for (const address of new Set([...writers.keys(), ...co.keys()])) {
    const wanted = writers.get(address) ?? new Set();
    const ordered = co.get(address) ?? [];
    if (ordered.length !== wanted.size || ordered.some((id) => !wanted.delete(id)))
      found.push({ message: `co does not order the writers of cell ${address}` });
  }
  return found;
}

function sources(program: Program, { events, rf }: Execution): Malformation[] {
  const found: Malformation[] = [];
  const { initial } = layOut(program);
  events.forEach((event, i) => {
    event.reads.forEach(({ address, value }, k) => {
      const source = rf[i]?.[k];
      if (source === initialWrite) {
        // The replay checks the value of an unwritten heap cell.
        if (address < heapBase && initial.get(address) !== value)
          found.push({ event: i, message: `event ${i} reads ${value}, not the initial value of its cell` });
        return;
      }
      const write = events[source]?.writes.find((w) => w.address === address);
      if (write === undefined)
        found.push({ event: i, message: `event ${i} reads from ${source}, which does not write the cell` });
      else if (write.value !== value)
        found.push({ event: i, message: `event ${i} reads ${value} where ${source} wrote ${write.value}` });
    });
  });
  return found;
}

function starts(program: Program, { events }: Execution): Malformation[] {
  const spawned = new Set(events.filter((event) => event.kind === 'spawn').map((event) => event.other));
  return events.flatMap((event, i): Malformation[] => {
    if (event.index !== 0) return [];
    const thread = program.threads[event.thread];
    if (thread === undefined) return [{ event: i, message: `there is no thread ${event.thread}` }];
    if (thread.start === 'spawned' && !spawned.has(event.thread))
      return [{ event: i, message: `thread ${event.thread} was never spawned` }];
    return [];
  });
}
