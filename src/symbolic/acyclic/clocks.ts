// Acyclicity by clocks: every node of a strongly connected component has a number, and an edge goes to a larger one.
// Either bit-vectors, compared by circuits of our own, or integers, compared by Z3's difference logic.

import { type Bits, less } from '../formula/bits.js';
import { type Cnf, no } from '../formula/cnf.js';
import { components, type Edges } from './graph.js';

export function bitVectorClocks(cnf: Cnf, edges: Edges): void {
  const component = components(edges);
  const sizes = new Map<number, number>();
  for (const c of component) sizes.set(c, (sizes.get(c) ?? 0) + 1);
  const clocks: Bits[] = component.map((c) => {
    const width = Math.ceil(Math.log2(sizes.get(c) ?? 1));
    return [...Array.from({ length: width }, () => cnf.fresh()), no];
  });
  forEachInside(edges, component, (a, b, lit) => {
    cnf.add(-lit, less(cnf, clocks[a], clocks[b], true));
  });
}

/** `firstClock` keeps the clocks of several axioms apart. */
export function integerClocks(cnf: Cnf, edges: Edges, firstClock: number): void {
  forEachInside(edges, components(edges), (a, b, lit) => {
    cnf.addBefore(lit, firstClock + a, firstClock + b);
  });
}

function forEachInside(
  edges: Edges,
  component: readonly number[],
  visit: (a: number, b: number, lit: number) => void,
): void {
  edges.forEach((row, a) => {
    for (const [b, lit] of row) if (component[a] === component[b]) visit(a, b, lit);
  });
}
