// Whether evaluating an expression may do more than give its value, or compute a length that its type has, as it is written.

import type { Expression } from './ast.js';

const effective: ReadonlySet<Expression['kind']> = new Set([
  'update',
  'assign',
  'call',
  'statements',
  'asm',
  'va-arg',
  'compound-literal',
  'generic',
]);

export const hasEffect = (e: Expression): boolean => effective.has(e.kind) || partsOf(e).some(hasEffect);

/**
 * Whether the type of the named object may have lengths that only evaluating the expression computes: `*(int
 * (*)[n])p`.
 */
export const mayComputeLengths = (e: Expression): boolean =>
  e.kind === 'cast' || effective.has(e.kind) || partsOf(e).some(mayComputeLengths);

/** The operands of the expression. */
function partsOf(e: Expression): readonly Expression[] {
  switch (e.kind) {
    case 'unary':
    case 'cast':
      return [e.operand];
    case 'binary':
    case 'comma':
      return [e.left, e.right];
    case 'conditional':
      return [e.condition, ...(e.whenTrue === undefined ? [] : [e.whenTrue]), e.whenFalse];
    case 'index':
      return [e.array, e.index];
    case 'member':
      return [e.object];
    default:
      return [];
  }
}
