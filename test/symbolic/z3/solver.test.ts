import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutOfMemory } from '../../../src/support/outOfMemory.js';
import { Random } from '../../../src/support/prng.js';
import { startZ3, type Z3Module } from '../../../src/symbolic/z3/module.js';
import { type ClauseSolver, makeSolver, type SolverKind } from '../../../src/symbolic/z3/solver.js';

const z3 = await startZ3();
/** Through the C interface, where the SAT solver cannot be called directly. */
const ofTerms: Z3Module = { ...z3, sat: undefined };

function withSolver<T>(ask: (solver: ClauseSolver) => T, kind: SolverKind = 'clauses', module = z3): T {
  const solver = makeSolver(module, kind);
  try {
    return ask(solver);
  } finally {
    solver.close();
  }
}

const add = (solver: ClauseSolver, ...list: readonly (readonly number[])[]): void => {
  solver.addClauses(Int32Array.from(list.flatMap((clause) => [...clause, 0])), 0);
};

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
  for (let p = 0; p <= holes; p++)
    add(
      solver,
      Array.from({ length: holes }, (_, h) => at(p, h)),
    );
  for (let h = 0; h < holes; h++)
    for (let p = 0; p <= holes; p++) for (let q = p + 1; q <= holes; q++) add(solver, [-at(p, h), -at(q, h)]);
}

function agreesWithTruthTables(module: Z3Module, numRuns = 200): void {
  fc.assert(
    fc.property(clauses, (list) => {
      withSolver(
        (solver) => {
          add(solver, ...list);
          const answer = solver.check();
          expect(answer).toBe(satisfiable(list) ? 'sat' : 'unsat');
          if (answer === 'sat') for (const c of list) expect(c.some((l) => solver.value(l))).toBe(true);
        },
        'clauses',
        module,
      );
    }),
    { numRuns },
  );
}

describe('the solver', () => {
  it('agrees with truth tables and gives solutions', () => {
    agreesWithTruthTables(z3);
  });

  it('is called directly', () => {
    expect(z3.sat).toBeDefined();
  });

  it('does the same through terms', () => {
    agreesWithTruthTables(ofTerms, 50);
  });

  it('does the same with the thunks of the package', async () => {
    agreesWithTruthTables(await startZ3({ plainThunks: true }));
  });

  it.each([z3, ofTerms])('is incremental and takes assumptions, of which it names the culprits', (module) => {
    withSolver(
      (solver) => {
        add(solver, [1, 2], [-1, 3]);
        expect(solver.check([-2])).toBe('sat');
        expect(solver.value(3)).toBe(true);
        expect(solver.value(-2)).toBe(true);
        expect(solver.check([4, -2, -3])).toBe('unsat');
        expect(solver.core().sort()).toEqual([-2, -3]);
        add(solver, []);
        expect(solver.check()).toBe('unsat');
      },
      'clauses',
      module,
    );
  });

  it('is right at every step of a dialogue', () => {
    const step = fc.record({ added: clauses, assumed: fc.uniqueArray(fc.constantFrom(1, -2, 3, -4, 5, 6)) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4 }), (steps) => {
        withSolver((solver) => {
          const list: (readonly number[])[] = [];
          for (const { added, assumed } of steps) {
            add(solver, ...added);
            list.push(...added);
            const all = [...list, ...assumed.map((l) => [l])];
            const answer = solver.check(assumed, performance.now() + 1e6);
            expect(answer).toBe(satisfiable(all) ? 'sat' : 'unsat');
            if (answer === 'sat') for (const c of all) expect(c.some((l) => solver.value(l))).toBe(true);
            else {
              expect(assumed).toEqual(expect.arrayContaining(solver.core()));
              expect(satisfiable([...list, ...solver.core().map((l) => [l])])).toBe(false);
            }
          }
        });
      }),
    );
  });

  it('says when memory is over', async () => {
    const small = await startZ3({ plainThunks: true, memoryMb: 24 });
    const many = Int32Array.from({ length: 1_000_000 }, (_, i) =>
      i % 4 === 3 ? 0 : 1 + ((i * 7919) % 100_003),
    );
    expect(() => withSolver((solver) => solver.addClauses(many, 0), 'clauses', small)).toThrow(OutOfMemory);
  });

  it('orders clocks', () => {
    withSolver((solver) => {
      solver.addBefore(1, 0, 1);
      solver.addBefore(2, 1, 2);
      solver.addBefore(3, 2, 0);
      add(solver, [1]);
      add(solver, [2]);
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
      add(solver, ...list);
      expect(solver.check([], performance.now() + 60_000)).toBe('sat');
      expect(list.filter((clause) => !clause.some((l) => solver.value(l)))).toEqual([]);
    });
  });

  it.each([
    [z3, 100],
    [ofTerms, 40],
  ] as const)('gives memory back', (module, times) => {
    const one = (): void =>
      withSolver(
        (solver) => {
          pigeons(solver, 5);
          expect(solver.check()).toBe('unsat');
        },
        'clauses',
        module,
      );
    for (let i = 0; i < times; i++) one();
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 2 * times; i++) one();
    expect(process.memoryUsage().rss - before).toBeLessThan(40e6);
  });
});
