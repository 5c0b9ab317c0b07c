// The name and the function that a declarator declares.

import type { Declarator } from './ast.js';

/** The name a declarator declares; undefined in a type name. */
export function nameOf(declarator: Declarator): string | undefined {
  switch (declarator.kind) {
    case 'name':
      return declarator.name;
    case 'abstract':
      return undefined;
    default:
      return nameOf(declarator.inner);
  }
}

type FunctionDeclarator = Extract<Declarator, { kind: 'function' }>;

/** The function in a declarator that is nearest to its name. */
export function functionIn(declarator: Declarator): FunctionDeclarator | undefined {
  if (declarator.kind === 'name' || declarator.kind === 'abstract') return undefined;
  return functionIn(declarator.inner) ?? (declarator.kind === 'function' ? declarator : undefined);
}
