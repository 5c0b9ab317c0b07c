// The time at which each event of a run took effect. Along conflicts between threads that time only grows. So every
// cycle has a reordered pair: two accesses that took effect against program order.

import type { Event } from '../execution/event.js';
import { type Execution, initialWrite } from '../execution/execution.js';

interface TimedRun {
  readonly execution: Pick<Execution, 'rf' | 'co'>;
  readonly effects: readonly number[];
}

export class Effects {
  readonly #ran: TimedRun;
  readonly #known = new Map<number, number>();

  constructor(ran: TimedRun) {
    this.#ran = ran;
  }

  areReordered(first: Event, second: Event): boolean {
    return this.#of(first) > this.#of(second);
  }

  /** A stale load took effect before the write that it did not see. */
  #of({ id, reads, writes }: Event): number {
    const { effects, execution } = this.#ran;
    if (reads.length !== 1 || writes.length > 0) return effects[id];
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const writers = execution.co.get(reads[0].address) ?? [];
    const source = execution.rf[id][0];
    const next = writers.at(source === initialWrite ? 0 : writers.indexOf(source) + 1);
    const effect = next === undefined ? effects[id] : Math.min(effects[id], effects[next] - 0.5);
    this.#known.set(id, effect);
    return effect;
  }
}
