// Properties of types that viewFlow.ts needs to follow pointers to objects.

import type { Value, Variable } from '../../typed.js';
import { type CType, isConst, scalarsOf, sizeOf } from '../../types.js';

/** A string literal, or another constant that lasts. */
export const neverChanges = (variable: Variable): boolean =>
  variable.storage === 'global' &&
  !variable.threadLocal &&
  ((variable.literal === true && !variable.assigned) || isConst(variable.type));

/** Whether a value of the type can hold a pointer. */
export const holdsPointers = (type: CType): boolean =>
  type.kind === 'pointer' || type.kind === 'struct' || (type.kind === 'integer' && type.size === 8);

/** The array at the end of a struct goes on as far as its block does. */
export function goesOnWith(type: CType): CType[] {
  const last = type.kind === 'struct' ? type.struct.layout?.fields.at(-1)?.type : undefined;
  return last?.kind === 'array' && last.length === 0 ? [type, last.of] : [type];
}

/** The cells in the first so many bytes; undefined if they do not end with a cell. */
export function cellList(type: CType, bytes: number): string | undefined {
  const size = sizeOf(type) ?? 0;
  if (size === 0) return undefined;
  const cells = Array.from({ length: Math.ceil(bytes / size) }, (_, i) =>
    scalarsOf(type).map((c) => ({ ...c, offset: c.offset + i * size })),
  )
    .flat()
    .filter(({ offset }) => offset < bytes);
  const whole = cells.every((c) => c.offset + (sizeOf(c.type) ?? 1) <= bytes);
  return whole && cells.length > 0
    ? cells.map((c) => `${c.offset} ${c.type.kind} ${sizeOf(c.type)}`).join()
    : bytes === 0
      ? ''
      : undefined;
}

/** `(T *)(void *)p` is a cast of p. */
export function typeBehindVoid(pointer: Value): CType | undefined {
  if (pointer.type.kind !== 'pointer') return undefined;
  const hidden = pointer.type.to.kind === 'void' && pointer.kind === 'convert' ? pointer.operand : undefined;
  return (hidden === undefined ? undefined : typeBehindVoid(hidden)) ?? pointer.type.to;
}
