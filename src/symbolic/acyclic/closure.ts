// Acyclicity by a transitive closure: one literal per pair of nodes of a strongly connected component.

import { type Cnf, type Lit, no } from '../formula/cnf.js';
import { components, type Edges } from './graph.js';

export function transitiveClosure(cnf: Cnf, edges: Edges): void {
  const component = components(edges);
  const members = new Map<number, number[]>();
  component.forEach((c, node) => {
    members.set(c, [...(members.get(c) ?? []), node]);
  });
  for (const nodes of members.values()) {
    if (nodes.length === 1) continue;
    const reach = new Map<number, Lit>();
    for (const a of nodes) for (const b of nodes) if (a !== b) reach.set(a * edges.length + b, cnf.fresh());
    const reaches = (a: number, b: number): Lit => reach.get(a * edges.length + b) ?? no;
    for (const a of nodes)
      for (const [b, lit] of edges[a]) {
        if (component[b] !== component[a]) continue;
        cnf.add(-lit, reaches(a, b));
        // A node that reaches a also reaches b. Node a itself must not be reachable from b.
        for (const c of nodes) if (c !== a) cnf.add(-reaches(c, a), -lit, c === b ? no : reaches(c, b));
      }
  }
}
