// Variables with values for the array without length that their struct ends with: gcc gives them the memory for it.

import type { Initialiser } from '../ast.js';
import { type CType, type Field, type StructReference, sizeOf } from '../types.js';

/** The values for the last member, which is that array: they are named, or stand last. */
function valuesFor(fields: readonly Field[], initialiser: Initialiser): Initialiser | undefined {
  if (initialiser.kind !== 'list') return undefined;
  const { items } = initialiser;
  const named = items.findLast(({ designators: [only, ...more] }) => {
    return more.length === 0 && only?.kind === 'field' && only.name === fields.at(-1)?.name;
  });
  if (named !== undefined) return named.value;
  const last = items.at(-1);
  if (last === undefined || items.length < fields.length || last.designators.length > 0) return undefined;
  const { value } = last;
  return value.kind === 'list' || value.value.kind === 'string' ? value : undefined;
}

/** The struct with as many elements at its end as there are values; `complete` gives an array the length that values need. */
export function withElements(
  type: CType,
  initialiser: Initialiser,
  complete: (array: CType, values: Initialiser) => CType,
): StructReference | undefined {
  if (type.kind !== 'struct' || type.struct.layout === undefined) return undefined;
  const { layout } = type.struct;
  const last = layout.fields.at(-1);
  if (last?.type.kind !== 'array' || last.type.length !== 0) return undefined;
  const values = valuesFor(layout.fields, initialiser);
  if (values === undefined || (values.kind === 'list' && values.items.length === 0)) return undefined;
  const { length: _none, ...open } = last.type;
  const array = complete(open, values);
  const size = Math.max(layout.size, last.offset + (sizeOf(array) ?? 0));
  const fields = [...layout.fields.slice(0, -1), { ...last, type: array }];
  const longer = { ...layout, fields, size };
  return { kind: 'struct', struct: { ...type.struct, layout: longer, like: type.struct } };
}
