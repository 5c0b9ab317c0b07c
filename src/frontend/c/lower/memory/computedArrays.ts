// Arrays of computed length are blocks that end like locals: with the scope of their declaration, or when control reaches it
// again. Only small arrays end, and only if their address is kept somewhere. Blocks of alloca end with their function. Of the
// blocks that a loop gets by alloca, the last ones end.

import type { BlockShape } from '../../../../program/cells.js';
import { constant, type Expr, register, widthOf } from '../../../../program/expression.js';
import type { SourceSpan, Statement } from '../../../../program/statement.js';
import type { FunctionSymbol, Value, Variable } from '../../typed.js';
import { foldBinary, zero } from '../fold.js';
import type { Frame } from '../frame.js';
import { visitStatement } from '../scan.js';
import { further } from './scalars.js';

/** The most cells that end: of an array with a length known before the program runs, and of any other. */
const mostCells = 256;
const mostOfUnknown = 16;

/** Blocks that a loop gets by alloca and that end, as far as they are small. */
const mostInLoop = 8;

/**
 * The registers of a block. `target` holds its address, or 0 if there is no block. `bytes` holds its size, if that is not known
 * before the program runs.
 */
interface EndingBlock {
  readonly target: string;
  readonly bytes: string;
}

/**
 * Begins the block that the register `target` points to next. Its objects lie `before` bytes behind that address. The block
 * ends with the scope, or with the scope of the given depth.
 */
export function endWithScope(
  { emitter }: Frame,
  target: string,
  before: number,
  size: Expr,
  shape: BlockShape,
  at: SourceSpan,
  depth?: number,
): void {
  if (emitter.inAtomic) return;
  const isKnown = size.kind === 'const';
  const offsets = isKnown
    ? offsetsIn(shape, Number(size.value), mostCells)
    : offsetsIn(shape, shape.size + (shape.tail?.stride ?? 0) * mostOfUnknown, mostCells)?.slice(
        0,
        mostOfUnknown,
      );
  if (offsets === undefined) return;
  const width = widthOf(size);
  const newest: EndingBlock = { target, bytes: emitter.temporary(width) };
  const ending = ({ target, bytes }: EndingBlock, from: SourceSpan): Statement => {
    const ends = (offset: number): Statement => ({
      kind: 'store',
      address: further(register(target), before + offset),
      value: zero,
      lifetime: 'ends',
      at: from,
    });
    const endsIfThere = (offset: number): Statement => ({
      kind: 'if',
      condition: foldBinary('>u', register(bytes, width), constant(offset, width)),
      whenTrue: [ends(offset)],
      whenFalse: [],
      at: from,
    });
    return {
      kind: 'if',
      condition: register(target),
      whenTrue: [
        ...offsets.map(isKnown ? ends : endsIfThere),
        { kind: 'assign', target, value: constant(0), at: from },
      ],
      whenFalse: [],
      at: from,
    };
  };
  const blocks = [newest];
  if (emitter.inLoop && depth === undefined) emitter.emit(ending(newest, at));
  else if (emitter.inLoop) {
    const several = Math.max(1, Math.min(mostInLoop, Math.floor(mostCells / Math.max(1, offsets.length))));
    while (blocks.length < several)
      blocks.push({ target: emitter.temporary(), bytes: emitter.temporary(width) });
    for (let i = several - 1; i > 0; i--) {
      const [older, newer] = [blocks[i], blocks[i - 1]];
      emitter.emit({ kind: 'assign', target: older.target, value: register(newer.target), at });
      if (!isKnown)
        emitter.emit({ kind: 'assign', target: older.bytes, value: register(newer.bytes, width), at });
    }
  }
  if (!isKnown) emitter.emit({ kind: 'assign', target: newest.bytes, value: size, at });
  emitter.endWithScope((from) => blocks.map((block) => ending(block, from)), depth);
}

/** Where the cells of the block are; undefined if they are too many. */
function offsetsIn(
  { cells, size, tail }: BlockShape,
  bytes: number,
  most: number,
): readonly number[] | undefined {
  const elements = tail === undefined ? 0 : Math.floor((bytes - size) / tail.stride);
  if (cells.length + elements * (tail?.cells.length ?? 0) > most) return undefined;
  const [first, others] = [cells, tail?.cells ?? []].map((list) => list.map(({ offset }) => offset));
  const starts = Array.from({ length: elements }, (_, i) => size + i * (tail?.stride ?? 0));
  return [...first, ...starts.flatMap((start) => others.map((offset) => start + offset))];
}

const keeping = new WeakMap<Variable, boolean>();

/** Whether the address of the array goes anywhere, rather than only into what stands before an index. */
export function isKept(symbol: FunctionSymbol, array: Variable): boolean {
  const known = keeping.get(array);
  if (known !== undefined) return known;
  let [uses, accesses] = [0, 0];
  for (const statement of symbol.definition?.body ?? [])
    visitStatement(statement, {
      variable: (variable) => {
        if (variable === array) uses++;
      },
      place: (place) => {
        if (place.kind === 'deref' && isElement(place.pointer, array)) accesses++;
      },
    });
  keeping.set(array, uses > accesses);
  return uses > accesses;
}

function isElement(pointer: Value, array: Variable): boolean {
  if (pointer.kind === 'offset') return isElement(pointer.pointer, array);
  return pointer.kind === 'load' && pointer.place.kind === 'variable' && pointer.place.variable === array;
}
