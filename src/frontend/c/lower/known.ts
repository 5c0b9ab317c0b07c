// The static values of registers, and those that remain known where paths meet.

import type { Expr } from '../../../program/expression.js';

type Known = ReadonlyMap<string, Expr>;

/** A place that `break` or `continue` can go to. */
export interface Target {
  readonly label: string;
  /** The known values at each jump to it. */
  readonly arrivals: Known[];
  readonly atomicDepth: number;
  /** How many scopes are open where it stands. */
  readonly scopes: number;
  /** How much the innermost of them had deferred by then. */
  readonly deferred: number;
}

/** The values that hold on every path; undefined when no path arrives. */
export function join(paths: readonly (Known | undefined)[]): Map<string, Expr> | undefined {
  const alive = paths.filter((path) => path !== undefined);
  if (alive.length === 0) return undefined;
  const [first, ...rest] = alive;
  const result = new Map(first);
  for (const path of rest)
    for (const [name, value] of result) {
      const other = path.get(name);
      if (other === undefined || !sameStatic(value, other)) result.delete(name);
    }
  return result;
}

function sameStatic(a: Expr, b: Expr): boolean {
  if (a === b) return true;
  if (a.kind === 'const') return b.kind === 'const' && a.value === b.value && a.width === b.width;
  if (a.kind === 'unary') return b.kind === 'unary' && a.op === b.op && sameStatic(a.operand, b.operand);
  if (a.kind === 'address') return b.kind === 'address' && a.location === b.location;
  return (
    a.kind === 'binary' &&
    b.kind === 'binary' &&
    a.op === b.op &&
    sameStatic(a.left, b.left) &&
    sameStatic(a.right, b.right)
  );
}
