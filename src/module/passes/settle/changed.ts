// The bytes of global objects that may change after the start. `settle` begins with the belief that hardly any do and
// follows the program under it. Then it looks at the threads' writes. If they contradict the belief, it begins again
// with a smaller one. A belief that nothing contradicts is true, by induction over the steps of an execution.
//
// Most of a library's state is never used by a program, and much of its code runs only after such state has changed.
// An analysis that begins with doubt cannot find that out.

import { sameValue } from '../../fold.js';
import { type Instruction, valuesOf, valuesOfEnd } from '../../instruction.js';
import { intrinsics } from '../../intrinsics.js';
import type { Body, Global } from '../../module.js';
import { bytesOf } from '../../type.js';
import { constantSize, isKnown, operandsOf, placeOf, typeOf, type Value } from '../../value.js';
import { refuse, type Settling } from './context.js';
import { initialValue } from './initial.js';
import { bytesWritten, notWritten } from './operands.js';
import { type Found, type Range, Ranges, whole } from './ranges.js';
import { startedAfter, startedIn, type Writer, writersOf, writes } from './writers.js';

/** The number of threads may depend on the number that is believed. */
const mostCounts = 4;

export class Changed {
  readonly #ranges = new Ranges();
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
  isFixed(object: string, range: Range, by: number = writes.ever): boolean {
    return !this.#ranges.meets(object, range, by);
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
    return this.#ranges.objects();
  }

  /** Whether that is news. */
  add(object: string, range: Range, by: number = writes.all): boolean {
    const isNews = this.#ranges.add(object, range, by);
    if (isNews) this.#counts = 0;
    return isNews;
  }
}

export interface Change {
  readonly object: string;
  readonly range: Range;
  /** The bytes get the values that they have at first. */
  readonly isInitial?: true;
}

interface News {
  readonly written: readonly Found[];
  /** Bytes without a value get where they were believed not to get. */
  readonly empties: boolean;
}

/** A write at an operand of an instruction. */
interface Write {
  readonly address: Value;
  readonly size: number;
  /** The value, or zeros, where the bytes may have had it before. */
  readonly value?: Value | 'zeros';
}

function writeOf(i: Instruction): Write | undefined {
  switch (i.kind) {
    case 'store': {
      const size = bytesOf(typeOf(i.value));
      // A store of the first value may be half of a data race. The library's own stores are none.
      return { address: i.address, size, ...(i.model === true ? { value: i.value } : {}) };
    }
    case 'rmw':
      return { address: i.address, size: bytesOf(typeOf(i.value)) };
    case 'cmpxchg':
      return { address: i.address, size: bytesOf(typeOf(i.desired)) };
    case 'copy':
      return { address: i.to, size: constantSize(i.size) ?? Number.POSITIVE_INFINITY };
    case 'fill': {
      const size = constantSize(i.size) ?? Number.POSITIVE_INFINITY;
      const isZeros = i.value.kind === 'const' && i.value.value === 0;
      return { address: i.to, size, ...(isZeros ? { value: 'zeros' } : {}) };
    }
    case 'intrinsic': {
      const size = bytesWritten.get(i.name);
      return size === undefined ? undefined : { address: i.args[0], size };
    }
    default:
      return undefined;
  }
}

/** The bytes that a write to a known address changes. */
function changeOf(
  { address, size, value }: Write,
  globalOf: (name: string) => Global | undefined,
): Change | undefined {
  const place = placeOf(address);
  if (place === undefined) return undefined;
  const range = { from: place.offset, to: place.offset + size };
  const global = value === undefined ? undefined : globalOf(place.object);
  const isInitial = global !== undefined && value !== undefined && isFirst(global, range, value);
  return { object: place.object, range, ...(isInitial ? { isInitial } : {}) };
}

/** Whether an object has that value in these bytes at first. */
function isFirst(global: Global, { from, to }: Range, value: Value | 'zeros'): boolean {
  if (value !== 'zeros') {
    const initial = initialValue(global, from, typeOf(value));
    return initial !== undefined && sameValue(initial, value);
  }
  const bytes = (global.bytes ?? []).slice(from, to);
  return (
    to < Number.POSITIVE_INFINITY &&
    bytes.every((byte) => byte === 0) &&
    !global.relocations.some((r) => r.offset < to && from < r.offset + 8)
  );
}

/** The bytes that an instruction changes at an address that is known. */
export function changeBy(i: Instruction, globalOf: (name: string) => Global | undefined): Change | undefined {
  const write = i.kind === 'copy' || i.kind === 'fill' ? undefined : writeOf(i);
  const change = write === undefined ? undefined : changeOf(write, globalOf);
  // A value that is not known yet may turn out to be the first one.
  const mayBeFirst = i.kind === 'store' && i.model === true && !isKnown(i.value);
  return change !== undefined && mayBeFirst ? { ...change, isInitial: true } : change;
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
    const place = placeOf(address);
    if (place === undefined) readBase(address);
    else heldAddresses(place.object, { from: place.offset, to: place.offset + size });
  };
  const readBase = (address: Value): void => {
    if (address.kind === 'offset') readBase(address.base);
    else if (address.kind === 'element') {
      readBase(address.base);
      escapes(address.index);
    } else if (address.kind === 'symbol') heldAddresses(address.name, whole);
    else escapes(address);
  };
  const write = (written: Write): void => {
    const change = changeOf(written, globalOf);
    if (change === undefined) {
      writtenAt(written.address);
      escapes(written.address);
      return;
    }
    const changes = change.isInitial ? ~writes.ever : writes.all;
    add(change.object, change.range, writersHere(change.object) & changes);
  };
  /** Bytes without a value are copied as such. */
  const copied = (from: Value, to: Value): void => {
    const [source, target] = [placeOf(from)?.object, placeOf(to)?.object];
    const hasValues =
      source !== undefined && globalOf(source)?.storage.kind === 'static' && !changed.mayBeEmptied(source);
    if (hasValues || (target !== undefined && globalOf(target)?.storage.kind !== 'static')) return;
    if (changed.empties(target)) empties = true;
  };
  const instruction = (i: Instruction): void => {
    // It only names objects. The checks that it may become change marks of its own.
    if (i.kind === 'life' || (i.kind === 'intrinsic' && i.name === 'waits_with')) return;
    const written = writeOf(i);
    if (written !== undefined) write(written);
    switch (i.kind) {
      case 'load':
        read(i.address, bytesOf(i.result.type));
        return;
      case 'store':
        escapes(i.value);
        return;
      case 'rmw':
      case 'cmpxchg': {
        const [address, ...operands] = valuesOf(i);
        read(address, written?.size);
        operands.forEach(escapes);
        return;
      }
      case 'copy':
        copied(i.from, i.to);
        read(i.from);
        escapes(i.size);
        return;
      case 'fill':
        escapes(i.size);
        return;
      case 'call':
        i.args.forEach(escapes);
        anywhere();
        return;
      case 'intrinsic':
        i.args.forEach((arg, k) => {
          if (k === 0 && written !== undefined) return;
          if (notWritten.get(i.name)?.includes(k) === true) {
            read(arg);
            return;
          }
          if (intrinsics[i.name].takes[k] === 'ptr') writtenAt(arg);
          escapes(arg);
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
