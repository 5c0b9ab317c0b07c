// A value in place of one of another type.

import { bitsOf, isFloat, type Type } from '../../type.js';
import { typeOf, unary, undef, type Value } from '../../value.js';

/** A value as one of another type, where a call and the function disagree. */
export function converted(value: Value, type: Type): Value {
  const from = typeOf(value);
  if (from === type) return value;
  if (value.kind === 'undef') return undef(type);
  if (from === 'ptr') return unary('ptrtoint', type, value);
  if (type === 'ptr') return unary('inttoptr', type, value);
  const [have, want] = [bitsOf(from), bitsOf(type)];
  if (isFloat(from) || isFloat(type)) return have === want ? unary('bitcast', type, value) : undef(type);
  return unary(have > want ? 'trunc' : 'zext', type, value);
}
