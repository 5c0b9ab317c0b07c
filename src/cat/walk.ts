// Walks over the expressions of a resolved model.

import type { CatBinding, RelationExpr, SetExpr } from './ast.js';

/** The direct parts of an expression. */
export function partsOf(expr: SetExpr | RelationExpr): readonly (SetExpr | RelationExpr)[] {
  switch (expr.kind) {
    case 'base':
    case 'ref':
    case 'empty':
      return [];
    case 'union':
    case 'intersection':
    case 'difference':
    case 'sequence':
    case 'product':
      return [expr.left, expr.right];
    case 'complement':
    case 'inverse':
    case 'plus':
    case 'star':
    case 'optional':
    case 'domain':
    case 'range':
      return [expr.operand];
    case 'identity':
      return [expr.set];
  }
}

/** The bindings an expression mentions itself, not through other bindings. */
export function referencesOf(expr: SetExpr | RelationExpr): ReadonlySet<number> {
  const found = new Set<number>();
  const seen = new Set<SetExpr | RelationExpr>();
  const walk = (e: SetExpr | RelationExpr): void => {
    if (seen.has(e)) return;
    seen.add(e);
    if (e.kind === 'ref') found.add(e.binding);
    for (const part of partsOf(e)) walk(part);
  };
  walk(expr);
  return found;
}

/** The bindings that occur where a larger value makes the expression smaller: under `~`, or right of `\`. */
export function negativeReferencesOf(expr: SetExpr | RelationExpr): ReadonlySet<number> {
  const found = new Set<number>();
  const walk = (e: SetExpr | RelationExpr): void => {
    if (e.kind === 'complement') for (const binding of referencesOf(e.operand)) found.add(binding);
    else if (e.kind === 'difference') {
      for (const binding of referencesOf(e.right)) found.add(binding);
      walk(e.left);
    } else for (const part of partsOf(e)) walk(part);
  };
  walk(expr);
  return found;
}

/** Whether the relation contains `[S]` for some set S by the way it is written. */
export function isReflexive(expr: RelationExpr, bindings: readonly (CatBinding | undefined)[]): boolean {
  const seen = new Set<RelationExpr>();
  const test = (e: RelationExpr): boolean => {
    if (seen.has(e)) return false;
    seen.add(e);
    switch (e.kind) {
      case 'identity':
      case 'star':
      case 'optional':
        return true;
      case 'union':
        return test(e.left) || test(e.right);
      case 'plus':
      case 'inverse':
        return test(e.operand);
      case 'ref': {
        const binding = bindings[e.binding];
        return binding?.type === 'relation' && test(binding.value);
      }
      default:
        return false;
    }
  };
  return test(expr);
}
