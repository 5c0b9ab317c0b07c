import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { randomProgram } from '../../src/generate/random.js';
import { finalCell, finalRegister, program, type ThreadBuilder } from '../../src/program/builder.js';
import type { Expr } from '../../src/program/expression.js';
import type { Program } from '../../src/program/program.js';
import { bruteForce, isRobust } from './bruteForce.js';

function twoLocations(...threads: ((t: ThreadBuilder, x: Expr, y: Expr) => void)[]): Program {
  const p = program('test');
  const x = p.location('x');
  const y = p.location('y');
  for (const fill of threads) p.thread((t) => fill(t, x, y));
  threads.forEach((_, i) => {
    p.observe(finalRegister(i, 'r'), finalRegister(i, 's'));
  });
  return p.observe(finalCell('x'), finalCell('y')).build();
}

describe('the reference', () => {
  it('shows store buffering under TSO and PSO', () => {
    const sb = twoLocations(
      (t, x, y) => t.store(x, 1).load(y, 'r'),
      (t, x, y) => t.store(y, 1).load(x, 'r'),
    );
    expect(bruteForce(sb, 'sc').outcomes.size).toBe(3);
    expect(bruteForce(sb, 'tso').outcomes.has('0,0,0,0,1,1')).toBe(true);
    expect([isRobust(sb, 'sc'), isRobust(sb, 'tso'), isRobust(sb, 'pso')]).toEqual([true, false, false]);
  });

  it('keeps message passing in order under TSO, under PSO only with a store-store fence', () => {
    const mp = (fenced: boolean): Program =>
      twoLocations(
        (t, x, y) => {
          t.store(x, 1);
          if (fenced) t.storeFence();
          t.store(y, 1);
        },
        (t, x, y) => {
          t.load(y, 'r');
          t.load(x, 's');
        },
      );
    const bad = '0,0,1,0,1,1';
    expect(bruteForce(mp(false), 'tso').outcomes.has(bad)).toBe(false);
    expect(bruteForce(mp(false), 'pso').outcomes.has(bad)).toBe(true);
    expect(bruteForce(mp(true), 'pso').outcomes.has(bad)).toBe(false);
  });

  it('forwards own stores: n6 is not robust', () => {
    const n6 = twoLocations(
      (t, x, y) => {
        t.store(x, 1);
        t.load(x, 'r');
        t.load(y, 's');
      },
      (t, x, y) => t.store(y, 1).store(x, 2),
    );
    expect(bruteForce(n6, 'sc').outcomes.has('1,0,0,0,1,1')).toBe(false);
    expect(bruteForce(n6, 'tso').outcomes.has('1,0,0,0,1,1')).toBe(true);
    expect(isRobust(n6, 'tso')).toBe(false);
  });

  it('sees what the explicit engine sees of threads that wait for values', () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = randomProgram(seed, { size: 6, features: ['wait', 'rmw', 'fence', 'if'], mix: false });
      for (const model of modelNames) {
        const expected = bruteForce(random, model);
        const { outcomes, executions, blocked } = explore(random, { model });
        expect(new Set(outcomes.map((o) => o.join()))).toEqual(expected.outcomes);
        // an unlock by a thread that has not locked is no event here
        if ([...expected.findings].some((finding) => finding.startsWith('unlock'))) continue;
        const counts = { executions: expected.complete.size, blocked: expected.blocked.size };
        expect({ seed, model, executions, blocked }).toEqual({ seed, model, ...counts });
      }
    }
  });

  it('sees what the explicit engine sees, trace by trace, on random programs', () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = randomProgram(seed);
      for (const model of modelNames) {
        const expected = bruteForce(random, model);
        const { outcomes, executions, blocked } = explore(random, { model });
        expect({ seed, model, executions, blocked }).toEqual({
          seed,
          model,
          executions: expected.complete.size,
          blocked: expected.blocked.size,
        });
        expect(new Set(outcomes.map((o) => o.join()))).toEqual(expected.outcomes);
      }
    }
  });
});
