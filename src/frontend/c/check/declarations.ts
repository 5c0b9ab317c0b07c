// Declarations of locals, statics and globals.

import type { Integer } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { Declaration, Initialiser, Specifiers } from '../ast.js';
import { nameOf } from '../declarators.js';
import { typeError } from '../diagnostics.js';
import type { Initialisation, TypedStatement, Value, Variable } from '../typed.js';
import type { ArrayType, CType } from '../types.js';
import * as types from '../types.js';
import { incompleteType } from '../unsupportedNames.js';
import { constantValue, staticInitial } from './constants.js';
import { loadOf, whole } from './conversions.js';
import { checkValue } from './expressions.js';
import { declareFunction, noteAroundMain } from './functions.js';
import { checkInitialiser } from './initialisers.js';
import { libraryVariableName } from './library.js';
import { type Context, freshName } from './scope.js';
import { aligned, baseType, declaredType, withMode } from './typeNames.js';

type Item = Declaration['items'][number];

/** The first name that a struct has. */
function nameStruct(type: CType, name: string): void {
  if (type.kind === 'struct') type.struct.typedef ??= name;
}

export function declareLocals(context: Context, declaration: Declaration): TypedStatement[] {
  const { specifiers } = declaration;
  const auto = specifiers.type.kind === 'auto';
  const first: TypedStatement[] = [];
  const within: Context = { ...context, lengths: { statements: first, mayBeNone: true } };
  const base = auto ? types.voidType : baseType(within, specifiers);
  return declaration.items.flatMap((item): TypedStatement[] => {
    const inferred = auto ? inferredType(context, item) : base;
    const sizes = first.splice(0);
    const { name, type } = named({ ...context, lengths: { statements: sizes } }, inferred, specifiers, item);
    if (specifiers.storage === 'typedef') {
      nameStruct(type, name);
      context.scope.define(name, { kind: 'typedef', type }, item.at);
      return sizes;
    }
    const lasting = specifiers.storage !== undefined || specifiers.threadLocal;
    if (lasting && types.speaksOfLengths(type))
      typeError(`the length of ${name} must be a constant`, item.at);
    if (type.kind === 'array' && type.bytes !== undefined)
      return [
        ...sizes,
        declareComputed(context, item, name, type, type.bytes),
        ...cleanedUp(context, specifiers, item, name),
      ];
    if (type.kind === 'function') {
      declareFunction(context, name, type, specifiers.storage === 'static', item.at);
      return [];
    }
    if (specifiers.storage === 'extern') {
      declareExtern(context, specifiers, item, name, type);
      return [];
    }
    if (specifiers.storage === 'static' || specifiers.threadLocal) {
      declareGlobal(context, specifiers, item, `${context.function?.name ?? ''}.${name}`, name, type);
      return [];
    }
    return [...sizes, declareLocal(context, item, name, type), ...cleanedUp(context, specifiers, item, name)];
  });
}

/** `cleanup(f)`: the call when the variable's lifetime ends. */
function cleanedUp(context: Context, specifiers: Specifiers, item: Item, name: string): TypedStatement[] {
  const { at } = item;
  const callee = item.attributes.cleanup ?? specifiers.attributes.cleanup;
  if (callee === undefined) return [];
  const variable = { kind: 'name', name, at } as const;
  const args = [{ kind: 'unary', op: '&', operand: variable, at }] as const;
  return [{ kind: 'defer', value: checkValue(context, { kind: 'call', callee, args, at }), at }];
}

/** Initialisers that were checked for their type. Checking them again would compute their lengths twice. */
const inferred = new WeakMap<Initialiser, Value>();

export const inferredValue = (initialiser: Initialiser): Value | undefined => inferred.get(initialiser);

/** `__auto_type x = e` */
function inferredType(context: Context, item: Item): CType {
  if (item.initialiser?.kind !== 'value' || item.declarator.kind !== 'name')
    return typeError('__auto_type needs a name and a value', item.at);
  const value = checkValue(context, item.initialiser.value);
  if (types.speaksOfLengths(value.type)) inferred.set(item.initialiser, value);
  return value.type;
}

/** The variable of that name outside functions, which may not have been declared yet. */
function declareExtern(
  context: Context,
  specifiers: Specifiers,
  item: Item,
  name: string,
  type: CType,
): void {
  if (item.initialiser !== undefined) typeError('extern inside a function takes no value', item.at);
  const { function: _function, ...outside } = context;
  const file: Context = { ...outside, scope: context.fileScope };
  declareGlobal(file, specifiers, item, name, name, type);
  const symbol = context.fileScope.own(name);
  if (symbol !== undefined && context.scope !== context.fileScope) context.scope.replace(name, symbol);
}

/** An array whose length is computed: a pointer to memory that is taken for it where its declaration is reached. */
function declareComputed(
  context: Context,
  item: Item,
  name: string,
  { of }: ArrayType,
  bytes: Variable,
): TypedStatement {
  const { at } = item;
  const { initialiser } = item;
  // C23 takes `= {}`
  const zeroed = initialiser?.kind === 'list' && initialiser.items.length === 0;
  if (initialiser !== undefined && !zeroed)
    return typeError('an array of computed length takes no values', at);
  const type = types.pointerTo(of);
  const variable = newLocal(name, type, at);
  context.scope.define(name, { kind: 'variable', variable, bytes }, at);
  const block: Value = {
    kind: 'builtin',
    builtin: { op: 'alloc', bytes: loadOf(bytes, at), of: types.madeOf(of), zeroed, array: variable },
    type,
    at,
  };
  return { kind: 'declare', variable, initialiser: whole(type, block), at };
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
    !types.sameType(type, declared) ||
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
  const auto = specifiers.type.kind === 'auto';
  const base = auto ? types.voidType : baseType(context, specifiers);
  for (const item of declaration.items) {
    const inferred = auto ? inferredType(context, item) : base;
    const { name, type } = named(context, inferred, specifiers, item);
    if (specifiers.storage === 'typedef') {
      const known = context.scope.own(name);
      if (known?.kind === 'typedef' && types.sameType(known.type, type)) continue;
      nameStruct(type, name);
      context.scope.define(name, { kind: 'typedef', type }, item.at);
    } else if (type.kind === 'function') {
      const symbol = declareFunction(context, name, type, specifiers.storage === 'static', item.at);
      noteAroundMain(context, symbol, specifiers.attributes);
      noteAroundMain(context, symbol, item.attributes);
    } else declareGlobal(context, specifiers, item, name, name, isCbmcs(name) ? withoutEnd(type) : type);
  }
}

/**
 * `extern __CPROVER_bool __CPROVER_threads_exited[];`: no file defines it, and it has as many elements as are used.
 */
export const isCbmcs = (name: string): boolean => name.startsWith('__CPROVER_');

const withoutEnd = (type: CType): CType =>
  type.kind === 'array' && type.length === undefined ? types.unbounded(type.of) : type;

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
  if (known !== undefined && known.kind !== 'variable' && known.kind !== 'broken')
    typeError(`${name} is already something else`, at);
  const shared = context.function === undefined && specifiers.storage !== 'static';
  let variable = known?.kind === 'variable' ? known.variable : shared ? unit.external.get(name) : undefined;
  if (shared && specifiers.storage === 'extern' && item.initialiser === undefined)
    variable ??= context.unit.external.get(libraryVariableName(name));
  if (variable !== undefined && context.function !== undefined) typeError(`${name} is declared twice`, at);
  if (variable !== undefined && !types.sameType(variable.type, declared))
    typeError(
      `${name} is ${types.typeName(declared)} here and ${types.typeName(variable.type)} in line ${variable.at.line}${variable.at.file === at.file ? '' : ` of ${variable.at.file ?? 'the first file'}`}`,
      at,
    );
  if (variable === undefined || (variable.type.kind === 'array' && variable.type.length === undefined)) {
    const needsInitialiser = declared.kind === 'array' && declared.length === undefined;
    const completed =
      item.initialiser !== undefined && needsInitialiser
        ? checkInitialiser(context, declared, item.initialiser).type
        : declared;
    if (variable !== undefined) variable.type = completed;
    else {
      const extern = shared && specifiers.storage === 'extern' && item.initialiser === undefined;
      const ownName = extern ? libraryVariableName(full) : full;
      variable = newVariable(freshName(unit.names, ownName), completed, 'global', at, specifiers.threadLocal);
      unit.globals.push(variable);
      if (shared) unit.external.set(name, variable).set(ownName, variable);
    }
  }
  scope.replace(name, { kind: 'variable', variable });
  if (specifiers.storage !== 'extern' || item.initialiser !== undefined) {
    const other = unit.definedAt.get(variable);
    // a header that both include may stand for a common symbol
    if (shared && other !== undefined && other.unit !== context.file && other.at.file !== at.file)
      typeError(`${name} is defined in two files`, at, 'one of them should say extern or static');
    unit.definedAt.set(variable, { unit: context.file, at });
  }
  if (item.initialiser !== undefined) {
    if (variable.initial !== undefined) typeError(`${name} is initialised twice`, at);
    const { type, initialisation } = checkInitialiser(context, variable.type, item.initialiser);
    variable.initial = staticInitial(initialisation);
    const constant = constantOfConst(type, initialisation);
    if (constant !== undefined) variable.constant = constant;
  }
}

function constantOfConst(type: CType, initialisation: Initialisation): Integer | undefined {
  if (type.const !== true || (type.kind !== 'integer' && type.kind !== 'float')) return undefined;
  const [part] = initialisation.parts;
  return part === undefined ? undefined : constantValue(part.value);
}

function named(
  context: Context,
  base: CType,
  specifiers: Specifiers,
  item: Item,
): { name: string; type: CType } {
  const name = nameOf(item.declarator);
  if (name === undefined) return typeError('a name is missing here', item.at);
  const declared = declaredType(context, withMode(base, item.attributes, item.at), item.declarator);
  const type = aligned(context, aligned(context, declared, specifiers.attributes), item.attributes);
  return { name, type };
}

function complete(type: CType, name: string, at: SourceSpan): CType {
  return !types.isComplete(type)
    ? incompleteType(type, `${name} has the incomplete type ${types.typeName(type)}`, at)
    : type;
}

/** A local that the program does not name. */
export const newLocal = (name: string, type: CType, at: SourceSpan): Variable =>
  newVariable(name, type, 'local', at);

export function newVariable(
  name: string,
  type: CType,
  storage: 'global' | 'local',
  at: SourceSpan,
  threadLocal = false,
): Variable {
  if (type.kind === 'void') return typeError(`${name} cannot be void`, at);
  return { name, type, storage, threadLocal, at, addressed: types.holdsAtomic(type) };
}
