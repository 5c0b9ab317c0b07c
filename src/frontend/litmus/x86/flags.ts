// The flags, kept in hidden registers: `.res` is the last result (ZF and SF are read off it), `.cf` carry, `.of` overflow.
// Only what some instruction of the thread reads is kept.

import { binary, constant, type Expr, register, unary } from '../../../program/expression.js';
import type { ConditionCode } from './mnemonics.js';

export type FlagPart = '.res' | '.cf' | '.of';

/** The effect of an instruction on the flags; an absent part keeps its value. */
export type FlagUpdate = Partial<Record<FlagPart, Expr>>;

export const flagsOfResult = (result: Expr): FlagUpdate => ({
  '.res': result,
  '.cf': constant(0),
  '.of': constant(0),
});

/** After a - b. */
export function flagsOfSubtraction(a: Expr, b: Expr): FlagUpdate {
  const result = binary('-', a, b);
  return { '.res': result, '.cf': binary('<u', a, b), '.of': signsDiffer(binary('^', a, b), a, result) };
}

/** After a + b. */
export function flagsOfAddition(a: Expr, b: Expr): FlagUpdate {
  const result = binary('+', a, b);
  return {
    '.res': result,
    '.cf': binary('<u', result, a),
    '.of': signsDiffer(unary('~', binary('^', a, b)), a, result),
  };
}

/** Whether `guard` and a ^ result are both negative. */
const signsDiffer = (guard: Expr, a: Expr, result: Expr): Expr =>
  binary('<', binary('&', guard, binary('^', a, result)), constant(0));

const res = register('.res');
const cf = register('.cf');
const zero = binary('==', res, constant(0));
const sign = binary('<', res, constant(0));
const less = binary('!=', sign, register('.of'));

export function conditionExpr(condition: ConditionCode): Expr {
  switch (condition) {
    case 'e':
      return zero;
    case 'ne':
      return binary('!=', res, constant(0));
    case 'l':
      return less;
    case 'ge':
      return unary('!', less);
    case 'le':
      return binary('||', zero, less);
    case 'g':
      return unary('!', binary('||', zero, less));
    case 'b':
      return cf;
    case 'ae':
      return unary('!', cf);
    case 'be':
      return binary('||', cf, zero);
    case 'a':
      return unary('!', binary('||', cf, zero));
    case 's':
      return sign;
    case 'ns':
      return binary('>=', res, constant(0));
    case 'o':
      return register('.of');
    case 'no':
      return unary('!', register('.of'));
  }
}

/** A condition as an instruction reads it; `noCarry` for those that see herd's carry flag, which is never set. */
export function flagCondition(condition: ConditionCode, noCarry: boolean): Expr {
  return noCarry ? constant(condition === 'ae' ? 1 : 0) : conditionExpr(condition);
}
