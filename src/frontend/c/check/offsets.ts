// offsetof, as the compiler's own form has it: a path of members and elements.

import type { Designator, ExpressionOf } from '../ast.js';
import { typeError } from '../diagnostics.js';
import type { Value } from '../typed.js';
import { type CType, sizeOf, typeName, unsignedLongType } from '../types.js';
import { constantOf } from './conversions.js';
import { findField } from './places.js';
import type { Context } from './scope.js';
import { constantExpression, typeOfName } from './typeNames.js';

export function checkOffset(context: Context, e: ExpressionOf<'offsetof'>): Value {
  let type = typeOfName(context, e.type);
  let offset = 0;
  for (const step of e.path) {
    const part = partOf(context, type, step);
    offset += part.offset;
    type = part.type;
  }
  return constantOf(offset, e.at, unsignedLongType);
}

function partOf(context: Context, type: CType, step: Designator): { offset: number; type: CType } {
  if (step.kind === 'index' && type.kind === 'array')
    return { offset: constantExpression(context, step.index) * (sizeOf(type.of) ?? 1), type: type.of };
  const layout = step.kind === 'field' && type.kind === 'struct' ? type.struct.layout : undefined;
  const field = layout === undefined || step.kind !== 'field' ? undefined : findField(layout, step.name);
  if (field === undefined)
    return typeError(`${typeName(type)} has no member ${step.kind === 'field' ? step.name : ''}`, step.at);
  if (field.bitField !== undefined) return typeError('a bit-field has no address', step.at);
  return field;
}
