// Values without their conversions.

import type { Value } from './typed.js';
import type { CType } from './types.js';

export const unconverted = (value: Value): Value =>
  value.kind === 'convert' ? unconverted(value.operand) : value;

/** The type that a pointer points to, also if it was made a void pointer only here. */
export function pointedTo(pointer: Value): CType | undefined {
  const to = pointer.type.kind === 'pointer' ? pointer.type.to : undefined;
  if (to?.kind === 'void') return pointer.kind === 'convert' ? pointedTo(pointer.operand) : undefined;
  return to;
}
