// Atomic blocks that do not reach their end because an assumption or an assertion fails in them: their writes are not
// seen. Both engines and the machines are compared with brute force, and brute force with the definition: an
// execution is over once an assumption has failed, as after abort() or in an endless loop inside an atomic section.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { addressOf, binary, constant, register } from '../../src/program/expression.js';
import type { Program } from '../../src/program/program.js';
import { rewriteBody } from '../../src/program/rewrite.js';
import type { Statement } from '../../src/program/statement.js';
import { validate } from '../../src/program/validate.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import { bruteForce } from '../reference/bruteForce.js';

const cell = fc.constantFrom('x', 'y');
const stored = (min: number, max: number): fc.Arbitrary<Statement> =>
  fc
    .tuple(cell, fc.integer({ min, max }))
    .map(([name, v]) => ({ kind: 'store', address: addressOf(name), value: constant(v) }));
const store = stored(1, 2);
const load: fc.Arbitrary<Statement> = cell.map((name) => ({
  kind: 'load',
  target: 'r',
  address: addressOf(name),
}));
const add: fc.Arbitrary<Statement> = cell.map((name) => ({
  kind: 'rmw',
  target: 'r',
  address: addressOf(name),
  op: { kind: 'fetch', op: '+', value: constant(1) },
}));
const condition = fc
  .tuple(fc.constantFrom('==' as const, '!=' as const, '!=' as const), fc.integer({ min: 0, max: 4 }))
  .map(([op, v]) => binary(op, register('r'), constant(v)));
const assume: fc.Arbitrary<Statement> = condition.map((c) => ({ kind: 'assume', condition: c }));
const assert: fc.Arbitrary<Statement> = condition.map((c) => ({
  kind: 'assert',
  condition: c,
  message: 'r',
}));
/** A loop that its bound cuts after a round, or not. */
const loop: fc.Arbitrary<Statement> = fc.tuple(condition, load, store).map(([c, ...body]) => ({
  kind: 'while',
  label: 'again',
  condition: c,
  body,
  bound: 1,
}));
/** Looks for what only a section stores. */
const looks: fc.Arbitrary<Statement[]> = fc
  .tuple(load, fc.integer({ min: 3, max: 4 }))
  .map(([first, v]) => [
    first,
    { kind: 'assert', condition: binary('!=', register('r'), constant(v)), message: 'r' },
  ]);
type Kind = readonly [number, fc.Arbitrary<Statement>];
const several = (max: number, ...kinds: readonly Kind[]): fc.Arbitrary<Statement[]> =>
  fc.array(fc.oneof(...kinds.map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
    minLength: 1,
    maxLength: max,
  });

/** Blocks that store something and may stop afterwards. */
const section = (withLoops: boolean): fc.Arbitrary<Statement> =>
  fc
    .tuple(
      stored(3, 4),
      several(3, [3, load], [1, store], [1, add], [3, assume], [1, assert], [withLoops ? 1 : 0, loop]),
    )
    .map(([first, rest]) => ({ kind: 'atomic', body: [first, ...rest] }));

const sectionPrograms = (withLoops: boolean): fc.Arbitrary<Program> =>
  fc
    .tuple(
      several(2, [3, section(withLoops)], [1, store], [1, load], [1, assume]),
      fc.array(looks, { minLength: 1, maxLength: 2 }).map((pairs) => pairs.flat()),
      fc.option(several(2, [1, section(withLoops)], [1, store], [1, add]), { nil: [] }),
    )
    .map((bodies) =>
      validate({
        name: 'sections',
        locations: ['x', 'y'].map((name) => ({ name, initial: [0] })),
        threads: bodies.map((body, t) => ({
          name: `P${t}`,
          start: 'initial',
          parameters: [],
          registers: new Map(),
          body,
        })),
        observed: [
          ...['x', 'y'].map((location) => ({ kind: 'cell', location, index: 0 }) as const),
          ...bodies.map((_, thread) => ({ kind: 'register', thread, register: 'r' }) as const),
        ],
      }),
    );

/** A thread at an assumption or assertion outside of atomic blocks may be slow. */
const unhurried = (program: Program): Program => ({
  ...program,
  threads: program.threads.map((thread) => ({
    ...thread,
    body: rewriteBody(thread.body, (s) => {
      if (s.kind === 'atomic') return [s];
      if (s.kind !== 'assume' && s.kind !== 'assert') return undefined;
      return [{ kind: 'nondet', target: 'moment', from: 0, to: 0 }, s];
    }),
  })),
});

const failingThreads = (findings: readonly { finding: { kind: string; thread: number } }[]): number[] =>
  [
    ...new Set(
      findings.filter(({ finding }) => finding.kind === 'assertion').map(({ finding }) => finding.thread),
    ),
  ].sort();

describe('an atomic block that does not come to its end', () => {
  let symbolic: SymbolicEngine;
  beforeAll(async () => {
    symbolic = await SymbolicEngine.start();
  });

  it('leaves nothing behind, says each engine as brute force does', () => {
    fc.assert(
      fc.property(sectionPrograms(true), fc.constantFrom(...modelNames), (program, model) => {
        const expected = bruteForce(program, model);
        const outcomes = [...expected.outcomes].sort();
        const failing = [...expected.failing].sort();
        const reduced = explore(program, { model });
        expect([reduced.executions, reduced.blocked]).toEqual([
          expected.complete.size,
          expected.blocked.size,
        ]);
        const plain = explore(program, { model, dpor: 'none' });
        for (const seen of [reduced, plain, symbolic.explore(program, { model })]) {
          expect(seen.outcomes.map((o) => o.join()).sort()).toEqual(outcomes);
          expect(failingThreads(seen.findings)).toEqual(failing);
        }
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 60) },
    );
  });

  it('ends the execution', () => {
    fc.assert(
      fc.property(sectionPrograms(false), fc.constantFrom(...modelNames), (plain, model) => {
        const program = unhurried(plain);
        const others = bruteForce(program, model);
        const nobody = bruteForce(program, model, 8, true);
        expect([...others.failing].sort()).toEqual([...nobody.failing].sort());
        expect([...others.outcomes].sort()).toEqual([...nobody.outcomes].sort());
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 60) },
    );
  });
});
