import { describe, expect, it } from 'vitest';
import { eq, finalCell, program, type ThreadBuilder } from '../../src/program/builder.js';
import { addressOf, binary, constant, register, unary, widthOf } from '../../src/program/expression.js';
import { registerWidth } from '../../src/program/widths.js';

const thread = (fill: (t: ThreadBuilder) => void, registers: Record<string, number | bigint> = {}) => {
  const p = program('p');
  p.location('x', 2n ** 40n);
  p.thread(fill, { registers });
  return p.exists(eq(finalCell('x'), 2n ** 63n)).build();
};
const x = addressOf('x');

describe('widths', () => {
  it('follow from operands, and truth has 32 bits', () => {
    const wide = register('r', 64);
    expect(widthOf(binary('+', wide, constant(1, 64)))).toBe(64);
    expect(widthOf(binary('<', wide, constant(1, 64)))).toBe(32);
    expect(widthOf(unary('!', wide))).toBe(32);
    expect(widthOf(unary('low32', wide))).toBe(32);
    expect(widthOf(unary('zext32', constant(1)))).toBe(64);
    expect(constant(2n ** 63n, 64)).toEqual({ kind: 'const', value: -(2n ** 63n), width: 64 });
  });

  it('of registers are those of what is put into them', () => {
    const built = thread((t) => {
      const old = t.load(x, 'r', 64);
      t.store(x, binary('+', old, constant(1, 64)), 64);
      t.store(x, t.load(x, 'b', 8), 16);
    });
    expect(registerWidth(built.threads[0], 'r')).toBe(64);
    expect(registerWidth(built.threads[0], 'b')).toBe(32);
  });

  it.each<[string, (t: ThreadBuilder) => void]>([
    ['a register of two widths', (t) => t.add({ kind: 'assign', target: 'r', value: constant(1) })],
    ['operands of two widths', (t) => t.assign('s', binary('+', register('r', 64), constant(1)))],
    ['a store of 64 bits of a value of 32', (t) => t.store(x, 1, 64)],
    ['a store of 32 bits of a value of 64', (t) => t.store(x, 1n)],
    ['a condition of 64 bits', (t) => t.assume(register('r', 64))],
    ['a truncation of 32 bits', (t) => t.assign('s', unary('low32', constant(1)))],
    ['an extension of 64 bits', (t) => t.assign('s', unary('sext32', register('r', 64)))],
    ['a constant that is too large', (t) => t.assign('s', { kind: 'const', value: 2 ** 31 })],
  ])('%s is refused', (_what, fill) => {
    expect(() =>
      thread((t) => {
        t.load(x, 'r', 64);
        fill(t);
      }),
    ).toThrow(/bits|fit/);
  });

  it('are checked for initial registers', () => {
    expect(() => thread((t) => t.store(x, 'r'), { r: 2n ** 40n })).toThrow(/does not fit/);
    thread((t) => t.store(x, register('r', 64), 64), { r: 2n ** 40n });
  });
});
