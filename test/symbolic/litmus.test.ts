// Classic shapes, under each model and with each encoding of acyclicity.

import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames } from '../../src/execution/execution.js';
import { and, eq, finalCell, finalRegister, program } from '../../src/program/builder.js';
import type { Program } from '../../src/program/program.js';
import { encodings, SymbolicEngine } from '../../src/symbolic/index.js';

const engine = await SymbolicEngine.start();

const sb = (fence: boolean): Program => {
  const p = program(fence ? 'SB+mfences' : 'SB');
  const [x, y] = [p.location('x'), p.location('y')];
  for (const [a, b] of [
    [x, y],
    [y, x],
  ])
    p.thread((t) => {
      t.store(a, 1);
      if (fence) t.fence();
      t.load(b, 'r');
    });
  return p.exists(and(eq(finalRegister(0, 'r'), 0), eq(finalRegister(1, 'r'), 0))).build();
};

const mp = (fence: boolean): Program => {
  const p = program(fence ? 'MP+sfence+po' : 'MP');
  const [x, y] = [p.location('x'), p.location('y')];
  p.thread((t) => {
    t.store(x, 1);
    if (fence) t.storeFence();
    t.store(y, 1);
  });
  p.thread((t) => {
    t.load(y, 'r');
    t.load(x, 's');
  });
  return p.exists(and(eq(finalRegister(1, 'r'), 1), eq(finalRegister(1, 's'), 0))).build();
};

const twoPlusTwoW = (): Program => {
  const p = program('2+2W');
  const [x, y] = [p.location('x'), p.location('y')];
  p.thread((t) => t.store(x, 1).store(y, 2));
  p.thread((t) => t.store(y, 1).store(x, 2));
  return p.exists(and(eq(finalCell('x'), 1), eq(finalCell('y'), 1))).build();
};

const iriw = (): Program => {
  const p = program('IRIW');
  const [x, y] = [p.location('x'), p.location('y')];
  p.thread((t) => t.store(x, 1));
  p.thread((t) => t.store(y, 1));
  for (const [a, b] of [
    [x, y],
    [y, x],
  ])
    p.thread((t) => {
      t.load(a, 'r');
      t.load(b, 's');
    });
  const sees = (thread: number) => [eq(finalRegister(thread, 'r'), 1), eq(finalRegister(thread, 's'), 0)];
  return p.exists(and(...sees(2), ...sees(3))).build();
};

const n6 = (): Program => {
  const p = program('n6');
  const [x, y] = [p.location('x'), p.location('y')];
  p.thread((t) => {
    t.store(x, 1);
    t.load(x, 'r');
    t.load(y, 's');
  });
  p.thread((t) => t.store(y, 1).store(x, 2));
  return p
    .exists(and(eq(finalRegister(0, 'r'), 1), eq(finalRegister(0, 's'), 0), eq(finalCell('x'), 1)))
    .build();
};

const lb = (): Program => {
  const p = program('LB');
  const [x, y] = [p.location('x'), p.location('y')];
  for (const [a, b] of [
    [x, y],
    [y, x],
  ])
    p.thread((t) => {
      t.load(a, 'r');
      t.store(b, 1);
    });
  return p.exists(and(eq(finalRegister(0, 'r'), 1), eq(finalRegister(1, 'r'), 1))).build();
};

/** The models that allow the condition; those that are robust; the number of graphs under each. */
const table: readonly [Program, allowed: ModelName[], robust: ModelName[]][] = [
  [sb(false), ['tso', 'pso'], ['sc']],
  [sb(true), [], ['sc', 'tso', 'pso']],
  [mp(false), ['pso'], ['sc', 'tso']],
  [mp(true), [], ['sc', 'tso', 'pso']],
  [twoPlusTwoW(), ['pso'], ['sc', 'tso']],
  [iriw(), [], ['sc', 'tso', 'pso']],
  [n6(), ['tso', 'pso'], ['sc']],
  [lb(), [], ['sc', 'tso', 'pso']],
];

describe.each(encodings)('with the encoding %s', (encoding) => {
  it.each(table)('$name', (test, allowed, robust) => {
    for (const model of modelNames) {
      const formula = test.condition?.formula ?? { kind: 'false' };
      const { reachable, shown } = engine.reachable(test, formula, { model, encoding });
      expect(reachable).toBe(allowed.includes(model));
      expect(shown?.execution.outcome === undefined).toBe(!reachable);
      const answer = engine.robust(test, { model, encoding });
      expect(answer.robust).toBe(robust.includes(model));
      expect(answer.violation?.cycle.length ?? 0).toBeGreaterThanOrEqual(answer.robust === true ? 0 : 4);
    }
  });
});

describe('the text of a question', () => {
  it('is SMT-LIB with a comment for each choice of rf and co', () => {
    const text = engine.smtLib(sb(false), sb(false).condition?.formula ?? { kind: 'true' }, { model: 'tso' });
    expect(text).toMatch(/^; SB: 4 events, complete executions\n/);
    expect(text).toContain('rf initial x -> 1.1R');
    expect(text).toContain('(set-logic QF_UF)');
    expect(text.trimEnd().endsWith('(check-sat)')).toBe(true);
    const declared = new Set([...text.matchAll(/declare-const (v\d+)/g)].map((m) => m[1]));
    for (const [, used] of text.matchAll(/[ (](v\d+)[ )]/g)) expect(declared.has(used)).toBe(true);
    expect(engine.smtLib(sb(false), 'hb-cycle', { model: 'tso', encoding: 'clocks-int' })).toContain(
      '(< clock',
    );
  });
});
