// Values as unions that have a member of their type: gcc's casts to unions, and arguments for transparent unions.

import type { SourceSpan } from '../../../program/statement.js';
import { typeError } from '../diagnostics.js';
import type { Value } from '../typed.js';
import { type CType, type Field, sameType, typeName, unqualified } from '../types.js';
import { constantValue } from './constants.js';
import { coerce } from './conversions.js';
import { newLocal } from './declarations.js';

const fieldsOf = (type: CType): readonly Field[] =>
  type.kind === 'struct' && type.struct.union ? (type.struct.layout?.fields ?? []) : [];

const memberOf = (type: CType, of: CType): Field | undefined =>
  fieldsOf(type).find((field) => field.bitField === undefined && sameType(field.type, of));

function unionWith(value: Value, type: CType, { offset, type: member }: Field, at: SourceSpan): Value {
  const initialiser = { type, parts: [{ offset, value: coerce(value, unqualified(member), at) }] };
  const variable = newLocal('literal', type, at);
  return { kind: 'load', place: { kind: 'literal', variable, initialiser, type, at }, type, at };
}

/** `(union u)x`; undefined for other casts. */
export function castToUnion(value: Value, target: CType, at: SourceSpan): Value | undefined {
  if (fieldsOf(target).length === 0 || sameType(value.type, target)) return undefined;
  const member = memberOf(target, value.type);
  if (member !== undefined) return unionWith(value, unqualified(target), member, at);
  return typeError(`${typeName(target)} has no member of type ${typeName(value.type)}`, at);
}

/** The argument for a parameter of a transparent union; undefined for all others. */
export function asTransparent(value: Value, parameter: CType, at: SourceSpan): Value | undefined {
  if (parameter.kind !== 'struct' || parameter.struct.transparent !== true) return undefined;
  if (sameType(value.type, parameter)) return undefined;
  const isPointer = value.type.kind === 'pointer' || constantValue(value) === 0;
  const member =
    memberOf(parameter, value.type) ??
    (isPointer ? fieldsOf(parameter).find(({ type }) => type.kind === 'pointer') : undefined);
  return member === undefined ? undefined : unionWith(value, unqualified(parameter), member, at);
}
