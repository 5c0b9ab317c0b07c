// The contents of static objects as far as a thread knows them (writers.ts). A thread follows its own objects from their first values on.
// A thread that main has started reads main's objects as they were at its start.

import { folded, sameValue } from '../../fold.js';
import { bytesOf, type Type } from '../../type.js';
import { constant, forEachValue, offset, placeOf, symbol, type Value } from '../../value.js';
import type { Settling } from './context.js';
import { converted } from './converted.js';
import { initialValue } from './initial.js';
import { afterStart, writes } from './writers.js';

/** The known contents of a part of an object. */
export interface Cell {
  readonly from: number;
  readonly to: number;
  /** Absent: a copy of bytes that never change, or zeros, which may be read in parts. */
  readonly type?: Type;
  /** The value; for a copy the address of the bytes, 0 for zeros. */
  readonly value: Value;
  /** A copy of the first values of these bytes, which may change. */
  readonly isFirst?: true;
}

/** The part of a cell that lies between two places, if it has one. */
export function parted(cell: Cell, from: number, to: number): Cell[] {
  if (cell.from >= from && cell.to <= to) return [cell];
  const [first, end] = [Math.max(cell.from, from), Math.min(cell.to, to)];
  if (cell.type !== undefined || first >= end) return [];
  const value = cell.value.kind === 'const' ? cell.value : folded(offset(cell.value, first - cell.from));
  return [{ ...cell, from: first, to: end, value }];
}

/** The parts of a copy that other cells hold alike. */
export function common(cell: Cell, others: readonly Cell[]): Cell[] {
  if (cell.type !== undefined) return [];
  return others.flatMap((other) => {
    const [from, to] = [Math.max(cell.from, other.from), Math.min(cell.to, other.to)];
    if (other.type !== undefined || from >= to || cell.isFirst !== other.isFirst) return [];
    const [[a], [b]] = [parted(cell, from, to), parted(other, from, to)];
    return a !== undefined && b !== undefined && sameValue(a.value, b.value) ? [a] : [];
  });
}

export const holds = (cells: readonly Cell[], { from, to, type, value, isFirst }: Cell): boolean =>
  cells.some(
    (c) =>
      c.from === from && c.to === to && c.type === type && c.isFirst === isFirst && sameValue(c.value, value),
  );

/** The cells of a static object that is followed, as long as none of these writers writes them. */
interface Followed {
  readonly cells: readonly Cell[];
  readonly by: number;
}

/** Whether a value of one type is one of the other: addresses are numbers where atomics exchange them. */
const isAlike = (a: Type, b: Type): boolean => a === b || [a, b].sort().join() === 'i64,ptr';

export class Statics {
  protected readonly settling: Settling;
  protected readonly thread: number;
  /** The cells of an object do not overlap. Neither map nor lists are changed in place: copies share them. */
  protected cells: ReadonlyMap<string, readonly Cell[]>;
  /** Static objects of the thread without cells have their first values. */
  protected follows: boolean;
  /** The threads that main may have started. */
  started: number;
  /** The memory where main started the thread. */
  readonly #given: Statics | undefined;
  readonly #givenBit: number;

  constructor(settling: Settling, thread: number, from?: Statics) {
    this.settling = settling;
    this.thread = thread;
    this.cells = from?.cells ?? new Map();
    this.follows = from === undefined ? settling.follows && !settling.isApart : from.follows;
    this.started = from?.started ?? 0;
    const through = settling.startedThrough.get(thread) ?? 0;
    this.#given = from === undefined ? settling.atStart.get(through) : from.#given;
    this.#givenBit = from === undefined ? afterStart(through) : from.#givenBit;
  }

  /** Whether it is a static object that this thread owns and follows, or a block. Each thread follows blocks from its start on. */
  protected isOwn(object: string): boolean {
    if (!this.follows || !this.#isStatic(object)) return false;
    return this.settling.ownerOf(object) === this.thread || this.#isGivenBlock(object);
  }

  #isGivenBlock(object: string): boolean {
    const { settling, thread } = this;
    return !settling.isApart && settling.isBlock(object) && settling.isStartedByMain(thread);
  }

  #isStatic(object: string): boolean {
    const global = this.settling.global(object);
    if (global?.bytes === undefined || global.constant === true) return false;
    return global.storage.kind === 'static' || global.storage.kind === 'block';
  }

  /** The cells of an object that the thread has not touched. */
  protected untouched(object: string): readonly Cell[] {
    if (!this.isOwn(object)) return [];
    if (this.settling.isBlock(object)) return this.#given?.followed(object)?.cells ?? [];
    const size = this.settling.global(object)?.size ?? 0;
    return [{ from: 0, to: size, value: symbol(object), isFirst: true }];
  }

  protected followed(object: string): Followed | undefined {
    if (this.isOwn(object)) {
      const ofOwner = this.thread === 0 && this.started === 0 ? writes.anytime : writes.foreign;
      const by = this.#isGivenBlock(object) ? this.#givenBit : ofOwner;
      return { cells: this.cells.get(object) ?? this.untouched(object), by };
    }
    if (this.#given === undefined || !this.#isStatic(object) || this.settling.ownerOf(object) !== 0)
      return undefined;
    if (this.#isGivenBlock(object)) return undefined;
    const by = this.#givenBit | (this.settling.isBlock(object) ? writes.foreign : 0);
    return { cells: this.#given.followed(object)?.cells ?? [], by };
  }

  /** The value of a type in a static object that is followed. */
  protected followedValue(object: string, from: number, type: Type): Value | undefined {
    const followed = this.followed(object);
    const to = from + bytesOf(type);
    const held = followed?.cells.find((c) => c.from < to && from < c.to);
    if (followed === undefined || held === undefined || held.from > from || to > held.to) return undefined;
    if (held.type !== undefined && !(held.from === from && isAlike(held.type, type))) return undefined;
    if (!this.settling.isFixed(object, from, to, followed.by)) return undefined;
    const value =
      held.type === undefined ? this.copied(held, from, type) : folded(converted(held.value, type));
    if (value !== undefined) this.share(value);
    return value;
  }

  /** Locals of main that this thread gets to know. */
  protected share(value: Value): void {
    if (this.thread === 0) return;
    forEachValue(value, (v) => {
      if (v.kind === 'symbol' && this.settling.global(v.name)?.storage.kind === 'local')
        this.settling.shared.add(v.name);
    });
  }

  protected copied({ value, from, isFirst }: Cell, at: number, type: Type): Value | undefined {
    const place = placeOf(value);
    if (place === undefined) return constant(0, type);
    const there = place.offset + at - from;
    const global = isFirst ? this.settling.global(place.object) : undefined;
    return global === undefined
      ? this.settling.fixedValue(place.object, there, type)
      : initialValue(global, there, type);
  }

  protected isLocal(object: string): boolean {
    const { storage } = this.settling.objects.get(object) ?? {};
    return storage?.kind === 'local' && storage.thread === this.thread;
  }
}
