// The shared memory of the plain machine: cells with their last writer, and the blocks of every thread's heap.

import { initialWrite } from '../../execution/execution.js';
import { afterBlock, type BlockShape, blockCells, bytesOf, type noBits } from '../../program/cells.js';
import type { Address, ThreadId } from '../../program/identity.js';
import type { Integer, Width } from '../../program/integer.js';
import { heapBase, type Layout, threadHeap } from '../../program/layout.js';
import { bug } from '../../support/diagnostic.js';
import { stored } from '../bytecode/opcodes.js';

export interface Cell {
  readonly value: Integer;
  /** The event that wrote it. */
  readonly writer: number;
  readonly state: CellState;
}

export type CellState = 'ok' | 'uninitialised' | 'freed' | 'destroyed';

/** The state of a cell after a store: one of `stored`. */
const left = new Map<number, CellState>([
  [stored.value, 'ok'],
  [stored.begins, 'uninitialised'],
  [stored.empties, 'uninitialised'],
  [stored.ends, 'freed'],
  [stored.destroys, 'destroyed'],
]);
export const stateLeft = (by: number): CellState => left.get(by) ?? bug(`no store leaves ${by}`);

/** Whether it is part of an object, and holds no value. */
export const holdsNothing = ({ state }: Pick<Cell, 'state'>): boolean =>
  state === 'uninitialised' || state === 'destroyed';

interface Block {
  readonly base: number;
  readonly size: number;
  /** Offsets of its cells. */
  readonly cells: readonly number[];
  readonly zeroed: boolean;
  readonly freed: boolean;
}

export class Memory {
  readonly #cells: Map<number, Cell>;
  readonly #blocks: Map<number, Block>;
  readonly #widths: Map<number, Width | typeof noBits>;
  /** Next free address of each thread's heap. */
  readonly #heaps: number[];
  readonly #stride: number;

  private constructor(
    cells: Map<number, Cell>,
    blocks: Map<number, Block>,
    heaps: number[],
    stride: number,
    widths: Map<number, Width | typeof noBits>,
  ) {
    this.#stride = stride;
    this.#widths = widths;
    this.#cells = cells;
    this.#blocks = blocks;
    this.#heaps = heaps;
  }

  static initial(layout: Layout, threads: number): Memory {
    const cells = new Map<number, Cell>();
    for (const [address, value] of layout.initial)
      cells.set(address, {
        value,
        writer: initialWrite,
        state: layout.uninitialised.has(address) ? 'uninitialised' : 'ok',
      });
    return new Memory(
      cells,
      new Map(),
      Array.from({ length: threads }, (_, t) => threadHeap(layout, t)),
      layout.heapStride,
      new Map(layout.widths),
    );
  }

  clone(): Memory {
    return new Memory(
      new Map(this.#cells),
      new Map(this.#blocks),
      [...this.#heaps],
      this.#stride,
      new Map(this.#widths),
    );
  }

  /** Every cell there is, with its value. */
  values(): Map<number, Integer> {
    return new Map(Array.from(this.#cells, ([address, { value }]) => [address, value]));
  }

  /** The cell, or undefined when no location and no block has this address. */
  cell(address: Address): Cell | undefined {
    return this.#cells.get(address);
  }

  /** Every cell there is. */
  cells(): ReadonlyMap<number, Cell> {
    return this.#cells;
  }

  put(address: Address, cell: Cell): void {
    this.#cells.set(address, cell);
  }

  /** The cell as it was before the first write to it. */
  initialCell(address: Address, { initial, uninitialised }: Layout): Cell {
    const value = initial.get(address);
    if (value !== undefined)
      return {
        value,
        writer: initialWrite,
        state: uninitialised.has(address) ? 'uninitialised' : 'ok',
      };
    const blocks = [...this.#blocks.values()];
    const block = blocks.find(({ base, size }) => base <= address && address < base + size);
    return { value: 0, writer: initialWrite, state: block?.zeroed === true ? 'ok' : 'uninitialised' };
  }

  write(address: Address, value: Integer, writer: number, state: Cell['state'] = 'ok'): void {
    this.#cells.set(address, { value, writer, state });
  }

  /** The address of a fresh block; undefined when the thread's heap is exhausted. Every block has a cell at least, and a guard cell after it. */
  alloc(thread: ThreadId, wanted: number, zeroed: boolean, shape?: BlockShape): number | undefined {
    const base = this.#heaps[thread];
    const size = Math.max(wanted, 1);
    const next = afterBlock(base, size, shape);
    if (wanted < 0 || next > heapBase + (thread + 1) * this.#stride) return undefined;
    this.#heaps[thread] = next;
    const shapes = shape === undefined ? undefined : blockCells(shape, wanted);
    const cells = shapes?.map(({ offset }) => offset) ?? Array.from({ length: size }, (_, i) => i);
    this.#blocks.set(base, { base, size, cells, zeroed, freed: false });
    for (const offset of cells)
      this.#cells.set(base + offset, {
        value: 0,
        writer: initialWrite,
        state: zeroed ? 'ok' : 'uninitialised',
      });
    for (const { offset, width } of shapes ?? []) this.#widths.set(base + offset, width);
    return base;
  }

  /** The width of the cell at the address, if it has one. */
  width(address: Address): Width | typeof noBits | undefined {
    return this.#widths.get(address);
  }

  /** Whether the address lies inside a cell. */
  isInside(address: Address): boolean {
    for (let back = 0; back < 8; back++) {
      const width = this.#widths.get(address - back);
      if (width !== undefined && back < bytesOf(width)) return true;
    }
    return false;
  }

  /** The cells of the block that starts at `address`, and whether it was freed before; undefined if none starts there. */
  block(address: Address): { readonly cells: number[]; readonly freed: boolean } | undefined {
    const block = this.#blocks.get(address);
    if (block === undefined) return undefined;
    return { cells: block.cells.map((offset) => address + offset), freed: block.freed };
  }

  free(address: Address, writer: number): void {
    const block = this.#blocks.get(address);
    if (block === undefined) return;
    this.#blocks.set(address, { ...block, freed: true });
    for (const offset of block.cells) this.#cells.set(address + offset, { value: 0, writer, state: 'freed' });
  }
}
