// Numbers, strings and sizeof.

import { toInteger, wrap } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import { syntaxError, unsupported } from '../diagnostics.js';
import { integerValue, stringValues, wideValues } from '../literals.js';
import type { Place, Value } from '../typed.js';
import type { CType, IntegerType } from '../types.js';
import * as types from '../types.js';
import { incompleteType } from '../unsupportedNames.js';
import { constantOf } from './conversions.js';
import { newVariable } from './declarations.js';
import { bitsOfNumber, floatLiteral } from './floats.js';
import type { Context } from './scope.js';

export function sizeofValue(type: CType, at: SourceSpan): Value {
  const size = type.kind === 'void' || type.kind === 'function' ? 1 : types.sizeOf(type);
  if (size === undefined) return incompleteType(type, `${types.typeName(type)} has no size`, at);
  return constantOf(size, at, types.unsignedLongType);
}

export function alignofValue(type: CType, at: SourceSpan): Value {
  if (type.kind === 'struct' && type.struct.layout === undefined)
    return incompleteType(type, `${types.typeName(type)} has no alignment`, at);
  return constantOf(types.alignmentOf(type), at, types.unsignedLongType);
}

/** A constant has the first type that holds it (C11 6.4.4.1). */
export function numberValue(text: string, at: SourceSpan): Value {
  const literal = integerValue(text);
  if (literal === undefined) {
    if (/^(0x[\da-f]+|\d+)[ul]*$/i.test(text))
      return unsupported(`the constant ${text}, which does not fit 64 bits,`, at);
    const float = floatLiteral(text);
    if (float === undefined) return syntaxError(`${text} is not a number`, at);
    const type =
      float.suffix === 'f' ? types.floatType : float.suffix === 'l' ? types.longDoubleType : types.doubleType;
    return constantOf(bitsOfNumber(float.value, type), at, type);
  }
  const { value, longs, decimal, unsigned } = literal;
  const candidates: readonly IntegerType[] = [
    types.intType,
    types.unsignedType,
    types.longType,
    types.unsignedLongType,
    types.longLongType,
    types.unsignedLongLongType,
  ];
  const type = candidates.find(
    (candidate, i) =>
      i >= longs * 2 &&
      (candidate.signed ? !unsigned : unsigned || !decimal) &&
      value < 2n ** BigInt(candidate.size * 8 - (candidate.signed ? 1 : 0)),
  );
  // gcc takes a decimal constant beyond long for an unsigned or wider one, and warns
  if (type === undefined) return unsupported(`the constant ${text}, which does not fit long,`, at);
  return constantOf(wrap(toInteger(value), type.size === 8 ? 64 : 32), at, type);
}

function stringContent(parts: readonly string[], at: SourceSpan): number[] {
  return parts.flatMap((part) => stringValues(part) ?? unsupported(`the string ${part}`, at));
}

const wideTypes: ReadonlyMap<string, IntegerType> = new Map([
  ['L', types.intType],
  ['u', types.unsignedShortType],
  ['U', types.unsignedType],
]);

export interface Text {
  readonly content: readonly number[];
  readonly of: IntegerType;
}

/** The text of adjacent literals; one that is wide makes all of them wide. */
export function textOf(parts: readonly string[], at: SourceSpan): Text {
  const prefix = parts.map((part) => part[0]).find((c, i) => c !== '"' && !parts[i].startsWith('u8"'));
  const of = prefix === undefined ? undefined : wideTypes.get(prefix);
  if (prefix === undefined || of === undefined)
    return { content: stringContent(parts, at), of: types.charType };
  const content = parts.flatMap((part) => wideValues(part, prefix) ?? unsupported(`the string ${part}`, at));
  return { content, of };
}

/**
 * A string literal is an array of chars, the same one for the same text; `apart` distinguishes literals of the same
 * text.
 */
export function stringPlace(context: Context, { content, of }: Text, at: SourceSpan, apart = ''): Place {
  const key = `${content.join()}${apart}${of === types.charType ? '' : of.name}`;
  const type: CType = { kind: 'array', of, length: content.length + 1 };
  let variable = context.unit.strings.get(key);
  if (variable === undefined) {
    const name = `"${String.fromCharCode(...content.slice(0, 12))}"#${context.unit.strings.size}`;
    variable = {
      ...newVariable(name, type, 'global', at),
      addressed: true,
      initial: content.map((value, i) => ({ offset: i * of.size, type: of, value })),
      literal: true,
    };
    context.unit.strings.set(key, variable);
  }
  return { kind: 'variable', variable, type, at };
}
