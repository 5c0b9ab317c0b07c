// The writes to one cell that an event to come may be judged against, in coherence order (clocks/cellWrites.ts keeps them all).

import type { Event } from '../../../execution/event.js';
import type { Address } from '../../../program/identity.js';
import type { Integer } from '../../../program/integer.js';
import { valueWritten } from '../monitor.js';

/** A write, and the facts that decide when it commits: a level (forcedSteps.ts), and its readers. */
export interface RecentWrite {
  readonly event: Event;
  readonly level: number;
  /** Other threads that read it, each with the index of its first such event, one after the other. */
  readers: number[];
}

/** For a write until another thread reads it. */
export const noReaders: number[] = [];

export class RecentWrites {
  readonly address: Address;
  readonly #writes: RecentWrite[] = [];
  /** The value of the cell before the first of them. */
  #before: Integer;
  /** A lock looks further back (`BssStream.judge`). */
  locked = false;
  /** A thread that has touched the cell since the last write to it, or did that write; -1 if there is none. */
  settled = -1;

  constructor(address: Address, initial: Integer) {
    this.address = address;
    this.#before = initial;
  }

  get length(): number {
    return this.#writes.length;
  }

  get last(): RecentWrite | undefined {
    return this.#writes[this.#writes.length - 1];
  }

  at(position: number): RecentWrite {
    return this.#writes[position];
  }

  push(write: RecentWrite): void {
    this.#writes.push(write);
    this.settled = -1;
  }

  /** The position of the last write in the past, the row at `from`, or -1: also if it is one that was forgotten. */
  lastInPast(past: Int32Array, from: number): number {
    const writes = this.#writes;
    let low = 0;
    let high = writes.length;
    // Mostly it is one of the newest.
    for (let step = 1; high > 0; step *= 2) {
      const position = Math.max(0, high - step);
      const { thread, index } = writes[position].event;
      if (index < past[from + thread]) {
        low = position + 1;
        break;
      }
      high = position;
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { thread, index } = writes[middle].event;
      if (index < past[from + thread]) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  valueBefore(position: number): Integer {
    return position === 0
      ? this.#before
      : (valueWritten(this.#writes[position - 1].event, this.address) ?? this.#before);
  }

  /** Forgets the writes before `position`. */
  drop(position: number): void {
    if (position <= 0) return;
    this.#before = this.valueBefore(position);
    this.#writes.splice(0, position);
  }
}
