// Why a final state is forbidden, against brute force: every candidate execution that ends so has one of the cycles that are
// named, edge by edge; and what is said to have them is no more than all of them.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judgeGraph } from '../../../src/cat/judge.js';
import { loadModel } from '../../../src/cat/models.js';
import { type Execution, modelNames } from '../../../src/execution/execution.js';
import { forEachFromRead } from '../../../src/execution/hb.js';
import type { ForbiddenCycle } from '../../../src/execution/refutation.js';
import type { Formula } from '../../../src/program/condition.js';
import { layOut } from '../../../src/program/layout.js';
import type { Program } from '../../../src/program/program.js';
import { SymbolicEngine } from '../../../src/symbolic/index.js';
import { candidates } from '../../cat/candidates.js';
import { arbitraryProgram } from '../../generate/arbitrary.js';

const engine = await SymbolicEngine.start();

/** Final memory, by brute force. */
function finalState(program: Program, { events, co }: Execution): string {
  const { initial } = layOut(program);
  return [...initial]
    .map(([address, value]) => {
      const last = co.get(address)?.at(-1);
      return last === undefined ? value : events[last].writes.find((w) => w.address === address)?.value;
    })
    .join();
}

/** The program whose final states are these alone. */
function ending(program: Program, state: string): Program {
  const values = state.split(',').map(Number);
  const cells = program.locations.flatMap(({ name, initial }) =>
    initial.map((_, index) => ({ kind: 'cell', location: name, index }) as const),
  );
  const filter = cells
    .map(
      (left, i): Formula => ({ kind: 'compare', op: '=', left, right: { kind: 'const', value: values[i] } }),
    )
    .reduce((left, right): Formula => ({ kind: 'and', left, right }), { kind: 'true' });
  const { condition: _, ...rest } = program;
  return { ...rest, filter, observed: cells };
}

const relations: Record<string, (execution: Execution, from: number, to: number) => boolean> = {
  po: ({ events }, from, to) =>
    events[from].thread === events[to].thread && events[from].index < events[to].index,
  rf: ({ rf }, from, to) => rf[to].includes(from),
  co: ({ co }, from, to) =>
    [...co.values()].some((w) => w.includes(from) && w.includes(to) && w.indexOf(from) < w.indexOf(to)),
  fr: (execution, from, to) => {
    let found = false;
    forEachFromRead(execution, (read, write) => {
      found ||= read === from && write === to;
    });
    return found;
  },
};
const baseOf = (relation: string): string => (relation.startsWith('p') ? 'po' : relation.slice(0, 2));

function has(execution: Execution, { edges, candidate }: ForbiddenCycle): boolean {
  const at = (id: number): number => {
    const { thread, index } = candidate.events[id];
    return execution.events.findIndex((e) => e.thread === thread && e.index === index);
  };
  return edges.every(({ from, to, relation }) => {
    const [a, b] = [at(from), at(to)];
    return a >= 0 && b >= 0 && relations[baseOf(relation)](execution, a, b);
  });
}

it('names cycles that all candidates have', () => {
  let refuted = 0;
  let several = 0;
  fc.assert(
    fc.property(
      arbitraryProgram({ size: 5, features: ['rmw', 'fence', 'store-fence'] }),
      ({ filter: _, ...program }) => {
        const all = candidates(program).filter(({ complete }) => complete);
        for (const model of modelNames) {
          const cat = loadModel(model);
          const allowed = new Set(
            all
              .filter(({ execution }) => judgeGraph(cat, execution).allowed)
              .map(({ execution }) => finalState(program, execution)),
          );
          const states = new Set(all.map(({ execution }) => finalState(program, execution)));
          const state = [...states].find((one) => !allowed.has(one));
          if (state === undefined) continue;
          const { cycles, assuming, complete, counted } = engine.refute(ending(program, state), { model });
          expect(complete).toBe(true);
          const lenient = { ...cat, axioms: cat.axioms.filter(({ name }) => assuming.includes(name)) };
          const judged = all.filter(
            ({ execution }) =>
              finalState(program, execution) === state && judgeGraph(lenient, execution).allowed,
          );
          for (const { execution } of judged)
            expect(cycles.some((cycle) => has(execution, cycle))).toBe(true);
          for (const cycle of cycles) expect(has(cycle.candidate, cycle)).toBe(true);
          // Brute force makes no values out of thin air.
          if (counted)
            expect(cycles.reduce((sum, { candidates: n }) => sum + n, 0)).toBeGreaterThanOrEqual(
              judged.length,
            );
          if (judged.length > 0) refuted++;
          if (cycles.length > 1) several++;
        }
      },
    ),
    { numRuns: 24, seed: 3 },
  );
  expect(refuted).toBeGreaterThan(12);
  expect(several).toBeGreaterThan(1);
});
