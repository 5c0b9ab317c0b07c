// An operator's result on sets contains its results on their elements.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyBinary,
  applyUnary,
  binaryOps,
  conversionOps,
  type ExprWidth,
  unaryOps,
} from '../../../src/program/expression.js';
import { compareIntegers, type Integer, toInteger, wrap } from '../../../src/program/integer.js';
import {
  contains,
  mapBinary,
  mapUnary,
  rangeOf,
  union,
  type ValueSet,
  valuesFrom,
} from '../../../src/symbolic/unroll/valueSet.js';
import { int64 } from '../../program/interestingIntegers.js';

/** A set with some of its elements. */
function setWith(width: ExprWidth): fc.Arbitrary<{ set: ValueSet; some: readonly Integer[] }> {
  const value = int64.map((v) => wrap(v, width));
  const middle = (low: Integer, high: Integer): Integer => toInteger((BigInt(low) + BigInt(high)) >> 1n);
  return fc.oneof(
    fc.array(value, { minLength: 1, maxLength: 5 }).map((some) => ({ set: valuesFrom(some), some })),
    fc.tuple(value, value).map((bounds) => {
      const [low, high] = [...bounds].sort(compareIntegers);
      return { set: rangeOf(low, high), some: [low, high, middle(low, high)] };
    }),
    fc.tuple(value, fc.nat({ max: 200 })).map(([low, size]) => {
      const high = wrap(BigInt(low) + BigInt(size), width);
      const set = high < low ? rangeOf(low, low) : rangeOf(low, high);
      return { set, some: high < low ? [low] : [low, high, middle(low, high)] };
    }),
  );
}

describe('value sets', () => {
  it('know what is left when low bits are taken away', () => {
    const small = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(small, fc.nat({ max: 5000 }), fc.nat({ max: 12 }), (low, size, bits) => {
        const high = Math.min(low + size, 2 ** 31 - 1);
        const mask = -(2 ** bits);
        const result = mapBinary('&', { kind: 'range', low, high }, rangeOf(mask, mask), 32);
        for (const x of [low, high, Math.floor((low + high) / 2)])
          expect(contains(result, x & mask)).toBe(true);
        expect(contains(result, (low & mask) - 1) || contains(result, (high & mask) + 1)).toBe(false);
      }),
    );
  });

  it.each([32, 64] as const)('contain what operators of %i bits yield', (width) => {
    fc.assert(
      fc.property(fc.constantFrom(...binaryOps), setWith(width), setWith(width), (op, a, b) => {
        const result = mapBinary(op, a.set, b.set, width);
        for (const x of a.some)
          for (const y of b.some) expect(contains(result, applyBinary(op, x, y, width))).toBe(true);
      }),
      { numRuns: 1200 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...unaryOps, ...conversionOps), setWith(width), (op, a) => {
        if (width === 64 && op.endsWith('32') && op !== 'low32') return;
        const result = mapUnary(op, a.set, width);
        for (const x of a.some) expect(contains(result, applyUnary(op, x, width))).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('are contained in their unions', () => {
    fc.assert(
      fc.property(setWith(64), setWith(64), (a, b) => {
        const both = union(a.set, b.set);
        for (const x of [...a.some, ...b.some]) expect(contains(both, x)).toBe(true);
      }),
    );
  });
});
