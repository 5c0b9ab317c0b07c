// gcc's functions on bits, and arithmetic that says whether it overflowed, as expressions.

import { constant, type Expr, type ExprWidth, widthOf } from '../../../../program/expression.js';
import { toInteger } from '../../../../program/integer.js';
import type { SourceSpan } from '../../../../program/statement.js';
import type { BuiltinOf } from '../../builtin.js';
import { unsupported } from '../../diagnostics.js';
import { type CType, longType, sizeOf, unqualified } from '../../types.js';
import { foldBinary, foldConditional, foldUnary, resized, truth } from '../fold.js';
import type { Frame } from '../frame.js';
import { asType, lowerPlace, writeScalar } from '../memory/places.js';
import { lowerValue } from '../values.js';

const mask = (bits: bigint, width: ExprWidth): Expr => constant(toInteger(BigInt.asIntN(width, bits)), width);

/** `01` repeated, `0011` repeated, ...: the low half of each group of 2n bits. */
function halves(n: number, width: ExprWidth): Expr {
  let bits = 0n;
  for (let i = 0; i < width; i++) if (i % (2 * n) < n) bits |= 1n << BigInt(i);
  return mask(bits, width);
}

/** Sums neighbours, then pairs, then fours. */
function popcount(value: Expr, keep: (e: Expr) => Expr): Expr {
  const width = widthOf(value);
  let sum = value;
  for (let n = 1; n < width; n *= 2) {
    const low = halves(n, width);
    const high = foldBinary('>>u', sum, constant(n, width));
    sum = keep(foldBinary('+', foldBinary('&', sum, low), foldBinary('&', high, low)));
  }
  return resized(sum, 32, true);
}

/** All bits below the highest one that is set, and that one. */
function smeared(value: Expr, keep: (e: Expr) => Expr): Expr {
  const width = widthOf(value);
  let all = value;
  for (let n = 1; n < width; n *= 2)
    all = keep(foldBinary('|', all, foldBinary('>>u', all, constant(n, width))));
  return all;
}

function swapped(value: Expr, bytes: number): Expr {
  const width = widthOf(value);
  let result: Expr = constant(0, width);
  for (let i = 0; i < bytes; i++) {
    const byte = foldBinary('&', foldBinary('>>u', value, constant(8 * i, width)), constant(0xff, width));
    result = foldBinary('|', result, foldBinary('<<', byte, constant(8 * (bytes - 1 - i), width)));
  }
  return result;
}

export function lowerBits(frame: Frame, builtin: BuiltinOf<'bits'>, at: SourceSpan): Expr {
  const { emitter } = frame;
  const keep = (e: Expr): Expr => emitter.keep(e, at);
  const { what, width } = builtin;
  const value = keep(lowerValue(frame, builtin.operand));
  const own = widthOf(value);
  const one = constant(1, own);
  /** The zeros at the low end, for a value that is not 0. */
  const trailing = (): Expr =>
    popcount(foldBinary('&', foldUnary('~', value), foldBinary('-', value, one)), keep);
  switch (what) {
    case 'popcount':
      return popcount(value, keep);
    case 'parity':
      return foldBinary('&', popcount(value, keep), constant(1));
    case 'ctz':
      emitter.assert(truth(value), '__builtin_ctz(0) has no value', at);
      return trailing();
    case 'clz':
      emitter.assert(truth(value), '__builtin_clz(0) has no value', at);
      return foldBinary('-', constant(width), popcount(smeared(value, keep), keep));
    case 'ffs':
      return foldConditional(truth(value), foldBinary('+', trailing(), constant(1)), constant(0));
    case 'clrsb': {
      const sign = foldBinary('>>', value, constant(own - 1, own));
      const different = smeared(foldBinary('^', value, sign), keep);
      return foldBinary('-', constant(width - 1), popcount(different, keep));
    }
    case 'bswap':
      return swapped(value, width / 8);
  }
}

/** Both operands must fit 64 signed bits, where the exact result is computed in parts. */
export function lowerOverflow(frame: Frame, builtin: BuiltinOf<'overflow'>, at: SourceSpan): Expr {
  const { emitter } = frame;
  const { operator, left, right, place } = builtin;
  const type = unqualified(place.type);
  const small = (t: CType): boolean => t.kind === 'integer' && t.size <= 4;
  if (!small(left.type) || !small(right.type) || !small(type)) return wideOverflow(frame, builtin, at);
  const [a, b] = [left, right].map((v) =>
    emitter.keep(asType(frame, lowerValue(frame, v), v.type, longType), at),
  );
  const exact = emitter.keep(foldBinary(operator, a, b), at);
  const kept = emitter.keep(asType(frame, exact, longType, type), at);
  writeScalar(frame, lowerPlace(frame, place), type, kept, at);
  return foldBinary('!=', asType(frame, kept, type, longType), exact);
}

/** On 64 bits of one type: as the usual tests have it. */
function wideOverflow(frame: Frame, builtin: BuiltinOf<'overflow'>, at: SourceSpan): Expr {
  const { emitter } = frame;
  const { operator, left, right, place } = builtin;
  const type = unqualified(place.type);
  const alike = [left.type, right.type].every(
    (t) =>
      t.kind === 'integer' &&
      type.kind === 'integer' &&
      t.size <= 8 &&
      (t.signed === type.signed || (sizeOf(t) ?? 8) < 8),
  );
  const signs = type.kind === 'integer' && !type.signed ? [left.type, right.type].some(isSigned) : false;
  if (!alike || type.kind !== 'integer' || type.size !== 8 || signs) return exactOverflow(frame, builtin, at);
  const [a, b] = [left, right].map((v) =>
    emitter.keep(asType(frame, lowerValue(frame, v), v.type, type), at),
  );
  const result = emitter.keep(foldBinary(operator, a, b), at);
  writeScalar(frame, lowerPlace(frame, place), type, result, at);
  const zero = constant(0, 64);
  const negative = (e: Expr): Expr => foldBinary('<', e, zero);
  if (operator === '*') {
    const nonzero = truth(a);
    const divisor = foldConditional(nonzero, a, constant(1, 64));
    const back = foldBinary(type.signed ? '/' : '/u', result, divisor);
    const wrong = foldBinary('&&', nonzero, foldBinary('!=', back, b));
    if (!type.signed) return wrong;
    const least = constant(toInteger(-(2n ** 63n)), 64);
    const special = foldBinary('&&', foldBinary('==', a, constant(-1, 64)), foldBinary('==', b, least));
    return foldBinary('||', wrong, special);
  }
  if (!type.signed) return operator === '+' ? foldBinary('<u', result, a) : foldBinary('<u', a, b);
  const mixed = operator === '+' ? foldBinary('^', b, result) : foldBinary('^', a, b);
  return negative(foldBinary('&', mixed, foldBinary('^', a, result)));
}

const isSigned = (type: CType): boolean => type.kind === 'integer' && type.signed;

/** On any integers. The exact result is a word of 64 bits and a part above it, which is 0 or -1 if a type holds it. */
function exactOverflow(frame: Frame, builtin: BuiltinOf<'overflow'>, at: SourceSpan): Expr {
  const { emitter } = frame;
  const { operator, left, right, place } = builtin;
  const type = unqualified(place.type);
  if ([left.type, right.type, type].some(({ kind }) => kind !== 'integer'))
    return unsupported('overflow arithmetic on these types', at);
  const zero = constant(0, 64);
  const below0 = (word: Expr, of: CType): Expr => (isSigned(of) ? foldBinary('<', word, zero) : constant(0));
  const [a, b] = [left, right].map((v) => {
    const word = emitter.keep(asType(frame, lowerValue(frame, v), v.type, longType), at);
    return { word, negative: below0(word, v.type) };
  });
  const finish = (low: Expr, isWrong: (negative: Expr) => Expr): Expr => {
    const kept = emitter.keep(asType(frame, low, longType, type), at);
    writeScalar(frame, lowerPlace(frame, place), type, kept, at);
    const back = asType(frame, kept, type, longType);
    return foldBinary('||', foldBinary('!=', back, low), isWrong(below0(back, type)));
  };
  if (operator === '*') {
    const [x, y] = [a, b].map(({ word, negative }) =>
      emitter.keep(foldConditional(negative, foldBinary('-', zero, word), word), at),
    );
    const size = emitter.keep(foldBinary('*', x, y), at);
    const divisor = foldConditional(truth(x), x, constant(1, 64));
    const tooLarge = foldBinary('&&', truth(x), foldBinary('!=', foldBinary('/u', size, divisor), y));
    const negative = foldBinary('&&', foldBinary('!=', a.negative, b.negative), truth(size));
    const low = emitter.keep(foldConditional(negative, foldBinary('-', zero, size), size), at);
    return finish(low, (kept) => foldBinary('||', tooLarge, foldBinary('!=', kept, negative)));
  }
  const low = emitter.keep(foldBinary(operator, a.word, b.word), at);
  const carried =
    operator === '+'
      ? foldBinary('-', foldBinary('<u', low, a.word), b.negative)
      : foldBinary('-', b.negative, foldBinary('<u', a.word, b.word));
  const high = emitter.keep(foldBinary('-', carried, a.negative), at);
  return finish(low, (kept) => foldBinary('!=', foldBinary('+', high, kept), constant(0)));
}
