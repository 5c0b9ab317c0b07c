// The bytes of global objects that may change after the start. `settle` begins with the belief that hardly any do and
// follows the program under it. Then it looks at the threads' writes. If they contradict the belief, it begins again
// with a smaller one. A belief that nothing contradicts is true, by induction over the steps of an execution.
//
// Most of a library's state is never used by a program, and much of its code runs only after such state has changed.
// An analysis that begins with doubt cannot find that out.

import { sameValue } from '../../fold.js';
import { type Instruction, type InstructionOf, valuesOf, valuesOfEnd } from '../../instruction.js';
import { intrinsics } from '../../intrinsics.js';
import type { Body, Global } from '../../module.js';
import { bytesOf } from '../../type.js';
import { isKnown, knownAddress, operandsOf, typeOf, type Value } from '../../value.js';
import { constantSize } from './areas.js';
import { refuse, type Settling } from './context.js';
import { initialValue } from './initial.js';
import { bytesWritten, notWritten } from './operands.js';
import { startedAfter, startedIn, type Writer, writersOf, writes } from './writers.js';

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Bytes that are written, and by which writers (writers.ts). */
export interface Written extends Range {
  readonly by: number;
}

/** The number of threads may depend on the number that is believed. */
const mostCounts = 4;

export const whole: Range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

export class Changed {
  readonly #ranges = new Map<string, Written[]>();
  /** Locals that other threads write. */
  readonly foreign = new Set<string>();
  /** Objects whose address gets somewhere. They change if something is written at an address that is not known. */
  readonly #escaped = new Set<string>();
  /** Writes at unknown addresses: the writers that they add to an object. */
  readonly #anywhere = new Map<string, (object: string) => number>();
  /** Main's blocks are followed. */
  followsBlocks = true;
  /** Objects into which bytes without a value may be copied. */
  readonly #emptied = new Set<string>();
  /** Whether such bytes are copied to an address that is not known. */
  #emptiesAnywhere = false;
  /** A thread's own stores to its locals are believed to be what it reads there. */
  forwards = false;
  /** How many threads there are, main included. */
  threads: number | undefined;
  /** The depth of recursion, where a thread became too large with the usual one. */
  depth: number | undefined;
  /** The threads were counted anew. */
  wasRecounted = false;
  /** How often, since bytes were last found to change. */
  #counts = 0;

  count(threads: number): void {
    if (++this.#counts > mostCounts)
      refuse('a thread that is started when all threads are counted is not supported');
    this.threads = threads;
    this.wasRecounted = true;
  }

  /** Whether none of these writers is known to write the bytes. */
  isFixed(object: string, from: number, to: number, by: number = writes.ever): boolean {
    return !(this.#ranges.get(object) ?? []).some((r) => (r.by & by) !== 0 && r.from < to && from < r.to);
  }

  /** Whether bytes of a static object may be without a value after some copy. */
  mayBeEmptied(object: string): boolean {
    return this.#emptied.has(object) || (this.#emptiesAnywhere && this.#escaped.has(object));
  }

  /** Tells beliefs about emptied objects apart. */
  get emptied(): string {
    const reached = this.#emptiesAnywhere ? ['*', ...this.#escaped] : [];
    return [...this.#emptied, ...reached].sort().join(' ');
  }

  /** A copy of bytes that may have no value; `object` is undefined where its destination is not known. Whether that is news. */
  empties(object: string | undefined): boolean {
    if (object === undefined) {
      const isNews = !this.#emptiesAnywhere;
      this.#emptiesAnywhere = true;
      return isNews;
    }
    if (this.#emptied.has(object)) return false;
    this.#emptied.add(object);
    return true;
  }

  /** Whether bytes without a value get where they were believed not to get. */
  escapes(object: string): boolean {
    const isNews = this.#emptiesAnywhere && !this.#escaped.has(object);
    this.#escaped.add(object);
    return isNews;
  }

  writesAnywhere(by: string, writersHere: (object: string) => number): void {
    this.#anywhere.set(by, writersHere);
  }

  /** The objects that writes at unknown addresses may change, and the writers that they add. */
  reached(): { readonly object: string; readonly by: number }[] {
    const all = [...this.#anywhere.values()];
    if (all.length === 0) return [];
    return [...this.#escaped].map((object) => ({
      object,
      by: all.reduce((by, writersHere) => by | writersHere(object), 0),
    }));
  }

  objects(): Iterable<string> {
    return this.#ranges.keys();
  }

  /** Whether that is news. */
  add(object: string, { from, to }: Range, by: number = writes.all): boolean {
    const ranges = this.#ranges.get(object) ?? [];
    if (ranges.some((r) => (r.by & by) === by && r.from <= from && to <= r.to)) return false;
    ranges.push({ from, to, by });
    this.#ranges.set(object, ranges);
    this.#counts = 0;
    return true;
  }
}

export interface Change {
  readonly object: string;
  readonly range: Range;
  /** The bytes get the values that they have at first. */
  readonly isInitial?: true;
}

/** Bytes that were found to be written. */
export interface Found {
  readonly object: string;
  readonly range: Written;
}

interface News {
  readonly written: readonly Found[];
  /** Bytes without a value get where they were believed not to get. */
  readonly empties: boolean;
}

/** The bytes that a write to a known address changes; `value` is given for writes that may leave the first one. */
function changeAt(
  address: Value,
  size: number,
  value: Value | undefined,
  globalOf: (name: string) => Global | undefined,
): Change | undefined {
  const known = knownAddress(address);
  if (known?.object.kind !== 'symbol') return undefined;
  const { name } = known.object;
  const global = globalOf(name);
  const initial =
    value === undefined || global === undefined
      ? undefined
      : initialValue(global, known.offset, typeOf(value));
  const range = { from: known.offset, to: known.offset + size };
  return value !== undefined && initial !== undefined && sameValue(initial, value)
    ? { object: name, range, isInitial: true }
    : { object: name, range };
}

/** The bytes that an instruction changes at an address that is known. */
export function changeBy(i: Instruction, globalOf: (name: string) => Global | undefined): Change | undefined {
  switch (i.kind) {
    case 'store': {
      // A store of the first value may be half of a data race. The library's own stores are none.
      const value = i.model === true ? i.value : undefined;
      const change = changeAt(i.address, bytesOf(typeOf(i.value)), value, globalOf);
      // A value that is not known yet may turn out to be the first one.
      return change === undefined || value === undefined || isKnown(value)
        ? change
        : { ...change, isInitial: true };
    }
    case 'rmw':
      return changeAt(i.address, bytesOf(typeOf(i.value)), undefined, globalOf);
    case 'cmpxchg':
      return changeAt(i.address, bytesOf(typeOf(i.desired)), undefined, globalOf);
    case 'intrinsic': {
      const [size, first] = [bytesWritten.get(i.name), i.args[0]];
      return size === undefined || first === undefined
        ? undefined
        : changeAt(first, size, undefined, globalOf);
    }
    default:
      return undefined;
  }
}

/** Adds the bytes that an instruction changes at an address that is known. */
export function noteChange(writer: Writer, i: Instruction, started: number): void {
  const { settling } = writer;
  const change = changeBy(i, (name) => settling.global(name));
  if (change === undefined) return;
  const { object, range, isInitial } = change;
  const storage = settling.global(object)?.storage;
  if (storage === undefined || storage.kind === 'local') return;
  const by = writersOf(writer, object, started);
  settling.changes(object, range, isInitial ? by & ~writes.ever : by);
}

/** Adds the bytes that the body may write, and returns those that are new. `globalOf` finds the object of a name. */
export function noteChanges(
  body: Body,
  globalOf: (name: string) => Global | undefined,
  changed: Changed,
  writer?: Writer,
): News {
  const written: Found[] = [];
  let empties = false;
  const starts = writer?.thread === 0 && !writer.isApart ? startedIn(writer.settling, body) : undefined;
  /** The threads that main may have started before the instruction. */
  let started = 0;
  const add = (object: string, range: Range, writers: number): void => {
    const storage = globalOf(object)?.storage;
    if (storage !== undefined && storage.kind !== 'local' && changed.add(object, range, writers))
      written.push({ object, range: { ...range, by: writers } });
  };
  const writersHere = (object: string): number =>
    writer === undefined ? writes.all : writersOf(writer, object, started);
  /** Something is written at an unknown address. As long as no other thread is there, main forgets what that may change. */
  const anywhere = (): void => {
    if (writer === undefined) changed.writesAnywhere('', () => writes.all);
    else {
      const [at, others] = [started, writer.thread === 0 && started === 0 ? 0 : writes.foreign];
      changed.writesAnywhere(`${writer.thread} ${at}`, (object) => writersOf(writer, object, at) | others);
    }
  };
  const escaped = new Set<string>();
  /** The instruction is the library's, which makes marks of addresses, and no addresses of marks. */
  let makesMarks = false;
  const escapes = (value: Value): void => {
    if (value.kind === 'symbol') objectEscapes(value.name);
    else if (!makesMarks || value.kind !== 'unary' || value.op !== 'trunc')
      operandsOf(value).forEach(escapes);
  };
  const objectEscapes = (name: string): void => {
    if (escaped.has(name)) return;
    escaped.add(name);
    const global = globalOf(name);
    if (global?.constant !== true && changed.escapes(name) && global?.storage.kind !== 'block')
      empties = true;
    heldAddresses(name, whole);
  };
  /** Something is written at the address. */
  const writtenAt = (address: Value): void => {
    if (address.kind === 'symbol') add(address.name, whole, writersHere(address.name));
    else if (address.kind === 'offset' || address.kind === 'element') writtenAt(address.base);
    else if (address.kind !== 'const' && address.kind !== 'local') anywhere();
  };
  /** Addresses in the initial bytes of an object get to where these bytes are read. */
  const heldAddresses = (name: string, { from, to }: Range): void => {
    for (const { offset, target } of globalOf(name)?.relocations ?? [])
      if (offset < to && from < offset + 8) objectEscapes(target);
  };
  /** An address that is only read from. */
  const read = (address: Value, size = Number.POSITIVE_INFINITY): void => {
    const known = knownAddress(address);
    if (known?.object.kind === 'symbol')
      heldAddresses(known.object.name, { from: known.offset, to: known.offset + size });
    else readBase(address);
  };
  const readBase = (address: Value): void => {
    if (address.kind === 'offset') readBase(address.base);
    else if (address.kind === 'element') {
      readBase(address.base);
      escapes(address.index);
    } else if (address.kind === 'symbol') heldAddresses(address.name, whole);
    else escapes(address);
  };
  const write = (address: Value, size: number, value?: Value, isFirst = false): void => {
    if (knownAddress(address)?.object.kind !== 'symbol') {
      writtenAt(address);
      escapes(address);
      return;
    }
    const change = changeAt(address, size, value, globalOf);
    if (change === undefined) return;
    const changes = isFirst || change.isInitial ? ~writes.ever : writes.all;
    add(change.object, change.range, writersHere(change.object) & changes);
  };
  /** Bytes without a value are copied as such. */
  const copied = (from: Value, to: Value): void => {
    const [source, target] = [from, to].map((address) => {
      const object = knownAddress(address)?.object;
      return object?.kind === 'symbol' ? object.name : undefined;
    });
    const hasValues =
      source !== undefined && globalOf(source)?.storage.kind === 'static' && !changed.mayBeEmptied(source);
    if (hasValues || (target !== undefined && globalOf(target)?.storage.kind !== 'static')) return;
    if (changed.empties(target)) empties = true;
  };
  const instruction = (i: Instruction): void => {
    switch (i.kind) {
      case 'load':
        read(i.address, bytesOf(i.result.type));
        return;
      case 'store':
        // A store of the first value may be half of a data race. The library's own stores are none.
        write(i.address, bytesOf(typeOf(i.value)), i.model === true ? i.value : undefined);
        escapes(i.value);
        return;
      case 'rmw':
        write(i.address, bytesOf(typeOf(i.value)));
        read(i.address, bytesOf(typeOf(i.value)));
        escapes(i.value);
        return;
      case 'cmpxchg':
        read(i.address, bytesOf(typeOf(i.desired)));
        write(i.address, bytesOf(typeOf(i.desired)));
        escapes(i.expected);
        escapes(i.desired);
        return;
      case 'copy':
        copied(i.from, i.to);
        read(i.from);
        write(i.to, constantSize(i.size) ?? Number.POSITIVE_INFINITY);
        escapes(i.size);
        return;
      case 'fill':
        write(i.to, constantSize(i.size) ?? Number.POSITIVE_INFINITY, undefined, isFirst(i, globalOf));
        escapes(i.size);
        return;
      case 'life':
        return;
      case 'call':
        i.args.forEach(escapes);
        anywhere();
        return;
      case 'intrinsic':
        // It only names objects. The checks that it may become change marks of its own.
        if (i.name === 'waits_with') return;
        i.args.forEach((arg, k) => {
          const size = k === 0 ? bytesWritten.get(i.name) : undefined;
          if (size !== undefined) write(arg, size);
          else if (notWritten.get(i.name)?.includes(k) === true) read(arg);
          else {
            if (intrinsics[i.name].takes[k] === 'ptr') writtenAt(arg);
            escapes(arg);
          }
        });
        return;
      default:
        valuesOf(i).forEach(escapes);
    }
  };
  for (const [label, { instructions, end }] of body.blocks) {
    started = starts?.get(label) ?? 0;
    for (const i of instructions) {
      makesMarks = i.model === true;
      instruction(i);
      if (starts !== undefined && writer !== undefined) started = startedAfter(writer.settling, i, started);
    }
    makesMarks = end.model === true;
    // A comparison with an address lets it get nowhere.
    for (const value of valuesOfEnd(end)) if (value.kind !== 'compare') escapes(value);
  }
  for (const { object, by } of changed.reached()) add(object, whole, by);
  return { written, empties };
}

/** Adds the locals that a thread writes, or lets get somewhere, and that are another thread's; whether there was something new. */
export function noteForeign(settling: Settling, body: Body, thread: number): boolean {
  const { changed } = settling;
  const before = changed.foreign.size;
  const asStatic = (name: string): Global | undefined => {
    const global = settling.global(name);
    const isOther = global?.storage.kind === 'local' && global.storage.thread !== thread;
    return isOther ? { ...global, storage: { kind: 'static' } } : undefined;
  };
  const written = new Changed();
  written.writesAnywhere('', () => writes.all);
  noteChanges(body, asStatic, written);
  for (const object of written.objects()) changed.foreign.add(object);
  return changed.foreign.size > before;
}

/** Whether zeros are written where zeros were at first. */
function isFirst(
  { to, value, size: bytes }: InstructionOf<'fill'>,
  globalOf: (name: string) => Global | undefined,
): boolean {
  if (value.kind !== 'const' || value.value !== 0) return false;
  const [known, size] = [knownAddress(to), constantSize(bytes)];
  const global = known?.object.kind === 'symbol' ? globalOf(known.object.name) : undefined;
  if (known === undefined || size === undefined || global === undefined) return false;
  const { offset } = known;
  return (
    (global.bytes ?? []).slice(offset, offset + size).every((byte) => byte === 0) &&
    !global.relocations.some((r) => r.offset < offset + size && offset < r.offset + 8)
  );
}
