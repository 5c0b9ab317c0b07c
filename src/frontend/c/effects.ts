// Whether evaluating an expression may do more than give its value, or compute a length that its type has, as it is written.

import type { Expression } from './ast.js';

export function hasEffect(e: Expression): boolean {
  switch (e.kind) {
    case 'update':
    case 'assign':
    case 'call':
    case 'statements':
    case 'asm':
    case 'va-arg':
    case 'compound-literal':
    case 'generic':
      return true;
    case 'unary':
    case 'cast':
      return hasEffect(e.operand);
    case 'binary':
    case 'comma':
      return hasEffect(e.left) || hasEffect(e.right);
    case 'conditional':
      return [e.condition, e.whenTrue, e.whenFalse].some((part) => part !== undefined && hasEffect(part));
    case 'index':
      return hasEffect(e.array) || hasEffect(e.index);
    case 'member':
      return hasEffect(e.object);
    default:
      return false;
  }
}

/** Whether the type of what an expression names may have lengths that only evaluating it computes: `*(int (*)[n])p`. */
export function mayComputeLengths(e: Expression): boolean {
  switch (e.kind) {
    case 'cast':
      return true;
    case 'unary':
      return mayComputeLengths(e.operand);
    case 'binary':
    case 'comma':
      return mayComputeLengths(e.left) || mayComputeLengths(e.right);
    case 'conditional':
      return [e.condition, e.whenTrue, e.whenFalse].some(
        (part) => part !== undefined && mayComputeLengths(part),
      );
    case 'index':
      return mayComputeLengths(e.array) || mayComputeLengths(e.index);
    case 'member':
      return mayComputeLengths(e.object);
    default:
      return hasEffect(e);
  }
}
