// Findings of arithmetic, which readers emit.

import type { IntrinsicName } from './intrinsics.js';
import { bitsOf } from './type.js';
import { binary, compare, constant, not, textValue, typeOf, unary, type Value } from './value.js';

/** The function that is emitted. */
interface Emits {
  intrinsic(name: IntrinsicName, args: readonly Value[]): void;
}

/** A finding of that kind where the condition, an `i1`, is false. */
export function requireTrue(to: Emits, condition: Value, finding: string, message: string): void {
  to.intrinsic('require', [unary('zext', 'i32', condition), textValue(finding), textValue(message)]);
}

/** Division by zero is a finding. */
export function requireDivisor(to: Emits, divisor: Value): void {
  if (divisor.kind === 'const' && divisor.value !== 0) return;
  const zero = constant(0, typeOf(divisor));
  requireTrue(to, compare('ne', divisor, zero), 'division-by-zero', 'division by zero');
}

/** The least number divided by -1 does not fit: C leaves it open (C11 6.5.5), x86 traps. */
export function requireQuotient(
  to: Emits,
  left: Value,
  right: Value,
  bits: number = bitsOf(typeOf(left)),
): void {
  if (right.kind === 'const' && right.value !== -1) return;
  const type = typeOf(left);
  const least = constant(-(1n << BigInt(bits - 1)), type);
  if (left.kind === 'const' && left.value !== least.value) return;
  const overflows = binary('and', compare('eq', left, least), compare('eq', right, constant(-1, type)));
  requireTrue(to, not(overflows), 'division-overflow', 'the result of this division does not fit');
}
