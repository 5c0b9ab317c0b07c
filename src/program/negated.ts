// The opposite of a condition.

import { applyUnary, type BinaryOp, binary, constant, type Expr, unary, widthOf } from './expression.js';

const negations: ReadonlyMap<BinaryOp, BinaryOp> = new Map<BinaryOp, BinaryOp>([
  ['==', '!='],
  ['!=', '=='],
  ['<', '>='],
  ['>=', '<'],
  ['>', '<='],
  ['<=', '>'],
  ['<u', '>=u'],
  ['>=u', '<u'],
  ['>u', '<=u'],
  ['<=u', '>u'],
]);

const comparisons: ReadonlySet<BinaryOp> = new Set([...negations.keys(), '&&', '||'] satisfies BinaryOp[]);

/** Whether the value is 0 or 1. */
const isBoolean = (e: Expr): boolean =>
  (e.kind === 'unary' && e.op === '!') || (e.kind === 'binary' && comparisons.has(e.op));

export function negated(condition: Expr): Expr {
  if (condition.kind === 'const') return constant(applyUnary('!', condition.value, widthOf(condition)));
  if (condition.kind === 'unary' && condition.op === '!') {
    const { operand } = condition;
    return isBoolean(operand) ? operand : binary('!=', operand, constant(0, widthOf(operand)));
  }
  const opposite = condition.kind === 'binary' ? negations.get(condition.op) : undefined;
  return condition.kind === 'binary' && opposite !== undefined
    ? binary(opposite, condition.left, condition.right)
    : unary('!', condition);
}
