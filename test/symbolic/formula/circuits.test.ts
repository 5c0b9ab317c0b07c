import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyBinary,
  applyUnary,
  type BinaryOp,
  binaryOps,
  conversionOps,
  unaryOps,
} from '../../../src/program/expression.js';
import { type Integer, wrap } from '../../../src/program/integer.js';
import {
  assertEqual,
  type Bits,
  constantBits,
  constantOf,
  readBits,
  resize,
  widthFor,
} from '../../../src/symbolic/formula/bits.js';
import { binaryCircuit, unaryCircuit } from '../../../src/symbolic/formula/circuits.js';
import { Cnf } from '../../../src/symbolic/formula/cnf.js';
import { startZ3 } from '../../../src/symbolic/z3/module.js';
import { makeSolver } from '../../../src/symbolic/z3/solver.js';
import { int64 } from '../../program/interestingIntegers.js';

const interesting = fc.oneof(
  fc.integer(),
  fc.integer({ min: -9, max: 9 }),
  fc.constantFrom(0, 1, -1, 31, 32, 33, 2 ** 31 - 1, -(2 ** 31), -(2 ** 31) + 1, 0x50000000),
);

const z3 = await startZ3();

/** Variable bits that are forced to be `value`, `extra` more than it needs. */
function variableBits(cnf: Cnf, value: Integer, extra: number, word = 32): Bits {
  const constant = constantBits(value);
  const bits = Array.from({ length: Math.min(word, constant.length + extra) }, () => cnf.fresh());
  assertEqual(cnf, [], bits, constant);
  return bits;
}

function solved(cnf: Cnf, bits: Bits): Integer {
  const solver = makeSolver(z3);
  try {
    solver.addClauses(cnf.data, 0);
    expect(solver.check()).toBe('sat');
    return readBits(bits, (l) => (Math.abs(l) === 1 ? l > 0 : solver.value(l)));
  } finally {
    solver.close();
  }
}

describe('circuits', () => {
  it('fold constants to what applyBinary and applyUnary say', () => {
    fc.assert(
      fc.property(fc.constantFrom(...binaryOps), interesting, interesting, (op, a, b) => {
        const bits = binaryCircuit(new Cnf(), op, constantBits(a), constantBits(b), 32);
        expect(constantOf(bits)).toBe(applyBinary(op, a, b));
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...unaryOps), interesting, (op, a) => {
        expect(constantOf(unaryCircuit(new Cnf(), op, constantBits(a), 32))).toBe(applyUnary(op, a));
      }),
    );
  });

  it('compute it from variable bits, in the width the result needs', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...binaryOps),
        interesting,
        interesting,
        fc.nat({ max: 3 }),
        (op, a, b, extra) => {
          const cnf = new Cnf();
          const expected = applyBinary(op, a, b);
          const bits = binaryCircuit(
            cnf,
            op,
            variableBits(cnf, a, extra),
            variableBits(cnf, b, extra),
            widthFor(expected, expected),
          );
          expect(solved(cnf, bits)).toBe(expected);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('fold constants of 64 bits, and conversions', () => {
    fc.assert(
      fc.property(fc.constantFrom(...binaryOps), int64, int64, (op, a, b) => {
        const bits = binaryCircuit(new Cnf(), op, constantBits(a), constantBits(b), 64, 64);
        expect(constantOf(bits)).toBe(applyBinary(op, a, b, 64));
      }),
      { numRuns: 800 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...unaryOps, ...conversionOps), int64, (op, wide) => {
        const a = op === 'low32' || unaryOps.some((name) => name === op) ? wide : wrap(wide, 32);
        const bits = unaryCircuit(new Cnf(), op, constantBits(a), 64);
        expect(constantOf(bits)).toBe(applyUnary(op, a, 64));
      }),
      { numRuns: 1000 },
    );
  });

  it('compute 64 bits from variable bits', () => {
    const costly: readonly BinaryOp[] = ['*', '/', '%', '/u', '%u'];
    fc.assert(
      fc.property(fc.constantFrom(...binaryOps), int64, int64, fc.nat({ max: 3 }), (op, a, b, extra) => {
        fc.pre(!costly.includes(op) || extra === 0);
        const cnf = new Cnf();
        const expected = applyBinary(op, a, b, 64);
        const [x, y] = [variableBits(cnf, a, extra, 64), variableBits(cnf, b, extra, 64)];
        const bits = binaryCircuit(cnf, op, x, y, widthFor(expected, expected), 64);
        expect(solved(cnf, bits)).toBe(expected);
      }),
      { numRuns: 30 },
    );
  });

  it('keep the value when the width changes', () => {
    fc.assert(
      fc.property(interesting, (a) => {
        expect(constantOf(resize(constantBits(a), 32))).toBe(a);
      }),
    );
  });
});
