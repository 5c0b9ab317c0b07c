import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/support/prng.js';
import { startZ3, type Z3Module } from '../../../src/symbolic/z3/module.js';
import { ClauseSolver, type SolverKind } from '../../../src/symbolic/z3/solver.js';

const z3 = await startZ3();

function withSolver<T>(ask: (solver: ClauseSolver) => T, kind: SolverKind = 'clauses', module = z3): T {
  const solver = new ClauseSolver(module, kind);
  try {
    return ask(solver);
  } finally {
    solver.close();
  }
}

const clauses = fc.array(
  fc.array(
    fc.integer({ min: -6, max: 6 }).filter((l) => l !== 0),
    { minLength: 1, maxLength: 3 },
  ),
  { maxLength: 30 },
);

function satisfiable(list: readonly (readonly number[])[]): boolean {
  for (let bits = 0; bits < 64; bits++)
    if (list.every((c) => c.some((l) => ((bits >> (Math.abs(l) - 1)) & 1) === (l > 0 ? 1 : 0)))) return true;
  return false;
}

/** One pigeon too many for `holes` holes: unsatisfiable, and hard. */
function pigeons(solver: ClauseSolver, holes: number): void {
  const at = (p: number, h: number): number => 1 + p * holes + h;
  for (let p = 0; p <= holes; p++) solver.addClause(Array.from({ length: holes }, (_, h) => at(p, h)));
  for (let h = 0; h < holes; h++)
    for (let p = 0; p <= holes; p++)
      for (let q = p + 1; q <= holes; q++) solver.addClause([-at(p, h), -at(q, h)]);
}

function agreesWithTruthTables(module: Z3Module, kind: SolverKind = 'clauses'): void {
  fc.assert(
    fc.property(clauses, (list) => {
      withSolver(
        (solver) => {
          for (const clause of list) solver.addClause(clause);
          const answer = solver.check();
          expect(answer).toBe(satisfiable(list) ? 'sat' : 'unsat');
          if (answer === 'sat') for (const c of list) expect(c.some((l) => solver.value(l))).toBe(true);
        },
        kind,
        module,
      );
    }),
    { numRuns: 200 },
  );
}

describe('the solver', () => {
  it('agrees with truth tables and gives solutions', () => {
    agreesWithTruthTables(z3);
  });

  it('does the same one after the other, and forgets each before the next', () => {
    agreesWithTruthTables(z3, 'few-clauses');
  });

  it('does the same with the thunks of the package', async () => {
    agreesWithTruthTables(await startZ3({ plainThunks: true }));
  });

  it('is incremental and takes assumptions, of which it names the culprits', () => {
    withSolver((solver) => {
      solver.addClause([1, 2]);
      solver.addClause([-1, 3]);
      expect(solver.check([-2])).toBe('sat');
      expect(solver.value(3)).toBe(true);
      expect(solver.value(-2)).toBe(true);
      expect(solver.check([4, -2, -3])).toBe('unsat');
      expect(solver.core().sort()).toEqual([-2, -3]);
      solver.addClause([]);
      expect(solver.check()).toBe('unsat');
    });
  });

  it('orders clocks', () => {
    withSolver((solver) => {
      solver.addBefore(1, 0, 1);
      solver.addBefore(2, 1, 2);
      solver.addBefore(3, 2, 0);
      solver.addClause([1]);
      solver.addClause([2]);
      expect(solver.check()).toBe('sat');
      expect(solver.value(3)).toBe(false);
      expect(solver.check([3])).toBe('unsat');
    }, 'clocks');
  });

  it.each(['clauses', 'clocks'] as const)('stops at its deadline and can be used afterwards: %s', (kind) => {
    withSolver((solver) => {
      pigeons(solver, 11);
      const start = performance.now();
      expect(solver.check([], start + 200)).toBe('unknown');
      expect(performance.now() - start).toBeLessThan(3000);
      expect(solver.check([], performance.now() - 1)).toBe('unknown');
      expect(solver.check([], Number.POSITIVE_INFINITY, () => true)).toBe('unknown');
    }, kind);
    expect(withSolver((solver) => solver.check([], performance.now() + 1e6), kind)).toBe('sat');
  });

  it('of few clauses leaves what is hard to another, and is used again', () => {
    withSolver((solver) => {
      pigeons(solver, 9);
      expect(solver.check()).toBe('hard');
      expect(solver.check([], performance.now() + 1e6)).toBe('hard');
    }, 'few-clauses');
    expect(withSolver((solver) => solver.check(), 'few-clauses')).toBe('sat');
  });

  it('loses no clause to a limit', () => {
    // Many clauses with a known solution; a limit must not stop the solver while it takes them in.
    const random = new Random(1);
    const solution = Array.from({ length: 4001 }, () => random.chance(0.5));
    const list = Array.from({ length: 12_000 }, () => {
      const clause = Array.from({ length: 3 }, () => random.int(1, 4000) * (random.chance(0.5) ? 1 : -1));
      const [first] = clause;
      return clause.some((l) => solution[Math.abs(l)] === l > 0) ? clause : [-first, ...clause.slice(1)];
    });
    withSolver((solver) => {
      for (const clause of list) solver.addClause(clause);
      expect(solver.check([], performance.now() + 60_000)).toBe('sat');
      expect(list.filter((clause) => !clause.some((l) => solver.value(l)))).toEqual([]);
    });
  });

  it('gives memory back', () => {
    const one = (kind: SolverKind): void =>
      withSolver((solver) => {
        pigeons(solver, 5);
        expect(solver.check()).toBe('unsat');
      }, kind);
    const kinds: readonly SolverKind[] = ['clauses', 'few-clauses'];
    for (let i = 0; i < 250; i++) one(kinds[i % 2]);
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 500; i++) one(kinds[i % 2]);
    expect(process.memoryUsage().rss - before).toBeLessThan(40e6);
  });
});
