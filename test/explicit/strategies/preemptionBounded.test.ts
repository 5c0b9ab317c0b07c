// Preemption bounding against interleavings counted on the plain machine.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelName, traceKey } from '../../../src/execution/execution.js';
import { type ExploreOptions, explore } from '../../../src/explicit/explore.js';
import { familyProgram } from '../../../src/generate/families.js';
import { randomProgram } from '../../../src/generate/random.js';
import { program } from '../../../src/program/builder.js';
import type { Program } from '../../../src/program/program.js';
import { interleavings } from './plain.js';

const bounded = (bound: number): Pick<ExploreOptions, 'model' | 'strategy'> => ({
  model: 'sc',
  strategy: { kind: 'preemptions', bound },
});

/** Two threads of n stores each. */
function stores(n: number): Program {
  const p = program(`stores-${n}`);
  for (const name of ['x', 'y']) {
    const location = p.location(name);
    p.thread((t) => {
      for (let i = 1; i <= n; i++) t.store(location, i);
    });
  }
  return p.build();
}

describe('preemption-bounded exploration', () => {
  it('visits each interleaving with at most that many preemptions once', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 4 }), (seed, bound) => {
        // Fences, spawn, join and choices are steps of their own on the plain machine only.
        const random = randomProgram(seed, {
          size: 6,
          features: ['rmw', 'if', 'pointer', 'dependency', 'lock', 'atomic'],
        });
        const expected = interleavings(random);
        const seen = explore(random, bounded(bound));
        expect(seen.executions + seen.blocked).toBe(
          expected.slice(0, bound + 1).reduce((sum, count) => sum + count, 0),
        );
        expect(seen.complete).toBe(bound + 1 >= expected.length);
      }),
      { numRuns: 100 },
    );
  });

  it('counts interleavings of two independent threads', () => {
    // Of the 252 interleavings of 5 and 5 steps, 2 have no preemption.
    const counts = [0, 1, 2, 20].map((bound) => explore(stores(5), bounded(bound)).executions);
    expect(counts).toEqual([2, 10, 42, 252]);
  });

  it('visits those with fewer preemptions first', () => {
    const preemptions: number[] = [];
    explore(familyProgram('wr1', 3), {
      ...bounded(3),
      onExecution: (witness) => {
        const threads = witness().schedule.map((step) => step.thread);
        // A thread of wr1 takes two steps.
        const switches = threads.filter(
          (t, i) => i > 0 && t !== threads[i - 1] && threads.lastIndexOf(threads[i - 1]) > i,
        );
        preemptions.push(switches.length);
      },
    });
    expect(preemptions).toEqual([...preemptions].sort((a, b) => a - b));
    expect(preemptions[0]).toBe(0);
    expect(preemptions.at(-1)).toBe(3);
  });

  it.each([
    ['wr1', 3],
    ['ring', 3],
    ['lastzero', 2],
    ['mutex-inc', 3],
    ['dekker', 1],
    ['peterson', 1],
    ['fib-join', 1],
    ['fib-racing', 1],
  ])('without a bound sees every trace of %s %i', (name, n) => {
    const keys = (options: ExploreOptions): Set<string> => {
      const found = new Set<string>();
      const { complete } = explore(familyProgram(name, n), {
        unroll: 1,
        ...options,
        onExecution: (witness) => found.add(traceKey(witness().execution)),
      });
      expect(complete).toBe(true);
      return found;
    };
    expect(keys(bounded(Infinity))).toEqual(keys({ model: 'sc' }));
  });

  it('is complete only if the bound left nothing out', () => {
    expect(explore(stores(2), bounded(1)).complete).toBe(false);
    expect(explore(stores(2), bounded(2)).complete).toBe(true);
    expect(explore(stores(2), { ...bounded(2), maxExecutions: 3 }).complete).toBe(false);
  });

  it('explores every nondeterministic value', () => {
    const p = program('values');
    const x = p.location('x');
    for (const _ of [0, 1]) p.thread((t) => t.store(x, t.nondet(1, 3)));
    // Two interleavings of each of the nine pairs of values.
    expect(explore(p.build(), bounded(5))).toMatchObject({ executions: 18, complete: true });
  });

  it('lets buffered stores commit for free', () => {
    const outcomes = (model: ModelName): string[] =>
      explore(familyProgram('ring', 2), { model, strategy: { kind: 'preemptions', bound: 0 } })
        .outcomes.map(String)
        .sort();
    expect(outcomes('sc')).toEqual(['0,1', '1,0']);
    expect(outcomes('tso')).toEqual(['0,0', '0,1', '1,0', '1,1']);
  });
});
