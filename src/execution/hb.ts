// Happens-before, hb = po U rf U co U fr (Shasha and Snir): an execution is sequentially consistent iff hb is acyclic.
// Initial writes are left out: nothing is before them, so no cycle passes through one.

import { addPair, emptyRelation, hasPair, shortestCycle, wordsFor } from './bitRelation.js';
import { type Execution, initialWrite } from './execution.js';
import { immediateProgramOrder, programOrder } from './programOrder.js';

export type HbRelation = 'po' | 'rf' | 'co' | 'fr';

export interface HbEdge {
  readonly from: number;
  readonly to: number;
  readonly relation: HbRelation;
}

/** A hb cycle with as few edges as possible, each the start of the next, or undefined if the execution is SC. */
export function hbCycle(execution: Execution): readonly HbEdge[] | undefined {
  const suspects = eventsOnCycles(immediateHb(execution));
  if (suspects.length === 0) return undefined;
  const relations = restrictedHb(execution, suspects);
  const words = wordsFor(suspects.length);
  const hb = emptyRelation(suspects.length);
  for (const [, pairs] of relations) for (let k = 0; k < hb.length; k++) hb[k] |= pairs[k];
  const cycle = shortestCycle(hb, suspects.length, words) ?? [];
  return cycle.map((from, i) => {
    const to = cycle[(i + 1) % cycle.length];
    const relation = relations.find(([, pairs]) => hasPair(pairs, words, from, to))?.[0] ?? 'po';
    return { from: suspects[from], to: suspects[to], relation };
  });
}

export const isSequentiallyConsistent = (execution: Execution): boolean =>
  eventsOnCycles(immediateHb(execution)).length === 0;

/** For each read of each event, the writes that overwrite what it read, the event itself left out, in coherence order. */
export function forEachFromRead(execution: Execution, visit: (read: number, write: number) => void): void {
  const { events, rf, co } = execution;
  for (const event of events)
    event.reads.forEach(({ address }, k) => {
      const writers = co.get(address) ?? [];
      const source = rf[event.id][k];
      const first = source === initialWrite ? 0 : writers.indexOf(source) + 1;
      for (let i = first; i < writers.length; i++) if (writers[i] !== event.id) visit(event.id, writers[i]);
    });
}

/** Few edges whose transitive closure is that of hb. */
export function immediateHb(execution: Execution): number[][] {
  const { events, rf, co } = execution;
  const successors = immediateProgramOrder(execution);
  const position = new Map<number, Map<number, number>>();
  for (const [address, writers] of co) {
    position.set(address, new Map(writers.map((writer, i) => [writer, i])));
    for (let i = 0; i + 1 < writers.length; i++) successors[writers[i]].push(writers[i + 1]);
  }
  for (const event of events)
    event.reads.forEach(({ address }, k) => {
      const source = rf[event.id][k];
      if (source !== initialWrite) successors[source].push(event.id);
      const writers = co.get(address) ?? [];
      let next = source === initialWrite ? 0 : (position.get(address)?.get(source) ?? -1) + 1;
      if (writers[next] === event.id) next++;
      if (next < writers.length) successors[event.id].push(writers[next]);
    });
  return successors;
}

/** The events that lie on some cycle of the graph (Tarjan's strongly connected components), in order of their ids. */
function eventsOnCycles(successors: readonly (readonly number[])[]): number[] {
  const size = successors.length;
  const order = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const onStack = new Uint8Array(size);
  const nextEdge = new Int32Array(size);
  const stack: number[] = [];
  const found: number[] = [];
  let count = 0;
  const enter = (node: number): void => {
    order[node] = low[node] = count++;
    onStack[node] = 1;
    stack.push(node);
  };
  for (let root = 0; root < size; root++) {
    if (order[root] !== -1) continue;
    const path = [root];
    enter(root);
    while (path.length > 0) {
      const node = path[path.length - 1];
      if (nextEdge[node] < successors[node].length) {
        const to = successors[node][nextEdge[node]++];
        if (order[to] === -1) {
          enter(to);
          path.push(to);
        } else if (onStack[to] === 1) low[node] = Math.min(low[node], order[to]);
        continue;
      }
      path.pop();
      if (path.length > 0) {
        const parent = path[path.length - 1];
        low[parent] = Math.min(low[parent], low[node]);
      }
      if (low[node] !== order[node]) continue;
      const component = stack.splice(stack.lastIndexOf(node));
      for (const member of component) onStack[member] = 0;
      if (component.length > 1 || successors[node].includes(node)) found.push(...component);
    }
  }
  return found.sort((a, b) => a - b);
}

/** The four relations between the given events, numbered by their place in `ids`. */
function restrictedHb(execution: Execution, ids: readonly number[]): [HbRelation, Uint32Array][] {
  const { events, rf, co } = execution;
  const size = ids.length;
  const words = wordsFor(size);
  const index = new Int32Array(events.length).fill(-1);
  ids.forEach((id, i) => {
    index[id] = i;
  });
  const relation = (fill: (add: (from: number, to: number) => void) => void): Uint32Array => {
    const pairs = emptyRelation(size);
    fill((from, to) => {
      if (index[from] !== -1 && index[to] !== -1) addPair(pairs, words, index[from], index[to]);
    });
    return pairs;
  };
  const allPo = programOrder(execution);
  const allWords = wordsFor(events.length);
  return [
    [
      'po',
      relation((add) => {
        for (const from of ids) for (const to of ids) if (hasPair(allPo, allWords, from, to)) add(from, to);
      }),
    ],
    [
      'rf',
      relation((add) => {
        for (const id of ids) for (const source of rf[id]) if (source !== initialWrite) add(source, id);
      }),
    ],
    [
      'co',
      relation((add) => {
        for (const writers of co.values())
          for (let i = 0; i < writers.length; i++)
            for (let j = i + 1; j < writers.length; j++) add(writers[i], writers[j]);
      }),
    ],
    ['fr', relation((add) => forEachFromRead(execution, add))],
  ];
}
