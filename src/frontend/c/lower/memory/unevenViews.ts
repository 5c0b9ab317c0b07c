// Casts that look at an object with wide scalars which do not begin at multiples of their size: `(long *)&v[1]` of `int v[3]`. Cells of that
// size would begin elsewhere.

import { constantValue } from '../../check/constants.js';
import type { Place, Value } from '../../typed.js';
import { type CType, scalarsOf, sizeOf } from '../../types.js';

/** How many bytes behind the beginning of a variable a pointer points, where that is stated. */
function beginningOf(pointer: Value): number | undefined {
  if (pointer.kind === 'address') return beginning(pointer.place);
  if (pointer.kind === 'convert' && pointer.operand.type.kind === 'pointer')
    return beginningOf(pointer.operand);
  if (pointer.kind !== 'offset') return undefined;
  const [start, index] = [beginningOf(pointer.pointer), constantValue(pointer.index)];
  return start === undefined || index === undefined ? undefined : start + Number(index) * pointer.size;
}

function beginning(place: Place): number | undefined {
  if (place.kind === 'variable') return 0;
  if (place.kind === 'deref') return beginningOf(place.pointer);
  if (place.kind === 'literal') return undefined;
  const base = beginning(place.base);
  if (base === undefined) return undefined;
  if (place.kind === 'member') return base + place.offset;
  const index = constantValue(place.index);
  return index === undefined ? undefined : base + Number(index) * place.size;
}

/** The sizes of the cells that scalars of the type, where the pointer points, need where theirs do not do. */
export function unevenSizes(pointer: Value, type: CType): number[] {
  const begins = beginningOf(pointer);
  if (begins === undefined) return [];
  return scalarsOf(type).flatMap((cell) => {
    const at = begins + cell.offset;
    return at % (sizeOf(cell.type) ?? 1) === 0 ? [] : [at & -at];
  });
}
