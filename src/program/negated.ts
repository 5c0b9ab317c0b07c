// The opposite of a condition, with a comparison in place of a negation where there is one.

import { type BinaryOp, type Expr, unary } from './expression.js';

export function negated(condition: Expr): Expr {
  if (condition.kind === 'unary' && condition.op === '!') {
    const { operand } = condition;
    return operand;
  }
  if (condition.kind === 'binary') {
    const opposite = opposites[condition.op];
    if (opposite !== undefined) return { ...condition, op: opposite };
  }
  return unary('!', condition);
}

const opposites: Partial<Record<BinaryOp, BinaryOp>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
  '<u': '>=u',
  '>=u': '<u',
  '>u': '<=u',
  '<=u': '>u',
};
