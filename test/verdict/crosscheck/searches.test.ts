// The searches of the explicit engine against each other and against every interleaving of the plain machine, on programs whose threads
// start each other and whose stores stand in several epochs of PSO.

import { describe, expect, it } from 'vitest';
import { modelNames } from '../../../src/execution/execution.js';
import { randomStarts } from '../../../src/generate/randomStarts.js';
import { SymbolicEngine } from '../../../src/symbolic/index.js';
import { crosscheck } from '../../../src/verdict/crosscheck/index.js';
import { everyday } from '../../counts.js';

const engine = await SymbolicEngine.start();
const first = Number(process.env.DIPTYCH_SEARCH_FIRST ?? 0);
const runs = Number(process.env.DIPTYCH_SEARCH_RUNS ?? everyday(120));
const seeds = Array.from({ length: runs }, (_, i) => first + i);

describe('searches', () => {
  it.each(modelNames)('see the same under %s', (model) => {
    let open = 0;
    for (const seed of seeds) {
      const found = crosscheck(randomStarts(seed), engine, {
        models: [model],
        parts: ['searches'],
        unroll: 2,
        maxExecutions: 3000,
      });
      expect([seed, found.disagreements]).toEqual([seed, []]);
      open += found.open.length;
    }
    expect(open).toBeLessThan(runs / 5);
  });

  it('see what the symbolic engine sees', () => {
    for (const seed of seeds.filter((_, i) => i % 10 === 0)) {
      const options = { models: modelNames, parts: ['engines', 'searches'] as const, unroll: 2 };
      const { disagreements } = crosscheck(randomStarts(seed), engine, { ...options, maxExecutions: 3000 });
      expect([seed, disagreements]).toEqual([seed, []]);
    }
  });
});

describe('programs that start threads from threads', () => {
  it('have chains of them, epochs, and executions that can be counted', () => {
    const all = seeds.map(randomStarts);
    const text = all.map(({ threads }) => JSON.stringify(threads.map(({ body }) => body)));
    expect(text.filter((body) => body.includes('store-store')).length).toBeGreaterThan(runs / 2);
    const nested = all.filter(({ threads }) =>
      threads.slice(1).some(({ body }) => JSON.stringify(body).includes('"spawn"')),
    );
    expect(nested.length).toBeGreaterThan(runs / 4);
  });
});
