// Names of an object's cells by its layout: `.next`, `[2].full`, nothing for a scalar itself.

import type { Layout, LayoutName, Member } from '../layout.js';
import type { Module } from '../module.js';
import type { Cell } from './cells/divide.js';

type Layouts = Module['layouts'];

/** For each cell, after the object's name. */
export function suffixesOf(
  layouts: Layouts,
  layout: LayoutName | undefined,
  cells: readonly Cell[],
): readonly string[] {
  return cells.map((cell) => suffixAt(layouts, layout, cell).text);
}

/** Whether the piece is a scalar of the layout, and not a part of one or of nothing. */
interface Suffix {
  readonly text: string;
  readonly whole: boolean;
  readonly layout?: Layout;
}

interface Piece {
  readonly offset: number;
  readonly bytes: number;
}

export function suffixAt(layouts: Layouts, name: LayoutName | undefined, piece: Piece): Suffix {
  const layout = name === undefined ? undefined : layouts.get(name);
  const { offset, bytes } = piece;
  switch (layout?.kind) {
    case 'array': {
      const index = Math.floor(offset / layout.stride);
      const inner = suffixAt(layouts, layout.element, { offset: offset - index * layout.stride, bytes });
      return { ...inner, text: `[${index}]${inner.text}` };
    }
    case 'record': {
      // Of the members of a union, the one that has such a scalar.
      const found = layout.members
        .filter((m) => m.offset <= offset && offset < endOf(layouts, m))
        .map((member) => {
          const inner = suffixAt(layouts, member.layout, { offset: offset - member.offset, bytes });
          // Members of the library's locks are not for users: a lock is shown as its first part.
          const isNamed = member.name !== '' && !(member.offset === 0 && member.name.startsWith('__'));
          return { ...inner, text: `${isNamed ? `.${member.name}` : ''}${inner.text}` };
        });
      const best = found.find(({ whole }) => whole);
      if (best !== undefined) return best;
      // The bytes of an opaque object of the library have no names.
      const isOpaque = layout.members.every((member) => member.name.startsWith('__'));
      return (isOpaque ? undefined : found[0]) ?? partAt(offset);
    }
    case 'scalar':
    case 'pointer':
      return offset === 0 && sizeOf(layouts, name) === bytes
        ? { text: '', whole: true, layout }
        : { ...partAt(offset), layout };
    case undefined:
      return partAt(offset);
  }
}

/** An array without a length goes as far as its block does. */
function endOf(layouts: Layouts, { offset, layout: name }: Member): number {
  const layout = layouts.get(name);
  return layout?.kind === 'array' && layout.count === 0
    ? Number.POSITIVE_INFINITY
    : offset + sizeOf(layouts, name);
}

const partAt = (offset: number): Suffix => ({ text: offset === 0 ? '' : `+${offset}`, whole: false });

export function sizeOf(layouts: Layouts, name: LayoutName | undefined): number {
  const layout = name === undefined ? undefined : layouts.get(name);
  switch (layout?.kind) {
    case undefined:
      return 0;
    case 'pointer':
      return 8;
    case 'array':
      return layout.count * layout.stride;
    case 'scalar':
    case 'record':
      return layout.size;
  }
}

/** The layout of the scalar at an offset. */
export const scalarAt = (layouts: Layouts, name: LayoutName | undefined, piece: Piece): Layout | undefined =>
  suffixAt(layouts, name, piece).layout;

interface FoundArray {
  /** The suffix that names it. */
  readonly suffix: string;
  readonly count: number;
  readonly stride: number;
  readonly bytes: number;
}

/** The arrays of a layout that begin at an offset, the outermost first. */
export function* arraysAt(
  layouts: Layouts,
  name: LayoutName | undefined,
  offset: number,
): Iterable<FoundArray> {
  const layout = name === undefined ? undefined : layouts.get(name);
  if (layout?.kind === 'array') {
    const { element, count, stride } = layout;
    if (offset === 0) yield { suffix: '', count, stride, bytes: count * stride };
    const index = Math.floor(offset / stride);
    for (const inner of arraysAt(layouts, element, offset - index * stride))
      yield { ...inner, suffix: `[${index}]${inner.suffix}` };
  } else if (layout?.kind === 'record')
    for (const { name: own, offset: start, layout: inside } of layout.members)
      if (start <= offset && offset < start + sizeOf(layouts, inside))
        for (const inner of arraysAt(layouts, inside, offset - start))
          yield { ...inner, suffix: `${own === '' ? '' : `.${own}`}${inner.suffix}` };
}
