// Definitions of functions, also of those inside others.

import type { Declaration, Declarator, FunctionDefinition, Parameter, Specifiers } from '../ast.js';
import { type FunctionDeclarator, functionIn, nameOf } from '../declarators.js';
import { syntaxError } from '../diagnostics.js';
import { both, takeAttributes } from './attributes.js';
import type { Cursor } from './cursor.js';
import { FunctionLabels } from './labels.js';
import { readBlock, readDeclaration } from './statements.js';

/** A body follows, or the declarations of parameters that old functions have before it. */
export function isDefinition(cursor: Cursor, declarator: Declarator): boolean {
  if (functionIn(declarator) === undefined) return false;
  return cursor.is('{') || !(cursor.is(';') || cursor.is(',') || cursor.is('='));
}

export function readFunction(
  cursor: Cursor,
  specifiers: Specifiers,
  declarator: Declarator,
  start: number,
): FunctionDefinition {
  const attributes = both(specifiers.attributes, takeAttributes(cursor));
  const name = nameOf(declarator);
  const list = functionIn(declarator);
  if (name !== undefined) cursor.declare(name, false);
  cursor.openScope();
  let whole = declarator;
  if (!cursor.is('{') && list !== undefined) {
    const declared: Declaration[] = [];
    while (!cursor.is('{')) declared.push(readDeclaration(cursor));
    whole = withTypes(declarator, list, declared);
  }
  for (const parameter of list?.parameters ?? []) {
    const own = nameOf(parameter.declarator);
    if (own !== undefined) cursor.declare(own, false);
  }
  const outer = cursor.labels;
  cursor.labels = new FunctionLabels(outer.count);
  const body = readBlock(cursor);
  cursor.labels.complete();
  cursor.closeScope();
  return { kind: 'function', specifiers, declarator: whole, attributes, body, at: cursor.from(start) };
}

/** The declarator with the types that stand between an old function's parameters and its body. */
function withTypes(
  declarator: Declarator,
  list: FunctionDeclarator,
  declared: readonly Declaration[],
): Declarator {
  const types = new Map<string, Parameter>();
  for (const { specifiers, items } of declared)
    for (const item of items) {
      const name = nameOf(item.declarator);
      if (name === undefined || !list.parameters.some((p) => nameOf(p.declarator) === name))
        return syntaxError(`${name ?? 'this'} is no parameter`, item.at);
      types.set(name, { specifiers, declarator: item.declarator, at: item.at });
    }
  const parameters = list.parameters.map(
    (parameter) => types.get(nameOf(parameter.declarator) ?? '') ?? parameter,
  );
  const replace = (d: Declarator): Declarator => {
    if (d === list) return { ...list, parameters };
    return d.kind === 'name' || d.kind === 'abstract' ? d : { ...d, inner: replace(d.inner) };
  };
  return replace(declarator);
}
