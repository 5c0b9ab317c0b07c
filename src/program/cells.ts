// How objects are divided into cells. Where nothing is said, every address is a cell of any width (litmus tests); C objects
// have their scalars at byte offsets, each a cell that is touched with its own width.

import type { Width } from './integer.js';
import type { Statement } from './statement.js';

export interface CellShape {
  /** In addresses from the start. */
  readonly offset: number;
  readonly width: Width;
  /** Its bits are a floating-point number. Only reports use this. */
  readonly float?: true;
  /** It is a union of members of different sizes (unionMarks.ts). */
  readonly union?: true;
}

/** The cells of a location. */
export interface ObjectShape {
  readonly cells: readonly CellShape[];
  /** Addresses it occupies. */
  readonly size: number;
  readonly alignment: number;
}

/** The cells of a block from the heap: `cells` once, then those of `tail` over and over from address `size` on. */
export interface BlockShape {
  readonly cells: readonly CellShape[];
  readonly size: number;
  readonly tail?: { readonly stride: number; readonly cells: readonly CellShape[] };
}

/** Blocks with a shape start at multiples of this, as those of malloc do. */
export const blockAlignment = 16;

/** The block of an array of computed length, or of alloca, begins so many bytes before it: freeing the array frees no block. */
export const frameHeader = 16;

export const bytesOf = (width: Width | typeof noBits): number => Math.floor(width / 8);

/** How many bits a statement touches; undefined for one that does not say. */
export function accessWidth(s: Statement | undefined): Width | undefined {
  if (s?.kind !== 'load' && s?.kind !== 'store' && s?.kind !== 'rmw') return undefined;
  const anyWidth = s.kind === 'store' && s.lifetime !== undefined && s.lifetime !== 'empties';
  return anyWidth ? undefined : (s.width ?? 32);
}

/** The bits of the cell at the start of a block whose shape has none there: it is there to be freed, and no access has so many. */
export const noBits = 1;

interface BlockCell {
  readonly offset: number;
  readonly width: Width | typeof noBits;
}

/**
 * The cells of a block of `size` addresses: the cells of its shape that fit. If none of them is at its start, where the block is
 * freed, it has a cell there that no access reaches.
 */
export function blockCells(shape: BlockShape, size: number): BlockCell[] {
  const cells: BlockCell[] = shape.cells.filter((c) => c.offset + bytesOf(c.width) <= size);
  const { tail } = shape;
  if (tail !== undefined && tail.cells.length > 0)
    for (let start = shape.size; start < size; start += tail.stride)
      for (const { offset, width } of tail.cells)
        if (start + offset + bytesOf(width) <= size) cells.push({ offset: start + offset, width });
  return cells.some(({ offset }) => offset === 0) ? cells : [{ offset: 0, width: noBits }, ...cells];
}

/** Where the next block of a heap starts, after one of `size` addresses; between them an address that belongs to none. */
export const afterBlock = (base: number, size: number, shape: BlockShape | undefined): number =>
  shape === undefined
    ? base + Math.max(size, 1) + 1
    : Math.ceil((base + Math.max(size, 1) + 1) / blockAlignment) * blockAlignment;

const cellsText = (cells: readonly CellShape[]): string =>
  cells.map((c) => `${c.offset}_${c.float ? 'f' : c.union ? 'u' : ''}${c.width}`).join('_');

/** `8_4_0_32_4_f32`: size, alignment, and offset and width of each cell; `f` before that of a floating-point number, `u` of a union. */
export const objectShapeText = ({ size, alignment, cells }: ObjectShape): string =>
  `${size}_${alignment}_${cellsText(cells)}`;

export function readObjectShape(text: string): ObjectShape | undefined {
  const [size, alignment, ...rest] = text.split('_');
  const cells = readCells(rest);
  return alignment === undefined || cells === undefined
    ? undefined
    : { size: Number(size), alignment: Number(alignment), cells };
}

/** `0_32/8/0_32_4_32/12`: cells, size, and cells and stride of the tail. */
export const blockShapeText = ({ cells, size, tail }: BlockShape): string =>
  `${cellsText(cells)}/${size}${tail === undefined ? '' : `/${cellsText(tail.cells)}/${tail.stride}`}`;

export function readBlockShape(text: string): BlockShape | undefined {
  const [cells, size, tail, stride] = text.split('/');
  const read = readCells(wordsIn(cells));
  if (read === undefined || !/^\d+$/.test(size ?? '')) return undefined;
  if (tail === undefined) return { cells: read, size: Number(size) };
  const repeated = readCells(wordsIn(tail));
  if (repeated === undefined || !/^[1-9]\d*$/.test(stride ?? '')) return undefined;
  return { cells: read, size: Number(size), tail: { stride: Number(stride), cells: repeated } };
}

const wordsIn = (text: string): string[] => (text === '' ? [] : text.split('_'));

function readCells(words: readonly string[]): CellShape[] | undefined {
  const cells: CellShape[] = [];
  for (let i = 0; i < words.length; i += 2) {
    const [, mark, bits] = /^([fu]?)(\d+)$/.exec(words[i + 1] ?? '') ?? [];
    const [offset, width] = [Number(words[i]), Number(bits)];
    if (width !== 8 && width !== 16 && width !== 32 && width !== 64) return undefined;
    if (!Number.isInteger(offset)) return undefined;
    cells.push({
      offset,
      width,
      ...(mark === 'f' ? { float: true } : mark === 'u' ? { union: true } : {}),
    });
  }
  return cells;
}
