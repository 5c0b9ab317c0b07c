// A choice of which only tests are made means what the whole range means: the explicit engine on the few values that stand for it, the
// symbolic one on the range itself.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { finalCell, program } from '../../../../src/program/builder.js';
import { fewerChoices } from '../../../../src/program/choices/choiceClasses.js';
import { chosenRemainders } from '../../../../src/program/choices/chosenRemainders.js';
import { addressOf, constant, type Expr, register } from '../../../../src/program/expression.js';
import type { Program } from '../../../../src/program/program.js';
import { mapExpr } from '../../../../src/program/rewrite.js';
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

/** Remainders by one number, of which there are many. */
const largeRemainder: fc.Arbitrary<readonly Expr[]> = fc
  .constantFrom(5, 64, 100, 1000, 1024)
  .chain((divisor) =>
    fc.array(
      fc
        .tuple(
          fc.constantFrom<'%' | '%u' | '&'>('%', '%u', ...(divisor % 64 === 0 ? (['&'] as const) : [])),
          fc.integer({ min: -3, max: divisor + 3 }),
          fc.constantFrom(...operators),
        )
        .map(([by, value, op]): Expr => {
          const right = constant(by === '&' ? divisor - 1 : divisor);
          return {
            kind: 'binary',
            op,
            left: { kind: 'binary', op: by, left: r, right },
            right: constant(value),
          };
        }),
      { minLength: 1, maxLength: 3 },
    ),
  );

const ofCopy = (e: Expr): Expr =>
  mapExpr(e, (node) => (node.kind === 'register' ? register(`copy of ${node.name}`) : node));

/** `copied`: how many tests are made of a register that has the value from the chosen one. */
function tested(from: number, to: number, tests: readonly Expr[], copied = 0): Program {
  const p = program('tested');
  const seen = tests.map((_, i) => p.location(`x${i}`));
  p.thread((t) => {
    t.add({ kind: 'nondet', target: 'r', from, to });
    t.add({ kind: 'assign', target: 'copy of r', value: r });
    tests.forEach((test, i) => {
      const condition = i < copied ? ofCopy(test) : test;
      const whenTrue = [{ kind: 'store', address: addressOf(`x${i}`), value: constant(1) }] as const;
      t.add({ kind: 'if', condition, whenTrue, whenFalse: [] });
    });
  });
  return p.observe(...seen.map((_, i) => finalCell(`x${i}`))).build();
}

const ranges = fc
  .tuple(fc.oneof(fc.constant(0), values), values)
  .map(([a, b]): readonly [number, number] => [Math.min(a, b), Math.max(a, b)]);

/** Those that are made smaller, and those that are not large. */
const someRanges = (tests: readonly Expr[]): fc.Arbitrary<readonly [number, number]> =>
  fc.constantFrom<readonly [number, number]>(
    [0, 0x7fff_ffff],
    [0, 900],
    [-70, 1200],
    [3, 80],
    ...(JSON.stringify(tests).match(/%u|&/) === null ? [[-0x8000_0000, 0x7fff_ffff] as const] : []),
  );

const runs = { numRuns: Number(process.env.DIPTYCH_CHOICE_RUNS ?? 40) };

function isTheSame([from, to]: readonly [number, number], tests: readonly Expr[], copied: number): void {
  const whole = tested(from, to, tests, copied);
  const few = { ...whole, threads: whole.threads.map(chosenRemainders).map(fewerChoices) };
  const { outcomes } = explore(few, { model: 'sc', choices: 'every-value' });
  const expected = symbolic.outcomes(whole, { model: 'sc', unroll: 1 }).outcomes;
  const keys = (all: readonly (readonly unknown[])[]) => all.map((o) => o.join()).sort();
  expect(keys(outcomes)).toEqual(keys(expected));
}

describe('a choice of which only tests are made', () => {
  it.each([
    ['one value for each way they come out', test],
    ['one value for each way they come out if they are of remainders', remainder],
  ])('is made among %s', (_, expression) => {
    const tests = fc.array(expression, { minLength: 1, maxLength: 3 });
    fc.assert(fc.property(ranges, tests, fc.nat(3), isTheSame), runs);
  });

  it('is made among one value for each way they come out if they are of the remainder by one number', () => {
    const cases = largeRemainder.chain((tests) => fc.tuple(someRanges(tests), fc.constant(tests), fc.nat(3)));
    fc.assert(
      fc.property(cases, (one) => isTheSame(...one)),
      runs,
    );
  });

  it('is left alone where its value is used', () => {
    const whole = tested(-1000, 1000, [{ kind: 'binary', op: '+', left: r, right: constant(1) }]);
    expect(whole.threads.map(chosenRemainders).map(fewerChoices)).toEqual(whole.threads);
  });
});
