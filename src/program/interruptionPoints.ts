// Points at which the handler of a signal may run, as front ends write them: a choice, and the handler in a branch that it opens;
// around both, perhaps, the question whether the signal is still to come.

import { type Expr, forEachNode, registersOf } from './expression.js';
import { mapOwnExpressions, type Role, withBodies } from './rewrite.js';
import { mayBeInterrupted, type Statement } from './statement.js';

interface Point {
  readonly signal: number;
  /** The statements that run if the signal comes. */
  readonly handler: readonly Statement[];
  /** The condition under which the signal can come here. */
  readonly guard?: Expr;
  /** So many statements of the list it is in. */
  readonly length: 1 | 2;
}

/** The point that begins with that statement of a list. */
export function pointAt(body: readonly Statement[], index: number): Point | undefined {
  const s = body[index];
  if (s?.kind === 'nondet' && s.comes !== undefined) {
    const then = body[index + 1];
    if (then?.kind !== 'if' || then.whenFalse.length > 0 || !registersOf(then.condition).has(s.target))
      return undefined;
    return { signal: s.comes, handler: then.whenTrue, length: 2 };
  }
  if (s?.kind !== 'if' || s.whenFalse.length > 0) return undefined;
  const inner = pointAt(s.whenTrue, 0);
  if (inner?.guard !== undefined || inner?.length !== s.whenTrue.length) return undefined;
  return { ...inner, guard: s.condition, length: 1 };
}

/** One of two waits: something that is still to come may end it, or nothing. */
export function eitherWait(
  s: Statement,
): { readonly condition: Expr; readonly plain: Statement } | undefined {
  if (s.kind !== 'if' || s.whenTrue.length !== 1 || s.whenFalse.length !== 1) return undefined;
  const [interrupted] = s.whenTrue;
  const [plain] = s.whenFalse;
  return mayBeInterrupted(interrupted) && !mayBeInterrupted(plain) && interrupted.kind === plain.kind
    ? { condition: s.condition, plain }
    : undefined;
}

/** Also those in handlers. */
export function forEachPoint(body: readonly Statement[], visit: (point: Point) => void): void {
  body.forEach((s, i) => {
    const point = pointAt(body, i);
    // a guarded statement begins with one of its own
    if (point !== undefined && point.guard === undefined) visit(point);
    withBodies(s, (inner) => {
      forEachPoint(inner, visit);
      return inner;
    });
  });
}

/** The statements, without points of these signals. */
export function withoutPoints(
  body: readonly Statement[],
  signals: { has(signal: number): boolean },
): Statement[] {
  const rest: Statement[] = [];
  for (let i = 0; i < body.length; i++) {
    const point = pointAt(body, i);
    if (point !== undefined && signals.has(point.signal)) i += point.length - 1;
    else rest.push(body[i]);
  }
  return rest;
}

/** The location that an address is surely one of. */
export function locationOf(address: Expr): string | undefined {
  if (address.kind === 'address') return address.location;
  const isOffset = address.kind === 'binary' && address.op === '+' && address.right.kind === 'const';
  return isOffset && address.left.kind === 'address' ? address.left.location : undefined;
}

/** The locations whose addresses a statement uses otherwise than to touch them. */
export function addressesTaken(s: Statement): ReadonlySet<string> {
  const taken = new Set<string>();
  const look = (expr: Expr, role: Role): Expr => {
    if (role === 'value' || locationOf(expr) === undefined)
      forEachNode(expr, (node) => {
        if (node.kind === 'address') taken.add(node.location);
      });
    return expr;
  };
  mapOwnExpressions(s, look);
  return taken;
}
