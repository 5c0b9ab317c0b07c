// `let rec`: the types of the names are inferred from the syntax, the values resolved, and the recursion checked to be
// monotone, so that it has a least solution (Knaster-Tarski) which iteration from the empty relation reaches.

import type { Typed } from './ast.js';
import type { Building } from './building.js';
import type { Elaborator } from './elaborate.js';
import type { Scope, Value } from './scope.js';
import type { Expression, LetBinding } from './syntax.js';
import { negativeReferencesOf, referencesOf } from './walk.js';

type Type = Typed['type'];
type Guesses = ReadonlyMap<string, Type | undefined>;

/** Adds the group to the model and returns what its names stand for. */
export function resolveRecursive(
  bindings: readonly LetBinding[],
  scope: Scope,
  building: Building,
  elaborator: Elaborator,
): ReadonlyMap<string, Value> {
  for (const { parameters, at } of bindings)
    if (parameters !== undefined) building.unsupported(at, 'recursive functions');
  const types = inferTypes(bindings, scope);
  const own = bindings.map(() => building.bindings.push(undefined) - 1);
  const names = new Map<string, Value>(
    bindings.map(({ name }, i) => [name, building.reference(own[i], types.get(name) ?? 'relation')]),
  );
  const inner = scope.with(names);
  const values = bindings.map(({ name, value }): Typed => {
    return (types.get(name) ?? 'relation') === 'set'
      ? { type: 'set', value: elaborator.set(value, inner) }
      : { type: 'relation', value: elaborator.relation(value, inner) };
  });
  let recursive = false;
  values.forEach(({ value }, i) => {
    const { name, at } = bindings[i];
    for (const binding of referencesOf(value)) {
      if (own.includes(binding)) recursive = true;
      else if (building.bindings[binding] === undefined)
        building.unsupported(at, 'a let rec that depends on a name of an enclosing let rec');
    }
    if (own.some((binding) => negativeReferencesOf(value).has(binding)))
      building.fail(
        at,
        'cat-not-monotone',
        `the recursive definition of ${name} uses a recursive name under ~ or on the right of \\, so it need not have a least solution`,
      );
  });
  values.forEach((typed, i) => {
    const { name, at } = bindings[i];
    building.bindings[own[i]] = { ...typed, name, at };
  });
  building.groups.push({ recursive, bindings: own });
  return names;
}

function inferTypes(bindings: readonly LetBinding[], scope: Scope): Guesses {
  const types = new Map<string, Type | undefined>(bindings.map(({ name }) => [name, undefined]));
  let changed = true;
  while (changed) {
    changed = false;
    for (const { name, value } of bindings) {
      if (types.get(name) !== undefined) continue;
      const type = guess(value, types, scope);
      if (type !== undefined) {
        types.set(name, type);
        changed = true;
      }
    }
  }
  return types;
}

/** The type of an expression as far as its syntax and the names in it tell. */
function guess(expr: Expression, names: Guesses, scope: Scope): Type | undefined {
  switch (expr.kind) {
    case 'name': {
      if (names.has(expr.name)) return names.get(expr.name);
      return typeOf(scope.get(expr.name));
    }
    case 'empty':
      return undefined;
    case 'universe':
      return 'set';
    case 'binary':
      if (expr.operator === 'product' || expr.operator === 'sequence') return 'relation';
      return guess(expr.left, names, scope) ?? guess(expr.right, names, scope);
    case 'unary':
      return expr.operator === 'complement' ? guess(expr.operand, names, scope) : 'relation';
    case 'apply': {
      const callee = scope.get(expr.function);
      if (callee?.type === 'projection') return 'set';
      if (callee?.type !== 'function') return undefined;
      const types = callee.parameters.map((parameter, i): [string, Type | undefined] => [
        parameter,
        i < expr.args.length ? guess(expr.args[i], names, scope) : undefined,
      ]);
      return guess(callee.body, new Map(types), callee.scope);
    }
    case 'let': {
      const inner = new Map(names);
      for (const { name, parameters, value } of expr.bindings)
        inner.set(name, parameters === undefined ? guess(value, names, scope) : undefined);
      return guess(expr.body, inner, scope);
    }
    case 'try':
      return guess(expr.value, names, scope) ?? guess(expr.otherwise, names, scope);
    case 'variant':
      return guess(expr.otherwise, names, scope);
  }
}

function typeOf(value: Value | undefined): Type | undefined {
  return value?.type === 'set' || value?.type === 'relation' ? value.type : undefined;
}
