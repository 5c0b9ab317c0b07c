// All questions about a program to all routes: they agree, and what is asked is what was wanted.

import { describe, expect, it } from 'vitest';
import { modelNames } from '../../../src/execution/execution.js';
import { explore } from '../../../src/explicit/explore.js';
import { cycleOfName } from '../../../src/generate/cycleOfName.js';
import { testOfCycle } from '../../../src/generate/cycleProgram.js';
import { randomProgram } from '../../../src/generate/random.js';
import { program } from '../../../src/program/builder.js';
import { register } from '../../../src/program/expression.js';
import { SymbolicEngine } from '../../../src/symbolic/index.js';
import { crosscheck, type Part, parts } from '../../../src/verdict/crosscheck/index.js';
import { everyday } from '../../counts.js';

const engine = await SymbolicEngine.start();
const sb = testOfCycle(cycleOfName('SB'));
const ask = (program: typeof sb, wanted: readonly Part[] = parts, limits = {}) =>
  crosscheck(program, engine, { models: modelNames, parts: wanted, unroll: 3, ...limits });

describe('cross-checking', () => {
  it('asks everything under every model', () => {
    const { queries, agreements, disagreements, open, times } = ask(sb);
    expect({ disagreements, open }).toEqual({ disagreements: [], open: [] });
    expect(agreements).toBe(queries);
    expect(queries).toBeGreaterThanOrEqual(3 * 6 + 2);
    expect(Object.keys(times)).toEqual(
      expect.arrayContaining(['explicit', 'symbolic', 'certificate', 'cat']),
    );
  });

  it('asks less if less is wanted', () => {
    expect(ask(sb, ['traces']).queries).toBe(3 * 2);
    expect(ask(sb, ['traces']).times.certificate).toBeUndefined();
  });

  it('leaves open what the limits leave open', () => {
    const { open, disagreements } = ask(sb, parts, { maxExecutions: 1 });
    expect(disagreements).toEqual([]);
    expect(open.map((o) => o.question)).toContain('outcomes');
  });

  it('counts executions once when the exploration needs more room and starts again', () => {
    const p = program('long');
    const [x, y] = [p.location('x'), p.location('y')];
    p.thread((t) => {
      t.load(x, 'r');
      t.if(register('r'), (seen) => {
        for (let i = 0; i < 70; i++) seen.store(y, i);
      });
    });
    p.thread((t) => void t.store(x, 1));
    let restarts = 0;
    const long = p.build();
    explore(long, { model: 'sc', onRestart: () => restarts++ });
    expect(restarts).toBeGreaterThan(0);
    expect(ask(long, ['traces']).disagreements).toEqual([]);
  });

  it('finds no disagreement on random programs', () => {
    for (let seed = 0; seed < everyday(25); seed++)
      expect(ask(randomProgram(seed)).disagreements).toEqual([]);
  });
});
