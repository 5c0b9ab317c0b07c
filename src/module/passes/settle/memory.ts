// The contents of a thread's locals as far as its own stores tell. A local is private until its address gets somewhere: into other
// memory, another thread, or a register that is not known. Before that, only stores that name it change it.
//
// While `forwards` is believed (changed.ts) locals whose address got somewhere are followed too. Other threads are believed to leave
// them alone, which is checked in the end. The counter of a loop that starts threads may be such a local.

import { folded } from '../../fold.js';
import { type Instruction, type InstructionOf, valuesOf } from '../../instruction.js';
import { allocateFlags, asking, spawning } from '../../intrinsics.js';
import { bytesOf } from '../../type.js';
import {
  binary,
  constant,
  constantSize,
  forEachValue,
  isKnown,
  type Place,
  placeOf,
  typeOf,
  type Value,
} from '../../value.js';
import type { Settling } from './context.js';
import { bytesWrittenBy } from './operands.js';
import { type Cell, common, holds, parted, Statics } from './statics.js';
import { startedAfter } from './writers.js';

/** Cells of a static object that are followed at most. */
const mostCells = 64;
/** The same of a block: programs divide blocks themselves. */
const mostCellsOfBlock = 512;

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

export class Memory extends Statics {
  /** Locals, and static objects that are followed, whose address got somewhere. */
  #escaped: ReadonlySet<string>;

  constructor(settling: Settling, thread: number, from?: Memory) {
    super(settling, thread, from);
    this.#escaped = from === undefined ? settling.heldAtFirst(thread) : from.#escaped;
  }

  copy(): Memory {
    return new Memory(this.settling, this.thread, this);
  }

  equals(other: Memory): boolean {
    if (this.started !== other.started || this.follows !== other.follows) return false;
    if (this.cells === other.cells && this.#escaped === other.#escaped) return true;
    if (this.cells.size !== other.cells.size || this.#escaped.size !== other.#escaped.size) return false;
    for (const name of this.#escaped) if (!other.#escaped.has(name)) return false;
    for (const [object, cells] of this.cells) {
      const others = other.cells.get(object);
      if (others !== cells && !(others?.length === cells.length && cells.every((c) => holds(others, c))))
        return false;
    }
    return true;
  }

  /** Keeps the contents that both have; whether this changed. */
  join(other: Memory): boolean {
    let lost = (this.started | other.started) !== this.started;
    this.started |= other.started;
    if (this.follows && !other.follows) {
      this.#unfollow();
      lost = true;
    }
    if (this.cells === other.cells && this.#escaped === other.#escaped) return lost;
    if (this.#escaped !== other.#escaped)
      for (const name of other.#escaped) if (this.escape(name)) lost = true;
    if (this.cells === other.cells) return lost;
    for (const [object, cells] of this.cells) {
      const others = other.cells.get(object) ?? other.untouched(object);
      if (others === cells) continue;
      const kept = cells.flatMap((c) => (holds(others, c) ? [c] : common(c, others)));
      if (kept.length === cells.length && kept.every((c) => cells.includes(c))) continue;
      lost = true;
      this.#put(object, kept);
      for (const cell of cells) if (!kept.includes(cell)) this.lose(cell.value);
    }
    for (const [object, cells] of other.cells) {
      const own = this.cells.get(object);
      if (own === cells) continue;
      for (const cell of cells) if (!holds(own ?? [], cell) && this.lose(cell.value)) lost = true;
      if (own !== undefined) continue;
      const first = this.untouched(object);
      if (first.length === 0) continue;
      lost = true;
      this.#put(
        object,
        first.flatMap((c) => common(c, cells)),
      );
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
    if (this.#escaped.has(object)) return false;
    const isLocal = this.isLocal(object);
    if (!isLocal && !this.isOwn(object)) return false;
    this.#escaped = new Set(this.#escaped).add(object);
    if (isLocal && !this.#isBelieved(object)) this.#lose(object);
    return true;
  }

  /** Forgets what is in an object that has ended or begins. */
  end(object: string): void {
    this.#put(object, []);
  }

  /** A block begins. */
  #allocate({ result, args: [size, , flags] }: InstructionOf<'intrinsic'>): void {
    if (result === undefined || size === undefined || !this.settling.isBlock(result.name)) return;
    this.end(result.name);
    const isZeroed = ((constantSize(flags ?? size) ?? 0) & allocateFlags.zeroed) !== 0;
    if (isZeroed) this.#add({ object: result.name, offset: 0 }, constantSize(size) ?? 0, { value: zeros });
  }

  /** Applies the instruction. The value of a load or of an exchange that is known, if it is one. */
  after(i: Instruction): Value | undefined {
    if (this.thread === 0) this.started = startedAfter(this.settling, i, this.started);
    switch (i.kind) {
      case 'load':
        return this.#load(i);
      case 'store': {
        const [type, value] = [typeOf(i.value), i.value];
        const place = this.#overwrite(i.address, bytesOf(type));
        if (place === undefined || !isKnown(value) || !this.#add(place, bytesOf(type), { type, value }))
          this.lose(value);
        return undefined;
      }
      case 'rmw':
      case 'cmpxchg': {
        const [address, ...operands] = valuesOf(i);
        const old = i.kind === 'rmw' ? this.#exchanged(i) : undefined;
        if (old !== undefined) return old;
        const object = placeOf(address)?.object;
        if (object !== undefined && this.isLocal(object)) this.#lose(object);
        else this.#overwrite(address, bytesOf(typeOf(operands[0])));
        for (const operand of operands) this.lose(operand);
        return undefined;
      }
      case 'copy':
        this.#copy(i);
        return undefined;
      case 'fill': {
        const size = constantSize(i.size);
        const place = this.#overwrite(i.to, size);
        const isZero = i.value.kind === 'const' && i.value.value === 0;
        if (place !== undefined && isZero) this.#add(place, size ?? 0, { value: zeros });
        return undefined;
      }
      case 'life': {
        const place = placeOf(i.object);
        if (place !== undefined) this.end(place.object);
        return undefined;
      }
      case 'set':
        // A comparison lets addresses in it get nowhere.
        if (!isKnown(i.value) && i.value.kind !== 'compare') this.lose(i.value);
        return undefined;
      case 'fence':
        return undefined;
      case 'start':
        for (const arg of i.args) this.lose(arg);
        return undefined;
      case 'call':
        for (const value of valuesOf(i)) this.lose(value);
        this.#loseEscaped();
        // A function that is not known yet may store, or start threads that do.
        this.#unfollow();
        return undefined;
      case 'intrinsic':
        this.#intrinsic(i);
        return undefined;
    }
  }

  #intrinsic(i: InstructionOf<'intrinsic'>): void {
    // The values stored before a landing may have changed when a jump comes back to it.
    if (i.name === 'landing') {
      for (const object of [...this.cells.keys()]) this.#lose(object);
      this.#unfollow();
    }
    if (i.name === 'allocate') this.#allocate(i);
    if (harmless.has(i.name) && i.name !== 'of_thread') return;
    for (const arg of i.args) this.lose(arg);
    if (i.name === 'of_thread') return;
    if (this.follows) this.#written(i);
    if (!spawning.has(i.name)) this.#loseEscaped();
  }

  /** Whether a local whose address got somewhere is followed nevertheless. */
  #isBelieved(object: string): boolean {
    const { changed } = this.settling;
    return changed.forwards && !changed.foreign.has(object);
  }

  #isPrivate(object: string): boolean {
    if (this.#escaped.has(object)) return false;
    if (this.settling.isBlock(object)) return this.isOwn(object);
    return this.isLocal(object) && !this.settling.shared.has(object);
  }

  /** The place that is written, where it is known. What it held is gone. */
  #overwrite(address: Value, size: number | undefined): Place | undefined {
    const place = placeOf(address);
    if (place === undefined || size === undefined) {
      this.#writeSomewhere(address);
      return undefined;
    }
    this.#cut(place.object, place.offset, place.offset + size);
    return place;
  }

  /** Follows what the bytes hold; false if others get to know an address in it. */
  #add({ object, offset }: Place, size: number, held: Omit<Cell, 'from' | 'to'>): boolean {
    const isPrivate = this.#isPrivate(object);
    const isOwn = this.isOwn(object);
    if (!isPrivate && !isOwn && !(this.isLocal(object) && this.#isBelieved(object))) return false;
    const cells = this.cells.get(object) ?? this.untouched(object);
    const isFull = isOwn && cells.length >= (this.settling.isBlock(object) ? mostCellsOfBlock : mostCells);
    if (isFull) this.#lose(object);
    else if (size > 0) this.#put(object, [...cells, { ...held, from: offset, to: offset + size }]);
    // Others may read the address that it holds. The contents of a block go to the threads that it is handed to.
    return isPrivate && !isOwn;
  }

  /** Static objects have any values from here on. */
  #unfollow(): void {
    for (const object of this.cells.keys()) if (this.isOwn(object)) this.end(object);
    this.follows = false;
  }

  /** The bytes of static objects that an intrinsic writes are not known any more. */
  #written({ name, args }: InstructionOf<'intrinsic'>): void {
    args.forEach((arg, k) => {
      if (spawning.has(name) && k !== 3) return;
      const [place, size] = [placeOf(arg), bytesWrittenBy(name, k)];
      if (place !== undefined && this.isOwn(place.object))
        this.#cut(place.object, place.offset, place.offset + size);
      else if (place === undefined && size > 0 && arg.kind !== 'const') this.#writeSomewhere(arg);
    });
  }

  /** The value that an exchange finds in an object that is followed. */
  #exchanged({ op, address, value }: InstructionOf<'rmw'>): Value | undefined {
    const place = placeOf(address);
    if (place === undefined || !this.isOwn(place.object) || !isKnown(value)) return undefined;
    const type = typeOf(value);
    const old = this.followedValue(place.object, place.offset, type);
    const computed = op === 'add' || op === 'sub' || op === 'and' || op === 'or' || op === 'xor';
    if (old === undefined || !(computed || op === 'xchg')) return undefined;
    const now = computed ? folded(binary(op, old, value)) : value;
    if (!isKnown(now)) return undefined;
    this.#overwrite(address, bytesOf(type));
    this.#add(place, bytesOf(type), { type, value: now });
    this.lose(now);
    return old;
  }

  #put(object: string, cells: readonly Cell[]): void {
    const isOwn = this.isOwn(object);
    if (cells.length === 0 && !isOwn && !this.cells.has(object)) return;
    const changed = new Map(this.cells);
    if (cells.length === 0 && !isOwn) changed.delete(object);
    else changed.set(object, cells);
    this.cells = changed;
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
    if (!this.isLocal(place.object)) return this.followedValue(place.object, from, type);
    const held = this.cells.get(place.object)?.find((c) => c.from < to && from < c.to);
    if (held === undefined) return undefined;
    if (i.order === undefined && held.from <= from && to <= held.to) {
      if (held.type === undefined) return this.copied(held, from, type);
      if (held.type === type && held.from === from) return held.value;
    }
    this.#loseContents(place.object, from, to);
    return undefined;
  }

  #copy({ to, from, size }: InstructionOf<'copy'>): void {
    const [source, bytes] = [placeOf(from), constantSize(size)];
    const [start, end] = [source?.offset ?? 0, (source?.offset ?? 0) + (bytes ?? Number.POSITIVE_INFINITY)];
    const read = source === undefined ? [] : this.#contents(source.object, start, end, from);
    const whole = read.flatMap((c) => parted(c, start, end));
    if (source === undefined)
      forEachValue(from, (v) => {
        if (v.kind === 'symbol') this.#loseContents(v.name, 0, Number.POSITIVE_INFINITY);
      });
    for (const cell of read) if (cell.type !== undefined && !whole.includes(cell)) this.lose(cell.value);
    const target = this.#overwrite(to, bytes);
    for (const { from: at, to: end, ...held } of whole) {
      const place = target && { ...target, offset: target.offset + at - start };
      if (place === undefined || !this.#add(place, end - at, held)) this.lose(held.value);
    }
  }

  /** The cells that are read; bytes that never change are one. */
  #contents(object: string, from: number, to: number, address: Value): readonly Cell[] {
    if (to !== Number.POSITIVE_INFINITY && this.settling.isFixed(object, from, to))
      return [{ from, to, value: address }];
    const followed = this.isLocal(object) ? undefined : this.followed(object);
    const cells = (followed?.cells ?? this.cells.get(object) ?? []).filter((c) => c.from < to && from < c.to);
    if (followed === undefined || cells.length === 0) return cells;
    if (!this.settling.isFixed(object, from, to, followed.by)) return [];
    for (const { value } of cells) this.share(value);
    return cells;
  }

  /** The bytes are written: what they held is gone. */
  #cut(object: string, from: number, to: number): void {
    const cells = this.cells.get(object) ?? this.untouched(object);
    if (!cells.some((c) => c.from < to && from < c.to)) return;
    const left: Cell[] = [];
    for (const cell of cells) {
      if (cell.to <= from || to <= cell.from) left.push(cell);
      else if (cell.type === undefined)
        left.push(...parted(cell, cell.from, from), ...parted(cell, to, cell.to));
      else if (cell.from < from || to < cell.to) this.lose(cell.value);
    }
    this.#put(object, left);
  }

  /**
   * An address that is not known is written to, somewhere in the objects that it mentions, or where addresses got before. It may be
   * known later: then the belief that no address that is not known is written to does not protect what was known before.
   */
  #writeSomewhere(address: Value): void {
    forEachValue(address, (v) => {
      if (v.kind === 'symbol') this.#lose(v.name);
    });
    for (const object of this.#escaped) if (this.isOwn(object)) this.#lose(object);
    this.#loseEscaped();
  }

  #loseEscaped(): void {
    if (!this.settling.changed.forwards) return;
    for (const object of [...this.cells.keys()]) if (!this.#isPrivate(object)) this.#lose(object);
  }

  #lose(object: string): void {
    const cells = this.cells.get(object) ?? this.untouched(object);
    if (cells.length === 0) return;
    this.#put(object, []);
    for (const cell of cells) this.lose(cell.value);
  }

  #loseContents(object: string, from: number, to: number): void {
    for (const cell of this.cells.get(object) ?? [])
      if (cell.from < to && from < cell.to) this.lose(cell.value);
  }
}
