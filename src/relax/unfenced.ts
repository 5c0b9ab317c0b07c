// Pairs of statements that were seen in a thread without anything in between that keeps them in order. A pair that
// always has a fence in between cannot be reordered. So a cycle is tried only if one of its reorderable pairs was
// seen without a fence. The paper tries every predicted cycle; most of those it never confirms are of this kind.

import { type EventKind, isFullFence } from '../execution/event.js';
import type { Execution } from '../execution/execution.js';
import { noLabel } from './label.js';
import type { RelaxModel } from './model.js';

export class UnfencedPairs {
  readonly #tso = new Set<string>();
  readonly #weak = new Set<string>();

  /** Learns from a run; `labels` has the label of each event. */
  add({ events }: Pick<Execution, 'events'>, labels: readonly number[], threads: number): void {
    const states = Array.from({ length: threads }, () => new Pending());
    for (const { id, thread, kind } of events) {
      const pending = states[thread];
      pending.fence(kind);
      const label = labels[id];
      if (label === noLabel) continue;
      for (const first of pending.tso) this.#tso.add(pairKey(first, label));
      for (const first of pending.newer) this.#weak.add(pairKey(first, label));
      for (const first of pending.loads) this.#weak.add(pairKey(first, label));
      if (kind === 'R') for (const first of pending.older) this.#weak.add(pairKey(first, label));
      if (kind === 'W') for (const set of [pending.tso, pending.newer]) set.add(label);
      if (kind === 'R' || kind === 'U') pending.loads.add(label);
    }
  }

  has(model: RelaxModel, first: number, second: number): boolean {
    return (model === 'tso' ? this.#tso : this.#weak).has(pairKey(first, second));
  }
}

const pairKey = (first: number, second: number): string => `${first} ${second}`;

/** The accesses of a thread that may still be overtaken at one point of its program order. */
class Pending {
  /** Stores under TSO, where full fences and atomics wait for them. */
  readonly tso = new Set<number>();
  /** Stores under PSO since the last store-store fence. */
  readonly newer = new Set<number>();
  /** And those before it, which loads may overtake; stores may not, and an atomic waits for them. */
  readonly older = new Set<number>();
  /** Loads under PSLO, as far as full fences go. */
  readonly loads = new Set<number>();

  fence(kind: EventKind): void {
    if (isFullFence(kind)) for (const set of [this.tso, this.newer, this.older, this.loads]) set.clear();
    else if (kind === 'S') {
      for (const label of this.newer) this.older.add(label);
      this.newer.clear();
    } else if (kind === 'U') {
      this.tso.clear();
      this.older.clear();
    }
  }
}
