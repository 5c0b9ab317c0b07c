// Where the members of structs and unions are, as the x86-64 ABI says (System V psABI 3.1.2; gcc's bit-fields).

import { alignmentOf, type CType, type Field, type StructLayout, sizeOf } from './types.js';

export interface Member {
  readonly name: string;
  readonly type: CType;
  /** Bits of a bit-field; 0 (without a name) ends the unit. */
  readonly bits?: number;
  /** Aligned to bytes, or to bits for a bit-field, unless its type asks for more. */
  readonly packed: boolean;
}

interface StructAlignment {
  /** The alignment that an attribute asks for. */
  readonly alignment?: number;
  /** The most that a member is aligned to; a bit-field then begins at the next bit (gcc's stor-layout.cc). */
  readonly pack?: number;
}

const roundUp = (value: number, to: number): number => Math.ceil(value / to) * to;

/** All members must be complete, but for an array without length at the end. */
export function layOutStruct(
  members: readonly Member[],
  union: boolean,
  asked: StructAlignment,
): StructLayout {
  const fields: Field[] = [];
  /** In bits: the next free one, and the end of the farthest member. */
  let next = 0;
  let end = 0;
  let alignment = asked.alignment ?? 1;
  for (const { name, type, bits, packed } of members) {
    if (union) next = 0;
    const size = sizeOf(type) ?? 0;
    const natural = Math.min(alignmentOf(type), asked.pack ?? Number.POSITIVE_INFINITY);
    const own = packed && (bits === undefined || asked.pack === undefined) ? 1 : natural;
    if (bits !== undefined) {
      const unit = size * 8;
      if (bits === 0) {
        next = roundUp(next, alignmentOf(type) * 8);
        end = Math.max(end, next);
        continue;
      }
      if (type.aligned !== undefined) next = roundUp(next, own * 8);
      const dense = packed || asked.pack !== undefined;
      if (!dense && Math.floor(next / unit) !== Math.floor((next + bits - 1) / unit))
        next = roundUp(next, unit);
      if (name !== '') {
        alignment = Math.max(alignment, own);
        fields.push({ name, type, offset: Math.floor(next / 8), bitField: { position: next, bits } });
      }
      next += bits;
    } else {
      const offset = roundUp(Math.ceil(next / 8), own);
      alignment = Math.max(alignment, own);
      fields.push({ name, type, offset });
      next = (offset + size) * 8;
    }
    end = Math.max(end, next);
  }
  const size = roundUp(Math.ceil(end / 8), alignment);
  return { fields, size, alignment };
}
