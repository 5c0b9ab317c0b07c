// A schedule for a consistent execution. Every event has an execute step. On a machine with buffers a plain store
// also has a commit step. The steps are ordered by these rules:
// - program order; a spawn precedes all steps of its thread, a join follows them;
// - stores of a thread commit in the order of its buffers; a fence or atomic waits for the commits that its machine
//   makes it wait for;
// - a read from another thread follows that store's commit; commits to a cell are in coherence order; a read precedes
//   the commit of the write that overwrites its source. The axioms say that these rules have no cycle, so any
//   linearisation will do.

import { isFullFence, isStore } from '../../execution/event.js';
import type { ModelName, Step } from '../../execution/execution.js';
import type { Address } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import { bug } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import type { Concrete, ConcreteEvent } from './concrete.js';

/** The input of a schedule: values do not matter to it. */
interface Schedulable extends Pick<Concrete, 'co' | 'eventOf'> {
  readonly events: readonly ScheduledEvent[];
  readonly stops: readonly Pick<Concrete['stops'][number], 'thread' | 'silentStep' | 'store'>[];
}

type ScheduledEvent = Pick<ConcreteEvent, 'thread' | 'kind' | 'other'> & {
  readonly choice?: Integer;
  readonly reads: readonly Pick<ConcreteEvent['reads'][number], 'address' | 'source'>[];
  readonly writes: readonly Pick<ConcreteEvent['writes'][number], 'address'>[];
};

export function scheduleOf(concrete: Schedulable, model: ModelName): Step[] {
  const { events, co } = concrete;
  const graph = new StepGraph();
  const buffered = (e: ScheduledEvent): boolean => model !== 'sc' && isStore(e.kind);
  const execute = events.map((e) =>
    graph.add({ kind: 'execute', thread: e.thread, ...present({ choice: e.choice }) }),
  );
  const commit = events.map((e, i) =>
    buffered(e) ? graph.add({ kind: 'commit', thread: e.thread, address: e.writes[0].address }) : execute[i],
  );
  const threads = new Map<number, number[]>();
  events.forEach((e, i) => {
    threads.set(e.thread, [...(threads.get(e.thread) ?? []), i]);
  });
  for (const list of threads.values()) {
    for (let k = 0; k + 1 < list.length; k++) graph.edge(execute[list[k]], execute[list[k + 1]]);
    orderBuffers(list, events, model, graph, execute, commit);
  }
  events.forEach((e, i) => {
    if (commit[i] !== execute[i]) graph.edge(execute[i], commit[i]);
    const others = e.other === undefined ? [] : (threads.get(e.other) ?? []);
    if (e.kind === 'spawn' && others.length > 0) graph.edge(execute[i], execute[others[0]]);
    if (e.kind === 'join')
      for (const o of others) {
        graph.edge(execute[o], execute[i]);
        if (commit[o] !== execute[o]) graph.edge(commit[o], execute[i]);
      }
    for (const read of e.reads) {
      const { source } = read;
      if (source !== undefined && events[source].thread !== e.thread) graph.edge(commit[source], execute[i]);
      const writers = co.get(read.address) ?? [];
      const next = writers.slice(source === undefined ? 0 : writers.indexOf(source) + 1).find((w) => w !== i);
      if (next !== undefined) graph.edge(execute[i], commit[next]);
    }
  });
  for (const writers of co.values())
    for (let k = 0; k + 1 < writers.length; k++) graph.edge(commit[writers[k]], commit[writers[k + 1]]);
  finishThreads(concrete, threads, graph, execute, commit);
  return graph.linearise();
}

/** Steps that only find something come last in their thread, and before the commit of a store that stops it. */
function finishThreads(
  concrete: Schedulable,
  threads: ReadonlyMap<number, readonly number[]>,
  graph: StepGraph,
  execute: readonly number[],
  commit: readonly number[],
): void {
  const steps = new Map<number, number[]>();
  for (const [thread, list] of threads)
    steps.set(
      thread,
      list.map((i) => execute[i]),
    );
  const silent = new Map<number, number>();
  for (const { silentStep, thread } of concrete.stops) {
    if (silentStep !== true) continue;
    const step = graph.add({ kind: 'execute', thread });
    for (const earlier of steps.get(thread) ?? []) graph.edge(earlier, step);
    steps.set(thread, [...(steps.get(thread) ?? []), step]);
    silent.set(thread, step);
  }
  const halted = new Set<number>();
  for (const { store, thread } of concrete.stops) {
    const event = store === undefined ? undefined : concrete.eventOf(store);
    if (event === undefined || commit[event] === execute[event]) continue;
    halted.add(thread);
    for (const step of steps.get(thread) ?? []) if (step !== execute[event]) graph.edge(step, commit[event]);
  }
  // Otherwise last of all: then its buffers are empty and what it looks for is as it stays.
  for (const [thread, step] of silent)
    if (!halted.has(thread)) for (const other of commit) graph.edge(other, step);
}

/** In which order one thread's stores leave its buffers, and what waits for them. */
function orderBuffers(
  list: readonly number[],
  events: readonly ScheduledEvent[],
  model: ModelName,
  graph: StepGraph,
  execute: readonly number[],
  commit: readonly number[],
): void {
  if (model === 'sc') return;
  const stores: { index: number; addresses: ReadonlySet<Address>; epoch: number }[] = [];
  let epoch = 0;
  for (const i of list) {
    const e = events[i];
    if (e.kind === 'S') epoch++;
    const waitsFor = (store: (typeof stores)[number]): boolean => {
      if (isFullFence(e.kind)) return true;
      if (e.kind !== 'U' && !isStore(e.kind)) return false;
      return model === 'tso' || store.epoch < epoch || e.writes.some((w) => store.addresses.has(w.address));
    };
    for (const store of stores)
      if (waitsFor(store)) graph.edge(commit[store.index], isStore(e.kind) ? commit[i] : execute[i]);
    if (isStore(e.kind)) stores.push({ index: i, addresses: new Set(e.writes.map((w) => w.address)), epoch });
  }
}

class StepGraph {
  readonly #steps: Step[] = [];
  readonly #next: number[][] = [];
  readonly #waiting: number[] = [];

  add(step: Step): number {
    this.#next.push([]);
    this.#waiting.push(0);
    return this.#steps.push(step) - 1;
  }

  edge(a: number, b: number): void {
    this.#next[a].push(b);
    this.#waiting[b]++;
  }

  /** Stays with a thread as long as it can, and commits late. */
  linearise(): Step[] {
    const order: Step[] = [];
    const ready = new Set(this.#steps.keys());
    for (const [step, count] of this.#waiting.entries()) if (count > 0) ready.delete(step);
    let thread = -1;
    while (ready.size > 0) {
      const candidates = [...ready];
      const executes = candidates.filter((s) => this.#steps[s].kind === 'execute');
      const chosen = executes.find((s) => this.#steps[s].thread === thread) ?? executes[0] ?? candidates[0];
      ready.delete(chosen);
      order.push(this.#steps[chosen]);
      thread = this.#steps[chosen].thread;
      for (const next of this.#next[chosen]) if (--this.#waiting[next] === 0) ready.add(next);
    }
    if (order.length < this.#steps.length) bug('a consistent execution has no schedule');
    return order;
  }
}
