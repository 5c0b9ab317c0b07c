// Where locations live: addresses are plain values. Globals sit far from small integers so that an address is never
// mistaken for a number a program computes; between two locations lies a guard cell, so that running off the end of an
// array is an invalid address and not a neighbour. Each thread allocates from a heap of its own, which keeps addresses
// independent of the interleaving.

import { bug } from '../support/diagnostic.js';
import type { Observable, Operand } from './condition.js';
import { heapName } from './heapNames.js';
import type { ThreadId } from './identity.js';
import { type Integer, type Width, wrap } from './integer.js';
import type { InitialValue, Location, Program } from './program.js';

export const globalBase = 0x5000_0000;
export const heapBase = 0x6000_0000;
/** Addresses between the heaps of two threads. */
export const heapStride = 0x4000;

export interface Layout {
  /** Address of each location's first cell. */
  readonly addressOf: ReadonlyMap<string, number>;
  /** One past the highest global address. */
  readonly globalEnd: number;
  /** Initial value of every global cell, by address. */
  readonly initial: ReadonlyMap<number, Integer>;
  /** Global cells that hold no value at first, by address. */
  readonly uninitialised: ReadonlySet<number>;
  /** The width of each global cell that has one, by address. */
  readonly widths: ReadonlyMap<number, Width>;
  /** By name. */
  readonly locations: ReadonlyMap<string, Location>;
}

/** As long as somebody has the program. */
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
  return { addressOf, globalEnd: next, initial, uninitialised, widths, locations };
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

/** What the operands of a formula are, given what is observed. */
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
export const threadHeap = (thread: ThreadId): number => heapBase + thread * heapStride;

/** `x`, `t[1]`, `q.head`, `node->next` or `heap1+3` for an address, undefined for any other value. */
export function addressName(program: Program, layout: Layout, address: Integer): string | undefined {
  if (typeof address === 'bigint') return undefined;
  if (address >= heapBase && address < heapBase + program.threads.length * heapStride) {
    const thread = Math.floor((address - heapBase) / heapStride);
    const offset = (address - heapBase) % heapStride;
    return heapName(program, thread, offset) ?? `heap${thread}+${offset}`;
  }
  const found = cellAt(program, layout, address);
  return found === undefined ? undefined : cellName(found.location, found.index);
}

/** The location that has a cell at the address. */
export const locationOf = (program: Program, layout: Layout, address: number): Location | undefined =>
  cellAt(program, layout, address)?.location;

function cellAt(
  program: Program,
  layout: Layout,
  address: number,
): { readonly location: Location; readonly index: number } | undefined {
  if (address < globalBase || address >= layout.globalEnd) return undefined;
  for (const location of program.locations) {
    const base = layout.addressOf.get(location.name);
    if (base === undefined) continue;
    const offset = address - base;
    const index =
      location.shape === undefined
        ? offset
        : location.shape.cells.findIndex((cell) => cell.offset === offset);
    if (index >= 0 && index < location.initial.length) return { location, index };
  }
  return undefined;
}

/** An address inside of a cell: `x`, `t[1] + 2`, or the number. */
export function insideText(program: Program, layout: Layout, address: Integer): string {
  for (let back = 0; back < 8 && typeof address === 'number'; back++) {
    const name = addressName(program, layout, address - back);
    if (name !== undefined) return back === 0 ? name : `${name} + ${back}`;
  }
  return `${address}`;
}

/** `x`, `t[1]`, `q.head` */
export function cellName({ name, suffixes, array, initial }: Location, index: number): string {
  if (suffixes !== undefined) return `${name}${suffixes[index] ?? ''}`;
  return array === true || initial.length > 1 ? `${name}[${index}]` : name;
}

/** So far from a null pointer are the members of what it might have pointed to. */
const page = 4096;

/** An address where nothing is: `a null pointer`, `what is 8 bytes from a null pointer`, `a[3], past the end of a` or the number. */
export function nowhereText(program: Program, layout: Layout, address: Integer): string {
  if (address === 0) return 'a null pointer';
  if (address > -page && address < page) return `what is ${address} bytes from a null pointer`;
  const nothing = `${address}, which is the address of nothing`;
  if (typeof address === 'bigint' || address < globalBase || address >= layout.globalEnd + 64) return nothing;
  const before = program.locations.filter((l) => (layout.addressOf.get(l.name) ?? address) < address);
  const location = before.at(-1);
  if (location === undefined) return nothing;
  const { shape, initial, name } = location;
  const offset = address - (layout.addressOf.get(name) ?? 0);
  const size = shape?.size ?? initial.length;
  const each = size / initial.length;
  if (offset < size || location.array !== true || offset % each !== 0) return nothing;
  return `${name}[${offset / each}], past the end of ${name}`;
}
