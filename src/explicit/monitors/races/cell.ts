// One cell of the race monitor: the threads that touched it, and the clock that an acquire of its value learns.

import type { Event } from '../../../execution/event.js';
import type { ThreadId } from '../../../program/identity.js';
import { mergeInto } from '../clocks/hbClock.js';

/** An access that later ones may race with. */
export interface Touch {
  readonly event: Event;
  readonly writes: boolean;
  readonly atomic: boolean;
  readonly section: boolean;
}

export class RaceCell {
  /**
   * The last access of each thread at each place of the program and of each kind: an earlier one at the same place races with
   * nothing that the last one does not race with.
   */
  readonly #touches = new Map<string, Touch>();
  /** By thread: the clocks that the release sequences of its releases carry, as long as they go on. */
  readonly #released = new Map<number, Int32Array>();
  /** The clocks of atomic sections that wrote the cell, or touched it. */
  sectionWrites: Int32Array;
  sectionAccesses: Int32Array;

  constructor(threads: number) {
    this.sectionWrites = new Int32Array(threads);
    this.sectionAccesses = new Int32Array(threads);
  }

  /** Clocks become wider. */
  grow(wider: (clock: Int32Array) => Int32Array): void {
    this.sectionWrites = wider(this.sectionWrites);
    this.sectionAccesses = wider(this.sectionAccesses);
    for (const [thread, clock] of this.#released) this.#released.set(thread, wider(clock));
  }

  touches(): Iterable<Touch> {
    return this.#touches.values();
  }

  add(touch: Touch): void {
    const { thread, kind, at, index } = touch.event;
    const place = at === undefined ? `#${index}` : `${at.file ?? ''}:${at.line}:${at.column}`;
    this.#touches.set(`${thread} ${kind} ${touch.writes} ${touch.atomic} ${place}`, touch);
  }

  /** Adds the clock that a read of the present value learns if it acquires. */
  acquired(clock: Int32Array): void {
    for (const released of this.#released.values()) mergeInto(clock, released);
  }

  /** A store of `thread`, or a read-modify-write: release sequences of others end with the one, not with the other. */
  write(thread: ThreadId, update: boolean): void {
    if (update) return;
    for (const other of [...this.#released.keys()]) if (other !== thread) this.#released.delete(other);
  }

  /** The write of `thread` heads a release sequence that carries the clock. */
  head(thread: ThreadId, clock: Int32Array): void {
    const known = this.#released.get(thread);
    if (known === undefined) this.#released.set(thread, clock.slice());
    else mergeInto(known, clock);
  }
}
