// Where locations live: addresses are plain values. Globals sit far from small integers so that an address is never
// mistaken for a number a program computes; between two locations lies a guard cell, so that running off the end of an
// array is an invalid address and not a neighbour. Each thread allocates from a heap of its own, which keeps addresses
// independent of the interleaving.

import { bug } from '../support/diagnostic.js';
import { afterBlock } from './cells.js';
import type { Observable, Operand } from './condition.js';
import type { ThreadId } from './identity.js';
import { type Integer, toNumber, type Width, wrap } from './integer.js';
import type { InitialValue, Location, Program } from './program.js';
import { forEachStatement } from './statement.js';

/** The names of a library's own cells, which no program mentions, begin with this. */
export const librarysOwn = 'library.own.';

/** Numbers that stand for functions: far from small integers and from addresses of cells. */
export const functionBase = 0x4000_0000;
export const globalBase = 0x5000_0000;
export const heapBase = 0x6000_0000;
/** Addresses between the heaps of two threads, at least. */
const leastStride = 0x4000;
/** The room of a heap beyond its largest blocks. */
const aroundBlocks = 1024;
/** Addresses of all heaps together, unless there are very many threads. */
const mostAddresses = 0x10_0000;

/** The largest block of a size that is not known which C programs are looked at with: there is room for some small ones beside it. */
export const mostUnknownBytes = leastStride - aroundBlocks;

export interface Layout {
  /** Address of each location's first cell. */
  readonly addressOf: ReadonlyMap<string, number>;
  /** One past the highest global address. */
  readonly globalEnd: number;
  /** Addresses between the heaps of two threads. */
  readonly heapStride: number;
  /** Initial value of every global cell, by address. */
  readonly initial: ReadonlyMap<number, Integer>;
  /** Global cells that hold no value at first, by address. */
  readonly uninitialised: ReadonlySet<number>;
  /** The width of each global cell that has one, by address. */
  readonly widths: ReadonlyMap<number, Width>;
  /** By name. */
  readonly locations: ReadonlyMap<string, Location>;
}

/** Kept while the program is referenced elsewhere. */
const known = new WeakMap<Program, Layout>();

export function layOut(program: Program): Layout {
  const layout = known.get(program) ?? laidOut(program);
  known.set(program, layout);
  return layout;
}

function laidOut(program: Program): Layout {
  const addressOf = new Map<string, number>();
  let next = globalBase;
  for (const location of program.locations) {
    const { alignment, size } = location.shape ?? { alignment: 1, size: location.initial.length };
    next = Math.ceil(next / alignment) * alignment;
    addressOf.set(location.name, next);
    next += size + 1;
  }
  const initial = new Map<number, Integer>();
  const uninitialised = new Set<number>();
  const widths = new Map<number, Width>();
  for (const location of program.locations) {
    const base = requireAddress(addressOf, location.name);
    location.initial.forEach((value, i) => {
      const address = base + cellOffset(location, i);
      initial.set(address, initialValue(value, addressOf));
      if (location.uninitialised === true) uninitialised.add(address);
      const width = location.shape?.cells[i]?.width;
      if (width !== undefined) widths.set(address, width);
    });
  }
  const locations = new Map(program.locations.map((location) => [location.name, location]));
  return {
    addressOf,
    globalEnd: next,
    heapStride: strideFor(program),
    initial,
    uninitialised,
    widths,
    locations,
  };
}

/**
 * Room for two of the largest blocks of known size that can fit, or at least for one. A thread also has room for one block of each of its
 * allocations, if they fit together. A power of 2 if that is enough.
 */
function strideFor({ threads }: Program): number {
  const most = mostAddresses / threads.length;
  let [largest, together] = [0, 0];
  for (const { body } of threads) {
    let own = 0;
    forEachStatement(body, (s) => {
      if (s.kind !== 'alloc' || s.size.kind !== 'const') return;
      const size = toNumber(s.size.value);
      if (size < most) largest = Math.max(largest, size);
      own = afterBlock(own, size, s.shape);
    });
    if (own + aroundBlocks <= most) together = Math.max(together, own);
  }
  const wanted = Math.max(2 * largest, together) + aroundBlocks;
  let stride = leastStride;
  while (stride < wanted && stride * 2 <= most) stride *= 2;
  if (stride >= largest + aroundBlocks) return stride;
  return Math.max(stride, Math.floor(most / leastStride) * leastStride);
}

/** Where a cell is in its location. */
const cellOffset = ({ shape }: Location, index: number): number =>
  shape === undefined ? index : (shape.cells[index]?.offset ?? bug(`a location has no cell ${index}`));

/** The address of a cell that a condition or a final state names. */
export function cellAddress(layout: Layout, name: string, index: number): number {
  const location = layout.locations.get(name);
  if (location === undefined) return bug(`no location is named ${name}`);
  return requireAddress(layout.addressOf, name) + cellOffset(location, index);
}

/** The values of a formula's operands in an outcome. */
export const operandValues =
  (layout: Layout, observed: (observable: Observable) => Integer) =>
  (operand: Operand): Integer => {
    switch (operand.kind) {
      case 'const':
        return operand.value;
      case 'address':
        return cellAddress(layout, operand.location, operand.index);
      case 'cell':
      case 'register':
        return observed(operand);
    }
  };

export function initialValue(value: InitialValue, addressOf: ReadonlyMap<string, number>): Integer {
  return typeof value === 'object'
    ? requireAddress(addressOf, value.location) + value.index
    : wrap(value, 64);
}

function requireAddress(addressOf: ReadonlyMap<string, number>, name: string): number {
  const address = addressOf.get(name);
  if (address === undefined) throw new Error(`no location is named ${name}: the program was not validated`);
  return address;
}

/** First address of a thread's heap. */
export const threadHeap = ({ heapStride }: Layout, thread: ThreadId): number =>
  heapBase + thread * heapStride;

/** The location that has a cell at the address. */
export function locationOf(program: Program, layout: Layout, address: number): Location | undefined {
  if (address < globalBase || address >= layout.globalEnd) return undefined;
  return program.locations.find(({ name, shape, initial }) => {
    const base = layout.addressOf.get(name);
    if (base === undefined) return false;
    const offset = address - base;
    if (shape !== undefined) return shape.cells.some((cell) => cell.offset === offset);
    return offset >= 0 && offset < initial.length;
  });
}
