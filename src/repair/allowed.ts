// Whether TSO or PSO has a trace, by the axioms of docs/semantics.md: ppo U rfe U co U fr has no cycle. Coherence and
// atomicity hold of every trace that was run, and fences do not touch them. Written apart from the engines and from the cat
// files, which judge its answers afterwards.

import { isFullFence, isStore } from '../execution/event.js';
import type { Graph, Node } from './passage.js';

export function isAllowed(graph: Graph, model: 'tso' | 'pso'): boolean {
  const successors = graph.events.map((): number[] => []);
  addPreserved(graph, model, successors);
  const { events, co } = graph;
  for (const writers of co.values())
    for (let i = 0; i + 1 < writers.length; i++) successors[writers[i]].push(writers[i + 1]);
  events.forEach((e, i) => {
    for (const { address, source } of e.reads) {
      if (source !== undefined && events[source].thread !== e.thread) successors[source].push(i);
      const writers = co.get(address) ?? [];
      const next = writers.slice(source === undefined ? 0 : writers.indexOf(source) + 1).find((w) => w !== i);
      if (next !== undefined) successors[i].push(next);
    }
  });
  return isAcyclic(successors);
}

function addPreserved({ events }: Graph, model: 'tso' | 'pso', successors: number[][]): void {
  const threads = new Map<number, number[]>();
  events.forEach((e, i) => {
    if (e.kind !== 'choice') threads.set(e.thread, [...(threads.get(e.thread) ?? []), i]);
  });
  for (const list of threads.values())
    list.forEach((from, k) => {
      // The fence already orders events after a full fence.
      for (let j = k + 1; j < list.length; j++) {
        const to = list[j];
        if (isPreserved(events[from], events[to], model)) successors[from].push(to);
        if (isFullFence(events[to].kind)) break;
      }
    });
  events.forEach((e, i) => {
    const others = e.other === undefined ? [] : (threads.get(e.other) ?? []);
    for (const o of others)
      if (e.kind === 'spawn') successors[i].push(o);
      else if (e.kind === 'join') successors[o].push(i);
  });
}

/** Whether the model keeps two events of a thread in order by themselves. */
export function isPreserved(
  from: Pick<Node, 'kind' | 'writes'>,
  to: Pick<Node, 'kind' | 'writes'>,
  model: 'tso' | 'pso',
): boolean {
  if (isFullFence(from.kind) || isFullFence(to.kind)) return true;
  if (from.kind === 'S') return model === 'pso' && (isStore(to.kind) || to.kind === 'U' || to.kind === 'S');
  if (to.kind === 'S') return model === 'pso' && (isStore(from.kind) || from.kind === 'U');
  if (!isStore(from.kind)) return true;
  if (to.kind === 'R') return false;
  return model === 'tso' || from.writes.some((w) => to.writes.some((o) => o.address === w.address));
}

function isAcyclic(successors: readonly (readonly number[])[]): boolean {
  const waiting = new Int32Array(successors.length);
  for (const list of successors) for (const to of list) waiting[to]++;
  const ready = [...waiting.keys()].filter((i) => waiting[i] === 0);
  let done = 0;
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    done++;
    for (const to of successors[next]) if (--waiting[to] === 0) ready.push(to);
  }
  return done === successors.length;
}
