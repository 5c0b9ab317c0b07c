// Accesses to a cell at which accesses of several sizes begin (cells/wholes.ts).

import { binary, constant, type Expr, type ExprWidth, register, unary } from '../../../program/expression.js';
import { toInteger } from '../../../program/integer.js';
import { markBehind, markedSizes } from '../../../program/unionMarks.js';
import { present } from '../../../support/present.js';
import type { InstructionOf } from '../../instruction.js';
import { bytesOf, type Type } from '../../type.js';
import { typeOf } from '../../value.js';
import type { Whole } from '../cells/wholes.js';
import type { ThreadCode } from './threadCode.js';
import { normal, resized } from './widths.js';

const widthFor = (bytes: number): ExprWidth => (bytes === 8 ? 64 : 32);
const sized = (bytes: number): { readonly width?: 16 | 64 } =>
  bytes === 8 ? { width: 64 } : bytes === 2 ? { width: 16 } : {};

/** As the cell holds it: one of 16 bits is a signed number of 32. */
const markOf = (size: number, cell: number): Expr =>
  constant(toInteger(markBehind(size, cell)), widthFor(cell));

const lowBytes = (size: number, width: ExprWidth): Expr =>
  constant(toInteger(BigInt.asIntN(width, (1n << BigInt(size * 8)) - 1n)), width);

const readOfOther = 'read of a member of a union that another, smaller member may have been stored to';

export function loadMember(
  code: ThreadCode,
  { result, has, order, at }: InstructionOf<'load'>,
  address: Expr,
  { bytes: cell, smaller }: Whole,
): void {
  const width = widthFor(cell);
  const target = code.temporary(width);
  const isSet = has === undefined ? undefined : code.registerName(has);
  code.add({
    kind: 'load',
    target: target.name,
    address,
    ...present({ has: isSet }),
    ...sized(cell),
    ...present({ order, at }),
  });
  const whole = register(target.name, width);
  const size = bytesOf(result.type);
  for (const narrow of markedSizes(cell).filter((other) => other < size && smaller.includes(other))) {
    const behind = binary('&', whole, unary('~', lowBytes(narrow, width)));
    code.assert(binary('!=', behind, markOf(narrow, cell)), readOfOther, at, 'mixed-size');
  }
  const pointer = code.expressions.widthOf('ptr');
  if (result.type === 'ptr' && pointer < width)
    code.assert(
      binary('==', resized(resized(whole, pointer), width, true), whole),
      readOfOther,
      at,
      'mixed-size',
    );
  code.assign(code.registerName(result), memberOf(code, whole, result.type), at);
}

function memberOf(code: ThreadCode, whole: Expr, type: Type): Expr {
  return normal(resized(whole, code.expressions.widthOf(type)), type);
}

export function storeMember(
  code: ThreadCode,
  { value: stored, order, at }: InstructionOf<'store'>,
  address: Expr,
  value: Expr,
  { bytes: cell }: Whole,
): void {
  const size = bytesOf(typeOf(stored));
  const width = widthFor(cell);
  const fitting = resized(value, width);
  const whole =
    size === cell ? fitting : binary('|', binary('&', fitting, lowBytes(size, width)), markOf(size, cell));
  code.add({ kind: 'store', address, value: whole, ...sized(cell), ...present({ order, at }) });
}
