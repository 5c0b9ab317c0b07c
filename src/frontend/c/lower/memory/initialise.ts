// Declarations with an initialiser.

import { constant } from '../../../../program/expression.js';
import type { SourceSpan } from '../../../../program/statement.js';
import { bug } from '../../../../support/diagnostic.js';
import { present } from '../../../../support/present.js';
import type { Initialisation, Variable } from '../../typed.js';
import { isMixed, scalarsOf } from '../../types.js';
import type { Frame } from '../frame.js';
import { lowerCells } from '../values.js';
import { lowerMoved } from './moved.js';
import { type Bits, variablePlace, writeScalar } from './places.js';

/** Gives a variable its initial value, every time its declaration is reached. */
export function initialise(frame: Frame, variable: Variable, init: Initialisation, at: SourceSpan): void {
  const place = variablePlace(frame, variable);
  const values = init.parts.map((part) => ({
    part,
    cells: part.bitField === undefined ? lowerMoved(frame, part.value) : lowerCells(frame, part.value),
  }));
  const covered = new Set<number>();
  if (place.kind !== 'memory' || place.grain === undefined)
    for (const { part } of values)
      if (part.bitField === undefined)
        for (const { offset } of scalarsOf(part.value.type)) covered.add(part.offset + offset);
  for (const { offset, type } of scalarsOf(init.type))
    if (!covered.has(offset))
      writeScalar(frame, place, type, constant(0, frame.program.valueWidth(type)), at, offset);
  const all = scalarsOf(init.type);
  for (const { part, cells } of values) {
    const { type } = part.value;
    if (part.bitField !== undefined) {
      const bits: Bits = { field: part.bitField, cells: all };
      writeScalar(frame, { ...place, bits }, type, cells[0] ?? bug('a bit-field without value'), at);
      continue;
    }
    const cell = frame.program.wholeCell(init.type, part.offset);
    const member =
      place.kind === 'memory' && place.grain === undefined ? { ...place, ...present({ cell }) } : place;
    scalarsOf(type).forEach((cell, i) => {
      writeScalar(
        frame,
        isMixed(type) ? place : member,
        cell.type,
        cells[i] ?? bug('a value is missing'),
        at,
        part.offset + cell.offset,
      );
    });
  }
}
