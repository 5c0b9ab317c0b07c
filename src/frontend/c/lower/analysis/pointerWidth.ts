// Pointers have 32 bits in a program where every pointer is an address, null or a small number. They have 64 bits if the
// program converts larger numbers to pointers, or has a union of pointers and numbers.

import { constantValue } from '../../check/constants.js';
import type { Place, Unit, Value } from '../../typed.js';
import { scalarsOf } from '../../types.js';
import { visitStatement } from '../scan.js';

export function needsWidePointers(unit: Unit): boolean {
  let wide = false;
  const look = (value: Value): void => {
    if (value.kind !== 'convert' || value.type.kind !== 'pointer') return;
    const { operand } = value;
    if (operand.type.kind === 'integer' && !fits(operand)) wide = true;
  };
  const lookAt = (place: Place): void => {
    if (place.kind === 'member' && scalarsOf(place.base.type).some((cell) => cell.overlaid === 'pointers'))
      wide = true;
  };
  for (const { definition } of unit.functions.values())
    for (const statement of definition?.body ?? []) visitStatement(statement, { value: look, place: lookAt });
  for (const { initial } of unit.globals)
    for (const { type, value } of initial ?? [])
      if (type.kind === 'pointer' && typeof value !== 'object' && !isSmall(value)) wide = true;
  return wide;
}

const isSmall = (value: number | bigint): boolean => value >= -(2 ** 31) && value < 2 ** 31;

/** Whether the number has the same value in 32 bits. */
function fits(value: Value): boolean {
  const known = constantValue(value);
  if (known !== undefined) return isSmall(known);
  const { type } = value;
  if (type.kind === 'pointer') return true;
  if (type.kind !== 'integer') return false;
  if (type.size < 4 || (type.size === 4 && type.signed)) return true;
  return value.kind === 'convert' && type.size === 8 && fits(value.operand);
}
