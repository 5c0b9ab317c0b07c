// Transparent nodes: program-order edges that need not mention whether an event is executed.
//
// An edge between two events of a thread usually holds iff both are executed. Suppose the edges into and out of a
// node x are bridged: for every a -> x -> b there is an edge a -> b whenever a and b are executed. Then the edges of
// x may hold even when x is not executed. Node x has no other edges then, and a cycle through x has a shortcut. Such
// a node is called transparent. Under SC all nodes are transparent. Under TSO all are, except nodes that keep a store
// from being overtaken.

import { type Cnf, type Lit, no, yes } from '../formula/cnf.js';
import { BitRows } from './bitRows.js';

/**
 * Gives weak literals to the edges that hold whenever both ends are executed (`ordered`). Leaves out edges that two
 * others imply, including edges from a node to a later one of the chain. Any other edge must imply that both its ends
 * are executed.
 */
export function reduceChain(
  cnf: Cnf,
  edges: readonly Map<number, Lit>[],
  nodes: readonly number[],
  executed: (node: number) => Lit,
  ordered: (a: number, b: number) => boolean,
): void {
  const size = nodes.length;
  const all = new BitRows(size);
  const certain = new BitRows(size);
  for (let i = 0; i < size; i++)
    for (let j = i + 1; j < size; j++) {
      const isCertain = ordered(nodes[i], nodes[j]);
      if (isCertain) certain.set(i, j);
      if (isCertain || edges[nodes[i]].has(nodes[j])) all.set(i, j);
    }
  const needs = nodes.map((node, x) => (isTransparent(all, certain, x) ? yes : executed(node)));
  const past = pastTransparent(certain, needs);
  const litOf = (i: number, j: number): Lit => edges[nodes[i]].get(nodes[j]) ?? no;
  /** Whether an edge holds in every solution in which both literals do. */
  const follows = (i: number, j: number, a: Lit, b: Lit): boolean =>
    certain.has(i, j)
      ? cnf.followsFrom(needs[i], a, b) && cnf.followsFrom(needs[j], a, b)
      : cnf.followsFrom(litOf(i, j), a, b);
  const implied = (i: number, j: number): boolean => {
    const [a, b] = certain.has(i, j) ? [needs[i], needs[j]] : [litOf(i, j), litOf(i, j)];
    for (let k = i + 1; k < j; k++)
      if (all.has(i, k) && all.has(k, j) && follows(i, k, a, b) && follows(k, j, a, b)) return true;
    return false;
  };
  const changes: (() => void)[] = [];
  for (let i = 0; i < size; i++)
    for (const j of all.row(i)) {
      if (past.has(i, j)) continue;
      const row = edges[nodes[i]];
      if (implied(i, j)) changes.push(() => row.delete(nodes[j]));
      else if (certain.has(i, j)) changes.push(() => row.set(nodes[j], cnf.and2(needs[i], needs[j])));
    }
  for (const change of changes) change();
}

/** The certain edges that two others imply by way of a transparent node. They are in no row of `edges`. */
function pastTransparent(certain: BitRows, needs: readonly Lit[]): BitRows {
  const past = new BitRows(needs.length);
  for (let i = 0; i < needs.length; i++)
    // A node behind node k is also behind every node that has k behind it.
    for (const k of certain.row(i)) if (needs[k] === yes && !past.has(i, k)) past.include(i, k, certain);
  return past;
}

/** Whether the edges into and out of a node are bridged. */
function isTransparent(all: BitRows, certain: BitRows, x: number): boolean {
  for (let a = 0; a < x; a++) if (all.has(a, x) && !all.isWithin(x, certain, a)) return false;
  return true;
}
