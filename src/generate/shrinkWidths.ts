// Narrower versions of a program: a register of 64 bits becomes one of 32, an access of other bits one of 32.

import { type Expr, register, unary, widthOf } from '../program/expression.js';
import type { Program } from '../program/program.js';
import { mapBody, mapExpr, mapOwnExpressions } from '../program/rewrite.js';
import type { RmwOp, Statement } from '../program/statement.js';
import { registerWidths } from '../program/widths.js';

export function* narrower(program: Program): Generator<Program> {
  for (const [index, thread] of program.threads.entries()) {
    const changed = (change: (s: Statement) => Statement): Program => ({
      ...program,
      threads: program.threads.with(index, { ...thread, body: mapBody(thread.body, (s) => [change(s)]) }),
    });
    for (const [name, width] of registerWidths(thread))
      if (width === 64) yield changed((s) => withNarrowRegister(s, name));
    let accesses = 0;
    mapBody(thread.body, (s) => {
      if (isOdd(s)) accesses++;
      return [s];
    });
    for (let chosen = 0; chosen < accesses; chosen++) {
      let seen = 0;
      yield changed((s) => (isOdd(s) && seen++ === chosen ? withoutWidth(s) : s));
    }
  }
}

/** An access whose width can go without a register changing its width. */
function isOdd(s: Statement): boolean {
  if (s.kind !== 'load' && s.kind !== 'store' && s.kind !== 'rmw') return false;
  if (s.width === undefined) return false;
  return s.width !== 64 || s.kind === 'store' || (s.kind === 'rmw' && s.target === undefined);
}

const low = (expr: Expr): Expr => {
  if (widthOf(expr) === 32) return expr;
  if (expr.kind === 'unary' && (expr.op === 'sext32' || expr.op === 'zext32')) return expr.operand;
  return unary('low32', expr);
};

function withoutWidth(s: Statement): Statement {
  switch (s.kind) {
    case 'load': {
      const { width: _, ...rest } = s;
      return rest;
    }
    case 'store': {
      const { width: _, ...rest } = s;
      return { ...rest, value: low(s.value) };
    }
    case 'rmw': {
      const { width: _, ...rest } = s;
      return { ...rest, op: lowOperands(s.op) };
    }
    case 'nondet':
    case 'alloc': {
      const { width: _, ...rest } = s;
      return rest;
    }
    case 'assign':
      return { ...s, value: low(s.value) };
    default:
      return s;
  }
}

const lowOperands = (op: RmwOp): RmwOp =>
  op.kind === 'cas'
    ? { ...op, expected: low(op.expected), desired: low(op.desired) }
    : { ...op, value: low(op.value) };

function withNarrowRegister(s: Statement, name: string): Statement {
  const narrow = (expr: Expr): Expr =>
    mapExpr(expr, (e) => (e.kind === 'register' && e.name === name ? unary('sext32', register(name)) : e));
  const changed = mapOwnExpressions(s, narrow);
  return 'target' in changed && changed.target === name ? withoutWidth(changed) : changed;
}
