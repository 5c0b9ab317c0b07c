// Where objects lie. What is constant comes first, then other globals, then locals. Blocks of the heap come last. Programs compare
// addresses in different objects: std::string asks whether a text lies within it.

import { comparison } from '../arithmetic.js';
import { folded } from '../fold.js';
import type { Global } from '../module.js';
import { type CompareOp, constant, knownAddress, type Value } from '../value.js';
import type { Settling } from './settle/context.js';

/** The place of an object among others. Those of one rank lie in any order. */
export function rankOf({ constant: isConstant, storage }: Global): number {
  if (storage.kind === 'block') return 3;
  if (storage.kind === 'local') return 2;
  return isConstant === true ? 0 : 1;
}

const orders: ReadonlySet<CompareOp> = new Set<CompareOp>(['ult', 'ule', 'ugt', 'uge']);

/** The value with everything known computed, that order too. */
export const foldedIn =
  (objects: Pick<Settling, 'global'>) =>
  (value: Value): Value =>
    withKnownOrder(folded(value), objects);

/** A comparison of addresses in objects of different ranks is known. */
function withKnownOrder(value: Value, objects: Pick<Settling, 'global'>): Value {
  if (value.kind !== 'compare' || !orders.has(value.op)) return value;
  const [left, right] = [value.left, value.right].map((side) => {
    const address = knownAddress(side.kind === 'unary' && side.op === 'ptrtoint' ? side.operand : side);
    const global = address?.object.kind === 'symbol' ? objects.global(address.object.name) : undefined;
    // One past the end is the last address that belongs to an object.
    const isWithin =
      address !== undefined && global !== undefined && address.offset >= 0 && address.offset <= global.size;
    return isWithin ? rankOf(global) : undefined;
  });
  return left === undefined || right === undefined || left === right
    ? value
    : constant(comparison(value.op, 'i64', left, right) ? 1 : 0, 'i1');
}
