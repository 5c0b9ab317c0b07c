// How wide pointers are in the engines' program: 32 bits where every pointer is an address, null or a small number, else 64. They
// are 64 bits wide, too, where memory that holds pointers is also seen as numbers.

import type { Width } from '../../../program/integer.js';
import { forEachValueIn } from '../../body.js';
import type { Instruction } from '../../instruction.js';
import type { Module } from '../../module.js';
import { bitsOf, type Type } from '../../type.js';
import { typeOf, type Value } from '../../value.js';
import { Copies, Places } from '../cells/alike.js';
import type { Cell, Division } from '../cells/divide.js';
import { TouchIndex } from '../cells/touchIndex.js';
import { widthOfBytes } from './widths.js';

export interface Pointers {
  readonly width: 32 | 64;
  /** The cells that are only ever read and written as pointers. */
  readonly cells: Places;
}

export function pointersOf(module: Module, division: Division): Pointers {
  const { asPointer, asNumber } = cellsByUse(division);
  const isMixed = (): boolean => asNumber.all.some(({ object, offset }) => asPointer.has(object, offset));
  if (isMixed() || dividesPointers(division) || makesPointers(module)) return wide;
  const copies = new Copies(new TouchIndex(division.touches), division);
  for (let place = asPointer.next(); place !== undefined; place = asPointer.next())
    copies.spread(place, asPointer);
  return isMixed() || beginAsNumbers(module, asPointer) ? wide : { width: 32, cells: asPointer };
}

const wide: Pointers = { width: 64, cells: new Places() };

function accessType(i: Instruction): Type | undefined {
  switch (i.kind) {
    case 'load':
      return i.result.type;
    case 'store':
    case 'rmw':
      return typeOf(i.value);
    case 'cmpxchg':
      return typeOf(i.desired);
    default:
      return undefined;
  }
}

function cellsByUse({ touches, wholes }: Division): { asPointer: Places; asNumber: Places } {
  const asPointer = new Places();
  const asNumber = new Places();
  for (const { instruction, access, places } of touches) {
    const type = accessType(instruction);
    if (type === undefined || access.bytes !== 8) continue;
    const cells = type === 'ptr' ? asPointer : asNumber;
    for (const { object, offset } of places)
      if (wholes.get(object)?.has(offset) !== true) cells.add(object, offset);
  }
  return { asPointer, asNumber };
}

const dividesPointers = ({ touches, bytesAt }: Division): boolean =>
  touches.some(
    ({ instruction, places }) =>
      accessType(instruction) === 'ptr' && places.some((place) => bytesAt(place) !== 8),
  );

/** Whether some number becomes a pointer that may need more than 32 bits. */
function makesPointers({ threads }: Module): boolean {
  let found = false;
  for (const { body } of threads)
    forEachValueIn(body, (v) => {
      if (v.kind === 'unary' && v.op === 'inttoptr') found ||= !fits(v.operand);
      if (v.kind === 'const' && v.type === 'ptr') found ||= !isSmall(v.value);
    });
  return found;
}

/** Whether some of these cells hold at first a number that needs more than 32 bits. */
const beginAsNumbers = ({ globals }: Module, cells: Places): boolean =>
  cells.all.some(({ object, offset }) => {
    const { bytes = none, relocations = [] } = globals.get(object) ?? {};
    if (bytes.length <= offset || relocations.some((r) => r.offset === offset)) return false;
    const whole = new Uint8Array(8);
    whole.set(bytes.subarray(offset, offset + 8));
    return !isSmall(new DataView(whole.buffer).getBigInt64(0, true));
  });

const none = new Uint8Array();

const isSmall = (value: number | bigint): boolean => value >= -(2 ** 31) && value < 2 ** 31;

/** Whether the number is the same in 32 bits. */
function fits(value: Value): boolean {
  switch (value.kind) {
    case 'const':
      return isSmall(value.value);
    case 'unary':
      if (value.op === 'ptrtoint') return true;
      if (value.op === 'sext') return bitsOf(typeOf(value.operand)) <= 32;
      return value.op === 'zext' && bitsOf(typeOf(value.operand)) < 32;
    case 'binary':
      // Marks in the low bits of an address.
      return (
        (value.op === 'and' || value.op === 'or' || value.op === 'xor' || value.op === 'add') &&
        fits(value.left) &&
        fits(value.right)
      );
    case 'select':
      return fits(value.whenTrue) && fits(value.whenFalse);
    default:
      return bitsOf(typeOf(value)) < 32;
  }
}

/** The width of a cell in the program. */
export const widthOfCell = ({ width, cells }: Pointers, object: string, { offset, bytes }: Cell): Width =>
  bytes === 8 && width === 32 && cells.has(object, offset) ? 32 : widthOfBytes(bytes);
