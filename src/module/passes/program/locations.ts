// The objects of a settled module as locations: their cells, the values they have at first, and what they are called.

import type { CellShape } from '../../../program/cells.js';
import { fromWords } from '../../../program/integer.js';
import type { InitialValue, Location } from '../../../program/program.js';
import { present } from '../../../support/present.js';
import type { Global, Module } from '../../module.js';
import type { Cell, Division } from '../cells/divide.js';
import { scalarAt, suffixesOf } from '../layoutNames.js';
import { elementName } from './signalNames.js';

/** The initial content of a cell: bytes, an address, or the part of an address from one of its bytes on. */
type Initial =
  | { readonly kind: 'number'; readonly value: number | bigint }
  | { readonly kind: 'address'; readonly target: string; readonly addend: number }
  | { readonly kind: 'part'; readonly target: string; readonly addend: number; readonly from: number };

/** Undefined where an address begins or ends within the range. */
function initialOf(global: Global, { offset, bytes }: Cell): Initial | undefined {
  for (const { offset: at, target, addend } of global.relocations) {
    // An address has 32 bits here, and zeros above them.
    if (at === offset && bytes >= 4) return { kind: 'address', target, addend };
    if (at + 4 <= offset && offset + bytes <= at + 8) return { kind: 'number', value: 0 };
    if (at <= offset && offset + bytes <= at + 4) return { kind: 'part', target, addend, from: offset - at };
    if (at < offset + bytes && offset < at + 8) return undefined;
  }
  const byte = (i: number): number => global.bytes?.[offset + i] ?? 0;
  if (bytes === 8) {
    const word = (from: number): number =>
      byte(from) | (byte(from + 1) << 8) | (byte(from + 2) << 16) | (byte(from + 3) << 24);
    return { kind: 'number', value: fromWords(word(0), word(4)) };
  }
  let value = 0;
  for (let i = bytes - 1; i >= 0; i--) value = value * 256 + byte(i);
  const bits = bytes * 8;
  return { kind: 'number', value: value >= 2 ** (bits - 1) ? value - 2 ** bits : value };
}

/** The signed number that `bytes` bytes of a number of 32 bits are, from byte `from` on. */
function partOf(value: number, from: number, bytes: number): number {
  const unused = 32 - 8 * bytes;
  return ((value >> (8 * from)) << unused) >> unused;
}

interface LocationOptions {
  readonly nameOf: (object: string) => string;
  readonly functionNumber: (name: string) => number;
  /** Cells that hold pointers only, by object and offset: they have the width of a pointer in the program. */
  readonly cellWidth: (object: string, cell: Cell) => 8 | 16 | 32 | 64;
  /** Whether threads wait for a signal at its cells. */
  readonly isGate: (object: string) => boolean;
  readonly refuse: (what: string) => never;
}

/** An object that nothing touches still has an address. Its bytes, which may be an address too, are no cells. */
const untouched: readonly Cell[] = [{ offset: 0, bytes: 1 }];

/** The model's objects have no layouts; its arrays are of ints. */
const isModelArray = ({ model, layout, size }: Global, cells: readonly Cell[]): boolean =>
  model === true && layout === undefined && size > 8 && cells.every(({ bytes }) => bytes === 4);

export function locationOf(
  module: Module,
  global: Global,
  { cells, wholes }: Division,
  options: LocationOptions,
): Location {
  const own = cells.get(global.name) ?? untouched;
  const isLocal = global.storage.kind === 'local';
  const shapes = own.map((cell): CellShape => {
    const scalar = scalarAt(module.layouts, global.layout, cell);
    const isUnion = wholes.get(global.name)?.has(cell.offset) === true;
    return {
      offset: cell.offset,
      width: options.cellWidth(global.name, cell),
      ...(isUnion
        ? { union: true }
        : scalar?.kind === 'scalar' && scalar.reads === 'float' && scalar.size === cell.bytes
          ? { float: true }
          : {}),
    };
  });
  const initial = own.map((cell): InitialValue => {
    const isRead = !isLocal && own !== untouched;
    const found = isRead ? initialOf(global, cell) : { kind: 'number' as const, value: 0 };
    // The number of a function is known here, the place of an object is not.
    if (found === undefined || (found.kind === 'part' && module.globals.has(found.target)))
      return options.refuse(`an address in ${global.label ?? global.name} that is used in parts`);
    if (found.kind === 'number') return found.value;
    if (found.kind === 'part')
      return partOf(options.functionNumber(found.target) + found.addend, found.from, cell.bytes);
    return module.globals.has(found.target)
      ? { location: options.nameOf(found.target), index: found.addend }
      : options.functionNumber(found.target) + found.addend;
  });
  const suffixes = isModelArray(global, own)
    ? own.map(({ offset }) => elementName(global.name, offset / 4))
    : suffixesOf(module.layouts, global.layout, own);
  const layout = global.layout === undefined ? undefined : module.layouts.get(global.layout);
  return {
    name: options.nameOf(global.name),
    initial,
    shape: { cells: shapes, size: Math.max(1, global.size), alignment: Math.max(1, global.align) },
    ...(suffixes.some((suffix) => suffix !== '') ? { suffixes } : {}),
    ...(layout?.kind === 'array' ? { array: true } : {}),
    ...(isLocal ? { uninitialised: true } : {}),
    ...(options.isGate(global.name) ? { gate: true } : {}),
    ...present({ at: global.at }),
  };
}
