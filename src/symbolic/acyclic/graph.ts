// A directed graph whose edges hold under literals, prepared for an encoding of "no cycle". It drops edges that lie
// on no cycle, and edges that a path of two others always implies.

import { type Cnf, type Lit, no, yes } from '../formula/cnf.js';
import { BitRows } from './bitRows.js';
import { reduceChain } from './transparent.js';

/** Out-edges by node. */
export type Edges = readonly ReadonlyMap<number, Lit>[];

export class ConditionalGraph {
  readonly #out: Map<number, Lit[]>[];
  /** The edges that hold whenever both ends are executed, from a node to a later one of its chain. */
  readonly #ordered: BitRows;

  /** Nodes of a chain (a thread) are numbered in its order. Edges imply that both ends are executed. */
  constructor(
    readonly cnf: Cnf,
    readonly size: number,
    readonly chainOf: (node: number) => number | undefined,
    readonly executed: (node: number) => Lit,
  ) {
    this.#out = Array.from({ length: size }, () => new Map());
    this.#ordered = new BitRows(size);
  }

  /** Edges may be added several times; any of their literals makes them hold. */
  add(a: number, b: number, lit: Lit): void {
    if (lit === no) return;
    const lits = this.#out[a].get(b);
    if (lits === undefined) this.#out[a].set(b, [lit]);
    else if (!lits.includes(lit)) lits.push(lit);
  }

  /** An edge that holds whenever both ends are executed, from a node to a later one of its chain. */
  order(a: number, b: number): void {
    this.#ordered.set(a, b);
  }

  /** Whether the edge is there in every solution in which `given` holds, as far as that is obvious. */
  holdsIf(a: number, b: number, given: Lit): boolean {
    const { cnf } = this;
    if (this.#ordered.has(a, b))
      return cnf.implies(given, this.executed(a)) && cnf.implies(given, this.executed(b));
    return this.#out[a].get(b)?.some((lit) => cnf.implies(given, lit)) ?? false;
  }

  /**
   * The edges that matter, with one literal each. They have a cycle iff the edges as added have one. Where a < b < c
   * in one chain and a -> c implies a -> b and b -> c, the edge a -> c is left out. An edge from a node to itself is
   * forbidden at once, unless `unless` holds.
   */
  prepare(unless: Lit): Edges {
    const { cnf, executed } = this;
    const component = components(this.#out.map((row, a) => ({ keys: () => this.#successors(row, a) })));
    const edges: Map<number, Lit>[] = this.#out.map((row, a) => {
      const kept = new Map<number, Lit>();
      for (const [b, lits] of row) {
        if (a === b) for (const lit of lits) cnf.add(-lit, unless);
        else if (component[a] === component[b] && !this.#ordered.has(a, b)) {
          const certain = lits.find((lit) => cnf.followsFrom(lit, executed(a), executed(b)));
          if (certain !== undefined && this.#isForward(a, b)) this.order(a, b);
          else kept.set(b, certain ?? this.#oneLiteral(lits));
        }
      }
      return kept;
    });
    for (const nodes of this.#chains())
      reduceChain(
        cnf,
        edges,
        nodes,
        executed,
        (a, b) => component[a] === component[b] && this.#ordered.has(a, b),
      );
    return edges;
  }

  *#successors(row: ReadonlyMap<number, unknown>, a: number): Generator<number, undefined> {
    yield* row.keys();
    // The others are reached by way of these.
    yield* this.#ordered.firsts(a);
    return undefined;
  }

  #isForward(a: number, b: number): boolean {
    const chain = this.chainOf(a);
    return a < b && chain !== undefined && chain === this.chainOf(b);
  }

  #chains(): Iterable<readonly number[]> {
    const chains = new Map<number, number[]>();
    for (let node = 0; node < this.size; node++) {
      const chain = this.chainOf(node);
      if (chain === undefined) continue;
      const members = chains.get(chain);
      if (members === undefined) chains.set(chain, [node]);
      else members.push(node);
    }
    return chains.values();
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
}

/** The strongly connected component of every node (Tarjan's algorithm, without recursion). */
export function components(out: readonly { keys(): Iterator<number, undefined> }[]): number[] {
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
