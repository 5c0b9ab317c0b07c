// Acyclicity by vertex elimination (Rankooh and Rintanen, Propositional Encodings of Acyclicity and Reachability by Using
// Vertex Elimination, AAAI 2022): vertices are removed one by one, the cheapest first; for each edge into and each edge out
// of the removed vertex there is an edge past it; a cycle shows up as a pair of opposite edges.

import { type Cnf, type Lit, no, yes } from '../formula/cnf.js';
import type { Edges } from './graph.js';

interface Edge {
  lit: Lit;
  /** Whether the literal was made here, so that others may imply it. */
  own: boolean;
}

export function vertexElimination(cnf: Cnf, edges: Edges): void {
  const out: Map<number, Edge>[] = edges.map(() => new Map());
  const into: Map<number, Edge>[] = edges.map(() => new Map());
  edges.forEach((row, a) => {
    for (const [b, lit] of row) {
      const edge = { lit, own: false };
      out[a].set(b, edge);
      into[b].set(a, edge);
    }
  });
  const join = (a: number, b: number, first: Lit, second: Lit): void => {
    const edge = out[a].get(b);
    if (edge?.lit === yes) return;
    if (edge === undefined) {
      const direct = first === yes ? second : second === yes || first === second ? first : undefined;
      const made = { lit: direct ?? cnf.fresh(), own: direct === undefined };
      if (direct === undefined) cnf.add(-first, -second, made.lit);
      out[a].set(b, made);
      into[b].set(a, made);
      return;
    }
    if (first === yes && second === yes) {
      edge.lit = yes;
      return;
    }
    if (cnf.implies(first, edge.lit) || cnf.implies(second, edge.lit)) return;
    if (!edge.own) {
      const lit = cnf.fresh();
      cnf.add(-edge.lit, lit);
      edge.lit = lit;
      edge.own = true;
    }
    cnf.add(-first, -second, edge.lit);
  };
  const left = new Set(edges.keys());
  while (left.size > 0) {
    let best = -1;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const v of left) {
      const cost = into[v].size * out[v].size;
      if (cost < bestCost) [best, bestCost] = [v, cost];
      if (cost === 0) break;
    }
    left.delete(best);
    for (const [a, first] of into[best]) {
      for (const [b, second] of out[best]) {
        if (a === b) cnf.add(-first.lit, -second.lit);
        else if (first.lit !== no && second.lit !== no) join(a, b, first.lit, second.lit);
      }
    }
    for (const a of into[best].keys()) out[a].delete(best);
    for (const b of out[best].keys()) into[b].delete(best);
  }
}
