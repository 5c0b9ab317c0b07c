// One cell of the race monitor: the threads that touched it, and the clock that an acquire of its value learns.

import type { Event } from '../../../execution/event.js';
import type { ThreadId } from '../../../program/identity.js';
import type { SourceSpan } from '../../../program/statement.js';
import { mergeInto } from '../clocks/hbClock.js';

/** An access that later ones may race with. */
export interface Touch {
  readonly event: Event;
  readonly writes: boolean;
  readonly atomic: boolean;
  readonly section: boolean;
}

/** Places by their spans, of which many may name one: a span is looked at once. */
const spans = new WeakMap<SourceSpan, number>();
const places = new Map<string, number>();

function placeNumber(at: SourceSpan): number {
  const known = spans.get(at);
  if (known !== undefined) return known;
  const key = `${at.file ?? ''}:${at.line}:${at.column}`;
  const number = places.get(key) ?? places.size;
  places.set(key, number);
  spans.set(at, number);
  return number;
}

/** Events without a place are each at a place of their own. */
function isLike(a: Touch, b: Touch): boolean {
  const [one, other] = [a.event, b.event];
  if (one.thread !== other.thread || one.kind !== other.kind) return false;
  if (a.writes !== b.writes || a.atomic !== b.atomic) return false;
  if (one.at === undefined || other.at === undefined) return one === other;
  return one.at === other.at || placeNumber(one.at) === placeNumber(other.at);
}

export class RaceCell {
  /**
   * The last access of each thread at each place of the program and of each kind: an earlier one at the same place races with
   * nothing that the last one does not race with.
   */
  readonly #touches: Touch[] = [];
  /** Where the last of them was put: the next one is often its like. */
  #latest = 0;
  /**
   * The last thread that touched the cell, if its access raced with nothing: 1 if it read, 2 if it wrote. Its next
   * access of the same or a weaker kind races with nothing either, because its clock only grows.
   */
  quietThread = -1;
  quiet = 0;
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

  touches(): readonly Touch[] {
    return this.#touches;
  }

  add(touch: Touch): void {
    const touches = this.#touches;
    if (touches.length > 0 && isLike(touches[this.#latest], touch)) touches[this.#latest] = touch;
    else {
      const known = touches.findIndex((one) => isLike(one, touch));
      this.#latest = known < 0 ? touches.length : known;
      touches[this.#latest] = touch;
    }
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
