// The accesses and fences of an unrolled program in C11's terms, as literals. A compare-exchange that succeeds and
// one that fails have different orders.

import { type AccessOrder, acquires, releases } from '../../../program/memoryOrder.js';
import { type Lit, no, yes } from '../../formula/cnf.js';
import type { Problem } from '../../problem.js';
import type { Read, UnrolledEvent, Write } from '../../unroll/unrolled.js';

const atomically = (order: AccessOrder | undefined): boolean => order !== undefined && order !== 'volatile';
const acquiring = (order: AccessOrder | undefined): Lit =>
  order !== undefined && order !== 'volatile' && acquires(order) ? yes : no;
const releasing = (order: AccessOrder | undefined): Lit =>
  order !== undefined && order !== 'volatile' && releases(order) ? yes : no;

/** An atomic section, as against one read-modify-write that takes several instructions. */
export const isSection = ({ kind, order, reads }: UnrolledEvent): boolean =>
  order === undefined && (kind === 'A' || (kind === 'R' && reads.length > 1));

export function isAtomic(event: UnrolledEvent, access: Read | Write): boolean {
  switch (event.kind) {
    case 'U':
    case 'lock':
    case 'unlock':
      return true;
    case 'A':
      return atomically(access.order);
    default:
      return atomically(event.order);
  }
}

/** Whether the read, which is atomic, acquires. */
export function acquireLit(problem: Problem, event: UnrolledEvent, read: Read): Lit {
  if (event.kind === 'lock') return yes;
  if (event.kind === 'unlock') return no;
  const order = acquiring(event.kind === 'A' ? read.order : event.order);
  if (event.succeeds === undefined) return order;
  return problem.cnf.ite(problem.values.lit(event.succeeds), order, acquiring(event.failure));
}

/** Whether the write, which is atomic, releases. */
export function releaseLit(problem: Problem, event: UnrolledEvent, write: Write): Lit {
  if (event.kind === 'unlock') return yes;
  if (event.kind === 'lock') return no;
  const order = releasing(event.kind === 'A' ? write.order : event.order);
  return order === no ? no : writtenLit(problem, event);
}

/** Whether the event writes at all, to C: a compare-exchange that fails does not. */
export const writtenLit = (problem: Problem, { succeeds }: UnrolledEvent): Lit =>
  succeeds === undefined ? yes : problem.values.lit(succeeds);

export function isReleaseFence({ kind, order }: UnrolledEvent): boolean {
  if (kind !== 'F' && kind !== 'S') return false;
  return order === undefined || releasing(order) === yes;
}

export function isAcquireFence({ kind, order }: UnrolledEvent): boolean {
  if (kind !== 'F' && kind !== 'S') return false;
  return order === undefined ? kind === 'F' : acquiring(order) === yes;
}
