// The clauses of vertex elimination contradict an assignment of the edges' literals exactly when the edges that hold have a cycle.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { components } from '../../../src/symbolic/acyclic/graph.js';
import { vertexElimination } from '../../../src/symbolic/acyclic/vertexElimination.js';
import { Cnf, type Lit, no, yes } from '../../../src/symbolic/formula/cnf.js';

const size = 9;
const node = fc.nat({ max: size - 1 });
const pair = fc.tuple(node, node).filter(([a, b]) => a !== b);
/** Edges that always hold: within three chains, as program order has them, and a few of any kind. */
const certain = fc.tuple(
  fc.subarray([0, 1, 3, 4, 6, 7].map((a): [number, number] => [a, a + 1])),
  fc.array(pair, { maxLength: 2 }),
);

const hasCycle = (edges: readonly (readonly [number, number])[]): boolean => {
  const out = Array.from({ length: size }, () => new Map<number, true>());
  for (const [a, b] of edges) out[a].set(b, true);
  const component = components(out);
  return edges.some(([a, b]) => component[a] === component[b]);
};

/** Whether propagation of these literals, the only ones that are not implied, ends in a contradiction. */
function contradicts(cnf: Cnf, given: ReadonlySet<Lit>, last: Lit): boolean {
  const clauses: Lit[][] = [[]];
  for (const lit of cnf.data)
    if (lit === 0) clauses.push([]);
    else clauses[clauses.length - 1].push(lit);
  clauses.pop();
  const holds = new Set(given);
  for (let before = -1; before !== holds.size; ) {
    before = holds.size;
    for (const clause of clauses) {
      if (clause.some((lit) => lit < 0 && !holds.has(-lit))) continue;
      const conclusion = clause.find((lit) => lit > 0);
      if (conclusion === undefined) return true;
      // Only literals that were made by it are implied.
      expect(conclusion).toBeGreaterThan(last);
      holds.add(conclusion);
    }
  }
  return false;
}

describe('vertex elimination', () => {
  it('contradicts exactly the cycles', () => {
    fc.assert(
      fc.property(
        certain,
        fc.array(pair, { minLength: 4, maxLength: 24 }),
        fc.array(fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }), { minLength: 6, maxLength: 6 }),
        ([chains, others], conditional, assignments) => {
          const cnf = new Cnf();
          const edges = Array.from({ length: size }, () => new Map<number, Lit>());
          for (const [a, b] of conditional) if (!edges[a].has(b)) edges[a].set(b, cnf.fresh());
          for (const [a, b] of [...chains, ...others]) edges[a].set(b, yes);
          const last = cnf.variables;
          vertexElimination(cnf, edges, no);
          for (const assignment of assignments) {
            const holds = (lit: Lit): boolean => lit === yes || assignment[lit - 2];
            const present = edges.flatMap((row, a) =>
              [...row].filter(([, lit]) => holds(lit)).map(([b]): [number, number] => [a, b]),
            );
            const given = new Set(present.map(([a, b]) => edges[a].get(b) ?? yes));
            expect(contradicts(cnf, given, last)).toBe(hasCycle(present));
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});
