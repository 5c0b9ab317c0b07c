// What blocks of the heap are called: by the type they hold, as far as it is known before the program runs which block is where.
// A thread takes blocks one after the other, so that is so for those that are allocated in any case, and for the rest where all are
// of one kind.

import { afterBlock, type BlockShape } from './cells.js';
import type { ThreadId } from './identity.js';
import { toNumber } from './integer.js';
import type { Program, Thread } from './program.js';
import { forEachStatement, type Statement, type StatementOf } from './statement.js';

/** A block of known size that holds objects of one type. */
interface Block {
  readonly size: number;
  readonly shape: BlockShape;
  readonly holds: NonNullable<StatementOf<'alloc'>['holds']>;
}

/** Blocks that are named at most, per thread. */
const mostBlocks = 256;

const known = new WeakMap<Program, readonly ReadonlyMap<number, string>[]>();

/** The name of the cell at an offset in the heap of a thread. */
export function heapName(program: Program, thread: ThreadId, offset: number): string | undefined {
  const names = known.get(program) ?? program.threads.map((t, i) => namesOf(t, i));
  known.set(program, names);
  return names[thread]?.get(offset);
}

function namesOf(thread: Thread, index: number): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const counts = new Map<string, number>();
  let top = 0;
  const place = (block: Block): void => {
    const count = (counts.get(block.holds.name) ?? 0) + 1;
    counts.set(block.holds.name, count);
    const where = index === 0 ? '' : `@${thread.name}`;
    const label = `${block.holds.name}${count === 1 ? '' : `#${count}`}${where}`;
    for (const [offset, name] of cellNames(block, label)) names.set(top + offset, name);
    top = afterBlock(top, block.size, block.shape);
  };
  const { certain, others } = allocations(thread.body);
  const blocks = certain.map(blockOf);
  for (const block of blocks) {
    if (block === undefined) return names;
    place(block);
  }
  const [first, ...rest] = others.map(blockOf);
  if (first === undefined || rest.some((block) => block === undefined || !alike(block, first))) return names;
  for (let i = 0; i < mostBlocks; i++) place(first);
  return names;
}

/** Those that every run comes to, in order, and all that come after the first that may be left out or repeated. */
function allocations(body: readonly Statement[]): {
  readonly certain: readonly StatementOf<'alloc'>[];
  readonly others: readonly StatementOf<'alloc'>[];
} {
  const certain: StatementOf<'alloc'>[] = [];
  const others: StatementOf<'alloc'>[] = [];
  let straight = true;
  const walk = (statements: readonly Statement[]): void => {
    for (const s of statements) {
      if (s.kind === 'alloc') (straight ? certain : others).push(s);
      else if (s.kind === 'block') walk(s.body);
      else if (s.kind === 'if' || s.kind === 'while')
        forEachStatement([s], (inner) => {
          if (inner.kind !== 'alloc') return;
          straight = false;
          others.push(inner);
        });
      else if (s.kind === 'break' || s.kind === 'continue') straight = false;
    }
  };
  walk(body);
  return { certain, others };
}

function blockOf({ size, shape, holds }: StatementOf<'alloc'>): Block | undefined {
  if (size.kind !== 'const' || shape?.tail === undefined || shape.size !== 0 || holds === undefined)
    return undefined;
  return { size: toNumber(size.value), shape, holds };
}

const alike = (a: Block, b: Block): boolean => a.size === b.size && a.holds.name === b.holds.name;

function* cellNames({ size, shape, holds }: Block, label: string): Generator<[number, string]> {
  const { stride = 1, cells = [] } = shape.tail ?? {};
  const count = Math.floor(size / stride);
  for (let i = 0; i < count; i++)
    for (const [c, { offset }] of cells.entries()) {
      const suffix = holds.suffixes[c] ?? '';
      const object = count > 1 ? `${label}[${i}]` : suffix === '' ? `*${label}` : label;
      yield [
        i * stride + offset,
        count === 1 && suffix.startsWith('.') ? `${object}->${suffix.slice(1)}` : `${object}${suffix}`,
      ];
    }
}
