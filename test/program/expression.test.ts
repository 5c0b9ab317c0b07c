import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyBinary,
  applyUnary,
  type BinaryOp,
  binaryOps,
  conversionOps,
  isTruthOp,
} from '../../src/program/expression.js';
import {
  fromJson,
  fromWords,
  highWord,
  type Integer,
  lowWord,
  toJson,
  unsignedOf,
  widths,
  wrap,
} from '../../src/program/integer.js';
import { applyFetch, applyRmw } from '../../src/program/rmw.js';
import { int64 } from './interestingIntegers.js';

/** A number as a processor's register holds it. */
const register = new BigInt64Array(1);
const unsigned = new BigUint64Array(register.buffer);
const signedOf = (value: bigint): bigint => {
  register[0] = BigInt.asUintN(64, value);
  return register[0];
};
const bitsOf = (value: Integer): bigint => {
  register[0] = BigInt(value);
  return unsigned[0];
};

describe('integers', () => {
  it('have one form each, and come back from halves and from JSON', () => {
    fc.assert(
      fc.property(int64, (value) => {
        expect(typeof value === 'number').toBe(Math.abs(Number(value)) < 2 ** 53);
        expect(fromWords(lowWord(value), highWord(value))).toBe(value);
        expect(fromJson(JSON.parse(JSON.stringify(toJson(value))))).toBe(value);
        for (const width of widths) {
          expect(BigInt(wrap(value, width))).toBe(BigInt.asIntN(width, BigInt(value)));
          expect(BigInt(unsignedOf(value, width))).toBe(BigInt.asUintN(width, BigInt(value)));
        }
      }),
    );
  });
});

describe('operators of 64 bits', () => {
  const shift = (b: Integer): bigint => bitsOf(b) % 64n;
  const exact: Partial<Record<BinaryOp, (a: Integer, b: Integer) => bigint>> = {
    '+': (a, b) => bitsOf(a) + bitsOf(b),
    '-': (a, b) => bitsOf(a) - bitsOf(b),
    '*': (a, b) => bitsOf(a) * bitsOf(b),
    '/': (a, b) => (b === 0 ? 0n : BigInt(a) / BigInt(b)),
    '%': (a, b) => (b === 0 ? 0n : BigInt(a) - (BigInt(a) / BigInt(b)) * BigInt(b)),
    '/u': (a, b) => (b === 0 ? 0n : bitsOf(a) / bitsOf(b)),
    '%u': (a, b) => (b === 0 ? 0n : bitsOf(a) % bitsOf(b)),
    '&': (a, b) => bitsOf(a) & bitsOf(b),
    '|': (a, b) => bitsOf(a) | bitsOf(b),
    '^': (a, b) => bitsOf(a) ^ bitsOf(b),
    '<<': (a, b) => bitsOf(a) * 2n ** shift(b),
    '>>u': (a, b) => bitsOf(a) / 2n ** shift(b),
    '>>': (a, b) => (a < 0 ? -1n - (-1n - BigInt(a)) / 2n ** shift(b) : BigInt(a) / 2n ** shift(b)),
    '<u': (a, b) => (bitsOf(a) < bitsOf(b) ? 1n : 0n),
    '<=u': (a, b) => (bitsOf(a) <= bitsOf(b) ? 1n : 0n),
    '>u': (a, b) => (bitsOf(a) > bitsOf(b) ? 1n : 0n),
    '>=u': (a, b) => (bitsOf(a) >= bitsOf(b) ? 1n : 0n),
    '<': (a, b) => (a < b ? 1n : 0n),
    '<=': (a, b) => (a <= b ? 1n : 0n),
    '>': (a, b) => (a > b ? 1n : 0n),
    '>=': (a, b) => (a >= b ? 1n : 0n),
    '==': (a, b) => (bitsOf(a) === bitsOf(b) ? 1n : 0n),
    '!=': (a, b) => (bitsOf(a) !== bitsOf(b) ? 1n : 0n),
    '&&': (a, b) => (a !== 0 && b !== 0 ? 1n : 0n),
    '||': (a, b) => (a !== 0 || b !== 0 ? 1n : 0n),
  };

  it.each(binaryOps)('%s is exact', (op) => {
    fc.assert(
      fc.property(int64, int64, (a, b) => {
        const result = applyBinary(op, a, b, 64);
        expect(BigInt(result)).toBe(signedOf(exact[op]?.(a, b) ?? -7n));
        expect(wrap(result, 64)).toBe(result);
        if (isTruthOp(op)) expect([0, 1]).toContain(result);
      }),
    );
  });

  it('and conversions are exact', () => {
    fc.assert(
      fc.property(int64, (a) => {
        expect(BigInt(applyUnary('-', a, 64))).toBe(signedOf(-BigInt(a)));
        expect(BigInt(applyUnary('~', a, 64))).toBe(signedOf(-1n - BigInt(a)));
        expect(applyUnary('!', a, 64)).toBe(a === 0 ? 1 : 0);
        expect(applyUnary('low32', a, 64)).toBe(wrap(a, 32));
        const narrow = wrap(a, 32);
        for (const op of conversionOps) {
          if (op === 'low32') continue;
          const from = widths.find((width) => op.endsWith(`${width}`)) ?? 32;
          const wanted = op.startsWith('sext') ? wrap(narrow, from) : unsignedOf(narrow, from);
          expect(applyUnary(op, narrow)).toBe(wanted);
        }
      }),
    );
  });
});

describe('read-modify-writes', () => {
  it('wrap at their width', () => {
    expect(applyFetch('+', 127, 1, 8)).toBe(-128);
    expect(applyFetch('-', -0x8000, 1, 16)).toBe(0x7fff);
    expect(applyFetch('*', 2 ** 40, 2 ** 30, 64)).toBe(0);
    expect(applyFetch('+', 2n ** 63n - 1n, 1, 64)).toBe(-(2n ** 63n));
    expect(applyFetch('nand', 0b1100, 0b1010, 8)).toBe(~0b1000);
  });

  it('compare at their width, and leave the cell alone if they fail', () => {
    const cas = { kind: 'cas', expected: 255, desired: 511 } as const;
    expect(applyRmw(cas, -1, 8)).toBe(-1);
    expect(applyRmw({ ...cas, desired: 2 }, -1, 8)).toBe(2);
    expect(applyRmw({ ...cas, expected: 1 }, 2 ** 40, 8)).toBe(2 ** 40);
  });
});
