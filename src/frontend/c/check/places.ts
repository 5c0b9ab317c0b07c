// Places (C's lvalues): objects with an address and local variables in registers; and which variables must be in
// memory.

import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { Expression, TypeName } from '../ast.js';
import { typeError, unsupported } from '../diagnostics.js';
import type { Initialisation, Place, Value, Variable } from '../typed.js';
import type { ArrayType, CType, Field, PointerType, StructLayout } from '../types.js';
import * as types from '../types.js';
import { incompleteType, unsupportedConstant, unsupportedType } from '../unsupportedNames.js';
import { staticInitial } from './constants.js';
import { constantOf, convert, loadOf, promote, whole } from './conversions.js';
import { newLocal, newVariable } from './declarations.js';
import { checkGeneric, checkValue } from './expressions.js';
import { checkInitialiser } from './initialisers.js';
import { stringPlace, textOf } from './literals.js';
import { type Context, freshName, functionNamed } from './scope.js';
import { typeOfName } from './typeNames.js';

/** The value in a place. */
export function rvalue(place: Place): Value {
  const { at, type } = place;
  if (type.kind === 'array') {
    markAddressed(place);
    return { kind: 'address', place, type: types.pointerTo(type.of), at };
  }
  // a void pointer leads to no object, and following it is no access
  if (type.kind === 'void' && place.kind === 'deref')
    return { kind: 'convert', operand: place.pointer, type, at };
  if (type.kind === 'void') return typeError('a void object has no value', at);
  if (!types.isComplete(type)) return incompleteType(type, `${types.typeName(type)} is incomplete here`, at);
  return { kind: 'load', place, type: types.unqualified(type), at };
}

/** The names of the variable that holds a function's own name. */
const functionNames: ReadonlySet<string> = new Set(['__func__', '__FUNCTION__', '__PRETTY_FUNCTION__']);

/** `static const char __func__[] = "f";` (C11 6.4.2.2): to gcc an object of its own in each function, and by each of these names. */
function functionNamePlace(context: Context, name: string, at: SourceSpan): Place {
  const content = [...new TextEncoder().encode(context.function?.name ?? '')];
  const place = stringPlace(context, { content, of: types.charType }, at, `${name} of ${context.file}`);
  const { type } = place;
  return type.kind === 'array' ? { ...place, type: { ...type, of: { ...type.of, const: true } } } : place;
}

/** The place an expression names. */
export function checkPlace(context: Context, e: Expression): Place {
  const { at } = e;
  switch (e.kind) {
    case 'name': {
      const symbol = context.scope.lookup(e.name);
      if (symbol === undefined && functionNames.has(e.name)) return functionNamePlace(context, e.name, at);
      if (symbol === undefined) {
        unsupportedType(e.name, at);
        unsupportedConstant(e.name, at);
        return typeError(`${e.name} is not declared`, at);
      }
      if (symbol.kind !== 'variable') return typeError(`${e.name} is not a variable`, at);
      const { variable } = symbol;
      if (variable.storage === 'global' && !context.unit.used.has(variable))
        context.unit.used.set(variable, at);
      return { kind: 'variable', variable, type: variable.type, at };
    }
    case 'unary':
      if (e.op === '*') {
        const pointer = checkValue(context, e.operand);
        return derefPlace(pointer, at);
      }
      break;
    case 'index': {
      const array = checkArray(context, e.array);
      const index = checkValue(context, e.index);
      // a flexible array member has as many elements as its memory allows, and so has an array that is defined elsewhere
      if (
        array?.type.kind === 'array' &&
        index.type.kind === 'integer' &&
        array.type.length !== undefined &&
        (array.type.length !== 0 || array.kind === 'variable') &&
        !(array.type.length === 1 && isAtEnd(array)) &&
        array.type.bytes === undefined
      )
        return elementPlace(array, array.type, index, at);
      const pointer = array === undefined ? checkValue(context, e.array) : rvalue(array);
      return derefPlace(pointerOffset(pointer, index, at), at);
    }
    case 'member': {
      const base = e.arrow
        ? derefPlace(checkValue(context, e.object), e.object.at)
        : isPlace(e.object)
          ? checkPlace(context, e.object)
          : temporary(checkValue(context, e.object));
      // CDSChecker's thrd_t is a struct, of which programs compare this member
      if (base.type.kind === 'integer' && base.type.size === 8 && e.name === 'priv') return base;
      return memberPlace(base, e.name, at);
    }
    case 'string':
      return stringPlace(context, textOf(e.parts, at), at);
    case 'compound-literal': {
      const { type, initialisation } = checkInitialiser(context, typeOfLiteral(context, e.type), e.value);
      if (context.function === undefined || e.type.specifiers.storage === 'static')
        return staticLiteral(context, type, initialisation, at);
      const variable: Variable = { ...newLocal('literal', type, at), addressed: true };
      return { kind: 'literal', variable, initialiser: initialisation, type, at };
    }
    case 'generic':
      return checkPlace(context, checkGeneric(context, e));
    default:
      break;
  }
  return typeError('this is not something that can be stored to or has an address', at);
}

export function memberPlace(base: Place, member: string, at: SourceSpan): Place {
  if (types.isAtomicStruct(base.type)) return unsupported(`a member of ${types.typeName(base.type)}`, at);
  if (base.type.kind !== 'struct') return typeError(`${types.typeName(base.type)} has no members`, at);
  const { layout, name } = base.type.struct;
  if (layout === undefined) return incompleteType(base.type, `${name} is incomplete here`, at);
  const field = findField(layout, member);
  if (field === undefined) return typeError(`${name} has no member ${member}`, at);
  const { offset, bitField } = field;
  return {
    kind: 'member',
    base,
    offset,
    ...present({ bitField }),
    type: qualifiedLike(base.type, field.type),
    at,
  };
}

/** C23's `(static int[]){ 1, 2 }` lasts as long as the program. */
function typeOfLiteral(context: Context, name: TypeName): CType {
  const { storage, ...specifiers } = name.specifiers;
  return typeOfName(context, storage === 'static' ? { ...name, specifiers } : name);
}

/** Whether nothing follows in the object that a pointer leads to: `int a[1]` there is how C89 writes `int a[]`, to gcc too. */
function isAtEnd(place: Place): boolean {
  if (place.kind !== 'member' || place.base.type.kind !== 'struct') return place.kind === 'deref';
  const fields = place.base.type.struct.layout?.fields ?? [];
  return fields.every(({ offset }) => offset <= place.offset) && isAtEnd(place.base);
}

/** Members of a const or volatile struct are as well, and so are elements of such an array. */
function qualifiedLike(whole: CType, type: CType): CType {
  if (type.kind === 'array') return { ...type, of: qualifiedLike(whole, type.of) };
  return types.qualified(type, { const: whole.const, volatile: whole.volatile });
}

/** Expressions that stand for an object, beside those that follow a pointer. */
const placeKinds: ReadonlySet<Expression['kind']> = new Set([
  'name',
  'index',
  'member',
  'compound-literal',
  'generic',
  'string',
]);

const isPlace = (e: Expression): boolean => placeKinds.has(e.kind) || (e.kind === 'unary' && e.op === '*');

/** Where the value of a call, an assignment or the like is kept to look at its members: `f().m`. */
function temporary(value: Value): Place {
  const { type, at } = value;
  const variable: Variable = { ...newLocal('value', type, at), addressed: false };
  return { kind: 'literal', variable, initialiser: whole(type, value), type, at };
}

/** A compound literal outside functions is an object like any other. */
function staticLiteral(context: Context, type: CType, init: Initialisation, at: SourceSpan): Place {
  const { unit } = context;
  const variable: Variable = {
    ...newVariable(freshName(unit.names, 'literal'), type, 'global', at),
    addressed: true,
    initial: staticInitial(init),
    literal: true,
  };
  unit.globals.push(variable);
  return { kind: 'variable', variable, type, at };
}

/** The member of that name, also one of an anonymous member. */
export function findField(layout: StructLayout, name: string): Field | undefined {
  for (const field of layout.fields) {
    if (field.name === name) return field;
    if (field.name !== '' || field.type.kind !== 'struct' || field.type.struct.layout === undefined) continue;
    const inner = findField(field.type.struct.layout, name);
    if (inner === undefined) continue;
    const bitField = types.movedBits(inner.bitField, field.offset);
    return { ...inner, offset: field.offset + inner.offset, ...present({ bitField }) };
  }
  return undefined;
}

/** How far apart neighbours are; gcc counts void and functions as bytes. */
export const steps = (type: CType): number | undefined =>
  type.kind === 'void' || type.kind === 'function' ? 1 : types.sizeOf(type);

export function elementPlace(
  base: Place,
  { of, length = 0 }: ArrayType,
  index: Value,
  at: SourceSpan,
): Place {
  const size = types.sizeOf(of);
  if (size === undefined) return incompleteType(of, `${types.typeName(of)} is incomplete here`, at);
  return { kind: 'element', base, index, length, size, type: of, at };
}

/** The place of an operand that is an array, so that indexing it takes no address. */
function checkArray(context: Context, e: Expression): Place | undefined {
  if (!placeKinds.has(e.kind) || e.kind === 'generic') return undefined;
  const symbol = e.kind === 'name' ? context.scope.lookup(e.name) : undefined;
  return symbol === undefined || symbol.kind === 'variable' ? checkPlace(context, e) : undefined;
}

export function derefPlace(pointer: Value, at: SourceSpan): Place {
  if (pointer.type.kind !== 'pointer')
    return typeError(`${types.typeName(pointer.type)} is not a pointer`, at);
  if (pointer.kind === 'address') return { ...pointer.place, type: pointer.type.to, at };
  return { kind: 'deref', pointer, type: pointer.type.to, at };
}

export function dereference(pointer: Value, at: SourceSpan): Value {
  // *f and f are the same for a function
  if (pointer.type.kind === 'pointer' && pointer.type.to.kind === 'function') return pointer;
  return rvalue(derefPlace(pointer, at));
}

export function pointerOffset(left: Value, right: Value, at: SourceSpan): Value {
  const [pointer, given] = left.type.kind === 'pointer' ? [left, right] : [right, left];
  const index = types.wideSign(given.type) === undefined ? given : convert(given, types.longType);
  if (pointer.type.kind !== 'pointer' || index.type.kind !== 'integer')
    return typeError('indexing needs a pointer or array and an integer', at);
  const size = steps(pointer.type.to);
  if (size !== undefined)
    return { kind: 'offset', pointer, index: promote(index), size, type: pointer.type, at };
  return {
    kind: 'offset',
    pointer,
    index: inBytes(index, pointer.type, at),
    size: 1,
    type: pointer.type,
    at,
  };
}

/** The size of `count` objects of the pointed-to type. */
export function inBytes(count: Value, { to }: PointerType, at: SourceSpan): Value {
  const size = steps(to);
  const computed = types.computedSize(to);
  if (size === undefined && computed === undefined)
    return incompleteType(
      to,
      `arithmetic on ${types.typeName(types.pointerTo(to))}, whose target has no size`,
      at,
    );
  return {
    kind: 'binary',
    op: '*',
    left: convert(count, types.longType),
    right:
      computed === undefined
        ? constantOf(size ?? 0, at, types.longType)
        : convert(loadOf(computed, at), types.longType),
    type: types.longType,
    at,
  };
}

export function checkAddress(context: Context, operand: Expression, at: SourceSpan): Value {
  if (operand.kind === 'name' && functionNamed(context, operand.name) !== undefined)
    return checkValue(context, operand);
  const array = computedArray(context, operand);
  if (array !== undefined) return { ...convert(checkValue(context, operand), types.pointerTo(array)), at };
  return addressOf(checkPlace(context, operand), at);
}

export function addressOf(place: Place, at: SourceSpan): Value {
  if (place.kind === 'member' && place.bitField !== undefined)
    return typeError('a bit-field has no address', at);
  if (place.kind === 'deref') return { ...place.pointer, at };
  markAddressed(place);
  return { kind: 'address', place, type: types.pointerTo(place.type), at };
}

/** The type of an array whose length is computed, if the expression is its name; its variable is a pointer. */
export function computedArray(context: Context, e: Expression): CType | undefined {
  const symbol = e.kind === 'name' ? context.scope.lookup(e.name) : undefined;
  if (symbol?.kind !== 'variable' || symbol.bytes === undefined) return undefined;
  const { type } = symbol.variable;
  return type.kind === 'pointer' ? { kind: 'array', of: type.to, bytes: symbol.bytes } : undefined;
}

/** The variable inside a place must live in memory. */
export function markAddressed(place: Place): void {
  switch (place.kind) {
    case 'variable':
    case 'literal':
      place.variable.addressed = true;
      break;
    case 'member':
    case 'element':
      markAddressed(place.base);
      break;
    default:
      break;
  }
}

/** The place must be one that may be written. */
export function requireAssignable(place: Place, at: SourceSpan): void {
  if (place.type.const === true) typeError('this is const and cannot be changed', at);
}
