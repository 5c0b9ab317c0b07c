// Numbers, strings and sizeof.

import { toInteger, wrap } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import { syntaxError, unsupported } from '../diagnostics.js';
import { integerValue, stringValues, wideValues } from '../literals.js';
import type { Place, Value } from '../typed.js';
import {
  alignmentOf,
  type CType,
  charType,
  doubleType,
  floatType,
  type IntegerType,
  intType,
  longDoubleType,
  longLongType,
  longType,
  sizeOf,
  typeName,
  unsignedLongLongType,
  unsignedLongType,
  unsignedShortType,
  unsignedType,
} from '../types.js';
import { incompleteType } from '../unsupportedNames.js';
import { constantOf } from './conversions.js';
import { newVariable } from './declarations.js';
import { floatLiteral } from './floatLiterals.js';
import { bitsOfNumber } from './floats.js';
import type { Context } from './scope.js';

export function sizeofValue(type: CType, at: SourceSpan): Value {
  const size = type.kind === 'void' || type.kind === 'function' ? 1 : sizeOf(type);
  if (size === undefined) return incompleteType(type, `${typeName(type)} has no size`, at);
  return constantOf(size, at, unsignedLongType);
}

export function alignofValue(type: CType, at: SourceSpan): Value {
  if (type.kind === 'struct' && type.struct.layout === undefined)
    return incompleteType(type, `${typeName(type)} has no alignment`, at);
  return constantOf(alignmentOf(type), at, unsignedLongType);
}

/** A constant has the first type that holds it (C11 6.4.4.1). */
export function numberValue(text: string, at: SourceSpan): Value {
  const literal = integerValue(text);
  if (literal === undefined) {
    if (/^(0x[\da-f]+|\d+)[ul]*$/i.test(text))
      return unsupported(`the constant ${text}, which does not fit 64 bits,`, at);
    const float = floatLiteral(text);
    if (float === undefined) return syntaxError(`${text} is not a number`, at);
    const type = float.suffix === 'f' ? floatType : float.suffix === 'l' ? longDoubleType : doubleType;
    return constantOf(bitsOfNumber(float.value, type), at, type);
  }
  const { value, longs, decimal, unsigned } = literal;
  const candidates: readonly IntegerType[] = [
    intType,
    unsignedType,
    longType,
    unsignedLongType,
    longLongType,
    unsignedLongLongType,
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

export function stringContent(parts: readonly string[], at: SourceSpan): number[] {
  return parts.flatMap((part) => stringValues(part) ?? unsupported(`the string ${part}`, at));
}

const wideTypes: ReadonlyMap<string, IntegerType> = new Map([
  ['L', intType],
  ['u', unsignedShortType],
  ['U', unsignedType],
]);

export interface Text {
  readonly content: readonly number[];
  readonly of: IntegerType;
}

/** The text of adjacent literals; one that is wide makes all of them wide. */
export function textOf(parts: readonly string[], at: SourceSpan): Text {
  const prefix = parts.map((part) => part[0]).find((c, i) => c !== '"' && !parts[i].startsWith('u8"'));
  const of = prefix === undefined ? undefined : wideTypes.get(prefix);
  if (prefix === undefined || of === undefined) return { content: stringContent(parts, at), of: charType };
  const content = parts.flatMap((part) => wideValues(part, prefix) ?? unsupported(`the string ${part}`, at));
  return { content, of };
}

/**
 * A string literal is an array of chars, the same one for the same text; `apart` distinguishes literals of the same
 * text.
 */
export function stringPlace(context: Context, { content, of }: Text, at: SourceSpan, apart = ''): Place {
  const key = `${content.join()}${apart}${of === charType ? '' : of.name}`;
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
