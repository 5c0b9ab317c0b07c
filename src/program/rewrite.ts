// Rewriting of bodies and expressions as data. An unchanged part is returned itself, so that a caller can test by
// `===` whether anything changed.

import type { Expr } from './expression.js';
import type { Program } from './program.js';
import type { RmwOp, Statement, Until } from './statement.js';

/** Replaces each statement by any number of others, innermost first. */
export function mapBody(
  body: readonly Statement[],
  change: (statement: Statement) => readonly Statement[],
): readonly Statement[] {
  return flatMap(body, (s) => change(withBodies(s, (inner) => mapBody(inner, change))));
}

/** Replaces statements, outermost first: where `replace` says nothing, the statement's own statements are rewritten. */
export function rewriteBody(
  body: readonly Statement[],
  replace: (statement: Statement) => readonly Statement[] | undefined,
): readonly Statement[] {
  return flatMap(body, (s) => replace(s) ?? [withBodies(s, (inner) => rewriteBody(inner, replace))]);
}

/** `rewriteBody` on every thread. */
export function rewriteStatements(
  program: Program,
  replace: (statement: Statement) => readonly Statement[] | undefined,
): Program {
  return {
    ...program,
    threads: program.threads.map((thread) => ({ ...thread, body: rewriteBody(thread.body, replace) })),
  };
}

/** The statement with other statements inside it. */
export function withBodies(
  s: Statement,
  change: (body: readonly Statement[]) => readonly Statement[],
): Statement {
  switch (s.kind) {
    case 'if': {
      const whenTrue = change(s.whenTrue);
      const whenFalse = change(s.whenFalse);
      return whenTrue === s.whenTrue && whenFalse === s.whenFalse ? s : { ...s, whenTrue, whenFalse };
    }
    case 'atomic':
    case 'block':
    case 'while': {
      const body = change(s.body);
      return body === s.body ? s : { ...s, body };
    }
    default:
      return s;
  }
}

function flatMap(
  body: readonly Statement[],
  change: (statement: Statement) => readonly Statement[],
): readonly Statement[] {
  const changed = body.flatMap(change);
  return changed.length === body.length && changed.every((s, i) => s === body[i]) ? body : changed;
}

/** Replaces the nodes of an expression, innermost first. */
export function mapExpr(expr: Expr, change: (node: Expr) => Expr): Expr {
  switch (expr.kind) {
    case 'const':
    case 'register':
    case 'address':
      return change(expr);
    case 'unary':
      return change({ ...expr, operand: mapExpr(expr.operand, change) });
    case 'binary':
      return change({ ...expr, left: mapExpr(expr.left, change), right: mapExpr(expr.right, change) });
    case 'conditional':
      return change({
        ...expr,
        condition: mapExpr(expr.condition, change),
        whenTrue: mapExpr(expr.whenTrue, change),
        whenFalse: mapExpr(expr.whenFalse, change),
      });
  }
}

/** The use of an expression. An address must be the address of a cell. */
export type Role = 'address' | 'value';

/** Replaces the expressions a statement evaluates itself, each as a whole. */
export function mapOwnExpressions(s: Statement, change: (expr: Expr, role: Role) => Expr): Statement {
  switch (s.kind) {
    case 'assign':
      return { ...s, value: change(s.value, 'value') };
    case 'load':
      return { ...s, address: change(s.address, 'address'), ...mapUntil(s.until, change) };
    case 'lock': {
      const { leaves } = s;
      const left =
        leaves === undefined ? {} : { leaves: { ...leaves, value: change(leaves.value, 'value') } };
      return { ...s, address: change(s.address, 'address'), ...mapUntil(s.until, change), ...left };
    }
    case 'unlock':
      return {
        ...s,
        address: change(s.address, 'address'),
        ...(s.holder === undefined ? {} : { holder: change(s.holder, 'value') }),
      };
    case 'free':
      return { ...s, address: change(s.address, 'address') };
    case 'store':
      return { ...s, address: change(s.address, 'address'), value: change(s.value, 'value') };
    case 'rmw':
      return { ...s, address: change(s.address, 'address'), op: mapRmw(s.op, change) };
    case 'if':
    case 'while':
    case 'assume':
    case 'assert':
      return { ...s, condition: change(s.condition, 'value') };
    case 'spawn':
      return { ...s, args: s.args.map((arg) => change(arg, 'value')) };
    case 'join':
      return { ...s, thread: change(s.thread, 'value') };
    case 'alloc':
      return { ...s, size: change(s.size, 'value') };
    case 'fence':
    case 'atomic':
    case 'block':
    case 'break':
    case 'continue':
    case 'nondet':
      return s;
  }
}

const mapUntil = (
  until: Until | undefined,
  change: (expr: Expr, role: Role) => Expr,
): { readonly until?: Until } =>
  until === undefined ? {} : { until: { ...until, value: change(until.value, 'value') } };

function mapRmw(op: RmwOp, change: (expr: Expr, role: Role) => Expr): RmwOp {
  switch (op.kind) {
    case 'xchg':
    case 'fetch':
      return { ...op, value: change(op.value, 'value') };
    case 'cas':
      return { ...op, expected: change(op.expected, 'value'), desired: change(op.desired, 'value') };
  }
}
