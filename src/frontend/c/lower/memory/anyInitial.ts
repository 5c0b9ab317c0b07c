// With -D DIPTYCH_ANY_VALUES: the values of variables and blocks in memory before any store. An integer has any value, and
// every load reads the same one. Locks and the like, pointers and floating point have none, and reading them is a finding as
// before.

import type { Expr } from '../../../../program/expression.js';
import { toNumber } from '../../../../program/integer.js';
import type { SourceSpan } from '../../../../program/statement.js';
import type { Variable } from '../../typed.js';
import { type CType, holdsBitFields, type ScalarCell, sizeOf } from '../../types.js';
import { type Frame, storageOf } from '../frame.js';
import { anyOf } from './anyValue.js';
import { type LoweredPlace, lowerPlace, writeScalar } from './places.js';

/** Larger objects are left as they are. */
const mostCells = 64;

/** The variable was declared without an initialiser. */
export function giveVariableAny(frame: Frame, variable: Variable, at: SourceSpan): void {
  if (frame.program.options.anyInMemory !== true || variable.storage === 'global') return;
  if (storageOf(frame, variable).kind !== 'memory') return;
  const { type } = variable;
  give(frame, lowerPlace(frame, { kind: 'variable', variable, type, at }), integersIn(type), at);
}

/** A block of `bytes` for objects of that type is new. */
export function giveBlockAny(
  frame: Frame,
  place: LoweredPlace,
  of: CType | undefined,
  bytes: Expr,
  at: SourceSpan,
): void {
  if (frame.program.options.anyInMemory !== true || of === undefined || bytes.kind !== 'const') return;
  const size = sizeOf(of) ?? 0;
  if (size === 0) return;
  const count = Math.floor(toNumber(bytes.value) / size);
  give(frame, place, repeated(integersIn(of), size, count), at);
}

function give(frame: Frame, place: LoweredPlace, cells: readonly ScalarCell[], at: SourceSpan): void {
  if (cells.length > mostCells) return;
  for (const { offset, type } of cells) writeScalar(frame, place, type, anyOf(frame, type, at), at, offset);
}

const repeated = (cells: readonly ScalarCell[], size: number, count: number): readonly ScalarCell[] =>
  cells.length * count > mostCells
    ? []
    : Array.from({ length: count }, (_, i) =>
        cells.map((cell) => ({ ...cell, offset: cell.offset + i * size })),
      ).flat();

function integersIn(type: CType): readonly ScalarCell[] {
  switch (type.kind) {
    case 'integer':
      return [{ offset: 0, type }];
    case 'array':
      return repeated(integersIn(type.of), sizeOf(type.of) ?? 0, type.length ?? 0);
    case 'struct': {
      const { union, layout } = type.struct;
      const fields = layout?.fields ?? [];
      // members of what headers declare begin like this
      if (union || holdsBitFields(type) || fields.some(({ name }) => name.startsWith('__'))) return [];
      return fields.flatMap((field) =>
        integersIn(field.type).map((cell) => ({ ...cell, offset: cell.offset + field.offset })),
      );
    }
    default:
      return [];
  }
}
