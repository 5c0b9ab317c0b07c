// Specifiers and declarators to types.

import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type {
  Attributes,
  Declarator,
  Expression,
  Parameter,
  Qualifiers,
  Specifiers,
  StaticAssertion,
  TypeName,
  TypeSpecifier,
} from '../ast.js';
import { nameOf } from '../declarators.js';
import { leftToClang, typeError, unsupported } from '../diagnostics.js';
import { systemTypeNames } from '../parse/words.js';
import type { TypedStatement, Value } from '../typed.js';
import * as types from '../types.js';
import { alignmentOf, type CType, type FunctionType, objectLimit } from '../types.js';
import { incompleteType, unsupportedType } from '../unsupportedNames.js';
import { constantValue, noConstant, smallConstant } from './constants.js';
import { constantOf, convert, loadOf, whole } from './conversions.js';
import { newLocal } from './declarations.js';
import { checkValue, operandOf } from './expressions.js';
import { type Context, Scope } from './scope.js';
import { enumType, structType } from './structs.js';
import { vaListType } from './variadic.js';

const signedTypes = [types.signedCharType, types.shortType, types.intType, types.longType];
const unsignedTypes = [
  types.unsignedCharType,
  types.unsignedShortType,
  types.unsignedType,
  types.unsignedLongType,
];

const namedTypes: ReadonlyMap<string, CType> = new Map<string, CType>([
  ['bool', types.boolType],
  ['__builtin_va_list', vaListType],
  ['size_t', types.unsignedLongType],
  ['ssize_t', types.longType],
  ['ptrdiff_t', types.longType],
  ['intptr_t', types.longType],
  ['uintptr_t', types.unsignedLongType],
  ...signedTypes.map((type) => [`int${8 * type.size}_t`, type] as const),
  ...unsignedTypes.map((type) => [`uint${8 * type.size}_t`, type] as const),
]);

/** Base types by the words that spell them, sorted. */
const spelledTypes: ReadonlyMap<string, CType> = new Map<string, CType>([
  ['char', types.charType],
  ['char signed', types.signedCharType],
  ['char unsigned', types.unsignedCharType],
  ['short', types.shortType],
  ['short signed', types.shortType],
  ['short unsigned', types.unsignedShortType],
  ['', types.intType],
  ['signed', types.intType],
  ['unsigned', types.unsignedType],
  ['long', types.longType],
  ['long signed', types.longType],
  ['long unsigned', types.unsignedLongType],
  ['long long', types.longLongType],
  ['long long signed', types.longLongType],
  ['long long unsigned', types.unsignedLongLongType],
  ['__int128', types.int128Type],
  ['__int128 signed', types.int128Type],
  ['__int128 unsigned', types.unsigned128Type],
  ['__int128_t', types.int128Type],
  ['__uint128_t', types.unsigned128Type],
  ['_Bool', types.boolType],
  ['float', types.floatType],
  ['_Float32', types.floatType],
  ['double', types.doubleType],
  ['_Float64', types.doubleType],
  ['_Float32x', types.doubleType],
  ['double long', types.longDoubleType],
  ['_Float64x', types.longDoubleType],
  ['_Float128', types.longDoubleType],
  ['__float128', types.longDoubleType],
]);

const systemTypes: ReadonlyMap<string, CType | undefined> = new Map(
  [...systemTypeNames].flatMap(([words, names]) => names.map((name) => [name, spelledTypes.get(words)])),
);

/** Words that `int` cannot stand beside. */
const noInt: ReadonlySet<string> = new Set(['char', '_Bool', 'float', 'double']);

export function typeOfName(context: Context, name: TypeName): CType {
  if (name.specifiers.storage !== undefined) typeError('a storage class cannot stand here', name.at);
  return declaredType(context, baseType(context, name.specifiers), name.declarator);
}

export function baseType(context: Context, specifiers: Specifiers): CType {
  const { attributes, at } = specifiers;
  const type = withMode(specifierType(context, specifiers.type), attributes, at);
  return qualify(type, specifiers.qualifiers, specifiers);
}

/** An integer of as many bytes as the attribute `mode` says. */
export function withMode(type: CType, { mode, vector }: Attributes, at: SourceSpan): CType {
  if (vector === true) return leftToClang('a vector', at);
  if (mode === undefined || type.kind !== 'integer' || mode === type.size) return type;
  if (mode === 16) return type.signed ? types.int128Type : types.unsigned128Type;
  return (type.signed ? signedTypes : unsignedTypes).find(({ size }) => size === mode) ?? type;
}

/** A long double is 16 bytes, of which 6 say nothing. */
const canBeAtomic = (type: CType): boolean =>
  type.kind === 'integer' ||
  type.kind === 'pointer' ||
  type.kind === 'struct' ||
  (type.kind === 'float' && type.size <= 8);

/** An atomic object of 1, 2, 4, 8 or 16 bytes is aligned to its size. */
function atomicStruct(type: types.StructReference, at: SourceSpan): CType {
  const { layout, name } = type.struct;
  if (layout === undefined) return typeError(`${name} is incomplete here`, at);
  if (layout.size === 0) return unsupported(`_Atomic ${name}`, at);
  const own = [1, 2, 4, 8, 16].find((size) => size === layout.size) ?? 1;
  return { ...type, atomic: true, aligned: Math.max(types.alignmentOf(type), own) };
}

function qualify(type: CType, qualifiers: Qualifiers, { at }: Pick<Specifiers, 'at'>): CType {
  if (qualifiers.atomic && type.kind === 'struct' && type.atomic !== true)
    return qualify(atomicStruct(type, at), { ...qualifiers, atomic: false }, { at });
  if (qualifiers.atomic && !canBeAtomic(type))
    unsupported(`_Atomic ${types.typeName(type)}`, at, 'numbers, pointers and structs can be atomic');
  if (type.kind === 'array') return { ...type, of: qualify(type.of, qualifiers, { at }) };
  return types.qualified(type, qualifiers);
}

function specifierType(context: Context, specifier: TypeSpecifier): CType {
  const { at } = specifier;
  switch (specifier.kind) {
    case 'basic': {
      const { words } = specifier;
      if (words.length === 1 && words[0] === 'void') return types.voidType;
      const spelled = words.filter((word) => word !== 'int').sort();
      const ints = words.length - spelled.length;
      const type = spelledTypes.get(spelled.join(' '));
      if (type === undefined || ints > 1 || (ints === 1 && spelled.some((word) => noInt.has(word))))
        return typeError(`${words.join(' ')} is not a type`, at);
      return type;
    }
    case 'typedef': {
      const symbol = context.scope.lookup(specifier.name);
      if (symbol?.kind === 'typedef') return symbol.type;
      const named = namedTypes.get(specifier.name) ?? systemTypes.get(specifier.name);
      if (named !== undefined) return named;
      unsupportedType(specifier.name, at);
      return typeError(`unknown type ${specifier.name}`, at);
    }
    case 'struct':
      return structType(context, specifier);
    case 'enum':
      return enumType(context, specifier);
    case 'atomic':
      return qualify(typeOfName(context, specifier.type), { const: false, atomic: true }, specifier);
    case 'typeof-type':
      return unqualifiedIf(specifier, typeOfName(context, specifier.type));
    case 'typeof-value': {
      const { type, evaluated } = operandOf(context, specifier.operand);
      if (evaluated === undefined) return unqualifiedIf(specifier, type);
      if (context.lengths === undefined) return unsupported('a variable-length array', at);
      context.lengths.statements.push({ kind: 'expression', value: evaluated, at });
      return type;
    }
    case 'auto':
      return typeError('__auto_type needs an initialiser', at);
  }
}

/** `typeof_unqual` asks for the type alone. */
const unqualifiedIf = (specifier: { readonly unqualified?: true }, type: CType): CType =>
  specifier.unqualified === true ? types.unqualified(type) : type;

/** CBMC's length of an array without an end. */
const endless = '__CPROVER_constant_infinity_uint';

/** The type a declarator makes of the base type. */
export function declaredType(context: Context, base: CType, declarator: Declarator): CType {
  switch (declarator.kind) {
    case 'name':
    case 'abstract':
      return base;
    case 'pointer': {
      const pointer = qualify(types.pointerTo(base), declarator.qualifiers, declarator);
      return declaredType(context, pointer, declarator.inner);
    }
    case 'array': {
      const computed = types.computedSize(base) !== undefined;
      if (base.kind === 'function' || base.kind === 'void' || !(computed || types.isComplete(base)))
        return incompleteType(
          base,
          `an array cannot have elements of type ${types.typeName(base)}`,
          declarator.at,
        );
      const { size } = declarator;
      if (size?.kind === 'name' && size.name === endless && context.scope.lookup(endless) === undefined)
        return declaredType(context, types.unbounded(base), declarator.inner);
      const length = size === undefined ? undefined : arrayLength(context, size);
      if (typeof length === 'object' || (computed && length !== undefined))
        return declaredType(context, ofComputedLength(context, base, length, declarator), declarator.inner);
      if (length !== undefined && length * (types.sizeOf(base) ?? 1) > objectLimit)
        return unsupported('an array this large', declarator.at);
      const array: CType = { kind: 'array', of: base, ...present({ length }) };
      return declaredType(context, array, declarator.inner);
    }
    case 'function': {
      if (base.kind === 'function' || base.kind === 'array')
        return typeError(`a function cannot return ${types.typeName(base)}`, declarator.at);
      const scope = new Scope(context.scope);
      const parameters = declarator.parameters.map((parameter) => {
        const type = parameterType(
          { ...context, lengths: { statements: [], scope, mayBeNone: true } },
          parameter,
        );
        const name = nameOf(parameter.declarator);
        if (name !== undefined && types.isScalar(type))
          scope.replace(name, { kind: 'variable', variable: newLocal(name, type, parameter.at) });
        return type;
      });
      for (const [i, parameter] of parameters.entries())
        if (parameter.kind === 'void') typeError('a parameter cannot be void', declarator.parameters[i].at);
      const type: FunctionType = {
        kind: 'function',
        result: types.unqualified(base),
        parameters,
        variadic: declarator.variadic,
        unspecified: declarator.unspecified,
      };
      return declaredType(context, type, declarator.inner);
    }
  }
}

/** The length of an array that is a parameter says nothing: `int a[n]`. */
function withoutSize(declarator: Declarator): Declarator {
  if (declarator.kind === 'name' || declarator.kind === 'abstract') return declarator;
  if (declarator.inner.kind !== 'name' && declarator.inner.kind !== 'abstract')
    return { ...declarator, inner: withoutSize(declarator.inner) };
  if (declarator.kind !== 'array') return declarator;
  const { size: _size, ...rest } = declarator;
  return rest;
}

/** Arrays and functions are passed as pointers. */
export function parameterType(context: Context, { specifiers, declarator }: Parameter): CType {
  const type = declaredType(context, baseType(context, specifiers), withoutSize(declarator));
  if (type.kind === 'array') return types.pointerTo(type.of);
  return type.kind === 'function' ? types.pointerTo(type) : type;
}

/** A number, or what the program computes. */
function arrayLength(context: Context, size: Expression): number | Value {
  const scope = context.lengths?.scope ?? context.scope;
  const length = checkValue({ ...context, scope }, size);
  const value = smallConstant(length);
  if (value === undefined && length.type.kind === 'integer' && constantValue(length) === undefined)
    return length;
  if (value === undefined) return typeError('the length of an array is an integer', size.at);
  if (value < 0) return typeError(`an array cannot have ${value} elements`, size.at);
  return value;
}

/** Its size is computed where the declaration is reached. */
function ofComputedLength(
  { lengths }: Context,
  of: CType,
  length: number | Value,
  { at }: Declarator,
): CType {
  if (lengths === undefined) return unsupported('a variable-length array', at);
  const type = types.unsignedLongType;
  const element = types.computedSize(of);
  const bytes = newLocal('sizeof', type, at);
  const count =
    typeof length === 'number' || lengths.mayBeNone === true ? length : positive(length, lengths.statements);
  const total: Value = {
    kind: 'binary',
    op: '*',
    left: typeof count === 'number' ? constantOf(count, at, type) : convert(count, type),
    right: element === undefined ? constantOf(types.sizeOf(of) ?? 0, at, type) : loadOf(element, at),
    type,
    at,
  };
  lengths.statements.push({ kind: 'declare', variable: bytes, initialiser: whole(type, total), at });
  return { kind: 'array', of, bytes };
}

/** The length of an array that is declared must be greater than 0 (C11 6.7.6.2 p5). */
function positive(length: Value, statements: TypedStatement[]): Value {
  const { type, at } = length;
  const count = newLocal('length', types.unqualified(type), at);
  const isSigned = type.kind === 'integer' && type.signed;
  const wide = isSigned ? types.longType : types.unsignedLongType;
  const condition: Value = {
    kind: 'binary',
    op: isSigned ? '>' : '>u',
    left: convert(loadOf(count, at), wide),
    right: constantOf(0, at, wide),
    type: types.intType,
    at,
  };
  const message = 'the length of an array is not greater than 0';
  statements.push(
    { kind: 'declare', variable: count, initialiser: whole(count.type, length), at },
    {
      kind: 'expression',
      value: {
        kind: 'builtin',
        builtin: { op: 'assert', condition, message, finding: 'out-of-bounds' },
        type: types.voidType,
        at,
      },
      at,
    },
  );
  return loadOf(count, at);
}

export function constantExpression(context: Context, expression: Expression): number {
  const value = checkValue(context, expression);
  return smallConstant(value) ?? noConstant(value, 'a constant is needed here');
}

/** `aligned` without a number asks for as much as any type needs. */
const most = 16;

export function alignment(context: Context, { aligned: asked }: Attributes): number | undefined {
  let greatest: number | undefined;
  for (const one of asked) {
    const bytes =
      one === true
        ? most
        : 'specifiers' in one
          ? alignmentOf(typeOfName(context, one))
          : constantExpression(context, one);
    if (one !== true && (bytes < 0 || (bytes & (bytes - 1)) !== 0))
      typeError(`${bytes} is no alignment: it must be a power of two`, one.at);
    if (bytes > (greatest ?? 0)) greatest = bytes;
  }
  return greatest;
}

/** The type with the alignment that attributes ask for. */
export function aligned(context: Context, type: CType, attributes: Attributes): CType {
  const bytes = alignment(context, attributes);
  return bytes === undefined ? type : { ...type, aligned: bytes };
}

export function checkStaticAssertion(context: Context, { condition, message, at }: StaticAssertion): void {
  if (constantExpression(context, condition) === 0)
    typeError(`this static assertion fails${message === undefined ? '' : `: ${message}`}`, at);
}
