// Smaller versions of a thread's body, one change at a time: first leave a statement out, then simplify one.

import { constant, type Expr, widthOf } from '../program/expression.js';
import { mapBody, mapOwnExpressions, type Role } from '../program/rewrite.js';
import type { Statement, StatementOf } from '../program/statement.js';
import { expressionsOf } from '../program/statement.js';
import { present } from '../support/present.js';

/** Versions without some statements, or with one statement replaced. `cells` are addresses to try in place of others. */
export function* smallerBodies(body: readonly Statement[], cells: readonly Expr[]): Generator<Statement[]> {
  for (let length = body.length; length > 0; length = Math.floor(length / 2))
    for (let at = 0; at + length <= body.length; at += length)
      yield [...body.slice(0, at), ...body.slice(at + length)];
  for (const [at, s] of body.entries())
    for (const smaller of smallerStatements(s, cells))
      yield [...body.slice(0, at), ...smaller, ...body.slice(at + 1)];
}

/** Versions without two statements of the same list, for what only makes sense as a pair. */
export function* withoutPairs(body: readonly Statement[]): Generator<Statement[]> {
  for (let i = 0; i < body.length; i++)
    for (let j = i + 1; j < body.length; j++) yield body.filter((_, at) => at !== i && at !== j);
  for (const [at, s] of body.entries()) {
    const put = (changed: Statement): Statement[] => body.with(at, changed);
    switch (s.kind) {
      case 'if':
        for (const whenTrue of withoutPairs(s.whenTrue)) yield put({ ...s, whenTrue });
        for (const whenFalse of withoutPairs(s.whenFalse)) yield put({ ...s, whenFalse });
        break;
      case 'atomic':
      case 'block':
      case 'while':
        for (const inner of withoutPairs(s.body)) yield put({ ...s, body: inner });
        break;
      default:
        break;
    }
  }
}

function* smallerStatements(s: Statement, cells: readonly Expr[]): Generator<readonly Statement[]> {
  switch (s.kind) {
    case 'if':
      yield s.whenTrue;
      yield s.whenFalse;
      if (s.whenFalse.length > 0) yield [{ ...s, whenFalse: [] }];
      for (const whenTrue of smallerBodies(s.whenTrue, cells)) yield [{ ...s, whenTrue }];
      for (const whenFalse of smallerBodies(s.whenFalse, cells)) yield [{ ...s, whenFalse }];
      break;
    case 'block':
      yield withoutJumps(s.body, s.label);
      for (const body of smallerBodies(s.body, cells)) yield [{ ...s, body }];
      break;
    case 'while':
      yield withoutJumps(s.body, s.label);
      yield [{ kind: 'block', label: s.label, body: continueAsBreak(s.body, s.label) }];
      for (const bound of [1, 2, (s.bound ?? 4) - 1])
        if (bound > 0 && bound < (s.bound ?? 4)) yield [{ ...s, bound }];
      for (const body of smallerBodies(s.body, cells)) yield [{ ...s, body }];
      break;
    case 'atomic':
      yield s.body;
      for (const body of smallerBodies(s.body, cells)) yield [{ ...s, body }];
      break;
    case 'rmw':
      yield* smallerRmws(s);
      break;
    case 'lock':
    case 'unlock':
      yield [{ kind: 'store', address: s.address, value: constant(s.kind === 'lock' ? 1 : 0) }];
      break;
    case 'fence':
      if (s.fence === 'full') yield [{ ...s, fence: 'store-store' }];
      break;
    case 'nondet':
      yield [{ kind: 'assign', target: s.target, value: constant(0) }];
      yield [{ kind: 'assign', target: s.target, value: constant(s.from ?? 1) }];
      if (s.from !== undefined && s.to !== undefined && s.from < s.to) {
        yield [{ ...s, to: s.from }];
        yield [{ ...s, from: s.to }];
      } else yield [{ ...s, from: 0, to: 1 }];
      break;
    default:
      break;
  }
  const slots = expressionsOf(s).length;
  for (let slot = 0; slot < slots; slot++) yield* withSmallerExpression(s, slot, cells);
}

/** A load and a store are simpler than both in one, an exchange is simpler than what depends on the value read. */
function* smallerRmws(s: StatementOf<'rmw'>): Generator<readonly Statement[]> {
  const at = present({ at: s.at });
  const written = s.op.kind === 'cas' ? s.op.desired : s.op.value;
  if (s.target !== undefined) yield [{ kind: 'load', target: s.target, address: s.address, ...at }];
  yield [{ kind: 'store', address: s.address, value: written, ...at }];
  if (s.op.kind !== 'xchg') yield [{ ...s, op: { kind: 'xchg', value: written } }];
  if (s.target !== undefined) yield [{ kind: 'rmw', address: s.address, op: s.op, ...at }];
}

function* withSmallerExpression(
  s: Statement,
  slot: number,
  cells: readonly Expr[],
): Generator<readonly Statement[]> {
  let index = 0;
  let found: { readonly expr: Expr; readonly role: Role } | undefined;
  mapOwnExpressions(s, (expr, role) => {
    if (index++ === slot) found = { expr, role };
    return expr;
  });
  if (found === undefined) return;
  const constants = found.role === 'address' ? cells : [0, 1].flatMap((n) => [constant(n), constant(n, 64)]);
  // An address of 64 bits may be replaced by one of 32.
  if (found.role === 'address' && widthOf(found.expr) === 64)
    for (const cell of cells) {
      let next = 0;
      yield [mapOwnExpressions(s, (expr) => (next++ === slot ? cell : expr))];
    }
  for (const smaller of smallerExpressions(found.expr, constants)) {
    let next = 0;
    yield [mapOwnExpressions(s, (expr) => (next++ === slot ? smaller : expr))];
  }
}

/** Leaves in place of the whole, its parts, and it with one part smaller. */
function* smallerExpressions(expr: Expr, leaves: readonly Expr[]): Generator<Expr> {
  yield* leaves.filter((leaf) => widthOf(leaf) === widthOf(expr));
  switch (expr.kind) {
    case 'const':
      if (expr.value < 0) yield constant(-BigInt(expr.value), expr.width);
      yield constant(BigInt(expr.value) / 2n, expr.width);
      if (expr.value > 0) yield constant(BigInt(expr.value) - 1n, expr.width);
      break;
    case 'register':
    case 'address':
      break;
    case 'unary':
      yield expr.operand;
      for (const operand of smallerExpressions(expr.operand, leaves)) yield { ...expr, operand };
      break;
    case 'binary':
      yield expr.left;
      yield expr.right;
      for (const left of smallerExpressions(expr.left, leaves)) yield { ...expr, left };
      for (const right of smallerExpressions(expr.right, leaves)) yield { ...expr, right };
      break;
    case 'conditional':
      yield expr.whenTrue;
      yield expr.whenFalse;
      yield expr.condition;
      for (const condition of smallerExpressions(expr.condition, leaves)) yield { ...expr, condition };
      for (const whenTrue of smallerExpressions(expr.whenTrue, leaves)) yield { ...expr, whenTrue };
      for (const whenFalse of smallerExpressions(expr.whenFalse, leaves)) yield { ...expr, whenFalse };
      break;
  }
}

function withoutJumps(body: readonly Statement[], label: string): readonly Statement[] {
  return mapBody(body, (s) =>
    (s.kind === 'break' || s.kind === 'continue') && s.label === label ? [] : [s],
  );
}

function continueAsBreak(body: readonly Statement[], label: string): readonly Statement[] {
  return mapBody(body, (s) => [s.kind === 'continue' && s.label === label ? { kind: 'break', label } : s]);
}
