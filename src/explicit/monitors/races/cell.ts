// One cell of the race monitor: the threads that touched it, and the clock that an acquire of its value learns.

import type { Event } from '../../../execution/event.js';
import type { ThreadId } from '../../../program/identity.js';
import type { SourceSpan } from '../../../program/statement.js';
import { mergeInto } from '../clocks/hbClock.js';

/** An access that later ones may race with. */
export interface Touch {
  /** The last one of its like. */
  event: Event;
  readonly writes: boolean;
  readonly atomic: boolean;
  section: boolean;
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
function isLike(known: Touch, other: Event, writes: boolean, atomic: boolean): boolean {
  const one = known.event;
  if (one.thread !== other.thread || one.kind !== other.kind) return false;
  if (known.writes !== writes || known.atomic !== atomic) return false;
  if (one.at === undefined || other.at === undefined) return one === other;
  return one.at === other.at || placeNumber(one.at) === placeNumber(other.at);
}

function renew(touch: Touch, event: Event, section: boolean): void {
  touch.event = event;
  touch.section = section;
}

export class RaceCell {
  /**
   * The last access of each thread at each place of the program and of each kind: an earlier one at the same place races with
   * nothing that the last one does not race with.
   */
  readonly #touches: Touch[] = [];
  /** By thread, and whether it writes: where the last of them was put. The next one is often its like. */
  readonly #latest: number[] = [];
  /** By thread: one more than the index of its last access, and of its last write. */
  #accesses: Int32Array;
  #written: Int32Array;
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
    this.#accesses = new Int32Array(threads);
    this.#written = new Int32Array(threads);
  }

  /** Clocks become wider. */
  grow(wider: (clock: Int32Array) => Int32Array): void {
    this.sectionWrites = wider(this.sectionWrites);
    this.sectionAccesses = wider(this.sectionAccesses);
    this.#accesses = wider(this.#accesses);
    this.#written = wider(this.#written);
    for (const [thread, clock] of this.#released) this.#released.set(thread, wider(clock));
  }

  touches(): readonly Touch[] {
    return this.#touches;
  }

  /** Whether all accesses of other threads that an access may race with happen before what has this clock. */
  isOrdered(thread: ThreadId, writes: boolean, clock: Int32Array): boolean {
    const last = writes ? this.#accesses : this.#written;
    for (let other = 0; other < last.length; other++)
      if (last[other] > clock[other] && other !== thread) return false;
    return true;
  }

  add(event: Event, writes: boolean, atomic: boolean, section: boolean): void {
    const touches = this.#touches;
    const { thread, index } = event;
    this.#accesses[thread] = index + 1;
    if (writes) this.#written[thread] = index + 1;
    const own = 2 * thread + (writes ? 1 : 0);
    const latest = this.#latest[own];
    if (latest !== undefined && isLike(touches[latest], event, writes, atomic)) {
      renew(touches[latest], event, section);
      return;
    }
    const known = touches.findIndex((one) => isLike(one, event, writes, atomic));
    while (this.#latest.length < own) this.#latest.push(0);
    this.#latest[own] = known < 0 ? touches.length : known;
    if (known < 0) touches.push({ event, writes, atomic, section });
    else renew(touches[known], event, section);
  }

  /** Adds the clock that a read of the present value learns if it acquires. */
  acquired(clock: Int32Array): void {
    for (const released of this.#released.values()) mergeInto(clock, released);
  }

  /** A store of `thread`, or a read-modify-write: release sequences of others end with the one, not with the other. */
  write(thread: ThreadId, update: boolean): void {
    if (update || this.#released.size === 0) return;
    for (const other of this.#released.keys()) if (other !== thread) this.#released.delete(other);
  }

  /** The write of `thread` heads a release sequence that carries the clock. */
  head(thread: ThreadId, clock: Int32Array): void {
    const known = this.#released.get(thread);
    if (known === undefined) this.#released.set(thread, clock.slice());
    else mergeInto(known, clock);
  }
}
