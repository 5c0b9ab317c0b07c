// Alloc and free. Blocks come one after the other from the thread's own heap, with a guard cell between them, as
// program/layout.ts says; the address of a block depends only on the path to it.

import { type BlockShape, blockAlignment, blockCells, bytesOf, noBits } from '../../program/cells.js';
import { type Integer, toNumber, type Width } from '../../program/integer.js';
import { type Layout, threadHeap } from '../../program/layout.js';
import type { StatementOf } from '../../program/statement.js';
import { bug, InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import type { Building } from './building.js';
import type { Path } from './path.js';
import type { Term, Terms } from './term.js';
import type { ThreadUnroller } from './thread.js';
import type { Alloc } from './unrolled.js';
import { highOf, lowOf, type ValueSet } from './valueSet.js';
import { valueSets } from './valueSets.js';

/** The register that holds the address of the thread's next block. No program can use this name. */
export const heapPointer = '\0heap';

/** The largest block that may be freed, in cells: a free is one write for each cell. */
const maxFreedCells = 256;

/** The largest number of addresses in a block. */
const mostAddresses = 0x8000;

export function unrollAlloc(unroller: ThreadUnroller, s: StatementOf<'alloc'>, path: Path): void {
  const { building, thread } = unroller;
  const { terms, layout } = building;
  const size = unroller.value(path, s.size);
  const base = path.registers.get(heapPointer) ?? bug('a thread without a heap');
  const cells = terms.ite(terms.binary('<', size, terms.yes), terms.yes, size);
  const next = afterTerm(terms, terms.binary('+', base, cells), s.shape);
  const end = terms.constant(threadHeap(layout, thread) + layout.heapStride);
  const noRoom = terms.or(
    terms.binary('<', size, terms.no),
    // A separate test, because adding a huge size wraps around.
    terms.binary('>', cells, terms.constant(layout.heapStride)),
    terms.binary('>', next, end),
  );
  unroller.find(path, 'out-of-memory', noRoom, s.at, {
    before: 'no room for a block of ',
    value: size,
    after: ' cells',
  });
  building.allocs.push({
    thread,
    guard: unroller.executed(path),
    base,
    size: cells,
    asked: s.shape === undefined ? cells : size,
    zeroed: s.zeroed,
    event: building.events.length,
    ...present({ at: s.at, shape: s.shape }),
  });
  path.registers.set(heapPointer, next);
  path.registers.set(s.target, base);
}

/** The end of a block, in the terms of `afterBlock`. */
function afterTerm(terms: Terms, end: Term, shape: BlockShape | undefined): Term {
  if (shape === undefined) return terms.binary('+', end, terms.yes);
  const beyond = terms.binary('+', end, terms.constant(blockAlignment));
  return terms.binary('&', beyond, terms.constant(-blockAlignment));
}

/** The number of addresses in a block of at most this size. No block is larger than the heap. */
export function largestBlock({ heapStride }: Layout, size: Integer): number {
  const most = size > heapStride ? heapStride + 1 : toNumber(size);
  if (most > mostAddresses)
    throw new InputError({
      code: 'unbounded-block',
      message: `a block may have ${most} bytes; the symbolic engine supports ${mostAddresses}`,
    });
  return most;
}

/** A cell that a block may have. The block has it if it contains the address `last` and does not contain `without`. */
interface PossibleCell {
  readonly offset: number;
  readonly last?: number;
  readonly without?: number;
  readonly width?: Width | typeof noBits;
}

/** The cells that blocks of these sizes can have. */
export function cellsWithin(
  layout: Layout,
  { shape }: Pick<Alloc, 'shape'>,
  sizes: ValueSet,
): readonly PossibleCell[] {
  const most = largestBlock(layout, highOf(sizes));
  if (shape === undefined) return Array.from({ length: most }, (_, i) => ({ offset: i, last: i }));
  const cells: PossibleCell[] = blockCells(shape, most).flatMap(({ offset, width }) =>
    width === noBits ? [] : [{ offset, last: offset + bytesOf(width) - 1, width }],
  );
  const first = cells.find(({ offset }) => offset === 0)?.last;
  // A block without a cell at its start has one without bits there, to be freed by.
  if (first === undefined) return [{ offset: 0, width: noBits }, ...cells];
  if (lowOf(sizes) <= first) cells.push({ offset: 0, without: first, width: noBits });
  return cells;
}

/** free(0) is no event. A second free of a block is an event, and a finding. */
export function unrollFree(unroller: ThreadUnroller, s: StatementOf<'free'>, path: Path): void {
  const { building, thread } = unroller;
  const { terms } = building;
  const address = unroller.value(path, s.address);
  const something = terms.not(terms.equal(address, terms.no));
  const block = building.fact({ kind: 'block', address, thread, allocs: building.allocs.length });
  const named = { value: address, named: true, before: 'free of ' };
  unroller.find(path, 'invalid-free', terms.and(something, terms.not(block)), s.at, {
    ...named,
    after: ', where no block starts',
  });
  const guard = terms.and(unroller.executed(path), something);
  if (guard === terms.no) return;
  const event = building.addEvent(thread, 'free', guard, s.at, { other: address });
  const again = building.fact({ kind: 'double-free', event });
  const message = { ...named, after: ', which was freed before' };
  unroller.storeStops(terms.and(guard, again), 'double-free', s.at, message, event);
}

/** Once all blocks are known: a free writes every cell of the block whose address it is given. */
export function addFreedCells(building: Building): void {
  const { terms, events, allocs } = building;
  const sets = valueSets(terms);
  const mayEqual = (a: Term, b: Term): boolean => terms.equal(a, b) !== terms.no;
  for (const event of events) {
    const { kind, other } = event;
    if (kind !== 'free' || other === undefined) continue;
    for (const alloc of allocs) {
      if (!mayEqual(other, alloc.base)) continue;
      const cells = cellsWithin(building.layout, alloc, sets[alloc.asked.id]);
      if (cells.length > maxFreedCells)
        throw new InputError({
          code: 'unbounded-block',
          message: `a block that is freed may have ${cells.length} cells; the symbolic engine supports ${maxFreedCells}`,
          ...(event.at === undefined ? {} : { line: event.at.line, column: event.at.column }),
        });
      const freed = terms.and(event.guard, alloc.guard, terms.equal(other, alloc.base));
      const has = (address: number): Term => terms.binary('<', terms.constant(address), alloc.asked);
      for (const { offset, last, without } of cells) {
        const fits = last === undefined ? terms.yes : has(last);
        const guard = terms.and(freed, fits, without === undefined ? terms.yes : terms.not(has(without)));
        const address = terms.binary('+', alloc.base, terms.constant(offset));
        if (guard !== terms.no) building.addWrite(event.id, { guard, address }, terms.no);
      }
    }
  }
}
