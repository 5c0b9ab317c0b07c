// Blocks of the heap: their cells, and what they hold by the layouts of the pointers to them.

import type { BlockShape, CellShape } from '../../../program/cells.js';
import type { BlockNames } from '../../../program/statement.js';
import type { Instruction } from '../../instruction.js';
import type { Layout, LayoutName } from '../../layout.js';
import { sizeOf, suffixAt } from '../layoutNames.js';
import type { Part } from './access.js';
import type { ProgramParts } from './parts.js';

export interface ShownBlock {
  readonly shape: BlockShape;
  readonly holds?: BlockNames;
}

export function blockOf(parts: ProgramParts, site: Instruction): ShownBlock {
  const object = parts.points.objects.ofSite(site);
  if (object?.kind !== 'block') return { shape: { cells: [], size: 0 } };
  const cells = parts.cellsOf(object.name);
  const held = site.kind === 'intrinsic' ? site.holds : undefined;
  const layout = held ?? parts.points.layoutOf(object.name);
  const repeated = period(
    cells,
    object.size,
    layout === undefined ? 0 : sizeOf(parts.module.layouts, layout),
  );
  const shape: BlockShape = {
    cells: [],
    size: 0,
    tail: { stride: repeated.stride, cells: repeated.cells.map(shapeOf) },
  };
  return { shape, ...(layout === undefined ? {} : { holds: namesOf(parts, layout, repeated) }) };
}

const shapeOf = ({ delta, width, union }: Part): CellShape => ({
  offset: delta,
  width,
  ...(union === undefined ? {} : { union: true }),
});

interface Period {
  readonly stride: number;
  readonly cells: readonly Part[];
}

/**
 * The smallest stride at which the cells of a block repeat, at least the size of its content; else the block itself.
 */
function period(cells: readonly Part[], size: number | undefined, least: number): Period {
  if (cells.length === 0) return { stride: Math.max(1, size ?? least), cells };
  const last = cells.at(-1);
  const end = Math.max(1, size ?? 0, last === undefined ? 0 : last.delta + last.bytes);
  if (size !== undefined && least > 0 && size === least) return { stride: size, cells };
  const has = (at: number, width: number): boolean => cells.some((c) => c.delta === at && c.width === width);
  for (const stride of new Set([...(least > 0 ? [least] : []), ...cells.map(({ delta }) => delta)])) {
    if (stride === 0 || (size !== undefined && size % stride !== 0) || (stride % 4 !== 0 && stride > 2))
      continue;
    const first = cells.filter(({ delta }) => delta < stride);
    const repeats = cells.every(({ delta, width }) => delta < stride || has(delta - stride, width));
    if (repeats && (size === undefined || cells.length * stride >= first.length * end))
      return { stride, cells: first };
  }
  return { stride: end, cells };
}

/** A longer name is told without the arguments of its template. */
const longest = 40;

function nameOf(layout: LayoutName, { kind }: Layout = { kind: 'pointer' }): string {
  if (kind === 'pointer') return 'pointer';
  if (kind === 'array') return 'block';
  const name = layout.replace(/^(struct|union) /, '').replace(/\.\d+'*$/, '');
  // Rust's names have paths, and those of C++ all their arguments. An Arc and a shared_ptr are called by what they hold.
  const short = name
    .replace(/\b\w+::/g, '')
    .replace(/^ArcInner<(.*)>$/, '$1')
    .replace(/^_Sp_counted_ptr_inplace<(.*?), allocator<.*$/, '$1');
  return short.length > longest ? short.replace(/<.*>/, '<…>') : short;
}

function namesOf(parts: ProgramParts, layout: LayoutName, { stride, cells }: Period): BlockNames {
  const { layouts } = parts.module;
  const each = sizeOf(layouts, layout);
  if (each > 0 && stride > each && stride % each === 0)
    return {
      name: nameOf(layout, layouts.get(layout)),
      suffixes: cells.map(
        ({ delta, bytes }) => suffixAt(layouts, layout, { offset: delta % each, bytes }).text,
      ),
      each,
    };
  return {
    name: nameOf(layout, layouts.get(layout)),
    suffixes: cells.map(({ delta, bytes }) => suffixAt(layouts, layout, { offset: delta, bytes }).text),
  };
}
