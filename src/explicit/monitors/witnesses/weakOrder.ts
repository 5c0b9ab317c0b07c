// From a violation to an execution of the weak machine. The result is an order of the events before it, the event
// itself and the commits of their stores. In this order the event comes before the write it overtakes, and everything
// else is as it was. The constraints are those of the machine (docs/semantics.md); SOBER's technical report has them
// for TSO (appendix A, R1 to R3).

import { type Event, isFullFence, isStore } from '../../../execution/event.js';
import type { Address } from '../../../program/identity.js';
import { forEachCell, isPast, type Violation, type WeakModel, writesTo } from '../monitor.js';

/** The event is executed; or, for a store, it reaches memory. */
interface WeakStep {
  readonly event: Event;
  readonly commit: boolean;
}

/** Undefined if there is no such order: then the violation is none. `events` are those of the SC execution, in its order. */
export function weakOrder(
  model: WeakModel,
  events: readonly Event[],
  violation: Violation,
): readonly WeakStep[] | undefined {
  const { past, diverted } = violation;
  const event = diverted?.run ?? violation.event;
  const overtakes = diverted?.overtakes ?? new Map([[violation.address, violation.overtaken]]);
  const before = events.filter((e) => isPast(e, past));
  const constraints = new Constraints(model, [...before, event]);
  for (const [k, earlier] of before.entries()) {
    constraints.thread(k);
    forEachCell(earlier, (address) => constraints.cell(k, address));
  }
  const last = before.length;
  constraints.thread(last);
  forEachCell(event, (address) => {
    const overtaken = overtakes.get(address);
    if (overtaken !== undefined) constraints.overtake(last, address, overtaken);
    else if (!choosesCells(event) || violation.ifSameCells || diverted !== undefined)
      constraints.cell(last, address);
  });
  return constraints.order();
}

/** Whether what the event finds in one cell may decide about others. */
const choosesCells = ({ kind, reads }: Event): boolean => kind === 'A' || (kind === 'R' && reads.length > 1);

interface CellHistory {
  /** Coherence order so far, and the readers of each write; the first entry stands for the initial value. */
  readonly writes: { readonly writer: number; readonly readers: number[] }[];
}

const initial = -1;

/**
 * A graph over the executions (2k) and commits (2k + 1) of the events. An event that is no store commits as it
 * executes.
 */
class Constraints {
  readonly #successors: number[][];
  readonly #stores = new Map<number, { k: number; epoch: number }[]>();
  readonly #lastOf = new Map<number, number>();
  readonly #epoch = new Map<number, number>();
  readonly #cells = new Map<number, CellHistory>();

  constructor(
    readonly model: WeakModel,
    readonly events: readonly Event[],
  ) {
    this.#successors = Array.from({ length: 2 * events.length }, () => []);
  }

  #executed(k: number): number {
    return 2 * k;
  }

  #visible(k: number): number {
    return isStore(this.events[k].kind) ? 2 * k + 1 : 2 * k;
  }

  #add(from: number, to: number): void {
    if (from !== to) this.#successors[from].push(to);
  }

  /** Program order, and what the thread's buffers keep in order. */
  thread(k: number): void {
    const event = this.events[k];
    const { thread, kind, other } = event;
    const previous = this.#lastOf.get(thread);
    if (previous !== undefined) this.#add(this.#executed(previous), this.#executed(k));
    this.#lastOf.set(thread, k);
    const epoch = this.#epoch.get(thread) ?? 0;
    const stores = this.#stores.get(thread) ?? [];
    const waits = isStore(kind) || kind === 'U' || isFullFence(kind);
    for (const store of stores)
      if (waits && (isFullFence(kind) || this.#inOrder(store.k, store.epoch, event, epoch)))
        this.#add(this.#visible(store.k), this.#visible(k));
    if (isStore(kind)) {
      this.#add(this.#executed(k), this.#visible(k));
      this.#stores.set(thread, [...stores, { k, epoch }]);
    }
    if (kind === 'S') this.#epoch.set(thread, epoch + 1);
    if (kind === 'spawn' && other !== undefined) this.#lastOf.set(other, k);
    if (kind === 'join')
      for (let j = 0; j < k; j++)
        if (this.events[j].thread === other) this.#add(this.#visible(j), this.#executed(k));
  }

  /** Whether an own store must commit before a later write of the thread does. */
  #inOrder(store: number, storeEpoch: number, event: Event, epoch: number): boolean {
    return (
      this.model === 'tso' ||
      storeEpoch < epoch ||
      this.events[store].writes.some(({ address }) => writesTo(event, address))
    );
  }

  /** The event comes last in the cell. */
  cell(k: number, address: Address): void {
    const history = this.#history(address);
    this.#place(k, address, history, history.writes.length - 1);
    if (writesTo(this.events[k], address)) history.writes.push({ writer: k, readers: [] });
  }

  /** The event comes just before `overtaken` in the cell. */
  overtake(k: number, address: Address, overtaken: Event): void {
    const history = this.#history(address);
    const position = history.writes.findIndex(({ writer }) => this.events[writer] === overtaken);
    this.#place(k, address, history, position - 1);
    this.#add(this.#visible(k), this.#visible(history.writes[position].writer));
  }

  /** The event finds the write at `position` in the cell. */
  #place(k: number, address: Address, history: CellHistory, position: number): void {
    const event = this.events[k];
    const { writer, readers } = history.writes[position];
    const writes = writesTo(event, address);
    if (writer !== initial) {
      const forwarded = event.kind === 'R' && this.events[writer].thread === event.thread;
      if (!forwarded) this.#add(this.#visible(writer), this.#visible(k));
    }
    if (writes) for (const reader of readers) this.#add(this.#executed(reader), this.#visible(k));
    else readers.push(k);
  }

  #history(address: Address): CellHistory {
    let history = this.#cells.get(address);
    if (history === undefined) {
      history = { writes: [{ writer: initial, readers: [] }] };
      this.#cells.set(address, history);
    }
    return history;
  }

  /** A topological order in which commits come as early as they can. */
  order(): readonly WeakStep[] | undefined {
    const size = this.#successors.length;
    const waiting = new Int32Array(size);
    for (const successors of this.#successors) for (const to of successors) waiting[to]++;
    const isNode = (n: number): boolean => (n & 1) === 0 || isStore(this.events[n >> 1].kind);
    const done = new Uint8Array(size);
    const steps: WeakStep[] = [];
    for (let n = 0; n < size; ) {
      if (!isNode(n) || done[n] === 1 || waiting[n] > 0) {
        n++;
        continue;
      }
      done[n] = 1;
      steps.push({ event: this.events[n >> 1], commit: (n & 1) === 1 });
      for (const to of this.#successors[n]) waiting[to]--;
      n = 0;
    }
    const nodes = Array.from({ length: size }, (_, n) => n).filter(isNode).length;
    return steps.length === nodes ? steps : undefined;
  }
}
