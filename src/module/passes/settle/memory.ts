// The contents of a thread's locals as far as its own stores tell. A local is private until its address gets somewhere: into other
// memory, another thread, or a register that is not known. Before that, only stores that name it change it.
//
// While `forwards` is believed (changed.ts) locals whose address got somewhere are followed too. Other threads are believed to leave
// them alone, which is checked in the end. The counter of a loop that starts threads may be such a local.

import { folded, sameValue } from '../../fold.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import { asking, spawning } from '../../intrinsics.js';
import { bytesOf, type Type } from '../../type.js';
import { constant, forEachValue, isKnown, offset, typeOf, type Value } from '../../value.js';
import { constantSize, placeOf } from './areas.js';
import type { Settling } from './context.js';

interface Cell {
  readonly from: number;
  readonly to: number;
  /** Absent: a copy of bytes that never change, or zeros, which may be read in parts. */
  readonly type?: Type;
  /** The value; for a copy the address of the bytes, 0 for zeros. */
  readonly value: Value;
}

/** Intrinsics that let no address get anywhere and change no memory. */
const harmless: ReadonlySet<string> = new Set([
  ...asking,
  'choose',
  'assume',
  'require',
  'atomic_begin',
  'atomic_end',
  'only_loads',
  'reads',
  'compare',
  'join',
  'allocate',
  'waits_with',
  'comes',
  'changes',
  'uses',
]);

const zeros = constant(0, 'ptr');

export class Memory {
  readonly #settling: Settling;
  readonly #thread: number;
  /** The cells of an object do not overlap. Neither map nor lists are changed in place: copies share them. */
  #cells: ReadonlyMap<string, readonly Cell[]> = new Map();
  /** Locals whose address got somewhere. */
  #escaped: ReadonlySet<string> = new Set();

  constructor(settling: Settling, thread: number) {
    this.#settling = settling;
    this.#thread = thread;
  }

  copy(): Memory {
    const copy = new Memory(this.#settling, this.#thread);
    copy.#cells = this.#cells;
    copy.#escaped = this.#escaped;
    return copy;
  }

  equals(other: Memory): boolean {
    if (this.#cells === other.#cells && this.#escaped === other.#escaped) return true;
    if (this.#cells.size !== other.#cells.size || this.#escaped.size !== other.#escaped.size) return false;
    for (const name of this.#escaped) if (!other.#escaped.has(name)) return false;
    for (const [object, cells] of this.#cells) {
      const others = other.#cells.get(object);
      if (others !== cells && !(others?.length === cells.length && cells.every((c) => holds(others, c))))
        return false;
    }
    return true;
  }

  /** Keeps the contents that both have; whether this changed. */
  join(other: Memory): boolean {
    if (this.#cells === other.#cells && this.#escaped === other.#escaped) return false;
    let lost = false;
    if (this.#escaped !== other.#escaped)
      for (const name of other.#escaped) if (this.escape(name)) lost = true;
    if (this.#cells === other.#cells) return lost;
    for (const [object, cells] of this.#cells) {
      const others = other.#cells.get(object);
      if (others === cells) continue;
      const kept = others === undefined ? [] : cells.filter((c) => holds(others, c));
      if (kept.length === cells.length) continue;
      lost = true;
      this.#put(object, kept);
      for (const cell of cells) if (!kept.includes(cell)) this.lose(cell.value);
    }
    for (const [object, cells] of other.#cells) {
      const own = this.#cells.get(object) ?? [];
      if (own !== cells)
        for (const cell of cells) if (!holds(own, cell) && this.lose(cell.value)) lost = true;
    }
    return lost;
  }

  /** A value that is not known any more: the locals it may point to are no longer private. */
  lose(value: Value): boolean {
    if (value.kind === 'const') return false;
    let news = false;
    forEachValue(value, (v) => {
      if (v.kind === 'symbol' && this.escape(v.name)) news = true;
    });
    return news;
  }

  escape(object: string): boolean {
    if (this.#escaped.has(object) || !this.#isLocal(object)) return false;
    this.#escaped = new Set(this.#escaped).add(object);
    if (!this.#isBelieved(object)) this.#lose(object);
    return true;
  }

  /** Forgets what is in an object that has ended or begins. */
  end(object: string): void {
    this.#put(object, []);
  }

  /** Applies the instruction. The value of a load that is known, if it is one. */
  after(i: Instruction): Value | undefined {
    switch (i.kind) {
      case 'load':
        return this.#load(i);
      case 'store': {
        const place = placeOf(i.address);
        if (place === undefined) this.#writeSomewhere(i.address);
        const type = typeOf(i.value);
        const to = (place?.offset ?? 0) + bytesOf(type);
        if (place !== undefined) this.#cut(place.object, place.offset, to);
        const cell = { from: place?.offset ?? 0, to, type, value: i.value };
        if (place === undefined || !isKnown(i.value) || !this.#add(place.object, cell)) this.lose(i.value);
        return undefined;
      }
      case 'rmw':
      case 'cmpxchg': {
        const place = placeOf(i.address);
        const [, ...operands] = i.kind === 'rmw' ? [i.address, i.value] : [i.address, i.expected, i.desired];
        if (place === undefined) this.#writeSomewhere(i.address);
        else this.#lose(place.object);
        for (const operand of operands) this.lose(operand);
        return undefined;
      }
      case 'copy':
        this.#copy(i);
        return undefined;
      case 'fill': {
        const [place, size] = [placeOf(i.to), constantSize(i.size)];
        if (place === undefined || size === undefined) this.#writeSomewhere(i.to);
        else {
          const [from, to] = [place.offset, place.offset + size];
          this.#cut(place.object, from, to);
          if (i.value.kind === 'const' && i.value.value === 0 && to > from)
            this.#add(place.object, { from, to, value: zeros });
        }
        return undefined;
      }
      case 'life': {
        const place = placeOf(i.object);
        if (place !== undefined) this.end(place.object);
        return undefined;
      }
      case 'set':
        if (!isKnown(i.value)) this.#loseAddresses(i.value);
        return undefined;
      case 'fence':
        return undefined;
      case 'start':
        for (const arg of i.args) this.lose(arg);
        return undefined;
      case 'call':
        this.lose(i.target);
        for (const arg of i.args) this.lose(arg);
        this.#loseEscaped();
        return undefined;
      case 'intrinsic':
        // The values stored before a landing may have changed when a jump comes back to it.
        if (i.name === 'landing') for (const object of [...this.#cells.keys()]) this.#lose(object);
        if (harmless.has(i.name)) return undefined;
        for (const arg of i.args) this.lose(arg);
        if (!spawning.has(i.name)) this.#loseEscaped();
        return undefined;
    }
  }

  #isLocal(object: string): boolean {
    const { storage } = this.#settling.objects.get(object) ?? {};
    return storage?.kind === 'local' && storage.thread === this.#thread;
  }

  /** Whether a local whose address got somewhere is followed nevertheless. */
  #isBelieved(object: string): boolean {
    const { changed } = this.#settling;
    return changed.forwards && !changed.foreign.has(object);
  }

  #isPrivate(object: string): boolean {
    return this.#isLocal(object) && !this.#escaped.has(object) && !this.#settling.shared.has(object);
  }

  #add(object: string, cell: Cell): boolean {
    const isPrivate = this.#isPrivate(object);
    if (!isPrivate && !(this.#isLocal(object) && this.#isBelieved(object))) return false;
    this.#put(object, [...(this.#cells.get(object) ?? []), cell]);
    // The address that it holds may be read by others.
    return isPrivate;
  }

  #put(object: string, cells: readonly Cell[]): void {
    if (cells.length === 0 && !this.#cells.has(object)) return;
    const changed = new Map(this.#cells);
    if (cells.length === 0) changed.delete(object);
    else changed.set(object, cells);
    this.#cells = changed;
  }

  #load(i: InstructionOf<'load'>): Value | undefined {
    const place = placeOf(i.address);
    if (place === undefined) {
      forEachValue(i.address, (v) => {
        if (v.kind === 'symbol') this.#loseContents(v.name, 0, Number.POSITIVE_INFINITY);
      });
      return undefined;
    }
    const { type } = i.result;
    const [from, to] = [place.offset, place.offset + bytesOf(type)];
    const held = this.#cells.get(place.object)?.find((c) => c.from < to && from < c.to);
    if (held === undefined) return undefined;
    if (i.order === undefined && held.from <= from && to <= held.to) {
      if (held.type === undefined) return this.#copied(held, from, type);
      if (held.type === type && held.from === from) return held.value;
    }
    this.#loseContents(place.object, from, to);
    return undefined;
  }

  #copied({ value, from }: Cell, at: number, type: Type): Value | undefined {
    const place = placeOf(value);
    return place === undefined
      ? constant(0, type)
      : this.#settling.fixedValue(place.object, place.offset + at - from, type);
  }

  #copy({ to, from, size }: InstructionOf<'copy'>): void {
    const [target, source, bytes] = [placeOf(to), placeOf(from), constantSize(size)];
    const [start, end] = [source?.offset ?? 0, (source?.offset ?? 0) + (bytes ?? Number.POSITIVE_INFINITY)];
    const read = source === undefined ? [] : this.#contents(source.object, start, end, from);
    const whole = read.flatMap((c) => parted(c, start, end));
    if (source === undefined)
      forEachValue(from, (v) => {
        if (v.kind === 'symbol') this.#loseContents(v.name, 0, Number.POSITIVE_INFINITY);
      });
    for (const cell of read) if (cell.type !== undefined && !whole.includes(cell)) this.lose(cell.value);
    if (target === undefined || bytes === undefined) this.#writeSomewhere(to);
    else this.#cut(target.object, target.offset, target.offset + bytes);
    for (const cell of whole) {
      const shift = (target?.offset ?? 0) - start;
      const moved = { ...cell, from: cell.from + shift, to: cell.to + shift };
      if (target === undefined || bytes === undefined || !this.#add(target.object, moved))
        this.lose(cell.value);
    }
  }

  /** The cells that are read; bytes that never change are one. */
  #contents(object: string, from: number, to: number, address: Value): readonly Cell[] {
    if (to !== Number.POSITIVE_INFINITY && this.#settling.isFixed(object, from, to))
      return [{ from, to, value: address }];
    return (this.#cells.get(object) ?? []).filter((c) => c.from < to && from < c.to);
  }

  /** The bytes are written: what they held is gone. */
  #cut(object: string, from: number, to: number): void {
    const cells = this.#cells.get(object);
    if (cells?.some((c) => c.from < to && from < c.to) !== true) return;
    const left: Cell[] = [];
    for (const cell of cells) {
      if (cell.to <= from || to <= cell.from) left.push(cell);
      else if (cell.type === undefined)
        left.push(...parted(cell, cell.from, from), ...parted(cell, to, cell.to));
      else if (cell.from < from || to < cell.to) this.lose(cell.value);
    }
    this.#put(object, left);
  }

  /** An address that is not known is written to, somewhere in the objects that it mentions, or where addresses got before. */
  #writeSomewhere(address: Value): void {
    forEachValue(address, (v) => {
      if (v.kind === 'symbol') this.#lose(v.name);
    });
    this.#loseEscaped();
  }

  #loseEscaped(): void {
    if (!this.#settling.changed.forwards) return;
    for (const object of [...this.#cells.keys()]) if (!this.#isPrivate(object)) this.#lose(object);
  }

  /** Addresses in a value that is not known; a comparison lets them get nowhere. */
  #loseAddresses(value: Value): void {
    if (value.kind === 'compare') return;
    this.lose(value);
  }

  #lose(object: string): void {
    const cells = this.#cells.get(object);
    if (cells === undefined) return;
    this.#put(object, []);
    for (const cell of cells) this.lose(cell.value);
  }

  #loseContents(object: string, from: number, to: number): void {
    for (const cell of this.#cells.get(object) ?? [])
      if (cell.from < to && from < cell.to) this.lose(cell.value);
  }
}

/** The part of a cell that lies between two places, if it has one. */
function parted(cell: Cell, from: number, to: number): Cell[] {
  if (cell.from >= from && cell.to <= to) return [cell];
  const [first, end] = [Math.max(cell.from, from), Math.min(cell.to, to)];
  if (cell.type !== undefined || first >= end) return [];
  const value = cell.value.kind === 'const' ? cell.value : folded(offset(cell.value, first - cell.from));
  return [{ from: first, to: end, value }];
}

const holds = (cells: readonly Cell[], { from, to, type, value }: Cell): boolean =>
  cells.some((c) => c.from === from && c.to === to && c.type === type && sameValue(c.value, value));
