// Findings of arithmetic.

import {
  binary,
  compare,
  constant,
  not,
  textValue,
  typeOf,
  unary,
  type Value,
} from '../../../module/value.js';
import type { Piece } from '../layout.js';
import type { Emitter } from './emitter.js';

/** Division by zero is a finding. */
export function requireDivisor(emitter: Emitter, divisor: Value): void {
  if (divisor.kind === 'const' && divisor.value !== 0) return;
  const zero = constant(0, typeOf(divisor));
  requireTrue(emitter, compare('ne', divisor, zero), 'division-by-zero', 'division by zero');
}

export function requireQuotient(emitter: Emitter, left: Value, right: Value, piece: Piece): void {
  if (right.kind === 'const' && right.value !== -1) return;
  const least = constant(-(1n << BigInt(piece.bits - 1)), piece.type);
  if (left.kind === 'const' && left.value !== least.value) return;
  const overflows = binary('and', compare('eq', left, least), compare('eq', right, constant(-1, piece.type)));
  requireTrue(emitter, not(overflows), 'division-overflow', 'the result of this division does not fit');
}

function requireTrue(emitter: Emitter, condition: Value, finding: string, message: string): void {
  emitter.intrinsic('require', [unary('zext', 'i32', condition), textValue(finding), textValue(message)]);
}
