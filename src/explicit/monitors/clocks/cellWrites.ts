// Per cell the writes of an SC execution in coherence order. Since co is part of hb, those that happen before a given event
// are the first ones: how many is found by bisection.

import type { Event } from '../../../execution/event.js';
import type { Address } from '../../../program/identity.js';
import type { Integer } from '../../../program/integer.js';
import { isPast, type Past, valueWritten } from '../monitor.js';

export class CellWrites {
  readonly #writes: Event[] = [];
  readonly #address: Address;
  readonly #initial: Integer;

  constructor(address: Address, initial: Integer) {
    this.#address = address;
    this.#initial = initial;
  }

  push(event: Event): void {
    this.#writes.push(event);
  }

  at(position: number): Event {
    return this.#writes[position];
  }

  get last(): Event | undefined {
    return this.#writes.at(-1);
  }

  get length(): number {
    return this.#writes.length;
  }

  /** The position of the last write in the past, or -1. */
  lastInPast(past: Past): number {
    let low = 0;
    let high = this.#writes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isPast(this.#writes[middle], past)) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** The value of the cell before the write at `position`. */
  valueBefore(position: number): Integer {
    return position === 0
      ? this.#initial
      : (valueWritten(this.#writes[position - 1], this.#address) ?? this.#initial);
  }
}
