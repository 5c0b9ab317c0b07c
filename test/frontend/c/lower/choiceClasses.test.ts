// A choice of which only tests are made means what the whole range means: the explicit engine on the few values that stand for it, the
// symbolic one on the range itself.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { fewerChoices } from '../../../../src/frontend/c/lower/choiceClasses.js';
import { finalCell, program } from '../../../../src/program/builder.js';
import { addressOf, constant, type Expr, register } from '../../../../src/program/expression.js';
import type { Program } from '../../../../src/program/program.js';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';

const symbolic = await SymbolicEngine.start();

const operators = ['==', '!=', '<', '<=', '>', '>=', '<u', '<=u', '>u', '>=u'] as const;
const values = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(-0x8000_0000, -0x7fff_ffff, 0x7fff_fffe, 0x7fff_ffff),
  fc.integer(),
);
const r = register('r');
const test: fc.Arbitrary<Expr> = fc.oneof(
  fc.constantFrom<Expr>(r, { kind: 'unary', op: '!', operand: r }),
  fc.tuple(fc.constantFrom(...operators), values, fc.boolean()).map(([op, value, mirrored]): Expr => {
    const [left, right] = mirrored ? [constant(value), r] : [r, constant(value)];
    return { kind: 'binary', op, left, right };
  }),
);

// together they divide 24: among so many values the choice is made
const remainder: fc.Arbitrary<Expr> = fc
  .tuple(
    fc.oneof(
      fc.tuple(fc.constantFrom(...(['%', '%u'] as const)), fc.constantFrom(1, 2, 3, 4, 6, 8)),
      fc.tuple(fc.constant('&' as const), fc.constantFrom(0, 1, 3, 7)),
    ),
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(...(['==', '<', '>u'] as const)),
  )
  .map(([[by, divisor], value, op]): Expr => {
    const left: Expr = { kind: 'binary', op: by, left: r, right: constant(divisor) };
    return { kind: 'binary', op, left, right: constant(value) };
  });

function tested(from: number, to: number, tests: readonly Expr[]): Program {
  const p = program('tested');
  const seen = tests.map((_, i) => p.location(`x${i}`));
  p.thread((t) => {
    t.add({ kind: 'nondet', target: 'r', from, to });
    tests.forEach((condition, i) => {
      const whenTrue = [{ kind: 'store', address: addressOf(`x${i}`), value: constant(1) }] as const;
      t.add({ kind: 'if', condition, whenTrue, whenFalse: [] });
    });
  });
  return p.observe(...seen.map((_, i) => finalCell(`x${i}`))).build();
}

describe('a choice of which only tests are made', () => {
  it.each([
    ['one value for each way they come out', test],
    ['one value for each way they come out if they are of remainders', remainder],
  ])('is made among %s', (_, expression) => {
    fc.assert(
      fc.property(values, values, fc.array(expression, { minLength: 1, maxLength: 3 }), (a, b, tests) => {
        const whole = tested(Math.min(a, b), Math.max(a, b), tests);
        const few = { ...whole, threads: whole.threads.map(fewerChoices) };
        const { outcomes } = explore(few, { model: 'sc', choices: 'every-value' });
        const expected = symbolic.outcomes(whole, { model: 'sc', unroll: 1 }).outcomes;
        const keys = (all: readonly (readonly unknown[])[]) => all.map((o) => o.join()).sort();
        expect(keys(outcomes)).toEqual(keys(expected));
      }),
      { numRuns: Number(process.env.DIPTYCH_CHOICE_RUNS ?? 40) },
    );
  });

  it('is left alone where its value is used', () => {
    const whole = tested(-1000, 1000, [{ kind: 'binary', op: '+', left: r, right: constant(1) }]);
    expect(whole.threads.map(fewerChoices)).toEqual(whole.threads);
  });
});
