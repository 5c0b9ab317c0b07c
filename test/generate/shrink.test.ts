import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomProgram } from '../../src/generate/random.js';
import { features } from '../../src/generate/randomOptions.js';
import { shrink, shrinkSync, smallerPrograms } from '../../src/generate/shrink.js';
import { weightOf } from '../../src/generate/weight.js';
import type { Program } from '../../src/program/program.js';
import { forEachStatement, type Statement } from '../../src/program/statement.js';
import { validate } from '../../src/program/validate.js';
import { bruteForce, isRobust } from '../reference/bruteForce.js';
import { arbitraryProgram } from './arbitrary.js';

function statementsOf(program: Program): Statement[] {
  const found: Statement[] = [];
  for (const thread of program.threads) forEachStatement(thread.body, (s) => found.push(s));
  return found;
}

const has =
  (...kinds: Statement['kind'][]) =>
  (program: Program): boolean =>
    kinds.every((kind) => statementsOf(program).some((s) => s.kind === kind));

function* failing(count: number, size: number, fails: (program: Program) => boolean): Generator<Program> {
  for (let seed = 0, found = 0; found < count; seed++) {
    const program = randomProgram(seed, { size });
    if (!fails(program)) continue;
    found++;
    yield program;
  }
}

describe('shrink', () => {
  it('only proposes valid and lighter programs', () => {
    fc.assert(
      fc.property(arbitraryProgram({ features, size: 12 }), (program) => {
        for (const smaller of smallerPrograms(program)) {
          validate(smaller);
          expect(weightOf(smaller)).toBeLessThan(weightOf(program));
        }
      }),
      { numRuns: 40 },
    );
  });

  it.each(['tso', 'pso'] as const)(
    'shrinks what is not robust against %s to two locations and few events',
    (model) => {
      const notRobust = (p: Program): boolean => !isRobust(p, model, 2);
      let four = 0;
      for (const program of failing(25, 8, notRobust)) {
        const small = shrinkSync(program, notRobust);
        validate(small);
        expect(notRobust(small)).toBe(true);
        expect(small.locations).toHaveLength(2);
        expect(small.observed).toEqual([]);
        expect(small.threads.length).toBeLessThanOrEqual(3);
        const statements = statementsOf(small).length;
        expect(statements).toBeLessThanOrEqual(6);
        if (statements === 4) four++;
        for (const smaller of smallerPrograms(small)) expect(notRobust(smaller)).toBe(false);
      }
      expect(four).toBeGreaterThan(15);
    },
  );

  it('shrinks a wrong outcome to store buffering with its condition gone', () => {
    const weak = (p: Program): boolean => {
      const sc = bruteForce(p, 'sc', 2).outcomes;
      return [...bruteForce(p, 'tso', 2).outcomes].some((o) => !sc.has(o));
    };
    for (const program of failing(8, 8, weak)) {
      const small = shrinkSync(program, weak);
      expect(statementsOf(small).length).toBeLessThanOrEqual(6);
      expect(small.condition).toBeUndefined();
      expect(small.observed.length).toBeLessThanOrEqual(4);
    }
  });

  it('reduces to single statements where that is enough', () => {
    const cases: [Statement['kind'][], number][] = [
      [['rmw'], 1],
      [['lock', 'unlock'], 2],
      [['while'], 1],
      [['spawn', 'join'], 2],
      [['atomic', 'nondet'], 2],
    ];
    for (const [kinds, size] of cases) {
      const fails = has(...kinds);
      for (const program of failing(5, 20, fails)) {
        const small = shrinkSync(program, fails);
        expect(statementsOf(small)).toHaveLength(size);
        expect(small.threads.length).toBeLessThanOrEqual(kinds.length);
        expect(small.locations.length).toBeLessThanOrEqual(1);
      }
    }
  });

  it('takes predicates that answer later, and ends the same', async () => {
    const fails = has('rmw', 'fence');
    for (const program of failing(3, 12, fails))
      expect(await shrink(program, (p) => Promise.resolve(fails(p)))).toEqual(shrinkSync(program, fails));
  });

  it('names threads and registers afresh', () => {
    const fails = (p: Program): boolean => !isRobust(p, 'tso', 2);
    for (const program of failing(5, 8, fails)) {
      const small = shrinkSync(program, fails);
      expect(small.threads.map((t) => t.name)).toEqual(small.threads.map((_, i) => `P${i}`));
    }
  });

  it('lets fast-check shrink a failing property', () => {
    const result = fc.check(
      fc.property(arbitraryProgram({ size: 12 }), (p) => !has('rmw')(p)),
      { seed: 1 },
    );
    const [counterexample] = result.counterexample ?? [];
    expect(result.failed && counterexample !== undefined && statementsOf(counterexample).length).toBe(1);
    expect(fc.stringify(counterexample)).toContain('C random');
  });
});
