// Candidate executions as a formula: how many solutions there are before any axiom, and what an axiom leaves of them.

import { describe, expect, it } from 'vitest';
import { loadModel } from '../../../src/cat/models.js';
import { parseCat } from '../../../src/cat/resolve.js';
import { type ProgramBuilder, program } from '../../../src/program/builder.js';
import type { Lit } from '../../../src/symbolic/formula/cnf.js';
import { impliesCoherence, isCoherence } from '../../../src/symbolic/model/shape.js';
import { Problem, type ProblemOptions } from '../../../src/symbolic/problem.js';
import { Session } from '../../../src/symbolic/session.js';
import { startZ3 } from '../../../src/symbolic/z3/module.js';

const z3 = await startZ3();

/** Everything that is a candidate. */
const anything = parseCat('acyclic 0 as nothing', 'any.cat');

/** Distinct assignments of rf and co. */
function graphs(fill: (p: ProgramBuilder) => void, options: ProblemOptions): number {
  const p = program('test');
  fill(p);
  const problem = new Problem(p.build(), 'complete', options);
  const { memory, unrolled, cnf } = problem;
  const choices: Lit[] = memory.sources.flat().map(({ lit }) => lit);
  for (const a of unrolled.writes)
    for (const b of unrolled.writes) if (a.id < b.id) choices.push(memory.co(a.id, b.id));
  const session = new Session(z3, problem);
  try {
    let count = 0;
    while (session.check() === 'sat') {
      count++;
      cnf.add(...choices.map((lit) => (session.holds(lit) ? -lit : lit)));
    }
    return count;
  } finally {
    session.close();
  }
}

const twoWritesOneRead = (p: ProgramBuilder): void => {
  const x = p.location('x');
  p.thread((t) => void t.store(x, 1));
  p.thread((t) => void t.store(x, 2));
  p.thread((t) => void t.load(x, 'r'));
};

const sb = (p: ProgramBuilder): void => {
  const [x, y] = [p.location('x'), p.location('y')];
  p.thread((t) => void t.store(x, 1).load(y, 'r'));
  p.thread((t) => void t.store(y, 1).load(x, 'r'));
};

describe('candidates', () => {
  it('choose a source for every read and an order for every two writes', () => {
    // Three sources and two orders.
    expect(graphs(twoWritesOneRead, { model: anything })).toBe(6);
    // With one read nothing is incoherent.
    for (const model of ['sc', 'tso', 'pso'] as const) expect(graphs(twoWritesOneRead, { model })).toBe(6);
    expect(graphs(sb, { model: anything })).toBe(4);
  });

  it('are fewer under SC, where SB has no fourth one', () => {
    expect(graphs(sb, { model: 'sc' })).toBe(3);
    expect(graphs(sb, { model: 'tso' })).toBe(4);
    expect(graphs(sb, { model: 'pso' })).toBe(4);
  });

  it('keep a read and its source to the same cell and value', () => {
    const disjoint = (p: ProgramBuilder): void => {
      const [x, y] = [p.location('x'), p.location('y')];
      p.thread((t) => void t.store(x, 1));
      p.thread((t) => void t.load(y, 'r'));
    };
    expect(graphs(disjoint, { model: anything })).toBe(1);
    const assumed = (p: ProgramBuilder): void => {
      const x = p.location('x');
      p.thread((t) => void t.store(x, 1));
      p.thread((t) => void t.store(x, 2));
      p.thread((t) => {
        t.load(x, 'r');
        t.assume('r');
      });
    };
    // The initial value is no source of a read that must not be zero.
    expect(graphs(assumed, { model: anything })).toBe(4);
  });

  it('are the same with every encoding of acyclicity', () => {
    for (const encoding of ['lazy', 'closure', 'clocks-int'] as const)
      expect(graphs(sb, { model: 'sc', encoding }), encoding).toBe(3);
  });
});

describe('the shape of a model', () => {
  it('is recognised where it implies coherence', () => {
    for (const name of ['sc', 'tso', 'pso'] as const) {
      const model = loadModel(name);
      expect(impliesCoherence(model), name).toBe(true);
      if (name !== 'sc')
        expect(
          model.axioms.some((axiom) => isCoherence(model, axiom)),
          name,
        ).toBe(true);
    }
    expect(impliesCoherence(anything)).toBe(false);
    expect(impliesCoherence(parseCat('acyclic po | rf as thinair', 'own.cat'))).toBe(false);
  });
});
