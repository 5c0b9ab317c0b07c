// Acyclicity on demand: cycles that need at most two conditional edges are forbidden up front; other cycles are looked for
// in each solution, and forbidden as they turn up.

import { type Cnf, type Lit, yes } from '../formula/cnf.js';
import { components, type Edges } from './graph.js';

/** Forbids every cycle of which at most two edges are not certain. */
export function forbidShortCycles(cnf: Cnf, edges: Edges): void {
  const certain = edges.map((row) => new Map([...row].filter(([, lit]) => lit === yes)));
  const reach = edges.map((_, a) => reachable(certain, a));
  const conditional: [number, number, Lit][] = [];
  edges.forEach((row, a) => {
    if (reach[a].has(a)) cnf.add();
    for (const [b, lit] of row) if (lit !== yes) conditional.push([a, b, lit]);
  });
  const leads = (a: number, b: number): boolean => a === b || reach[a].has(b);
  conditional.forEach(([a, b, first], i) => {
    if (leads(b, a)) cnf.add(-first);
    else
      for (const [c, d, second] of conditional.slice(i + 1))
        if (leads(b, c) && leads(d, a)) cnf.add(-first, -second);
  });
}

function reachable(edges: readonly ReadonlyMap<number, unknown>[], from: number): Set<number> {
  const seen = new Set<number>();
  const stack = [from];
  for (let node = stack.pop(); node !== undefined; node = stack.pop())
    for (const next of edges[node].keys())
      if (!seen.has(next)) {
        seen.add(next);
        stack.push(next);
      }
  return seen;
}

/** Forbids cycles among the edges that hold in a solution; false if there are none. */
export function forbidCyclesOf(cnf: Cnf, edges: Edges, holds: (l: Lit) => boolean): boolean {
  const present = edges.map((row) => new Map([...row].filter(([, lit]) => lit === yes || holds(lit))));
  const component = components(present);
  let found = false;
  const seen = new Set<string>();
  present.forEach((row, a) => {
    for (const b of row.keys()) {
      if (component[a] !== component[b]) continue;
      // A shortest cycle through this edge.
      const path = shortestPath(present, b, a);
      if (path === undefined) continue;
      const lits = path.map((node, i) => {
        const next = i + 1 < path.length ? path[i + 1] : path[0];
        return present[node].get(next) ?? yes;
      });
      const clause = [...new Set(lits.filter((l) => l !== yes).map((l) => -l))].sort((x, y) => x - y);
      const key = clause.join();
      if (seen.has(key)) continue;
      seen.add(key);
      cnf.addAll(clause);
      found = true;
    }
  });
  return found;
}

function shortestPath(
  edges: readonly ReadonlyMap<number, Lit>[],
  from: number,
  to: number,
): number[] | undefined {
  const previous = new Map<number, number>([[from, from]]);
  const queue = [from];
  for (const node of queue) {
    if (node === to) {
      const path = [to];
      for (let at = to; at !== from; ) {
        at = previous.get(at) ?? from;
        path.push(at);
      }
      return path.reverse();
    }
    for (const next of edges[node].keys())
      if (!previous.has(next)) {
        previous.set(next, node);
        queue.push(next);
      }
  }
  return undefined;
}
