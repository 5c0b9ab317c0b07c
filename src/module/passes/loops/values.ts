// The value of an expression where its registers are known.

import { type Expr, evaluate, forEachNode } from '../../../program/expression.js';
import type { Integer } from '../../../program/integer.js';
import { bug } from '../../../support/diagnostic.js';

/** Undefined where it depends on a register that is not known, or on an address. */
export function knownValue(expr: Expr, known: ReadonlyMap<string, Integer>): Integer | undefined {
  let isKnown = true;
  forEachNode(expr, (node) => {
    if (node.kind === 'address' || (node.kind === 'register' && !known.has(node.name))) isKnown = false;
  });
  if (!isKnown) return undefined;
  return evaluate(
    expr,
    (name) => known.get(name) ?? bug(`the register ${name} is not known`),
    (location) => bug(`the address of ${location} is not known`),
  );
}
