import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arithmetic } from '../../../src/explicit/bytecode/arithmetic.js';
import * as op from '../../../src/explicit/bytecode/opcodes.js';
import {
  rmwResult,
  signExtended,
  wide,
  wideArithmetic,
  yieldsPair,
} from '../../../src/explicit/bytecode/wideArithmetic.js';
import {
  applyBinary,
  applyUnary,
  binaryOps,
  conversionOps,
  isTruthOp,
  unaryOps,
} from '../../../src/program/expression.js';
import { fromWords, highWord, type Integer, lowWord, widths, wrap } from '../../../src/program/integer.js';
import { applyRmw, type RmwValues } from '../../../src/program/rmw.js';
import { fetchOps } from '../../../src/program/statement.js';
import { int64 } from '../../program/interestingIntegers.js';

const zero: Integer = 0;

function computed(opcode: number, a: Integer, b: Integer = zero): Integer {
  const low = wideArithmetic(opcode, lowWord(a), highWord(a), lowWord(b), highWord(b));
  return yieldsPair(opcode) ? fromWords(low, wide.high) : low;
}

describe('bytecode of 64 bits', () => {
  it.each(binaryOps)('computes %s as expressions say', (name) => {
    const opcode = -op.binaryOpcode[name];
    expect(yieldsPair(opcode)).toBe(!isTruthOp(name));
    fc.assert(
      fc.property(int64, int64, (a, b) => {
        expect(computed(opcode, a, b)).toBe(applyBinary(name, a, b, 64));
      }),
      { numRuns: 300 },
    );
  });

  it('computes unary operators and conversions as expressions say', () => {
    fc.assert(
      fc.property(int64, (a) => {
        for (const name of unaryOps) expect(computed(-op.unaryOpcode[name], a)).toBe(applyUnary(name, a, 64));
        for (const name of conversionOps) {
          const opcode = op.unaryOpcode[name];
          const operand = name === 'low32' ? a : wrap(a, 32);
          const result = opcode < 0 ? computed(opcode, operand) : arithmetic(opcode, lowWord(operand), 0);
          expect(result).toBe(applyUnary(name, operand, name === 'low32' ? 64 : 32));
        }
        expect(computed(op.MOVE_WIDE, a)).toBe(a);
        expect(computed(op.NARROW, a)).toBe(highWord(a) === 0 ? lowWord(a) : -1);
      }),
    );
  });

  it('updates cells as read-modify-writes of any width do', () => {
    const kinds = [...fetchOps.keys(), op.RMW_XCHG, op.RMW_CAS];
    const operands = (kind: number, value: Integer, desired: Integer): RmwValues => {
      if (kind === op.RMW_XCHG) return { kind: 'xchg', value };
      if (kind === op.RMW_CAS) return { kind: 'cas', expected: value, desired };
      return { kind: 'fetch', op: fetchOps[kind], value };
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom(...widths),
        int64,
        int64,
        int64,
        fc.boolean(),
        (kind, width, cell, other, desired, equal) => {
          const value = equal ? wrap(cell, width) : width === 64 ? other : wrap(other, 32);
          const given = width === 64 ? desired : wrap(desired, 32);
          const words = [cell, value, given].flatMap((v) => [lowWord(v), highWord(v)]);
          const [ol, oh, vl, vh, dl, dh] = words;
          const low = rmwResult(op.rmwCode(kind, width), ol, oh, vl, vh, dl, dh);
          expect(fromWords(low, wide.high)).toBe(applyRmw(operands(kind, value, given), cell, width));
          if (width < 64) expect(signExtended(ol, width)).toBe(wrap(cell, width));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
