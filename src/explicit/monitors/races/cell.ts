// One cell of the race monitor: the threads that touched it, and the clock that an acquire of its value learns.

import type { Event, EventKind } from '../../../execution/event.js';
import type { ThreadId } from '../../../program/identity.js';
import type { SourceSpan } from '../../../program/statement.js';
import { mergeInto } from '../clocks/hbClock.js';

/** An access that later ones may race with. */
export interface Touch {
  readonly thread: ThreadId;
  readonly kind: EventKind;
  readonly writes: boolean;
  readonly atomic: boolean;
  /** The number of its place, or -1. */
  readonly place: number;
  readonly at: SourceSpan | undefined;
  /** Of the last access of its like. */
  index: number;
  section: boolean;
  /** The one before it of the same thread that also writes, or does not. */
  next: Touch | undefined;
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

export class RaceCell {
  /**
   * The last access of each thread at each place of the program and of each kind: an earlier one at the same place races with
   * nothing that the last one does not race with.
   */
  readonly #touches: Touch[] = [];
  /** By thread, and whether it writes: the last of them, which leads to the others. The next one is often its like. */
  readonly #last: (Touch | undefined)[] = [];
  /** Two numbers by thread: one more than the index of its last access, and of its last write. */
  #indices: Int32Array;
  /**
   * The last thread that touched the cell, if its access raced with nothing: 1 if it read, 2 if it wrote. Its next
   * access of the same or a weaker kind races with nothing either, because its clock only grows.
   */
  quietThread = -1;
  quiet = 0;
  /** By thread: the clocks that the release sequences of its releases carry, as long as they go on. */
  #released: Map<number, Int32Array> | undefined;
  /** The maximum of these clocks; undefined after one of them has gone. */
  #acquired: Int32Array | undefined;
  /** The clocks of atomic sections that wrote the cell, or touched it, if there are any. */
  #sectionWrites: Int32Array | undefined;
  #sectionAccesses: Int32Array | undefined;

  constructor(threads: number) {
    this.#indices = new Int32Array(2 * threads);
  }

  /** Clocks become wider. */
  grow(threads: number, wider: (clock: Int32Array) => Int32Array): void {
    this.#sectionWrites = this.#sectionWrites && wider(this.#sectionWrites);
    this.#sectionAccesses = this.#sectionAccesses && wider(this.#sectionAccesses);
    const indices = new Int32Array(2 * threads);
    indices.set(this.#indices);
    this.#indices = indices;
    for (const [thread, clock] of this.#released ?? []) this.#released?.set(thread, wider(clock));
    this.#acquired = undefined;
  }

  /** Adds what a section learns that touches the cell. */
  enterSection(clock: Int32Array, writes: boolean): void {
    const known = writes ? this.#sectionAccesses : this.#sectionWrites;
    if (known !== undefined) mergeInto(clock, known);
  }

  leaveSection(clock: Int32Array, writes: boolean): void {
    this.#sectionAccesses ??= new Int32Array(clock.length);
    mergeInto(this.#sectionAccesses, clock);
    if (!writes) return;
    this.#sectionWrites ??= new Int32Array(clock.length);
    mergeInto(this.#sectionWrites, clock);
  }

  touches(): readonly Touch[] {
    return this.#touches;
  }

  /** Whether all accesses of other threads that an access may race with happen before what has this clock. */
  isOrdered(thread: ThreadId, writes: boolean, clock: Int32Array): boolean {
    const indices = this.#indices;
    const kind = writes ? 0 : 1;
    for (let other = 0; other < clock.length; other++)
      if (indices[2 * other + kind] > clock[other] && other !== thread) return false;
    return true;
  }

  add(event: Event, writes: boolean, atomic: boolean, section: boolean): void {
    const { thread, index } = event;
    this.#indices[2 * thread] = index + 1;
    if (writes) this.#indices[2 * thread + 1] = index + 1;
    const own = 2 * thread + (writes ? 1 : 0);
    while (this.#last.length <= own) this.#last.push(undefined);
    const first = this.#last[own];
    const touch = first && likeFrom(first, event, atomic);
    if (touch === undefined) {
      const { kind, at } = event;
      const place = at === undefined ? -1 : placeNumber(at);
      const added: Touch = { thread, kind, writes, atomic, place, at, index, section, next: first };
      this.#touches.push(added);
      this.#last[own] = added;
      return;
    }
    touch.index = index;
    touch.section = section;
    if (touch === first) return;
    for (let before = first; before !== undefined; before = before.next)
      if (before.next === touch) before.next = touch.next;
    touch.next = first;
    this.#last[own] = touch;
  }

  /** Adds the clock that a read of the present value learns if it acquires. */
  acquired(clock: Int32Array): void {
    if (this.#released === undefined) return;
    if (this.#acquired === undefined) {
      this.#acquired = new Int32Array(clock.length);
      for (const released of this.#released.values()) mergeInto(this.#acquired, released);
    }
    mergeInto(clock, this.#acquired);
  }

  /** A store of `thread`, or a read-modify-write: release sequences of others end with the one, not with the other. */
  write(thread: ThreadId, update: boolean): void {
    if (update || this.#released === undefined) return;
    for (const other of this.#released.keys())
      if (other !== thread) {
        this.#released.delete(other);
        this.#acquired = undefined;
      }
  }

  /** The write of `thread` heads a release sequence that carries the clock. */
  head(thread: ThreadId, clock: Int32Array): void {
    this.#released ??= new Map();
    const known = this.#released.get(thread);
    if (known === undefined) this.#released.set(thread, clock.slice());
    else mergeInto(known, clock);
    if (this.#acquired !== undefined) mergeInto(this.#acquired, clock);
  }
}

/** The touch of the same kind at the same place. Events without a place are each at a place of their own. */
function likeFrom(first: Touch, { index, kind, at }: Event, atomic: boolean): Touch | undefined {
  if (at === undefined) {
    const isSame = first.at === undefined && first.index === index;
    return isSame && first.kind === kind && first.atomic === atomic ? first : undefined;
  }
  let place = -1;
  for (let known: Touch | undefined = first; known !== undefined; known = known.next) {
    if (known.kind !== kind || known.atomic !== atomic) continue;
    if (known.at === at) return known;
    if (place < 0) place = placeNumber(at);
    if (known.place === place) return known;
  }
  return undefined;
}
