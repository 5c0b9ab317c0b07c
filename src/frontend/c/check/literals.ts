// Numbers, strings and sizeof.

import type { SourceSpan } from '../../../program/statement.js';
import { syntaxError, typeError, unsupported } from '../diagnostics.js';
import { integerValue, stringValues } from '../literals.js';
import type { Place, Value } from '../typed.js';
import {
  type CType,
  cellsOf,
  charType,
  type IntegerType,
  intType,
  longLongType,
  longType,
  sizeOf,
  typeName,
  unsignedLongLongType,
  unsignedLongType,
  unsignedType,
} from '../types.js';
import { constantOf } from './conversions.js';
import type { Context } from './scope.js';

export function sizeofValue(type: CType, at: SourceSpan): Value {
  const size = sizeOf(type);
  if (size === undefined) return typeError(`${typeName(type)} has no size`, at);
  return { kind: 'const', value: size, sizeofCells: cellsOf(type) ?? 0, type: unsignedLongType, at };
}

export function numberValue(text: string, at: SourceSpan): Value {
  const literal = integerValue(text);
  if (literal === undefined) {
    if (/^[0-9.]+([eE][+-]?[0-9]+)?[fFlL]?$/.test(text)) return unsupported('a floating constant', at);
    return syntaxError(`${text} is not a number`, at);
  }
  const { longs } = literal;
  const value = Number(literal.value);
  const fitsSigned = value <= 0x7fff_ffff;
  if (value > 0xffff_ffff || (!fitsSigned && literal.decimal && !literal.unsigned))
    return unsupported(
      `the constant ${text}, which does not fit in 32 bits,`,
      at,
      'diptych computes in 32 bits',
    );
  const unsigned = literal.unsigned || !fitsSigned;
  const type: IntegerType = [
    unsigned ? unsignedType : intType,
    unsigned ? unsignedLongType : longType,
    unsigned ? unsignedLongLongType : longLongType,
  ][longs];
  return constantOf(value, at, type);
}

export function stringContent(parts: readonly string[], at: SourceSpan): number[] {
  return parts.flatMap((part) => stringValues(part) ?? unsupported(`the string ${part}`, at));
}

/** A string literal is an array of chars of its own, the same one for the same text. */
export function stringPlace(context: Context, content: readonly number[], at: SourceSpan): Place {
  const key = content.join();
  const type: CType = { kind: 'array', of: charType, length: content.length + 1 };
  let variable = context.unit.strings.get(key);
  if (variable === undefined) {
    variable = {
      name: `"${String.fromCharCode(...content.slice(0, 12))}"#${context.unit.strings.size}`,
      type,
      storage: 'global',
      threadLocal: false,
      at,
      addressed: true,
      assigned: false,
      initial: [...content, 0],
      literal: true,
    };
    context.unit.strings.set(key, variable);
  }
  return { kind: 'variable', variable, type, at };
}
