// Places at run time: a group of registers or an address, and how to read and write the scalars in them.

import { constant, type Expr, widthOf } from '../../../../program/expression.js';
import { type Integer, toNumber } from '../../../../program/integer.js';
import type { SourceSpan } from '../../../../program/statement.js';
import { bug } from '../../../../support/diagnostic.js';
import { present } from '../../../../support/present.js';
import type { Place, Variable } from '../../typed.js';
import { type BitField, type CType, isConst, type ScalarCell, scalarsOf, sizeOf } from '../../types.js';
import { covers, written } from '../emitter/marks.js';
import type { Look } from '../emitter.js';
import {
  cellAddress,
  convertExpr,
  foldBinary,
  foldConditional,
  isTrue,
  resized,
  staticAddress,
  zero,
} from '../fold.js';
import { beginVariable, type CellRegister, type Frame, storageOf } from '../frame.js';
import { lowerValue } from '../values.js';
import { anyOf } from './anyValue.js';
import { keptBits, readBits, type Unit, unitsOf, writeBits } from './bitFields.js';
import { initialise } from './initialise.js';
import { further, loadScalar, sizeOfScalar, storeScalar } from './scalars.js';
import { loadMember, storeMember, type UnionCell } from './unionCells.js';
import type { Grain } from './views.js';

/** Bits of the place, and the cells of the struct they are in. */
export interface Bits {
  readonly field: BitField;
  readonly cells: readonly ScalarCell[];
}

export type LoweredPlace = { readonly bits?: Bits } & (
  | { readonly kind: 'registers'; readonly cells: readonly CellRegister[]; readonly offset: Expr }
  | { readonly kind: 'bound'; readonly value: Expr }
  /** `constantOf`: a const global that never changes. `grain`: its cells are so many bytes each. */
  | {
      readonly kind: 'memory';
      readonly address: Expr;
      readonly grain: Grain | undefined;
      /** It begins a cell of a union, of whatever size it is itself. */
      readonly cell?: UnionCell;
      readonly constantOf?: Variable;
    }
);

/** `onePast`: the element after the last may be named, for its address only. */
export function lowerPlace(frame: Frame, place: Place, onePast = false): LoweredPlace {
  switch (place.kind) {
    case 'variable':
      return variablePlace(frame, place.variable);
    case 'literal':
      beginVariable(frame, place.variable, true, place.at);
      initialise(frame, place.variable, place.initialiser, place.at);
      return variablePlace(frame, place.variable);
    case 'deref': {
      const grain = frame.program.views.ofPointer(place.pointer);
      const address = lowerValue(frame, place.pointer);
      const where = grain === undefined ? staticAddress(address) : undefined;
      const constantOf = where === undefined ? undefined : frame.program.stringAt(where.location);
      return { kind: 'memory', address, grain, ...present({ constantOf }) };
    }
    case 'member': {
      const base = lowerPlace(frame, place.base);
      const { bitField } = place;
      if (bitField === undefined) return inUnion(frame, moved(base, constant(place.offset)), place.base.type);
      return { ...base, bits: { field: bitField, cells: scalarsOf(place.base.type) } };
    }
    case 'element': {
      const base = lowerPlace(frame, place.base);
      const index = lowerValue(frame, place.index);
      const length = onePast ? place.length + 1 : place.length;
      const inside = foldBinary('<u', index, constant(length, widthOf(index)));
      if (place.base.type.kind === 'array' && place.base.type.unbounded === true) {
        const beyond = (): void =>
          frame.emitter.cut(place.at, { kind: 'block-size', bytes: place.length * place.size });
        frame.emitter.branch(inside, () => {}, beyond, place.at);
        return moved(base, foldBinary('*', resized(index, 32, false), constant(place.size)));
      }
      const message = `index out of bounds: ${nameOfPlace(place.base)} has ${place.length} element${place.length === 1 ? '' : 's'}${index.kind === 'const' ? `, the index is ${index.value}` : ''}`;
      frame.emitter.assert(inside, message, place.at, 'out-of-bounds');
      return moved(base, foldBinary('*', resized(index, 32, false), constant(place.size)));
    }
  }
}

/** The array as the program writes it, as far as it has a name. */
function nameOfPlace(place: Place): string {
  switch (place.kind) {
    case 'variable':
      return place.variable.name;
    case 'member': {
      const layout = place.base.type.kind === 'struct' ? place.base.type.struct.layout : undefined;
      const field = layout?.fields.find(({ offset }) => offset === place.offset)?.name;
      if (field === undefined) return 'the array';
      return place.base.kind === 'deref' ? `the array ${field}` : `${nameOfPlace(place.base)}.${field}`;
    }
    case 'element':
      return `${nameOfPlace(place.base)}[]`;
    default:
      return 'the array';
  }
}

export function variablePlace(frame: Frame, variable: Variable): LoweredPlace {
  const storage = storageOf(frame, variable);
  switch (storage.kind) {
    case 'registers':
      return { kind: 'registers', cells: storage.cells, offset: constant(0) };
    case 'bound':
      return storage;
    case 'memory': {
      const grain = frame.program.views.ofVariable(variable);
      const fixed = variable.storage === 'global' && isConst(variable.type) && !variable.threadLocal;
      return {
        kind: 'memory',
        address: cellAddress(storage.location, 0),
        grain,
        ...(fixed && grain === undefined ? { constantOf: variable } : {}),
      };
    }
  }
}

/** A member of a struct or union of that type, in memory that is not divided. */
function inUnion(frame: Frame, place: LoweredPlace, type: CType): LoweredPlace {
  if (type.kind !== 'struct' || !type.struct.union) return place;
  if (place.kind !== 'memory' || place.grain !== undefined || place.cell !== undefined) return place;
  return { ...place, ...present({ cell: frame.program.wholeCell(type, 0) }) };
}

function moved(place: LoweredPlace, bytes: Expr): LoweredPlace {
  switch (place.kind) {
    case 'registers':
      return { ...place, offset: foldBinary('+', place.offset, bytes) };
    case 'bound':
      return place;
    case 'memory':
      return {
        ...place,
        address: foldBinary('+', place.address, resized(bytes, widthOf(place.address), false)),
      };
  }
}

/** The address of a place that is in memory. */
export function addressOfPlace(place: LoweredPlace): Expr {
  return place.kind === 'memory' ? place.address : bug('the address of a register was taken');
}

/** The address as a value of pointer type. */
export const pointerTo = (frame: Frame, place: LoweredPlace): Expr =>
  resized(addressOfPlace(place), frame.program.pointerWidth, true);

/** Reads a scalar of the type at the place. */
export function readScalar(
  frame: Frame,
  place: LoweredPlace,
  type: CType,
  at: SourceSpan,
  look: Look = 'checked',
  offset = 0,
): Expr {
  if (place.bits !== undefined) {
    const { bits, ...whole } = place;
    const units = unitsAt(frame, whole, bits, at, true);
    return readBits(units, bits.field, type, frame.program.pointerWidth);
  }
  switch (place.kind) {
    case 'bound':
      return place.value;
    case 'registers':
      return readRegister(frame, place, type, offset, at, look);
    case 'memory': {
      const address = further(place.address, offset);
      if (place.cell !== undefined) return loadMember(frame, address, type, place.cell, at, look);
      return (
        constantScalar(frame, place.constantOf, address, type) ??
        loadScalar(frame, address, type, place.grain, at, look)
      );
    }
  }
}

function unitsAt(
  frame: Frame,
  place: LoweredPlace,
  { field, cells }: Bits,
  at: SourceSpan,
  checked: boolean,
): Unit[] {
  return unitsOf(cells, field).map((cell) => ({
    cell,
    read: () =>
      frame.emitter.keep(
        readScalar(frame, place, cell.type, at, checked ? 'checked' : 'unchecked', cell.offset),
        at,
      ),
    write: (value) => writeScalar(frame, place, cell.type, value, at, cell.offset),
  }));
}

/** None where the index is out of bounds: the thread stopped when that was found. */
function cellAt(
  { emitter }: Frame,
  cells: readonly CellRegister[],
  offset: Integer,
): CellRegister | undefined {
  const start = toNumber(offset);
  const cell = cells.find(({ offset: from }) => from === start);
  return cell ?? (emitter.dead ? undefined : bug('no such register'));
}

function readRegister(
  frame: Frame,
  place: Extract<LoweredPlace, { kind: 'registers' }>,
  type: CType,
  offset: number,
  at: SourceSpan,
  look: Look,
): Expr {
  const { emitter } = frame;
  const index = foldBinary('+', place.offset, constant(offset));
  if (index.kind === 'const') {
    const cell = cellAt(frame, place.cells, index.value);
    if (cell === undefined) return constant(0, frame.program.valueWidth(type));
    const isAny = mayBeAny(frame, cell.type);
    if (look === 'copied' && emitter.isCarrier(cell.name)) {
      checkCell(frame, cell, at, false);
      return emitter.read(cell.name);
    }
    if (look === 'checked' || (look === 'copied' && isAny)) checkCell(frame, cell, at);
    const value = emitter.read(cell.name);
    return look === 'copied' && !isAny
      ? emitter.marked(value, emitter.keptMask(emitter.isSet(cell.name), at), at)
      : value;
  }
  const alike = place.cells.filter((cell) => sizeOf(cell.type) === sizeOf(type));
  const choose = (of: (cell: CellRegister) => Expr): Expr =>
    alike
      .map((cell) => ({ cell, value: of(cell) }))
      .reduceRight<Expr | undefined>(
        (rest, { cell, value }) =>
          rest === undefined
            ? value
            : foldConditional(foldBinary('==', index, constant(cell.offset)), value, rest),
        undefined,
        // an array without elements: every index was found to be out of bounds
      ) ?? constant(0, frame.program.valueWidth(type));
  const value = (): Expr => choose(({ name }) => emitter.read(name));
  if (look === 'unchecked' || alike.every(({ name }) => isTrue(emitter.isSet(name)))) return value();
  const set = choose(({ name }) => emitter.isSet(name));
  if (mayBeAny(frame, type)) {
    const give = (): void => writeScalar(frame, place, type, anyOf(frame, type, at), at, offset);
    emitter.branch(set, () => {}, give, at);
    return value();
  }
  const found = value();
  if (look === 'copied') return emitter.marked(found, emitter.keptMask(set, at), at);
  checkSet(frame, place.cells[0].name, set, at);
  return found;
}

/** Numbers of which any bits are one. */
const mayBeAny = ({ program }: Frame, type: CType): boolean =>
  program.options.unsetIsAny === true &&
  (type.kind === 'integer' || (type.kind === 'float' && type.size <= 8));

/** To CBMC and in SV-COMP a variable without a value has any; to C, using it is undefined. */
function checkCell(frame: Frame, { name, type }: CellRegister, at: SourceSpan, bytes = true): void {
  const { emitter } = frame;
  const flag = emitter.isSet(name);
  const isAny = mayBeAny(frame, type);
  if (!isAny) checkSet(frame, name, flag, at);
  if (bytes && !isAny) checkBytes(frame, name, type, at);
  if (isTrue(flag) || !isAny) return;
  emitter.branch(
    flag,
    () => {},
    () => emitter.assign(name, anyOf(frame, type, at), at),
    at,
  );
}

/** Of a word (words.ts) each byte must have been written. */
function checkBytes({ emitter }: Frame, name: string, type: CType, at: SourceSpan): void {
  const mask = emitter.maskOf(emitter.register(name));
  if (mask === written) return;
  const message = `some bytes of ${name.replace(/[[#].*$/, '')} have no value yet`;
  emitter.assert(covers(mask, 0, sizeOfScalar(type)), message, at, 'uninitialised-read');
  emitter.settle(name, at);
}

/** The value of a register that must have one. */
export function checkedRegister(frame: Frame, cell: CellRegister, at: SourceSpan): Expr {
  checkCell(frame, cell, at);
  return frame.emitter.read(cell.name);
}

/** Reading a local variable that has no value yet is undefined (C11 6.3.2.1). */
function checkSet(frame: Frame, register: string, flag: Expr, at: SourceSpan): void {
  const name = register.replace(/[[#].*$/, '');
  frame.emitter.assert(flag, `${name} has no value yet`, at, 'uninitialised-read');
}

/** The value of a scalar of a const global, at an address known before the program runs. */
function constantScalar(
  frame: Frame,
  variable: Variable | undefined,
  address: Expr,
  type: CType,
): Expr | undefined {
  const where = staticAddress(address);
  if (variable === undefined || where === undefined) return undefined;
  if (where.offset < 0 || where.offset >= (sizeOf(variable.type) ?? 0)) return undefined;
  return frame.program.constantPart(variable, where.offset, type);
}

export function writeScalar(
  frame: Frame,
  place: LoweredPlace,
  type: CType,
  value: Expr,
  at: SourceSpan,
  offset = 0,
): void {
  const { emitter } = frame;
  if (place.bits !== undefined) {
    const { bits, ...whole } = place;
    writeBits(unitsAt(frame, whole, bits, at, false), bits.field, emitter.keep(value, at), at);
    return;
  }
  switch (place.kind) {
    case 'bound':
      bug('a parameter that is never written was written');
      return;
    case 'registers': {
      // kept: the index may be computed from the registers that change here
      const index = emitter.keep(foldBinary('+', place.offset, constant(offset)), at);
      if (index.kind === 'const') {
        const cell = cellAt(frame, place.cells, index.value);
        if (cell === undefined) return;
        const mask = emitter.maskOf(value);
        emitter.copy(cell.name, value, covers(mask, 0, sizeOfScalar(type)), at);
        if (cell.memory !== undefined)
          storeScalar(frame, cell.memory, type, undefined, emitter.read(cell.name), at, mask);
        return;
      }
      const has = covers(emitter.maskOf(value), 0, sizeOfScalar(type));
      for (const cell of place.cells) {
        if (sizeOf(cell.type) !== sizeOf(type)) continue;
        const here = foldBinary('==', index, constant(cell.offset));
        emitter.copy(cell.name, foldConditional(here, value, emitter.read(cell.name)), has, at, here);
      }
      return;
    }
    case 'memory': {
      const address = further(place.address, offset);
      if (isOfLiteral(frame, address))
        emitter.assert(zero, 'store to a string literal', at, 'invalid-address');
      if (emitter.dead) return;
      if (place.cell === undefined) storeScalar(frame, address, type, place.grain, value, at);
      else storeMember(frame, address, type, place.cell, value, at);
    }
  }
}

/** As far as that is known when the program is read. */
function isOfLiteral({ program }: Frame, address: Expr): boolean {
  const location = staticAddress(address)?.location;
  return location !== undefined && program.stringAt(location) !== undefined;
}

/** The value in a place after a value of its type was stored. */
export const keptIn = (place: LoweredPlace, type: CType, value: Expr): Expr =>
  place.bits === undefined ? value : keptBits(value, place.bits.field, type);

export const asType = (frame: Frame, value: Expr, from: CType, to: CType): Expr =>
  convertExpr(value, from, to, frame.program.pointerWidth);
