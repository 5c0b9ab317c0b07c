// The names that scalars of an object have in C: `.member`, `[2]`, `.slots[1].full`; nothing for a scalar itself.

import { type CType, scalarsOf, sizeOf } from '../../types.js';

/** The shown name of an object of the library: `signal.actions`. Functions and variables that C knows keep their C names. */
export const shownName = (name: string): string =>
  name
    .replace(/^__lib_i_([a-z]+)_/, '$1.')
    .replace(/^__lib_i_/, 'library.')
    .replace(/^__lib_/, '');

/** A thread that the library starts is called by what it is for: `signal`. */
export const threadName = (start: string): string => start.replace(/^__lib_i_([a-z]+)_.*/, '$1');

/** For each of the type's scalars, in their order. */
export const cellSuffixes = (type: CType): string[] =>
  pieceSuffixes(
    type,
    scalarsOf(type).map(({ offset, type: scalar }) => ({ offset, bytes: sizeOf(scalar) ?? 1 })),
  );

/** For the pieces that an object is divided into, which need not be scalars of it. */
export const pieceSuffixes = (type: CType, pieces: readonly Piece[]): string[] =>
  pieces.map((piece) => suffixAt(type, piece).text);

interface Piece {
  readonly offset: number;
  readonly bytes: number;
}

/** Whether the piece is a scalar, and not a part of one or of nothing. */
interface Suffix {
  readonly text: string;
  readonly whole: boolean;
}

function suffixAt(type: CType, { offset, bytes }: Piece): Suffix {
  switch (type.kind) {
    case 'array': {
      const size = sizeOf(type.of) ?? 1;
      const index = Math.floor(offset / size);
      const inner = suffixAt(type.of, { offset: offset - index * size, bytes });
      return { ...inner, text: `[${index}]${inner.text}` };
    }
    case 'struct': {
      // of the members of a union, the one that has such a scalar
      const found = (type.struct.layout?.fields ?? [])
        .filter((f) => f.offset <= offset && offset < f.offset + (sizeOf(f.type) ?? 0))
        .map((field) => {
          const inner = suffixAt(field.type, { offset: offset - field.offset, bytes });
          // the first member of a lock stands for the lock itself
          const named = field.name !== '' && !(field.offset === 0 && field.name.startsWith('__'));
          return { ...inner, text: `${named ? `.${field.name}` : ''}${inner.text}` };
        });
      return found.find(({ whole }) => whole) ?? found[0] ?? partAt(offset);
    }
    default:
      return offset === 0 && sizeOf(type) === bytes ? { text: '', whole: true } : partAt(offset);
  }
}

const partAt = (offset: number): Suffix => ({ text: offset === 0 ? '' : `+${offset}`, whole: false });

/** The name of a block of such objects. */
export function blockName(type: CType): string {
  switch (type.kind) {
    case 'struct':
      return type.struct.name.startsWith('a ')
        ? (type.struct.typedef ?? type.struct.name)
        : type.struct.name.replace(/^(struct|union) /, '');
    case 'integer':
      return type.name;
    case 'pointer':
      return 'pointer';
    default:
      return 'block';
  }
}
