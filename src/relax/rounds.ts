// Threads that go round in a loop while nothing changes, waiting for a flag or a lock. They would fill a run with
// idle steps, so the scheduler prefers other threads. A thread counts as idle once it executes the same instruction
// on the same cell again and memory is unchanged. A wrong guess only delays the thread's turn.

import type { Event } from '../execution/event.js';

export class Rounds {
  /** For each thread what it has executed since something changed. */
  readonly #seen: readonly Set<number>[];
  readonly #spinning: boolean[];

  constructor(threads: number) {
    this.#seen = Array.from({ length: threads }, () => new Set());
    this.#spinning = this.#seen.map(() => false);
  }

  isSpinning(t: number): boolean {
    return this.#spinning[t];
  }

  /** Thread `t` has executed the instruction at `pc`; `event` is what happened last. */
  executed(t: number, pc: number, event: Event | undefined): void {
    if (event === undefined || event.thread !== t || !isIdle(event)) {
      this.changed();
      return;
    }
    const key = (event.reads[0].address & 0x3ff_ffff) * 0x1_0000 + pc;
    if (this.#seen[t].has(key)) this.#spinning[t] = true;
    this.#seen[t].add(key);
  }

  changed(): void {
    for (const seen of this.#seen) if (seen.size > 0) seen.clear();
    this.#spinning.fill(false);
  }
}

/** A read, or an atomic that writes back what it read. */
function isIdle({ reads, writes }: Event): boolean {
  if (reads.length !== 1) return false;
  return writes.length === 0 || (writes.length === 1 && writes[0].value === reads[0].value);
}
