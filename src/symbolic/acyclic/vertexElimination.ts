// Acyclicity by vertex elimination (Rankooh and Rintanen, Propositional Encodings of Acyclicity and Reachability by Using
// Vertex Elimination, AAAI 2022): vertices are removed one by one, the cheapest first; for each edge into and each edge out
// of the removed vertex there is an edge past it; a cycle shows up as a pair of opposite edges.
//
// Beyond the paper: edges that always hold lead from most events to those after them in their thread. An edge past a vertex along
// which such a path leads anyway is not made, and one against which such a path leads is forbidden at once.

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
    const [into, out] = [this.#into[vertex], this.#out[vertex]];
    this.#certain.remove(vertex);
    for (const a of into.keys()) this.#out[a].delete(vertex);
    for (const b of out.keys()) this.#into[b].delete(vertex);
    for (const [a, first] of into)
      for (const [b, second] of out)
        if (a === b) this.#cnf.add(-first.lit, -second.lit, this.#unless);
        else this.#join(a, b, first.lit, second.lit);
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
      const direct = first === yes ? second : second === yes || first === second ? first : undefined;
      this.#set(a, b, { lit: direct ?? cnf.fresh(), own: direct === undefined });
      if (direct === undefined) cnf.add(-first, -second, this.#out[a].get(b)?.lit ?? yes);
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
    const before = new BitRows(edges.length);
    // Components are numbered from the last.
    const order = [...edges.keys()].sort((a, b) => component[a] - component[b]);
    for (const a of order)
      for (const b of certain[a]) {
        after.set(a, b);
        after.include(a, b);
      }
    for (const a of edges.keys()) for (const b of after.row(a)) before.set(b, a);
    return new CertainPaths(after, before);
  }

  leads(a: number, b: number): boolean {
    return this.#after.has(a, b);
  }

  /** Whether another vertex is on a path from `a` to `b`. */
  leadsPast(a: number, b: number): boolean {
    return this.#after.meets(a, this.#before, b);
  }

  remove(vertex: number): void {
    for (const a of this.#before.row(vertex)) this.#after.clear(a, vertex);
    for (const b of this.#after.row(vertex)) this.#before.clear(b, vertex);
  }
}
