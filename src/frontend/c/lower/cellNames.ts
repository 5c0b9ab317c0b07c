// What the scalars of an object are called in C: `.member`, `[2]`, `.slots[1].full`; nothing for a scalar itself.

import { type CType, scalarsOf, sizeOf } from '../types.js';

/** For each of the type's scalars, in their order. */
export const cellSuffixes = (type: CType): string[] =>
  scalarsOf(type).map(({ offset }) => suffixAt(type, offset));

function suffixAt(type: CType, offset: number): string {
  switch (type.kind) {
    case 'array': {
      const size = sizeOf(type.of) ?? 1;
      const index = Math.floor(offset / size);
      return `[${index}]${suffixAt(type.of, offset - index * size)}`;
    }
    case 'struct': {
      const field = type.struct.layout?.fields.find(
        (f) => f.offset <= offset && offset < f.offset + (sizeOf(f.type) ?? 0),
      );
      if (field === undefined) return '';
      const inner = suffixAt(field.type, offset - field.offset);
      // what a lock is made of is nobody's business: it is its first part
      const named = field.name !== '' && !(field.offset === 0 && field.name.startsWith('__'));
      return `${named ? `.${field.name}` : ''}${inner}`;
    }
    default:
      return '';
  }
}

/** What a block of such objects is called. */
export function blockName(type: CType): string {
  switch (type.kind) {
    case 'struct':
      return type.struct.name.replace(/^(struct|union) /, '');
    case 'integer':
      return type.name;
    case 'pointer':
      return 'pointer';
    default:
      return 'block';
  }
}
