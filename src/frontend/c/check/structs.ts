// Structs, unions and enums: their members, where they are, and their constants.

import { toInteger, wrap } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { Expression, FieldDeclaration, TypeSpecifier } from '../ast.js';
import { nameOf } from '../declarators.js';
import { typeError, unsupported } from '../diagnostics.js';
import { layOutStruct, type Member } from '../structLayout.js';
import * as types from '../types.js';
import { type CType, objectLimit, type StructType } from '../types.js';
import { incompleteType } from '../unsupportedNames.js';
import { aligned, alignment } from './alignment.js';
import { constantValue, smallConstant } from './constants.js';
import { noNumber } from './conversions.js';
import { checkValue } from './expressions.js';
import type { Context } from './scope.js';
import { checkStaticAssertion } from './staticAssertions.js';
import { baseType, declaredType, withMode } from './typeNames.js';

type EnumSpecifier = Extract<TypeSpecifier, { kind: 'enum' }>;

/** A constant as the number that it is, without a sign if its type has none. */
function exactConstant(context: Context, expression: Expression): bigint {
  const given = checkValue(context, expression);
  const known = constantValue(given);
  if (known === undefined) return typeError('a constant is needed here', expression.at);
  return given.type.kind === 'integer' && !given.type.signed
    ? BigInt.asUintN(given.type.size * 8, BigInt(known))
    : BigInt(known);
}

/** gcc gives an enum the type unsigned int unless an enumerator is negative; enumerators are ints where they fit. */
export function enumType(
  context: Context,
  specifier: EnumSpecifier,
  items: NonNullable<EnumSpecifier['items']>,
): CType {
  const { tag, attributes, at } = specifier;
  const values: bigint[] = [];
  let next = 0n;
  let least = 0n;
  let greatest = 0n;
  const beyondInt: [string, bigint][] = [];
  for (const item of items) {
    if (item.value !== undefined) next = exactConstant(context, item.value);
    if (next < least) least = next;
    if (next > greatest) greatest = next;
    values.push(next);
    const fits = next >= -(2n ** 31n) && next < 2n ** 31n;
    const type = fits ? types.intType : next < 2n ** 32n && next > 0n ? types.unsignedType : types.longType;
    const value = wrap(toInteger(next), type.size === 8 ? 64 : 32);
    context.scope.define(item.name, { kind: 'constant', value, type }, item.at);
    if (!fits) beyondInt.push([item.name, next]);
    next++;
  }
  const integer = integerFor(least, greatest, attributes.packed);
  // to gcc, those that are no int have the type of the enum once that is known
  for (const [name, number] of beyondInt) {
    const value = wrap(toInteger(number), integer.size === 8 ? 64 : 32);
    context.scope.replace(name, { kind: 'constant', value, type: integer });
  }
  return listed(context, define(context, tag, integer, at), values);
}

function listed({ unit }: Context, type: CType, values: readonly bigint[]): CType {
  if (type.kind === 'integer' && type.enumeration !== undefined)
    unit.enumerators.set(type.enumeration, values);
  return type;
}

/** C23's `enum e : long { ... }`, also before its enumerators are known: they are of its type. */
export function typedEnum(context: Context, specifier: EnumSpecifier, underlying: CType): CType {
  const { tag, items, at } = specifier;
  if (underlying.kind !== 'integer')
    return typeError(`an enum cannot be made of ${types.typeName(underlying)}`, at);
  const { const: _const, volatile: _volatile, ...integer } = underlying;
  const own = tag === undefined ? undefined : context.scope.ownTag(tag);
  const known = own?.kind === 'enum' && own.type.kind === 'integer' ? own.type : undefined;
  if (known !== undefined && (known.size !== integer.size || known.signed !== integer.signed))
    return typeError(`enum ${tag} is declared with two different types`, at);
  const type = known ?? define(context, tag, integer, at);
  const bits = BigInt(integer.size * 8 - (integer.signed ? 1 : 0));
  const values: bigint[] = [];
  let next = 0n;
  for (const item of items ?? []) {
    if (item.value !== undefined) next = exactConstant(context, item.value);
    if (next >= 2n ** bits || next < (integer.signed ? -(2n ** bits) : 0n))
      return typeError(`${types.typeName(underlying)} does not hold ${item.name}`, item.at);
    const value = wrap(toInteger(next), integer.size === 8 ? 64 : 32);
    context.scope.define(item.name, { kind: 'constant', value, type }, item.at);
    values.push(next);
    next += 1n;
  }
  return items === undefined ? type : listed(context, type, values);
}

/** One that was named before is an unsigned int, as almost all are. */
function define(
  context: Context,
  tag: string | undefined,
  integer: types.IntegerType,
  at: SourceSpan,
): CType {
  const named = tag === undefined ? undefined : context.scope.ownTag(tag);
  const open = named?.kind === 'enum' && named.type.kind === 'integer' ? named.type : undefined;
  if (open !== undefined && context.unit.openEnums.delete(open)) {
    if (open.size !== integer.size || open.signed !== integer.signed)
      unsupported(`enum ${tag}, which is named before it is defined and no unsigned int,`, at);
    return open;
  }
  const type = { ...integer, enumeration: Symbol(tag) };
  if (tag !== undefined) context.scope.defineTag(tag, { kind: 'enum', type });
  return type;
}

/** `enum e *p;` before `enum e { ... };`, which gcc takes. */
export function openEnum(context: Context, tag: string, at: SourceSpan): CType {
  const type = { ...types.unsignedType, enumeration: Symbol(tag) };
  context.scope.defineTag(tag, { kind: 'enum', type });
  context.unit.openEnums.set(type, { tag, at });
  return type;
}

const wideIntegers = [types.unsignedType, types.intType, types.unsignedLongType, types.longType];
const narrowIntegers = [
  types.unsignedCharType,
  types.signedCharType,
  types.unsignedShortType,
  types.shortType,
];

/** The smallest integer that holds all enumerators; only a packed enum is smaller than int. */
const integerFor = (least: bigint, greatest: bigint, packed: boolean): types.IntegerType =>
  [...(packed ? narrowIntegers : []), ...wideIntegers].find(({ size, signed }) => {
    const bits = BigInt(size * 8 - (signed ? 1 : 0));
    return greatest < 2n ** bits && least >= (signed ? -(2n ** bits) : 0n);
  }) ?? types.longType;

export function structType(around: Context, specifier: Extract<TypeSpecifier, { kind: 'struct' }>): CType {
  // no member has a length that is computed
  const { lengths: _lengths, ...context } = around;
  const { tag, fields, at } = specifier;
  const known =
    tag === undefined ? undefined : context.scope[fields === undefined ? 'lookupTag' : 'ownTag'](tag);
  if (known !== undefined && known.kind !== 'struct') return typeError(`${tag} is not a struct`, at);
  // C23 takes a second definition that says the same
  const first = fields === undefined || known?.struct.layout === undefined ? undefined : known.struct;
  const struct: StructType = (first === undefined ? known?.struct : undefined) ?? {
    kind: 'struct',
    union: specifier.union,
    name:
      tag === undefined
        ? `a ${specifier.union ? 'union' : 'struct'}`
        : `${specifier.union ? 'union' : 'struct'} ${tag}`,
  };
  if (known === undefined && tag !== undefined) context.scope.defineTag(tag, { kind: 'struct', struct });
  if (fields === undefined) return { kind: 'struct', struct };
  const members: Member[] = [];
  const taken = new Set<string>();
  const take = (name: string, at: SourceSpan): void => {
    if (taken.has(name)) typeError(`${struct.name} has two members ${name}`, at);
    taken.add(name);
  };
  for (const field of fields)
    if (field.kind === 'static-assert') checkStaticAssertion(context, field);
    else addMembers(context, specifier, field, members, take);
  if (specifier.union && specifier.attributes.transparent === true) struct.transparent = true;
  const asked = alignment(context, specifier.attributes);
  struct.layout = layOutStruct(members, specifier.union, {
    ...present({ alignment: asked, pack: specifier.attributes.pack }),
  });
  if (struct.layout.size > objectLimit) unsupported('an object this large', at);
  if (first !== undefined && !sameFields(struct, first))
    return typeError(`${struct.name} is defined twice`, at);
  if (first !== undefined) return { kind: 'struct', struct: first };
  if (context.scope === context.fileScope) joinFiles(context, struct);
  return { kind: 'struct', struct };
}

/** A type that another file of the program declares in the same way is the same type (C11 6.2.7). */
function joinFiles({ unit, file }: Context, struct: StructType): void {
  const alike = unit.structs.find(
    (other) =>
      other.file !== file &&
      other.struct.name === struct.name &&
      other.struct.union === struct.union &&
      sameFields(struct, other.struct),
  );
  if (alike === undefined) unit.structs.push({ file, struct });
}

/** Whether the members are the same; then, from now on, so are the types. */
function sameFields(struct: StructType, other: StructType): boolean {
  struct.like = other;
  const [a, b] = [struct.layout, other.layout];
  const same =
    a !== undefined &&
    b !== undefined &&
    a.size === b.size &&
    a.fields.length === b.fields.length &&
    a.fields.every((field, i) => {
      const { name, offset, type, bitField } = b.fields[i];
      return (
        field.name === name &&
        field.offset === offset &&
        field.bitField?.position === bitField?.position &&
        field.bitField?.bits === bitField?.bits &&
        types.sameType(field.type, type)
      );
    });
  if (!same) delete struct.like;
  return same;
}

function addMembers(
  context: Context,
  struct: Extract<TypeSpecifier, { kind: 'struct' }>,
  field: FieldDeclaration,
  members: Member[],
  take: (name: string, at: SourceSpan) => void,
): void {
  const base = baseType(context, field.specifiers);
  if (field.declarators.length === 0) {
    // an anonymous struct or union: its members are members of this one
    const { type } = field.specifiers;
    if (type.kind === 'struct' && type.tag === undefined && base.kind === 'struct') {
      for (const name of memberNames(base.struct)) take(name, field.at);
      members.push({ name: '', type: base, packed: struct.attributes.packed });
    }
    return;
  }
  for (const { declarator, bits, attributes } of field.declarators) {
    const name = nameOf(declarator);
    const declared = declaredType(context, withMode(base, attributes, declarator.at), declarator);
    const own = aligned(context, declared, field.specifiers.attributes);
    const type = aligned(context, own, attributes);
    const packed =
      (struct.attributes.packed || attributes.packed || field.specifiers.attributes.packed) &&
      type.aligned === undefined;
    if (bits !== undefined) {
      members.push({ ...bitField(context, name, type, bits), packed });
      if (name !== undefined) take(name, declarator.at);
      continue;
    }
    if (name === undefined) typeError('this member has no name', declarator.at);
    take(name, declarator.at);
    const flexible = type.kind === 'array' && type.length === undefined;
    const last = field === struct.fields?.at(-1) && declarator === field.declarators.at(-1)?.declarator;
    if (flexible && (!last || members.length === 0 || struct.union))
      typeError(`${name} has no length`, declarator.at, 'only the last member of a struct may');
    if (!flexible && !types.isComplete(type))
      incompleteType(type, `member ${name} has the incomplete type ${types.typeName(type)}`, declarator.at);
    members.push({ name, type: flexible ? { ...type, length: 0 } : type, packed });
  }
}

/** The names by which members can be named, those of anonymous members included. */
function memberNames(struct: StructType): string[] {
  return (struct.layout?.fields ?? []).flatMap(({ name, type }) =>
    name === '' && type.kind === 'struct' ? memberNames(type.struct) : [name],
  );
}

function bitField(context: Context, name: string | undefined, type: CType, bits: Expression): Member {
  const width = smallConstant(checkValue(context, bits));
  if (type.kind !== 'integer')
    return noNumber([type], `a bit-field cannot be ${types.typeName(type)}`, bits.at);
  if (width === undefined) return typeError('a constant is needed here', bits.at);
  const most = type.bool ? 1 : type.size * 8;
  if (width < 0 || width > most || (width === 0 && name !== undefined))
    return typeError(`a bit-field of type ${types.typeName(type)} has 1 to ${most} bits`, bits.at);
  return { name: name ?? '', type, bits: width, packed: false };
}
