// Expressions back to cat text, with as few parentheses as the grammar needs. Names axioms and edges.

import type { CatBinding, RelationExpr, SetExpr } from './ast.js';

/** Binding strength, loosest first, as in cat.peggy. */
const strength = {
  union: 1,
  sequence: 2,
  difference: 3,
  intersection: 4,
  product: 5,
  complement: 6,
  postfix: 7,
  atom: 8,
} as const;
const symbol = { union: ' | ', sequence: '; ', difference: ' \\ ', intersection: ' & ', product: ' * ' };
const postfix = { inverse: '^-1', plus: '^+', star: '^*', optional: '?' };

export function printExpr(
  expr: SetExpr | RelationExpr,
  bindings: readonly { readonly name: CatBinding['name'] }[],
): string {
  const print = (e: SetExpr | RelationExpr, outer: number): string => {
    const [text, own] = render(e);
    return own < outer ? `(${text})` : text;
  };
  const render = (e: SetExpr | RelationExpr): [string, number] => {
    switch (e.kind) {
      case 'base':
        return [e.name, strength.atom];
      case 'ref':
        return [bindings[e.binding].name, strength.atom];
      case 'empty':
        return ['0', strength.atom];
      case 'union':
      case 'sequence':
      case 'intersection': {
        const own = strength[e.kind];
        return [`${print(e.left, own + 1)}${symbol[e.kind]}${print(e.right, own)}`, own];
      }
      case 'difference':
      case 'product': {
        const own = strength[e.kind];
        return [`${print(e.left, own)}${symbol[e.kind]}${print(e.right, own + 1)}`, own];
      }
      case 'complement':
        return [`~${print(e.operand, strength.complement)}`, strength.complement];
      case 'inverse':
      case 'plus':
      case 'star':
      case 'optional':
        return [`${print(e.operand, strength.postfix)}${postfix[e.kind]}`, strength.postfix];
      case 'identity':
        return [`[${print(e.set, 0)}]`, strength.atom];
      case 'domain':
      case 'range':
        return [`${e.kind}(${print(e.operand, 0)})`, strength.atom];
    }
  };
  return print(expr, 0);
}
