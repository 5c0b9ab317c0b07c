// DPOR against the reference explorer: the same traces, each once, and nothing begun in vain.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames, traceKey } from '../../../src/execution/execution.js';
import { type ExploreOptions, explore } from '../../../src/explicit/explore.js';
import { familyProgram } from '../../../src/generate/families.js';
import { randomProgram } from '../../../src/generate/random.js';
import { program } from '../../../src/program/builder.js';
import type { Program } from '../../../src/program/program.js';
import { everyday } from '../../counts.js';

function traces(program: Program, options: ExploreOptions) {
  const keys: string[] = [];
  const exploration = explore(program, {
    ...options,
    onExecution: (witness) => keys.push(traceKey(witness().execution)),
  });
  return { keys: keys.sort(), ...exploration };
}

describe('optimal DPOR', () => {
  it.each(modelNames)('visits each trace of random programs once under %s', (model) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const program = randomProgram(seed);
        const reference = traces(program, { model, dpor: 'none' });
        const optimal = traces(program, { model, dpor: 'optimal' });
        expect(optimal.keys).toEqual(reference.keys);
        expect(optimal.executions).toBe(reference.executions);
        expect(optimal.redundant).toBe(0);
        expect(optimal.outcomes.map(String).sort()).toEqual(reference.outcomes.map(String).sort());
      }),
      { numRuns: everyday(200) },
    );
  });
});

describe('a load whose store a branch of a wakeup tree has committed', () => {
  // The store and the load of z are found with the load first, and go down a branch that begins with the commit.
  it('is no longer hidden there', () => {
    const p = program('commit before its load');
    const [x, y, z] = ['x', 'y', 'z'].map((name) => p.location(name));
    p.thread((t) => {
      t.store(x, 1);
      t.load(z, 'a');
      t.store(z, 2);
    });
    p.thread((t) => {
      t.load(z, 'b');
      t.load(y, 'c');
      t.store(z, 3);
      t.load(z, 'd');
      t.load(x, 'e');
    });
    const built = p.build();
    const source = traces(built, { model: 'pso', dpor: 'source' });
    const optimal = traces(built, { model: 'pso', dpor: 'optimal' });
    expect(optimal.keys).toEqual([...new Set(source.keys)]);
    expect(optimal.keys).toHaveLength(12);
  });
});

describe('source DPOR', () => {
  it.each(modelNames)('visits each trace of random programs under %s', (model) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const program = randomProgram(seed);
        const reference = traces(program, { model, dpor: 'none' });
        const source = traces(program, { model, dpor: 'source' });
        expect([...new Set(source.keys)]).toEqual(reference.keys);
      }),
      { numRuns: everyday(100) },
    );
  });
});

describe('scaling families have the number of traces that is known for them', () => {
  it.each([
    ['wr1', 3, [36, 36, 36]],
    ['wr1', 5, [14400, 14400, 14400]],
    ['wr2', 4, [15000, 15000, 15000]],
    ['ring', 12, [4095, 4096, 4096]],
    ['lastzero', 10, [3328, 3328, 3328]],
    ['readers', 12, [4096, 4096, 4096]],
    ['mutex-inc', 7, [5040, 5040, 5040]],
    ['fetch-add', 7, [5040, 5040, 5040]],
    ['dekker', 3, [1833, 15247, 69141]],
    ['fib-join', 4, [1107, 1764, 1764]],
    ['fib-join', 5, [8953, 19404, 19404]],
  ] as const)('%s %i', (name, n, counts) => {
    const seen = modelNames.map((model) => explore(familyProgram(name, n), { model }));
    expect(seen.map((s) => s.executions)).toEqual(counts);
    expect(seen.map((s) => s.redundant)).toEqual([0, 0, 0]);
  });
});

describe('nondeterministic choices', () => {
  it('are not explored again where a thread never comes to them', () => {
    const p = program('choice behind a lock');
    const x = p.location('x');
    p.thread((t) => t.store(x, 1));
    p.thread((t) => t.lock(x).nondet(1, 2, 'r'));
    const seen = explore(p.build(), { model: 'sc' });
    expect([seen.executions, seen.blocked]).toEqual([2, 1]);
  });
});
