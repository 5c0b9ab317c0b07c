// Program order whether executed or not. An edge between two events of a thread usually holds iff both are executed. Where the
// edges into and out of a node x are bridged (for every a -> x -> b there is a -> b, whenever a and b are executed) they
// may as well hold when x is not executed: x then has no other edges, and a cycle through it has a shortcut. Such a node is
// called transparent here, and its edges need not mention whether it is executed. Under SC all nodes are transparent; under
// TSO all but those that keep a store from being overtaken.

import { type Cnf, type Lit, no, yes } from '../formula/cnf.js';

/** Weakens edges from a node to a later one of the same chain. Any other edge must imply that both its ends are executed. */
export function weakenChains(
  cnf: Cnf,
  edges: readonly Map<number, Lit>[],
  chainOf: (node: number) => number | undefined,
  executed: (node: number) => Lit,
): void {
  const chains = new Map<number, number[]>();
  edges.forEach((_, node) => {
    const chain = chainOf(node);
    if (chain === undefined) return;
    const members = chains.get(chain);
    if (members === undefined) chains.set(chain, [node]);
    else members.push(node);
  });
  for (const nodes of chains.values()) weakenChain(cnf, edges, nodes, executed);
}

function weakenChain(
  cnf: Cnf,
  edges: readonly Map<number, Lit>[],
  nodes: readonly number[],
  executed: (node: number) => Lit,
): void {
  const chain = new Chain(nodes.length);
  nodes.forEach((a, i) => {
    for (let j = i + 1; j < nodes.length; j++) {
      const lit = edges[a].get(nodes[j]);
      if (lit === undefined) continue;
      const certain = cnf.followsFrom(lit, executed(a), executed(nodes[j]));
      chain.add(i, j, certain);
    }
  });
  const needs = nodes.map((node, i) => (chain.isTransparent(i) ? yes : executed(node)));
  chain.forEachCertain((i, j) => {
    const weaker = needs[i] === yes ? needs[j] : needs[j] === yes ? needs[i] : no;
    if (weaker !== no) edges[nodes[i]].set(nodes[j], weaker);
  });
}

/** The edges of a chain as bit rows, by place. */
class Chain {
  readonly #words: number;
  readonly #out: Uint32Array;
  readonly #certain: Uint32Array;
  readonly #into: number[][];

  constructor(readonly size: number) {
    this.#words = Math.ceil(size / 32);
    this.#out = new Uint32Array(size * this.#words);
    this.#certain = new Uint32Array(size * this.#words);
    this.#into = Array.from({ length: size }, () => []);
  }

  /** `certain`: it holds whenever both ends are executed. */
  add(a: number, b: number, certain: boolean): void {
    const at = a * this.#words + (b >>> 5);
    this.#out[at] |= 1 << (b & 31);
    if (certain) this.#certain[at] |= 1 << (b & 31);
    this.#into[b].push(a);
  }

  isTransparent(x: number): boolean {
    const own = x * this.#words;
    return this.#into[x].every((a) => {
      const other = a * this.#words;
      for (let i = 0; i < this.#words; i++)
        if ((this.#out[own + i] & ~this.#certain[other + i]) !== 0) return false;
      return true;
    });
  }

  forEachCertain(visit: (a: number, b: number) => void): void {
    this.#into.forEach((from, b) => {
      for (const a of from)
        if ((this.#certain[a * this.#words + (b >>> 5)] & (1 << (b & 31))) !== 0) visit(a, b);
    });
  }
}
