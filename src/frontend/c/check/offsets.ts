// offsetof, as the compiler's own form has it: a path of members and elements.

import { toNumber } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { Designator, ExpressionOf } from '../ast.js';
import { typeError } from '../diagnostics.js';
import type { Value } from '../typed.js';
import { type CType, sizeOf, typeName, unsignedLongType } from '../types.js';
import { constantValue } from './constants.js';
import { coerce, constantOf } from './conversions.js';
import { checkValue } from './expressions.js';
import { findField } from './places.js';
import type { Context } from './scope.js';
import { typeOfName } from './typeNames.js';

export function checkOffset(context: Context, e: ExpressionOf<'offsetof'>): Value {
  const { at } = e;
  let type = typeOfName(context, e.type);
  let offset = 0;
  const computed: Value[] = [];
  for (const step of e.path) {
    const index =
      step.kind === 'index' && type.kind === 'array' ? checkValue(context, step.index) : undefined;
    const known = index === undefined ? undefined : constantValue(index);
    if (index !== undefined && type.kind === 'array') {
      const size = sizeOf(type.of) ?? 1;
      if (known === undefined) computed.push(times(coerce(index, unsignedLongType, step.at), size, step.at));
      else offset += toNumber(known) * size;
      type = type.of;
    } else {
      const part = partOf(type, step);
      offset += part.offset;
      type = part.type;
    }
  }
  return computed.reduce<Value>(
    (left, right) => ({ kind: 'binary', op: '+', left, right, type: unsignedLongType, at }),
    constantOf(offset, at, unsignedLongType),
  );
}

/** gcc takes an index that is no constant. */
const times = (left: Value, size: number, at: SourceSpan): Value => ({
  kind: 'binary',
  op: '*',
  left,
  right: constantOf(size, at, unsignedLongType),
  type: unsignedLongType,
  at,
});

function partOf(type: CType, step: Designator): { offset: number; type: CType } {
  const layout = step.kind === 'field' && type.kind === 'struct' ? type.struct.layout : undefined;
  const field = layout === undefined || step.kind !== 'field' ? undefined : findField(layout, step.name);
  if (field === undefined)
    return typeError(`${typeName(type)} has no member ${step.kind === 'field' ? step.name : ''}`, step.at);
  if (field.bitField !== undefined) return typeError('a bit-field has no address', step.at);
  return field;
}
