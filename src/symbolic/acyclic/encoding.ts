// The ways to say that a graph has no cycle, by name.

import { bug } from '../../support/diagnostic.js';
import { type Cnf, type Lit, no } from '../formula/cnf.js';
import { bitVectorClocks, integerClocks } from './clocks.js';
import { transitiveClosure } from './closure.js';
import type { Edges } from './graph.js';
import { forbidShortCycles } from './lazy.js';
import { vertexElimination } from './vertexElimination.js';

export const encodings = ['vertex-elimination', 'lazy', 'clocks-bv', 'clocks-int', 'closure'] as const;
export type Encoding = (typeof encodings)[number];

export const defaultEncoding: Encoding = 'vertex-elimination';

/** Whether cycles can be forbidden under a condition. */
export const isConditional = (encoding: Encoding): boolean => encoding === 'vertex-elimination';

/**
 * Adds the clauses. With 'lazy' they are not enough: solutions must be checked by `forbidCyclesOf`. Where `unless` holds, which
 * may be more than `no` if the encoding is conditional, nothing is forbidden.
 */
export function encodeAcyclic(
  cnf: Cnf,
  encoding: Encoding,
  edges: Edges,
  firstClock: number,
  unless: Lit,
): void {
  if (unless !== no && !isConditional(encoding)) bug(`${encoding} forbids cycles always`);
  switch (encoding) {
    case 'vertex-elimination':
      vertexElimination(cnf, edges, unless);
      break;
    case 'lazy':
      forbidShortCycles(cnf, edges);
      break;
    case 'clocks-bv':
      bitVectorClocks(cnf, edges);
      break;
    case 'clocks-int':
      integerClocks(cnf, edges, firstClock);
      break;
    case 'closure':
      transitiveClosure(cnf, edges);
      break;
  }
}
