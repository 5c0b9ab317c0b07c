// Leaving out choices that nothing depends on changes no final state.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { finalCell, program } from '../../../../src/program/builder.js';
import { withoutUnreadChoices } from '../../../../src/program/choices/unreadChoices.js';
import { addressOf, constant, register } from '../../../../src/program/expression.js';
import type { Program } from '../../../../src/program/program.js';
import type { Statement } from '../../../../src/program/statement.js';
import { parse } from '../run.js';

const name = fc.constantFrom('a', 'b', 'c');

const statement = (depth: number): fc.Arbitrary<Statement> =>
  fc.oneof(
    { depthSize: 'small' },
    name.map((target): Statement => ({ kind: 'nondet', target, from: 0, to: 2 })),
    fc.tuple(name, name, name).map(([target, left, right]): Statement => {
      const value = { kind: 'binary', op: '+', left: register(left), right: register(right) } as const;
      return { kind: 'assign', target, value };
    }),
    fc.tuple(fc.constantFrom('x', 'y'), name).map(([location, from]): Statement => {
      const sum = { kind: 'binary', op: '&', left: register(from), right: constant(7) } as const;
      return { kind: 'store', address: addressOf(location), value: sum };
    }),
    name.map(
      (condition): Statement => ({
        kind: 'assume',
        condition: { kind: 'binary', op: '<', left: register(condition), right: constant(3) },
      }),
    ),
    ...(depth === 0
      ? []
      : [
          fc.tuple(name, body(depth - 1), body(depth - 1)).map(
            ([condition, whenTrue, whenFalse]): Statement => ({
              kind: 'if',
              condition: register(condition),
              whenTrue,
              whenFalse,
            }),
          ),
        ]),
  );

const body = (depth: number): fc.Arbitrary<Statement[]> => fc.array(statement(depth), { maxLength: 5 });

const states = (p: Program): string[] =>
  explore(p, { model: 'sc', unroll: 4, choices: 'every-value' }).outcomes.map(String).sort();

const choices = (p: Program): number =>
  p.threads.flatMap(({ body: all }) => all).filter((s) => s.kind === 'nondet').length;

describe('choices that nothing depends on', () => {
  it('are left out without a trace', () => {
    let fewer = 0;
    fc.assert(
      fc.property(body(2), (statements) => {
        const p = program('random');
        p.location('x');
        p.location('y');
        p.thread((t) => {
          for (const one of statements) t.add(one);
        });
        const whole = p.observe(finalCell('x'), finalCell('y')).build();
        const rest: Program = { ...whole, threads: whole.threads.map(withoutUnreadChoices) };
        if (choices(rest) < choices(whole)) fewer++;
        expect(states(rest)).toEqual(states(whole));
      }),
      { numRuns: 60 },
    );
    expect(fewer).toBeGreaterThan(3);
  });

  it('are seeds of numbers of chance', () => {
    const text =
      '#include <stdlib.h>\n#include <time.h>\nint x; int main(void) { srand((unsigned)time(NULL)); x = rand() % 3; }';
    expect(choices(parse(text))).toBe(1);
  });
});
