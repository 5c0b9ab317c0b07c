// States with the same name have the same future: every execution from one ends as some execution from the other.
// The tree of all executions is walked without a reduction, and no two of its nodes are taken for the same state.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../../src/execution/execution.js';
import { everything } from '../../../src/generate/observe.js';
import { randomProgram } from '../../../src/generate/random.js';
import { type Feature, features } from '../../../src/generate/randomOptions.js';
import { randomSyncProgram } from '../../../src/generate/randomSync.js';
import { addressOf, constant, type Expr, register } from '../../../src/program/expression.js';
import { assumeSpinLoops } from '../../../src/program/spinLoops.js';
import type { Statement } from '../../../src/program/statement.js';
import { validate } from '../../../src/program/validate.js';
import { withCopies } from '../symmetry/copies.js';
import { forgetful } from './forgetful.js';
import { names, namesWithFootprints } from './walk.js';

const runs = Number(process.env.DIPTYCH_STATE_RUNS ?? 150);

const withOnly = (...chosen: readonly Feature[]) => ({ features: chosen, size: 5, mix: false });

describe('states with the same name', () => {
  it.each([
    ['any features', (seed: number) => randomProgram(seed, { features, size: 5 })],
    ['buffered stores', (seed: number) => randomProgram(seed, withOnly('store-fence', 'fence', 'rmw'))],
    ['findings and cut loops', (seed: number) => randomProgram(seed, withOnly('assert', 'loop', 'assume'))],
    ['blocks of the heap', (seed: number) => randomProgram(seed, withOnly('alloc', 'fault', 'pointer'))],
    ['values of 64 bits', (seed: number) => randomProgram(seed, withOnly('width', 'rmw', 'if'))],
    ['threads that are started', (seed: number) => randomProgram(seed, withOnly('spawn', 'lock', 'nondet'))],
    ['synchronisation', (seed: number) => randomSyncProgram(seed, { heap: true, moves: 2 })],
    ['forgotten choices', (seed: number) => forgetful(seed, false, ['stores', 'fences', 'own'])],
    [
      'loops that wait',
      (seed: number) => assumeSpinLoops(randomProgram(seed, withOnly('loop', 'if', 'dependency'))),
    ],
  ])('have the same future: %s', (_, program) => {
    let compared = 0;
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...modelNames), (seed, model) => {
        compared += names(program(seed), model);
      }),
      { numRuns: runs / 5, seed: 1 },
    );
    expect(compared).toBeGreaterThan(runs);
  });

  it.each([
    ['joins', (seed: number) => forgetful(seed, false, ['joins', 'stores'])],
    ['locks', (seed: number) => forgetful(seed, false, ['locks', 'unlocks', 'stores'])],
    ['synchronisation', (seed: number) => randomSyncProgram(seed, { heap: true, moves: 2 })],
  ])('have the same future, with what threads have joined and hold: %s', (_, program) => {
    let compared = 0;
    for (let seed = 0; seed < runs / 2; seed++)
      compared += namesWithFootprints(program(seed), modelNames[seed % modelNames.length]);
    expect(compared).toBeGreaterThan(runs);
  });

  it.each([
    ['copies of one thread', (seed: number) => withCopies(seed, 2)],
    ['cells of their own', (seed: number) => forgetful(seed, true, ['own', 'stores'])],
    ['locks', (seed: number) => forgetful(seed, true, ['takes', 'gives', 'stores'])],
    ['findings', (seed: number) => forgetful(seed, true, ['fails', 'faults', 'stores'])],
  ])('have the same future up to the order of like threads: %s', (_, program) => {
    let compared = 0;
    for (let seed = 0; seed < runs / 3; seed++)
      compared += names(program(seed), modelNames[seed % modelNames.length], { exchanged: true });
    expect(compared).toBeGreaterThan(runs);
  });

  const store = (place: Expr, value: Expr): Statement => ({ kind: 'store', address: place, value });
  const load = (name: string, target = 'r'): Statement => ({
    kind: 'load',
    target,
    address: addressOf(name),
  });
  const ifSet = (...whenTrue: Statement[]): Statement => ({
    kind: 'if',
    condition: register('r'),
    whenTrue,
    whenFalse: [],
  });

  // The first thread reads what the second stores, forgets it, and has something left that depends on it.
  it.each<[what: string, first: Statement[], value: Expr]>([
    ['where a buffered store goes', [load('p'), store(register('r'), constant(1))], addressOf('z')],
    [
      'whether a fence stands between buffered stores',
      [
        load('p'),
        store(addressOf('x'), constant(1)),
        ifSet({ kind: 'fence', fence: 'store-store' }),
        store(addressOf('z'), constant(1)),
      ],
      constant(0),
    ],
  ])('have the same future: %s', (_, first, value) => {
    const locations = [
      { name: 'p', initial: [{ location: 'x', index: 0 }] },
      { name: 'x', initial: [0] },
      { name: 'z', initial: [0] },
    ];
    const bodies = [first, [store(addressOf('p'), value)], [load('z'), load('x', 'later')]];
    const threads = bodies.map((body, t) => ({
      name: `P${t}`,
      start: 'initial' as const,
      parameters: [],
      registers: new Map(),
      body,
    }));
    // not what the first thread has read
    const observed = everything(locations, threads).filter((o) => o.kind === 'cell' || o.thread === 2);
    const program = validate({ name: 'p', locations, threads, observed });
    for (const model of modelNames) expect(names(program, model)).toBeGreaterThan(10);
  });
});
