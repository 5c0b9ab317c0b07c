// Acyclicity by vertex elimination (Rankooh and Rintanen, Propositional Encodings of Acyclicity and Reachability by
// Using Vertex Elimination, AAAI 2022).
//
// Vertices are removed one by one, the cheapest first. For each edge u -> v into the removed vertex v and each edge v
// -> w out of it, a new edge u -> w holds if both hold. A cycle shows up as a pair of opposite edges u -> w and w ->
// u. For example, removing b from a -> b -> c -> a adds a -> c, which is opposite to c -> a.
//
// Beyond the paper: edges that always hold lead from most events to later events of the same thread. If such a path
// already leads from u to w, no new edge is made. If such a path leads from w to u, the new edge is forbidden at
// once.

import { type Cnf, type Lit, yes } from '../formula/cnf.js';
import { BitRows } from './bitRows.js';
import { components, type Edges } from './graph.js';

interface Edge {
  lit: Lit;
  /** Whether the literal was made here, so that others may imply it. */
  own: boolean;
}

/** Where `unless` holds, cycles are not forbidden. */
export function vertexElimination(cnf: Cnf, edges: Edges, unless: Lit): void {
  const certain = CertainPaths.of(edges);
  if (certain === undefined) cnf.add(unless);
  else new Elimination(cnf, edges, certain, unless).run();
}

class Elimination {
  readonly #cnf: Cnf;
  readonly #certain: CertainPaths;
  readonly #unless: Lit;
  readonly #out: Map<number, Edge>[];
  readonly #into: Map<number, Edge>[];

  constructor(cnf: Cnf, edges: Edges, certain: CertainPaths, unless: Lit) {
    this.#cnf = cnf;
    this.#unless = unless;
    this.#certain = certain;
    this.#out = edges.map(() => new Map());
    this.#into = edges.map(() => new Map());
    edges.forEach((row, a) => {
      for (const [b, lit] of row)
        if (certain.leads(b, a)) cnf.add(-lit, unless);
        else if (lit === yes || !certain.leads(a, b)) this.#set(a, b, { lit, own: false });
    });
  }

  run(): void {
    const left = new Set(this.#out.keys());
    while (left.size > 0) {
      const vertex = this.#cheapest(left);
      left.delete(vertex);
      this.#eliminate(vertex);
    }
  }

  #cheapest(left: ReadonlySet<number>): number {
    let best = -1;
    let bestCost = Number.POSITIVE_INFINITY;
    for (const v of left) {
      const cost = this.#into[v].size * this.#out[v].size;
      if (cost < bestCost) [best, bestCost] = [v, cost];
      if (cost === 0) break;
    }
    return best;
  }

  #eliminate(vertex: number): void {
    const sources = [...this.#into[vertex].keys()];
    const firsts = Array.from(this.#into[vertex].values(), ({ lit }) => lit);
    const targets = [...this.#out[vertex].keys()];
    const seconds = Array.from(this.#out[vertex].values(), ({ lit }) => lit);
    this.#certain.remove(vertex);
    for (const a of sources) this.#out[a].delete(vertex);
    for (const b of targets) this.#into[b].delete(vertex);
    // All that is made here is made in these loops, by code that is seldom optimised.
    for (let i = 0; i < sources.length; i++)
      for (let j = 0; j < targets.length; j++)
        if (sources[i] === targets[j]) this.#cnf.add(-firsts[i], -seconds[j], this.#unless);
        else this.#join(sources[i], targets[j], firsts[i], seconds[j]);
  }

  /** There is a path from `a` to `b` if both literals hold. */
  #join(a: number, b: number, first: Lit, second: Lit): void {
    const cnf = this.#cnf;
    if (this.#certain.leads(a, b)) {
      if (first === yes && second === yes && !this.#certain.leadsPast(a, b))
        this.#set(a, b, { lit: yes, own: false });
      return;
    }
    if (this.#certain.leads(b, a)) {
      cnf.add(-first, -second, this.#unless);
      return;
    }
    const edge = this.#out[a].get(b);
    if (edge === undefined) {
      if (first === yes) this.#set(a, b, { lit: second, own: false });
      else if (second === yes || first === second) this.#set(a, b, { lit: first, own: false });
      else {
        const lit = cnf.fresh();
        this.#set(a, b, { lit, own: true });
        cnf.add(-first, -second, lit);
      }
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
  }

  #set(a: number, b: number, edge: Edge): void {
    this.#out[a].set(b, edge);
    this.#into[b].set(a, edge);
  }
}

/** Where the edges that always hold lead, among the vertices that are left. */
class CertainPaths {
  readonly #after: BitRows;
  readonly #before: BitRows;

  private constructor(after: BitRows, before: BitRows) {
    this.#after = after;
    this.#before = before;
  }

  /** Undefined if they lead in a circle. */
  static of(edges: Edges): CertainPaths | undefined {
    const certain = edges.map((row) => [...row].filter(([, lit]) => lit === yes).map(([b]) => b));
    const component = components(certain.map((row) => ({ keys: () => row.values() })));
    if (new Set(component).size < edges.length) return undefined;
    const after = new BitRows(edges.length);
    // Components are numbered from the last.
    const order = [...edges.keys()].sort((a, b) => component[a] - component[b]);
    for (const a of order)
      for (const b of certain[a]) {
        after.set(a, b);
        after.include(a, b);
      }
    return new CertainPaths(after, after.inverse());
  }

  leads(a: number, b: number): boolean {
    return this.#after.has(a, b);
  }

  /** Whether another vertex is on a path from `a` to `b`. */
  leadsPast(a: number, b: number): boolean {
    return this.#after.meets(a, this.#before, b);
  }

  /** Of a vertex that is not left nothing else is asked. */
  remove(vertex: number): void {
    this.#after.hide(vertex);
  }
}
