// Addresses in the words of the program: the cell at one (`q.head`, `node->next`), a pointer (`&q`, `&a[1]`, `node`), and what
// is not there (`a[3], past the end of a`).

import { present } from '../support/present.js';
import { bytesOf, frameHeader } from './cells.js';
import type { Observable } from './condition.js';
import { type Expr, forEachRegister } from './expression.js';
import { heapBlocks, type NamedBlock, type TakenBlock } from './heapNames.js';
import type { Integer } from './integer.js';
import { functionBase, globalBase, heapBase, type Layout } from './layout.js';
import { printObservable } from './printCondition.js';
import type { Location, Program } from './program.js';
import { forEachStatement } from './statement.js';

/** A cell of an object: where it starts, and what it is called after the object's name. */
interface Part {
  readonly offset: number;
  readonly suffix: string;
  readonly bytes: number;
  readonly float?: boolean | undefined;
  readonly union?: boolean | undefined;
}

/** A location or a block. */
interface NamedObject {
  /** Of the object, or of a pointer to it. */
  readonly name: string;
  readonly isPointer: boolean;
  /** Several objects one after the other, or what is declared as an array. */
  readonly array: boolean;
  readonly address: number;
  readonly size: number;
  readonly parts: readonly Part[];
  /** The size of an element, where not all have parts. */
  readonly each?: number;
  /** Where the first object begins. */
  readonly from?: number;
  /** C's own addresses are written with `&`, those of litmus tests are not. */
  readonly bytewise: boolean;
}

/** Names for the addresses of a program, or of one execution of it if the blocks are given that it took. */
export class AddressNames {
  readonly #layout: Layout;
  readonly #program: Program;
  readonly #blocks: readonly NamedBlock[];
  readonly #objects = new Map<Location | NamedBlock, NamedObject>();

  constructor(program: Program, layout: Layout, taken?: readonly TakenBlock[]) {
    this.#program = program;
    this.#layout = layout;
    this.#blocks = heapBlocks(program, taken);
  }

  /** `x`, `t[1]`, `q.head`, `node->next` or `heap1+3` for the address of a cell, undefined for any other value. */
  cell(address: Integer): string | undefined {
    const object = this.#objectAt(address);
    if (object === undefined || typeof address === 'bigint') return this.#somewhere(address);
    const part = object.parts.find(({ offset }) => offset === address - object.address);
    if (part !== undefined) return partName(object, part);
    // a block of which the program touches nothing
    const isWhole = object.parts.length === 0 && object.address === address;
    return isWhole ? object.name : this.#somewhere(address);
  }

  /** How many bytes the floating-point number at an address has; undefined if there is none. */
  floatBytes(address: Integer): number | undefined {
    const part = this.#partAt(address);
    return part?.float === true ? part.bytes : undefined;
  }

  /** The same for a union of members of different sizes. */
  unionBytes(address: Integer): number | undefined {
    const part = this.#partAt(address);
    return part?.union === true ? part.bytes : undefined;
  }

  #partAt(address: Integer): Part | undefined {
    const object = this.#objectAt(address);
    if (object === undefined || typeof address === 'bigint') return undefined;
    return object.parts.find(({ offset }) => offset === address - object.address);
  }

  /** A value that is an address: `&x`, `&t[1]`, `&q.head`, `node`, the name of a function; undefined for any other. */
  pointer(address: Integer): string | undefined {
    if (typeof address === 'number' && address >= functionBase && address < globalBase)
      return this.#program.functions?.[address - functionBase];
    const object = this.#objectAt(address);
    if (object === undefined || typeof address === 'bigint') return this.#somewhere(address);
    if (!object.bytewise) return this.cell(address);
    const offset = address - object.address;
    const index = object.parts.findIndex((part) => part.offset === offset);
    if (index >= 0) return pointerTo(object, index);
    if (offset === 0) return object.isPointer ? object.name : `&${object.name}${object.array ? '[0]' : ''}`;
    if (offset === object.size) return object.array ? `&${object.name}[${countOf(object)}]` : undefined;
    // a pointer with a mark in its low bits
    const start = object.parts.findLastIndex((part) => part.offset < offset);
    const mark = offset - (object.parts[start]?.offset ?? offset);
    return start >= 0 && mark < (object.parts[start]?.bytes ?? 0) && mark < 8
      ? `${pointerTo(object, start)} + ${mark}`
      : this.#somewhere(address);
  }

  /** An address inside of a cell: `x`, `t[1] + 2`, or the number. */
  inside(address: Integer): string {
    for (let back = 0; back < 8 && typeof address === 'number'; back++) {
      const name = this.cell(address - back);
      if (name !== undefined) return back === 0 ? name : `${name} + ${back}`;
    }
    return `${address}`;
  }

  /** An address where nothing is: `a null pointer`, `memory 8 bytes from a null pointer`, `a[3], past the end of a` or the number. */
  nowhere(address: Integer): string {
    if (address === 0) return 'a null pointer';
    if (address > -page && address < page) return `memory ${address} bytes from a null pointer`;
    const nothing = `${address}, which is the address of nothing`;
    if (typeof address === 'bigint') return nothing;
    const object = this.#objectBefore(address);
    const past = object === undefined ? Infinity : address - object.address - object.size;
    const next = this.#objectAfter(address);
    if (next !== undefined && next.address - address < past) return beforeStart(next, address - next.address);
    if (object === undefined) return nothing;
    if (address - object.address < (object.from ?? 0)) return beforeStart(object, address - object.address);
    if (past < 0)
      return object.isPointer && address === object.address
        ? `${object.name}, which does not fit into its block`
        : nothing;
    const element = elementPast(object, address - object.address);
    if (element !== undefined) return `${element}, past the end of ${object.name}, ${elementsText(object)}`;
    return `memory ${past === 0 ? 'just' : `${past} bytes`} past the end of ${object.name}`;
  }

  /** Since when there is nothing at an address where something was. */
  gone(address: number, how: Gone): string {
    if (how === 'destroyed') return goneWords.destroyed;
    if (address < heapBase)
      return this.#locationBefore(address)?.name.includes('@') ? goneWords.copy : goneWords.left;
    return goneInHeap(endingsInHeap(this.#program));
  }

  /** The object that the address is in, or one past the end of. */
  #objectAt(address: Integer): NamedObject | undefined {
    if (typeof address === 'bigint' || address < globalBase) return undefined;
    const object = this.#objectBefore(address);
    return object === undefined || address > object.address + object.size ? undefined : object;
  }

  /** The last object that starts there or before, in the same heap. */
  #objectBefore(address: number): NamedObject | undefined {
    if (address < globalBase) return undefined;
    if (address < heapBase) {
      if (address >= this.#layout.globalEnd + 64) return undefined;
      const location = this.#locationBefore(address);
      return location === undefined
        ? undefined
        : this.#object(location, (l) => locationObject(l, this.#layout));
    }
    const heap = address - ((address - heapBase) % this.#layout.heapStride);
    const block = this.#blocks.findLast((b) => b.address >= heap && b.address <= address);
    return block === undefined ? undefined : this.#object(block, blockObject);
  }

  /** The next object that starts a little later. */
  #objectAfter(address: number): NamedObject | undefined {
    const { addressOf } = this.#layout;
    const starts = (start: number | undefined): boolean =>
      start !== undefined && start > address && start - address <= nearby;
    const location = this.#program.locations.find(({ name }) => starts(addressOf.get(name)));
    if (location !== undefined) return this.#object(location, (l) => locationObject(l, this.#layout));
    const block = this.#blocks.find((b) => starts(b.address));
    return block === undefined ? undefined : this.#object(block, blockObject);
  }

  #locationBefore(address: number): Location | undefined {
    const { addressOf } = this.#layout;
    return this.#program.locations.findLast(({ name }) => (addressOf.get(name) ?? Infinity) <= address);
  }

  #object<T extends Location | NamedBlock>(of: T, make: (of: T) => NamedObject): NamedObject {
    const object = this.#objects.get(of) ?? make(of);
    this.#objects.set(of, object);
    return object;
  }

  /** An address of a heap of which no more is known. */
  #somewhere(address: Integer): string | undefined {
    if (typeof address === 'bigint' || address < heapBase) return undefined;
    const { heapStride } = this.#layout;
    const thread = Math.floor((address - heapBase) / heapStride);
    if (thread >= this.#program.threads.length) return undefined;
    return `heap${thread}+${(address - heapBase) % heapStride}`;
  }
}

/** Why an object is gone: it is a destroyed lock, or its memory has ended (freed, or its function returned). */
export type Gone = 'destroyed' | 'ended';

/** The same in words. */
const goneWords = {
  destroyed: 'after it was destroyed',
  left: 'after its block ended',
  /** A thread's copy of a thread-local object: the name has the thread behind an at sign. */
  copy: 'after its thread ended',
} as const;

type HeapEnding = 'freed' | 'left';

function goneInHeap(endings: ReadonlySet<HeapEnding>): string {
  const ways = [
    ...(endings.has('freed') ? ['it was freed'] : []),
    ...(endings.has('left') ? ['its block ended'] : []),
  ];
  return `after ${ways.join(' or ')}`;
}

/** Whether it is the start of the block of an array, which the program itself does not name. */
const isLeft = (address: Expr): boolean =>
  address.kind === 'binary' &&
  address.op === '-' &&
  address.right.kind === 'const' &&
  Number(address.right.value) === frameHeader;

/** How blocks end in this program. */
function endingsInHeap({ threads }: Program): ReadonlySet<HeapEnding> {
  const found = new Set<HeapEnding>();
  for (const { body } of threads)
    forEachStatement(body, (s) => {
      if (s.kind === 'free') found.add(isLeft(s.address) ? 'left' : 'freed');
      if (s.kind !== 'store' || s.lifetime !== 'ends') return;
      forEachRegister(s.address, () => found.add('left'));
    });
  return found;
}

/** An address this many bytes before an object, and behind no other, is taken to belong to that object. */
const nearby = 64;

/** Members of an object behind a null pointer lie within this distance of it. */
const page = 4096;

/** `x`, `t[1]`, `q.head` */
export function cellName(location: Location, index: number): string {
  return `${shownName(location)}${suffixOf(location, index)}`;
}

/** The name of an observable in final states. `location` is the location of a cell, where the caller has it. */
export function observedName(
  program: Program,
  observable: Observable,
  location = observable.kind === 'cell'
    ? program.locations.find(({ name }) => name === observable.location)
    : undefined,
): string {
  return observable.kind === 'cell' && location?.suffixes !== undefined
    ? cellName(location, observable.index)
    : printObservable(program, observable, location);
}

/** Numbers tell equal string literals apart inside the program; users do not see them. */
const shownName = ({ name }: Location): string => (name.startsWith('"') ? name.replace(/#\d+$/, '') : name);

function suffixOf({ suffixes, array, initial }: Location, index: number): string {
  if (suffixes !== undefined) return suffixes[index] ?? '';
  return array === true || initial.length > 1 ? `[${index}]` : '';
}

function locationObject(location: Location, { addressOf }: Layout): NamedObject {
  const { name, initial, shape, array } = location;
  return {
    name: shownName(location),
    isPointer: false,
    array: array === true,
    address: addressOf.get(name) ?? 0,
    size: shape?.size ?? initial.length,
    parts: initial.map((_, i) => ({
      offset: shape?.cells[i]?.offset ?? i,
      suffix: suffixOf(location, i),
      bytes: bytesOf(shape?.cells[i]?.width ?? 8),
      float: shape?.cells[i]?.float === true,
      union: shape?.cells[i]?.union === true,
    })),
    bytewise: shape !== undefined,
  };
}

function blockObject({ label, address, size, shape, holds }: NamedBlock): NamedObject {
  const { from = 0, head, each } = holds ?? {};
  const tail = shape?.tail ?? { stride: 1, cells: [{ offset: 0, width: 8 } as const] };
  const start = shape?.size ?? 0;
  const count = Math.floor((size - start) / tail.stride);
  const array = head === undefined && (count !== 1 || holds === undefined || each !== undefined);
  const parts: Part[] = [];
  for (const [i, { offset, width, float, union }] of (shape?.cells ?? []).entries())
    if (offset + bytesOf(width) <= size) {
      const suffix = head?.suffixes[from > 0 ? i - 1 : i] ?? '';
      parts.push({
        offset,
        bytes: bytesOf(width),
        float,
        union,
        suffix: offset < from ? sizeSuffix : suffix,
      });
    }
  for (let i = 0; i < count; i++)
    for (const [c, { offset, width, float, union }] of tail.cells.entries()) {
      const inner = holds?.suffixes[c] ?? '';
      const place = start + i * tail.stride + offset;
      const index = each === undefined ? i : Math.floor((place - from) / each);
      const suffix = head !== undefined ? `${head.tail}[${i}]${inner}` : array ? `[${index}]${inner}` : inner;
      parts.push({ offset: place, bytes: bytesOf(width), float, union, suffix });
    }
  return {
    name: label,
    isPointer: true,
    array,
    address,
    size,
    parts,
    bytewise: true,
    ...present({ each, from }),
  };
}

/** Of the word before a block that says how large it is. */
const sizeSuffix = ' size';

function partName({ name, isPointer }: NamedObject, { suffix }: Part): string {
  if (!isPointer) return `${name}${suffix}`;
  if (suffix === '') return `*${name}`;
  return suffix.startsWith('.') ? `${name}->${suffix.slice(1)}` : `${name}${suffix}`;
}

/** A pointer to the largest object that starts with the part; to the first element rather than to an array. */
function pointerTo(object: NamedObject, index: number): string {
  const { parts, name, isPointer } = object;
  const { suffix } = parts[index];
  const before = parts[index - 1]?.suffix;
  const steps = suffix.match(/\.[^.[]+|\[\d+\]/g) ?? [];
  let kept = steps.length;
  // The part is the first one of its parent as long as the part before it is not in that parent too.
  while (kept > 0 && !isWithin(before, steps.slice(0, kept - 1).join(''))) kept--;
  if (/^\[/.test(steps[kept] ?? '')) kept++;
  const path = steps.slice(0, kept).join('');
  if (name.startsWith('"') && path === '[0]') return name;
  if (path === '') return isPointer ? name : `&${name}`;
  return `&${partName(object, { offset: 0, bytes: 0, suffix: path })}`;
}

const isWithin = (suffix: string | undefined, path: string): boolean =>
  suffix !== undefined &&
  suffix !== sizeSuffix &&
  suffix.startsWith(path) &&
  /^([.[+]|$)/.test(suffix.slice(path.length));

/** How many elements an array has. */
function countOf({ parts, each, size, from = 0 }: NamedObject): number {
  if (each !== undefined) return Math.floor((size - from) / each);
  const last = /^\[(\d+)\]/.exec(parts.at(-1)?.suffix ?? '');
  return last === null ? 0 : Number(last[1]) + 1;
}

/** `which has 4 elements`, `a block of 1 element` */
function elementsText(object: NamedObject): string {
  const count = countOf(object);
  return `${object.isPointer ? 'a block of' : 'which has'} ${count} ${count === 1 ? 'element' : 'elements'}`;
}

/** `a[-1], before the start of a, which has 4 elements` */
function beforeStart(object: NamedObject, offset: number): string {
  const element = elementPast(object, offset);
  const bytes = (object.from ?? 0) - offset;
  return element === undefined
    ? `memory ${bytes} bytes before the start of ${object.name}`
    : `${element}, before the start of ${object.name}, ${elementsText(object)}`;
}

/** `a[3].next`, if the offset behind an array is that of a part of an element it would have if it went on. */
function elementPast(object: NamedObject, offset: number): string | undefined {
  const count = countOf(object);
  if (count === 0) return undefined;
  const [first] = object.parts;
  const start = object.each === undefined ? (first?.offset ?? 0) : (object.from ?? 0);
  const each = object.each ?? Math.floor((object.size - start) / count);
  const index = Math.floor((offset - start) / each);
  const within = offset - start - index * each;
  // Nothing touches the elements that there are.
  if (object.parts.length === 0 && within === 0) return `${object.name}[${index}]`;
  const part = object.parts.find((p) => (p.offset - start) % each === within);
  return part === undefined ? undefined : `${object.name}[${index}]${part.suffix.replace(/^\[\d+\]/, '')}`;
}
