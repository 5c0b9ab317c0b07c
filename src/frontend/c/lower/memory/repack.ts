// Converts the bits of one object to those of another of the same size. An atomic struct becomes the integer or words that it
// is to the machine.

import { constant, type Expr } from '../../../../program/expression.js';
import { bytesType } from '../../structLayout.js';
import { type ScalarCell, sizeOf, unsignedLongType } from '../../types.js';
import { foldBinary, resized } from '../fold.js';
import type { Frame } from '../frame.js';
import { asType } from './places.js';

/** The scalars `to` of an object whose scalars `from` have these values; bits that no scalar covers are 0. */
export function repacked(
  frame: Frame,
  from: readonly ScalarCell[],
  values: readonly Expr[],
  to: readonly ScalarCell[],
): Expr[] {
  const unsigned = ({ type }: ScalarCell, value: Expr): Expr => {
    if (type.kind === 'pointer') return asType(frame, value, type, unsignedLongType);
    const size = sizeOf(type) ?? 8;
    const wide = resized(value, 64, true);
    return size === 8 ? wide : foldBinary('&', wide, constant(2 ** (size * 8) - 1, 64));
  };
  return to.map((cell) => {
    const size = sizeOf(cell.type) ?? 8;
    let bits: Expr = constant(0, 64);
    from.forEach((source, i) => {
      if (source.offset + (sizeOf(source.type) ?? 8) <= cell.offset || source.offset >= cell.offset + size)
        return;
      const whole = unsigned(source, values[i]);
      const shift = 8 * (source.offset - cell.offset);
      const moved =
        shift === 0
          ? whole
          : shift > 0
            ? foldBinary('<<', whole, constant(shift, 64))
            : foldBinary('>>u', whole, constant(-shift, 64));
      bits = foldBinary('|', bits, moved);
    });
    if (cell.type.kind === 'float') return resized(bits, frame.program.valueWidth(cell.type), true);
    const exact = asType(frame, bits, unsignedLongType, bytesType(size));
    return size === 8 && cell.type.kind !== 'integer'
      ? resized(bits, frame.program.valueWidth(cell.type), true)
      : asType(frame, exact, bytesType(size), cell.type);
  });
}
