// Accesses to a cell at which accesses of several sizes begin (cells/wholes.ts).

import { binary, constant, type Expr, type ExprWidth, unary, widthOf } from '../../../program/expression.js';
import { toInteger } from '../../../program/integer.js';
import { markBehind, markedSizes } from '../../../program/unionMarks.js';
import type { InstructionOf } from '../../instruction.js';
import { bytesOf } from '../../type.js';
import { typeOf } from '../../value.js';
import type { Whole } from '../cells/wholes.js';
import type { ThreadCode } from './threadCode.js';
import { normal, registerWidth, resized, widthOfBytes } from './widths.js';

/** As the cell holds it: one of 16 bits is a signed number of 32. */
const markOf = (size: number, cell: number): Expr =>
  constant(toInteger(markBehind(size, cell)), registerWidth(cell * 8));

const lowBytes = (size: number, width: ExprWidth): Expr =>
  constant(toInteger(BigInt.asIntN(width, (1n << BigInt(size * 8)) - 1n)), width);

const readOfOther = 'read of a member of a union that another, smaller member may have been stored to';

export function loadMember(
  code: ThreadCode,
  { result, has, order }: InstructionOf<'load'>,
  address: Expr,
  { bytes: cell, smaller }: Whole,
): void {
  const isSet = has === undefined ? undefined : code.registerName(has);
  const whole = code.load(address, widthOfBytes(cell), { order, has: isSet });
  const width = widthOf(whole);
  const size = bytesOf(result.type);
  for (const narrow of markedSizes(cell).filter((other) => other < size && smaller.includes(other))) {
    const behind = binary('&', whole, unary('~', lowBytes(narrow, width)));
    code.assert(binary('!=', behind, markOf(narrow, cell)), readOfOther, 'mixed-size');
  }
  const pointer = code.expressions.widthOf('ptr');
  if (result.type === 'ptr' && pointer < width) {
    const back = resized(resized(whole, pointer), width, true);
    code.assert(binary('==', back, whole), readOfOther, 'mixed-size');
  }
  const member = resized(whole, code.expressions.widthOf(result.type));
  code.assign(code.registerName(result), normal(member, result.type));
}

export function storeMember(
  code: ThreadCode,
  { value: stored, order }: InstructionOf<'store'>,
  address: Expr,
  value: Expr,
  { bytes: cell }: Whole,
): void {
  const size = bytesOf(typeOf(stored));
  const width = registerWidth(cell * 8);
  const fitting = resized(value, width);
  const whole =
    size === cell ? fitting : binary('|', binary('&', fitting, lowBytes(size, width)), markOf(size, cell));
  code.store(address, whole, widthOfBytes(cell), { order });
}
