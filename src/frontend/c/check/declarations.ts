// Declarations of locals, statics and globals.

import type { Integer } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { Declaration, Specifiers } from '../ast.js';
import { typeError, unsupported } from '../diagnostics.js';
import type { FunctionSymbol, Initialisation, StaticPart, TypedStatement, Variable } from '../typed.js';
import {
  type CType,
  type FunctionType,
  holdsAtomic,
  isComplete,
  isMixed,
  sameType,
  typeName,
} from '../types.js';
import { constantValue, staticValue } from './constants.js';
import { checkInitialiser } from './initialisers.js';
import type { Context } from './scope.js';
import { baseType, declaredName, declaredType } from './typeNames.js';

type Item = Declaration['items'][number];

export function declareLocals(context: Context, declaration: Declaration): TypedStatement[] {
  const { specifiers } = declaration;
  const base = baseType(context, specifiers);
  return declaration.items.flatMap((item): TypedStatement[] => {
    const { name, type } = named(context, base, item);
    if (specifiers.storage === 'typedef') {
      context.scope.define(name, { kind: 'typedef', type }, item.at);
      return [];
    }
    if (type.kind === 'function') {
      declareFunction(context, name, type, item.at);
      return [];
    }
    if (specifiers.storage === 'extern') return unsupported('extern inside a function', item.at);
    if (specifiers.storage === 'static' || specifiers.threadLocal) {
      declareGlobal(context, specifiers, item, `${context.function?.name ?? ''}.${name}`, name, type);
      return [];
    }
    return [declareLocal(context, item, name, type)];
  });
}

function declareLocal(context: Context, item: Item, name: string, declared: CType): TypedStatement {
  const { at } = item;
  if (item.initialiser === undefined) {
    const variable = newVariable(name, complete(declared, name, at), 'local', at);
    context.scope.define(name, { kind: 'variable', variable }, at);
    return { kind: 'declare', variable, at };
  }
  // The name is in scope in its own initialiser: `struct s *p = malloc(sizeof *p)`.
  let variable = newVariable(name, declared, 'local', at);
  context.scope.define(name, { kind: 'variable', variable }, at);
  const { type, initialisation } = checkInitialiser(context, declared, item.initialiser);
  if (
    !sameType(type, declared) ||
    (type.kind === 'array' && declared.kind === 'array' && declared.length === undefined)
  ) {
    variable = newVariable(name, type, 'local', at);
    context.scope.replace(name, { kind: 'variable', variable });
  }
  const constant = constantOfConst(type, initialisation);
  if (constant !== undefined) variable.constant = constant;
  return { kind: 'declare', variable, initialiser: initialisation, at };
}

export function declareGlobals(context: Context, declaration: Declaration): void {
  const { specifiers } = declaration;
  const base = baseType(context, specifiers);
  for (const item of declaration.items) {
    const { name, type } = named(context, base, item);
    if (specifiers.storage === 'typedef') {
      const known = context.scope.own(name);
      if (known?.kind === 'typedef' && sameType(known.type, type)) continue;
      context.scope.define(name, { kind: 'typedef', type }, item.at);
    } else if (type.kind === 'function') declareFunction(context, name, type, item.at);
    else declareGlobal(context, specifiers, item, name, name, type);
  }
}

/** A variable with static storage: `full` is its name among all globals, `name` the one in scope. */
function declareGlobal(
  context: Context,
  specifiers: Specifiers,
  item: Item,
  full: string,
  name: string,
  declared: CType,
): void {
  const { at } = item;
  const { unit, scope } = context;
  const known = scope.own(name);
  if (known !== undefined && known.kind !== 'variable') typeError(`${name} is already something else`, at);
  let variable = known?.variable;
  if (variable !== undefined && (context.function !== undefined || !sameType(variable.type, declared)))
    typeError(`${name} is declared twice`, at);
  if (variable === undefined || (variable.type.kind === 'array' && variable.type.length === undefined)) {
    const needsInitialiser = declared.kind === 'array' && declared.length === undefined;
    const completed =
      item.initialiser !== undefined && needsInitialiser
        ? checkInitialiser(context, declared, item.initialiser).type
        : declared;
    if (variable !== undefined) unit.globals.splice(unit.globals.indexOf(variable), 1);
    variable = newVariable(
      variable?.name ?? freshName(unit.names, full),
      completed,
      'global',
      at,
      specifiers.threadLocal,
    );
    unit.globals.push(variable);
    scope.replace(name, { kind: 'variable', variable });
  }
  if (item.initialiser === undefined) return;
  if (variable.initial !== undefined) typeError(`${name} is initialised twice`, at);
  const { type, initialisation } = checkInitialiser(context, variable.type, item.initialiser);
  variable.initial = staticInitial(initialisation, at);
  const constant = constantOfConst(type, initialisation);
  if (constant !== undefined) variable.constant = constant;
}

function staticInitial(initialisation: Initialisation, at: SourceSpan): StaticPart[] {
  return initialisation.parts.map(({ offset, value, bitField }): StaticPart => {
    if (value.type.kind === 'struct')
      return unsupported('a struct value as initial value of a global', value.at);
    const start = staticValue(value);
    if (start === undefined)
      return typeError('the initial value of a global must be a constant', value.at ?? at);
    return { offset, type: value.type, value: start, ...present({ bitField }) };
  });
}

function constantOfConst(type: CType, initialisation: Initialisation): Integer | undefined {
  if (type.const !== true || type.kind !== 'integer') return undefined;
  const [part] = initialisation.parts;
  return part === undefined ? undefined : constantValue(part.value);
}

export function declareFunction(
  context: Context,
  name: string,
  type: FunctionType,
  at: SourceSpan,
): FunctionSymbol {
  const { unit, scope } = context;
  const known = scope.own(name);
  if (known !== undefined && known.kind !== 'function')
    return typeError(`${name} is already something else`, at);
  const existing = known?.function ?? unit.functions.get(name);
  if (existing !== undefined && !sameType(existing.type, type))
    return typeError(`${name} is declared with two different types`, at);
  // A definition may say more than an earlier `f()`, and calls look at the symbol in scope.
  const symbol =
    existing !== undefined && !(existing.type.unspecified && !type.unspecified)
      ? existing
      : { name, type, at, addressed: existing?.addressed ?? false };
  unit.functions.set(name, symbol);
  scope.replace(name, { kind: 'function', function: symbol });
  return symbol;
}

function named(context: Context, base: CType, item: Item): { name: string; type: CType } {
  const name = declaredName(item.declarator);
  if (name === undefined) return typeError('a name is missing here', item.at);
  return { name, type: declaredType(context, base, item.declarator) };
}

function complete(type: CType, name: string, at: SourceSpan): CType {
  return !isComplete(type) ? typeError(`${name} has the incomplete type ${typeName(type)}`, at) : type;
}

export function newVariable(
  name: string,
  type: CType,
  storage: 'global' | 'local',
  at: SourceSpan,
  threadLocal = false,
): Variable {
  if (type.kind === 'void') return typeError(`${name} cannot be void`, at);
  const addressed = holdsAtomic(type) || isMixed(type);
  return { name, type, storage, threadLocal, at, addressed, assigned: false };
}

function freshName(names: Set<string>, wanted: string): string {
  let name = wanted;
  for (let i = 2; names.has(name); i++) name = `${wanted}#${i}`;
  names.add(name);
  return name;
}
