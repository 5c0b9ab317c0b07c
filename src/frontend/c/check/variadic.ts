// Functions with a variable number of arguments. A va_list counts the arguments that were taken: propagation knows all of them,
// since functions are inlined at each call.

import type { ExpressionOf } from '../ast.js';
import { typeError } from '../diagnostics.js';
import type { Place, Value } from '../typed.js';
import { doubleType, type StructType, typeName, unqualified, unsignedLongType } from '../types.js';
import { convert, promote } from './conversions.js';
import { checkPlace, requireAssignable, rvalue } from './places.js';
import type { Context } from './scope.js';
import { typeOfName } from './typeNames.js';

/** 24 bytes, as on x86-64; the first 8 are all that is used. */
const vaListStruct: StructType = {
  kind: 'struct',
  name: 'va_list',
  union: false,
  layout: {
    fields: [{ name: '', type: unsignedLongType, offset: 0 }],
    size: 24,
    alignment: 8,
  },
};

export const vaListType = { kind: 'struct', struct: vaListStruct } as const;

/** The place of a va_list, or of the va_list that a pointer points to. */
export function vaListPlace(context: Context, e: ExpressionOf<'va-arg'>['list']): Place {
  const place = checkPlace(context, e);
  if (place.type.kind !== 'struct' || place.type.struct !== vaListStruct)
    return typeError(`a va_list is needed here, not ${typeName(place.type)}`, e.at);
  return place;
}

export function checkVaArg(context: Context, e: ExpressionOf<'va-arg'>): Value {
  const list = vaListPlace(context, e.list);
  requireAssignable(list, e.at);
  const type = unqualified(typeOfName(context, e.type));
  return { kind: 'va-arg', list, type, at: e.at };
}

/** C11 6.5.2.2: the promotion of an argument for `...`. */
export function promoted(value: Value): Value {
  if (value.type.kind === 'float' && value.type.size === 4) return convert(value, doubleType);
  return promote(value);
}

/** The counter in a va_list. */
export const counterOf = (list: Place): Place => ({
  kind: 'member',
  base: list,
  offset: 0,
  type: unsignedLongType,
  at: list.at,
});

export const countValue = (list: Place): Value => rvalue(counterOf(list));
