// A directed graph whose edges hold under literals, prepared for an encoding of "no cycle": edges that can be on no cycle
// are dropped, and so are edges that a path of two others always implies.

import { type Cnf, type Lit, no, yes } from '../formula/cnf.js';
import { weakenChains } from './transparent.js';

/** Out-edges by node. */
export type Edges = readonly ReadonlyMap<number, Lit>[];

export class ConditionalGraph {
  readonly #out: Map<number, Lit[]>[];

  constructor(
    readonly cnf: Cnf,
    readonly size: number,
  ) {
    this.#out = Array.from({ length: size }, () => new Map());
  }

  /** Edges may be added several times; any of their literals makes them hold. */
  add(a: number, b: number, lit: Lit): void {
    if (lit === no) return;
    const lits = this.#out[a].get(b);
    if (lits === undefined) this.#out[a].set(b, [lit]);
    else if (!lits.includes(lit)) lits.push(lit);
  }

  /** Whether the edge is there in every solution in which `given` holds, as far as that is obvious. */
  holdsIf(a: number, b: number, given: Lit): boolean {
    return this.#out[a].get(b)?.some((lit) => this.cnf.implies(given, lit)) ?? false;
  }

  /**
   * The edges that matter, with one literal each: there is a cycle iff there is one of the edges as they were added. Nodes of
   * a chain (a thread) are numbered in its order: where a < b < c in one and a -> c implies a -> b and b -> c, the edge
   * a -> c is left out. Edges imply that both ends are executed.
   */
  prepare(chainOf: (node: number) => number | undefined, executed: (node: number) => Lit): Edges {
    const component = components(this.#out);
    const edges: Map<number, Lit>[] = this.#out.map((row, a) => {
      const kept = new Map<number, Lit>();
      for (const [b, lits] of row) {
        if (a === b) for (const lit of lits) this.cnf.add(-lit);
        else if (component[a] === component[b]) {
          const certain = lits.find((lit) => this.cnf.followsFrom(lit, executed(a), executed(b)));
          kept.set(b, certain ?? this.#oneLiteral(lits));
        }
      }
      return kept;
    });
    weakenChains(this.cnf, edges, chainOf, executed);
    this.#reduce(edges, chainOf);
    return edges;
  }

  #oneLiteral(lits: readonly Lit[]): Lit {
    if (lits.length === 1) return lits[0];
    if (lits.includes(yes)) return yes;
    const strongest = lits.filter((l) => !lits.some((m) => m !== l && this.cnf.implies(l, m)));
    if (strongest.length === 1) return strongest[0];
    const any = this.cnf.fresh();
    for (const lit of strongest) this.cnf.add(-lit, any);
    return any;
  }

  #reduce(edges: Map<number, Lit>[], chainOf: (node: number) => number | undefined): void {
    const drop: [number, number][] = [];
    edges.forEach((row, a) => {
      const chain = chainOf(a);
      if (chain === undefined) return;
      for (const [c, lit] of row) {
        if (c <= a || chainOf(c) !== chain) continue;
        for (const [b, first] of row) {
          if (b <= a || b >= c) continue;
          const second = edges[b].get(c) ?? no;
          if (second !== no && this.cnf.implies(lit, first) && this.cnf.implies(lit, second)) {
            drop.push([a, c]);
            break;
          }
        }
      }
    });
    for (const [a, c] of drop) edges[a].delete(c);
  }
}

/** The strongly connected component of every node (Tarjan's algorithm, without recursion). */
export function components(out: readonly ReadonlyMap<number, unknown>[]): number[] {
  const index: number[] = [];
  const low: number[] = [];
  const component: number[] = [];
  const stack: number[] = [];
  let visited = 0;
  let found = 0;
  for (let root = 0; root < out.length; root++) {
    if (index[root] !== undefined) continue;
    const work: { node: number; next: Iterator<number> }[] = [];
    const open = (node: number): void => {
      index[node] = low[node] = visited++;
      stack.push(node);
      work.push({ node, next: out[node].keys() });
    };
    open(root);
    for (let top = work.at(-1); top !== undefined; top = work.at(-1)) {
      const { node, next } = top;
      const step = next.next();
      if (step.done !== true) {
        if (index[step.value] === undefined) open(step.value);
        else if (component[step.value] === undefined) low[node] = Math.min(low[node], index[step.value]);
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent !== undefined) low[parent.node] = Math.min(low[parent.node], low[node]);
      if (low[node] !== index[node]) continue;
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        component[member] = found;
        if (member === node) break;
      }
      found++;
    }
  }
  return component;
}
