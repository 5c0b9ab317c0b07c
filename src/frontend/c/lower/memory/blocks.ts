// Blocks of memory: malloc, and the functions of string.h. Bytes are moved cell by cell, where the cells of both sides are the same.

import { type BlockShape, blockAlignment, bytesOf } from '../../../../program/cells.js';
import { constant, type Expr } from '../../../../program/expression.js';
import { toInteger, toNumber } from '../../../../program/integer.js';
import { mostUnknownBytes } from '../../../../program/layout.js';
import type { BlockNames, SourceSpan } from '../../../../program/statement.js';
import type { BuiltinOf } from '../../builtin.js';
import { refuseLongDoubleInParts, unknownLongDouble } from '../../check/longDoubles.js';
import { unsupported } from '../../diagnostics.js';
import { libraryPrefix } from '../../library/index.js';
import { bytesType, chunks } from '../../structLayout.js';
import type { Value } from '../../typed.js';
import {
  type CType,
  intType,
  isLongDouble,
  isMixed,
  type ScalarCell,
  scalarsOf,
  sizeOf,
} from '../../types.js';
import { pointedTo } from '../../unconverted.js';
import { foldBinary, foldConditional, foldUnary, one, resized, staticAddress, truth, zero } from '../fold.js';
import type { Frame } from '../frame.js';
import { lowerValue } from '../values.js';
import { giveBlockAny } from './anyInitial.js';
import { anyCell } from './anyValue.js';
import { blockName, cellSuffixes, pieceSuffixes } from './cellNames.js';
import { endWithScope, isKept } from './computedArrays.js';
import { lowerPlace, writeScalar } from './places.js';
import { further, loadScalar, sizeOfScalar, storeScalar } from './scalars.js';
import { bitsOf } from './staticImage.js';
import type { Grain } from './views.js';

/**
 * In a program that resizes blocks, the bytes in front of a block of malloc that hold its size. Blocks of alloca and arrays of
 * computed length have as many bytes in front, in such a program twice as many. So no block starts where `free` looks for one.
 */
const headerBytes = 16;

const behind = (bytes: number, shape: BlockShape): BlockShape => ({
  ...shape,
  cells: shape.cells.map((cell) => ({ ...cell, offset: cell.offset + bytes })),
  size: shape.size + bytes,
});

export const startOfBlock = (frame: Frame, address: Expr): Expr =>
  frame.program.unit.resizes && staticAddress(address) === undefined
    ? further(address, -headerBytes)
    : address;

/** The size that the program asked for when it took the block. If no block of malloc can start at the address, `free` says so. */
export function lowerBlockSize(frame: Frame, pointer: Value, at: SourceSpan): Expr {
  const { emitter } = frame;
  const address = emitter.keep(lowerValue(frame, pointer), at);
  const isInside = foldBinary('&', resized(address, 32, true), constant(blockAlignment - 1));
  emitter.branch(
    staticAddress(address) === undefined ? truth(isInside) : one,
    () => emitter.emit({ kind: 'free', address, at }),
    () => {},
    at,
  );
  return emitter.load(startOfBlock(frame, address), at, 64);
}

/** No process has so many: malloc returns NULL. */
const beyondAddresses = 2n ** 47n;
const ENOMEM = 12;
const errno = `${libraryPrefix}errno`;

const isBeyondAddresses = (bytes: Expr): boolean =>
  bytes.kind === 'const' && BigInt.asUintN(64, BigInt(bytes.value)) >= beyondAddresses;

/** The result of a malloc that is too large. It sets `errno` if the program has it. */
function noBlock(frame: Frame, at: SourceSpan): Expr {
  const { program } = frame;
  const variable = program.unit.globals.find(({ name }) => name === errno);
  if (variable !== undefined) {
    const place = lowerPlace(frame, { kind: 'variable', variable, type: intType, at });
    writeScalar(frame, place, intType, constant(ENOMEM), at);
  }
  return constant(0, program.pointerWidth);
}

/** More than any heap has: there is no room for it, whatever its low bits say. */
const mostBytes = 0x4000_0000;

/** A number of bytes, of 64 bits, as one of 32. */
const blockSize = (bytes: Expr): Expr =>
  foldConditional(
    foldBinary('>u', resized(bytes, 64, true), constant(mostBytes, 64)),
    constant(mostBytes),
    resized(bytes, 32, true),
  );

function lowerResizable(
  frame: Frame,
  size: Expr,
  of: CType | undefined,
  grain: Grain | undefined,
  zeroed: boolean,
  at: SourceSpan,
): Expr {
  const { emitter, program } = frame;
  const held = blockShape(frame, of, grain);
  const header = { offset: 0, width: 64 } as const;
  const moved = behind(headerBytes, held);
  const shape = { ...moved, cells: [header, ...moved.cells] };
  const target = emitter.temporary();
  const total = foldBinary('+', lookedAt(frame, size, held, at), constant(headerBytes));
  const holds = blockNames(of, held);
  const named = holds === undefined ? {} : { holds: { ...holds, from: headerBytes } };
  emitter.emit({ kind: 'alloc', target, size: total, zeroed, shape, ...named, at });
  const start = resized(emitter.register(target), program.pointerWidth, true);
  emitter.store(start, resized(size, 64, true), at, 64);
  const address = further(start, headerBytes);
  if (!zeroed) giveBlockAny(frame, { kind: 'memory', address, grain }, of, size, at);
  return address;
}

/**
 * Blocks begin at multiples of 16. Each begins at the first multiple that leaves at least a byte behind the block before it.
 * For a larger power of 2 two unused blocks come first. One tells where the heap ends, and one fills the gap. They have no
 * place in the source, so that the requested block keeps its name.
 */
function align(frame: Frame, alignment: Value, at: SourceSpan): void {
  const { emitter, program } = frame;
  const power = emitter.keep(resized(lowerValue(frame, alignment), 32, true), at);
  const less = foldBinary('-', power, constant(1));
  const isPower = foldBinary(
    '&&',
    foldBinary('!=', power, zero),
    foldBinary('==', foldBinary('&', power, less), zero),
  );
  emitter.assert(isPower, 'the alignment is no power of 2', at, 'misuse');
  if (power.kind === 'const' && toNumber(power.value) <= blockAlignment) return;
  const unused = { target: emitter.temporary(), zeroed: false, shape: { cells: [], size: 0 } };
  emitter.emit({ kind: 'alloc', ...unused, size: constant(1) });
  const header = program.unit.resizes ? headerBytes : 0;
  const end = foldBinary('+', emitter.register(unused.target), constant(blockAlignment + header));
  const gap = emitter.keep(foldBinary('&', foldUnary('-', end), less), at);
  emitter.branch(
    foldBinary('>', gap, constant(0)),
    () => emitter.emit({ kind: 'alloc', ...unused, size: foldBinary('-', gap, constant(1)) }),
    () => {},
    at,
  );
}

/** A block of chosen size is bounded: for each round of a loop it has one object, or this many bytes if that is more. */
const bytesPerRound = 16;

/** The size of a block, as one of 32 bits. If it is not known, larger blocks than are looked at are cut like loops. */
function lookedAt(frame: Frame, bytes: Expr, { tail }: BlockShape, at: SourceSpan): Expr {
  if (bytes.kind === 'const') return blockSize(bytes);
  const { emitter, program } = frame;
  const perRound = Math.max(bytesPerRound, tail?.stride ?? 0);
  const most = program.choosesWidely
    ? Math.min(program.options.unroll * perRound, mostUnknownBytes)
    : mostUnknownBytes;
  emitter.branch(
    foldBinary('>u', resized(bytes, 64, true), constant(most, 64)),
    () => emitter.cut(at, { kind: 'block-size', bytes: most }),
    () => {},
    at,
  );
  // it has no other bits, which tells the symbolic engine how many cells there are
  const bits = 2 ** Math.ceil(Math.log2(most + 1)) - 1;
  return foldBinary('&', resized(bytes, 32, true), constant(bits));
}

export function lowerAlloc(frame: Frame, value: Value, builtin: BuiltinOf<'alloc'>): Expr {
  const { emitter, program } = frame;
  const { bytes, alignment } = builtin;
  const { at } = value;
  const { allocatesFor } = frame;
  const zeroed = builtin.zeroed || frame.zeroes === true || program.views.isZeroed(value);
  const held = allocatesFor === undefined ? builtin.of : program.views.heldBy(allocatesFor);
  const of = held === undefined || !isSum(bytes) ? held : withFlexibleArray(held);
  const grain = program.views.ofPointer(allocatesFor ?? value);
  if (alignment !== undefined) align(frame, alignment, at);
  const size = emitter.keep(lowerValue(frame, bytes), at);
  if (builtin.ofMalloc === true && isBeyondAddresses(size)) return noBlock(frame, at);
  if (program.unit.resizes && builtin.ofMalloc === true)
    return lowerResizable(frame, size, of, grain, zeroed, at);
  const shape = blockShape(frame, of, grain);
  const known = lookedAt(frame, size, shape, at);
  const target = emitter.temporary();
  const isOfFunction = builtin.ofFunction === true;
  const isOfScope = builtin.array !== undefined && isKept(frame.function, builtin.array);
  const before = isOfFunction || isOfScope ? headerBytes * (program.unit.resizes ? 2 : 1) : 0;
  if (isOfScope) endWithScope(frame, target, before, known, shape, at);
  if (isOfFunction) endWithScope(frame, target, before, known, shape, at, frame.scopes);
  const holds = blockNames(of, shape);
  emitter.emit({
    kind: 'alloc',
    target,
    size: foldBinary('+', known, constant(before)),
    zeroed,
    shape: behind(before, shape),
    ...(holds === undefined ? {} : { holds: before === 0 ? holds : { ...holds, from: before } }),
    at,
  });
  const address = further(resized(emitter.register(target), program.pointerWidth, true), before);
  if (!zeroed) giveBlockAny(frame, { kind: 'memory', address, grain }, of, size, at);
  return address;
}

/** `sizeof *p + n`: no size of an array of such structs. */
const isSum = (bytes: Value): boolean =>
  bytes.kind === 'convert' ? isSum(bytes.operand) : bytes.kind === 'binary' && bytes.op === '+';

/** `struct { int n; char text[1]; }` as `struct { int n; char text[]; }`. */
function withFlexibleArray(type: CType): CType {
  const layout = type.kind === 'struct' ? type.struct.layout : undefined;
  const last = layout?.fields.at(-1);
  if (type.kind !== 'struct' || layout === undefined || type.struct.union) return type;
  if (last?.type.kind !== 'array' || last.type.length !== 1) return type;
  const fields = [...layout.fields.slice(0, -1), { ...last, type: { ...last.type, length: 0 } }];
  const cells = layout.cells.filter(({ offset }) => offset < last.offset);
  return { ...type, struct: { ...type.struct, layout: { ...layout, fields, cells } } };
}

/** The array without a length at the end of a struct. */
function flexibleArray(
  type: CType,
): { readonly name: string; readonly offset: number; readonly of: CType } | undefined {
  const last = type.kind === 'struct' ? type.struct.layout?.fields.at(-1) : undefined;
  if (last?.type.kind !== 'array' || last.type.length !== 0) return undefined;
  return { name: last.name, offset: last.offset, of: last.type.of };
}

/** The names of the cells of such a block, if the type of its objects is known. */
function blockNames(of: CType | undefined, { size, tail }: BlockShape): BlockNames | undefined {
  if (of === undefined || of.kind === 'void') return undefined;
  const name = blockName(of);
  const last = flexibleArray(of);
  const pieces = (tail?.cells ?? []).map(({ offset, width }) => ({ offset, bytes: bytesOf(width) }));
  if (last === undefined || last.offset !== size) return { name, suffixes: pieceSuffixes(of, pieces) };
  return {
    name,
    suffixes: pieceSuffixes(last.of, pieces),
    head: { suffixes: cellSuffixes(of), tail: `.${last.name}` },
  };
}

/** A block of objects of the type, one after the other. The array at the end of a struct goes on as far as the block does. */
function blockShape(frame: Frame, of: CType | undefined, grain: Grain | undefined): BlockShape {
  const { program } = frame;
  const cut = grain?.bytes ?? (of === undefined || of.kind === 'void' ? 1 : undefined);
  const type = of === undefined || of.kind === 'void' ? bytesType(1) : of;
  if (cut !== undefined && ((sizeOf(type) ?? 0) % cut !== 0 || sizeOf(type) === 0))
    return { cells: [], size: 0, tail: { stride: cut, cells: [{ offset: 0, width: bitsOf(cut) }] } };
  const last = grain === undefined ? flexibleArray(type) : undefined;
  if (last !== undefined) {
    const cells = program.cellsFor(last.of, undefined);
    return {
      cells: program.cellsFor(type, undefined),
      size: last.offset,
      tail: { stride: sizeOf(last.of) ?? 1, cells },
    };
  }
  return {
    cells: [],
    size: 0,
    tail: { stride: sizeOf(type) ?? 1, cells: program.cellsFor(type, grain) },
  };
}

/** A side of a copy: where it is, and the cells it has. */
interface Side {
  readonly address: Expr;
  readonly grain: Grain | undefined;
  readonly cells: readonly ScalarCell[];
}

/** The first `bytes` bytes of what a pointer points to. */
function sideOf(frame: Frame, pointer: Value, bytes: number): Side {
  const { emitter, program } = frame;
  const address = emitter.keep(lowerValue(frame, pointer), pointer.at);
  const grain = program.views.ofPointer(pointer);
  if (grain !== undefined) return { address, grain, cells: chunks(0, bytes) };
  const to = pointedTo(pointer);
  const size = to === undefined ? undefined : sizeOf(to);
  const cells =
    to === undefined || size === undefined || size === 0
      ? []
      : Array.from({ length: Math.ceil(bytes / size) }, (_, i) =>
          scalarsOf(to).map((cell) => ({ ...cell, offset: cell.offset + i * size })),
        ).flat();
  return { address, grain, cells: cells.filter(({ offset }) => offset < bytes) };
}

/** The cells that both sides have: those of the one that is not divided into smaller ones. */
function commonCells(a: Side, b: Side, bytes: number, name: string, at: SourceSpan): readonly ScalarCell[] {
  const typed = [a, b].filter(({ grain }) => grain === undefined);
  const [first, second] = typed;
  if (first === undefined) return chunks(0, bytes);
  const alike = (x: ScalarCell, y: ScalarCell | undefined): boolean =>
    x.offset === y?.offset && sizeOf(x.type) === sizeOf(y.type) && x.type.kind === y.type.kind;
  const whole = first.cells.every(({ offset, type }) => offset + sizeOfScalar(type) <= bytes);
  const same =
    second === undefined ||
    (second.cells.length === first.cells.length && first.cells.every((c, i) => alike(c, second.cells[i])));
  if (whole && same && first.cells.length > 0) return first.cells;
  return bytes === 0 ? [] : unsupported(`${name} over parts of objects, or from one type to another,`, at);
}

export function lowerFill(frame: Frame, builtin: BuiltinOf<'fill'>, at: SourceSpan): Expr {
  const { emitter, program } = frame;
  const side = sideOf(frame, builtin.target, builtin.bytes);
  const byte = builtin.value && emitter.keep(lowerValue(frame, builtin.value), at);
  for (const { offset, type } of commonCells(side, side, builtin.bytes, builtin.name, at)) {
    if (byte === undefined) {
      const chosen = anyCell(frame, type, at);
      storeScalar(frame, further(side.address, offset), type, side.grain, chosen, at);
      continue;
    }
    if (isLongDouble(type)) {
      const bits = byte.kind === 'const' && byte.value === 0 ? 0 : unknownLongDouble;
      storeScalar(frame, further(side.address, offset), type, side.grain, constant(bits, 64), at);
      continue;
    }
    const size = sizeOfScalar(type);
    const width = size === 8 ? 64 : 32;
    const ones = BigInt(`0x${'01'.repeat(size)}`);
    const value = foldBinary(
      '*',
      resized(byte, width, true),
      constant(toInteger(BigInt.asIntN(64, ones)), width),
    );
    const fitting = type.kind === 'pointer' ? resized(value, program.pointerWidth, false) : value;
    storeScalar(frame, further(side.address, offset), type, side.grain, fitting, at);
  }
  return side.address;
}

export function lowerCopy(frame: Frame, builtin: BuiltinOf<'copy'>, at: SourceSpan): Expr {
  const { emitter } = frame;
  const target = sideOf(frame, builtin.target, builtin.bytes);
  const source = sideOf(frame, builtin.source, builtin.bytes);
  const name = builtin.overlapping ? 'memmove' : 'memcpy';
  const cells = commonCells(target, source, builtin.bytes, name, at);
  const read = ({ offset, type }: ScalarCell): Expr =>
    emitter.keep(loadScalar(frame, further(source.address, offset), type, source.grain, at, 'copied'), at);
  const before = builtin.overlapping ? cells.map(read) : undefined;
  cells.forEach((cell, i) => {
    const value = before?.[i] ?? read(cell);
    storeScalar(frame, further(target.address, cell.offset), cell.type, target.grain, value, at);
  });
  return target.address;
}

/** Less than, equal to or greater than 0 as the first byte that differs is. */
export function lowerCompare(frame: Frame, builtin: BuiltinOf<'compare'>, at: SourceSpan): Expr {
  const { emitter, program } = frame;
  for (const pointer of [builtin.left, builtin.right]) {
    const to = pointedTo(pointer);
    if (to !== undefined && scalarsOf(to).some(({ type }) => isLongDouble(type))) refuseLongDoubleInParts(at);
    // the bytes behind a smaller member are not known
    if (to !== undefined && isMixed(to)) program.options.whole?.refuse();
  }
  const left = sideOf(frame, builtin.left, builtin.bytes);
  const right = sideOf(frame, builtin.right, builtin.bytes);
  const cells = commonCells(left, right, builtin.bytes, 'memcmp', at);
  const read = (side: Side, { offset, type }: ScalarCell): Expr =>
    emitter.keep(loadScalar(frame, further(side.address, offset), type, side.grain, at), at);
  const pairs = cells.map((cell) => [read(left, cell), read(right, cell), sizeOfScalar(cell.type)] as const);
  return emitter.keep(
    pairs.reduceRight<Expr>((rest, [a, b, size]) => {
      let result = rest;
      for (let i = size - 1; i >= 0; i--) {
        const [x, y] = [byteOf(a, i), byteOf(b, i)];
        const order = foldConditional(foldBinary('<u', x, y), constant(-1), constant(1));
        result = foldConditional(foldBinary('==', x, y), result, order);
      }
      return result;
    }, constant(0)),
    at,
  );
}

function byteOf(value: Expr, index: number): Expr {
  const wide = resized(value, 64, false);
  const shifted = foldBinary('>>u', wide, constant(index * 8, 64));
  return foldUnary('zext8', foldUnary('low32', shifted));
}
