// The reduced graph of the encodings has a cycle exactly when the graph has one, for every set of executed events.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConditionalGraph, components } from '../../../src/symbolic/acyclic/graph.js';
import { Cnf, type Lit, no, yes } from '../../../src/symbolic/formula/cnf.js';

const size = 8;
const chainOf = (node: number): number | undefined => (node < 6 ? Math.floor(node / 3) : undefined);

interface Edge {
  readonly a: number;
  readonly b: number;
  /** Holds whenever both ends are executed. */
  readonly certain: boolean;
}

const node = fc.nat({ max: size - 1 });
const edge: fc.Arbitrary<Edge> = fc.record({ a: node, b: node, certain: fc.boolean() });
/** Edges of a chain, forward, as program order has them. */
const chainEdge: fc.Arbitrary<Edge> = fc
  .tuple(fc.nat({ max: 1 }), fc.constantFrom([0, 1], [0, 2], [1, 2]))
  .map(([chain, [a, b]]) => ({ a: 3 * chain + a, b: 3 * chain + b, certain: true }));

const hasCycle = (edges: readonly (readonly [number, number])[]): boolean => {
  const out = Array.from({ length: size }, () => new Map<number, true>());
  for (const [a, b] of edges) out[a].set(b, true);
  const component = components(out);
  return edges.some(([a, b]) => component[a] === component[b]);
};

describe('a prepared graph', () => {
  it('has a cycle iff the graph has one', () => {
    const edges = fc.tuple(
      fc.array(chainEdge, { maxLength: 6 }),
      fc.array(
        edge.filter(({ a, b }) => a !== b),
        { maxLength: 12 },
      ),
    );
    const assignments = fc.array(fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(
      fc.property(edges, assignments, ([inChains, others], values) => {
        const cnf = new Cnf();
        const executed = Array.from({ length: size }, () => cnf.fresh());
        const inputs = new Map<Lit, readonly Lit[]>();
        const graph = new ConditionalGraph(cnf, size, chainOf, (n) => executed[n]);
        const added = new Map<string, readonly [number, number, Lit]>();
        for (const { a, b, certain } of [...inChains, ...others]) {
          if (added.has(`${a} ${b}`)) continue;
          const parts = [executed[a], executed[b], ...(certain ? [] : [cnf.fresh()])];
          const lit = cnf.and(parts);
          inputs.set(lit, parts);
          graph.add(a, b, lit);
          added.set(`${a} ${b}`, [a, b, lit]);
        }
        const prepared = graph.prepare(no);
        for (const assignment of values) {
          const holds = (lit: Lit): boolean =>
            lit === yes || (inputs.get(lit)?.every(holds) ?? assignment[lit - 2]);
          const before = [...added.values()].filter(([, , lit]) => holds(lit));
          const after = prepared.flatMap((row, a) =>
            [...row].filter(([, lit]) => holds(lit)).map(([b]) => [a, b] as const),
          );
          expect(hasCycle(after)).toBe(hasCycle(before.map(([a, b]) => [a, b])));
        }
      }),
      { numRuns: 1000 },
    );
  });
});
