// Names of heap blocks, by the type they hold. An execution says which blocks were allocated, and in which
// statements. Without an execution, the program says it as far as possible. A thread allocates blocks one after the
// other, so the names of unconditional allocations are known. The rest are known where all have one type.

import { afterBlock, type BlockShape } from './cells.js';
import type { ThreadId } from './identity.js';
import { toNumber } from './integer.js';
import { layOut, threadHeap } from './layout.js';
import type { Program } from './program.js';
import {
  type BlockNames,
  forEachStatement,
  type SourceSpan,
  type Statement,
  type StatementOf,
} from './statement.js';

/** A block that an execution took. */
export interface TakenBlock {
  readonly thread: ThreadId;
  readonly address: number;
  readonly size: number;
  readonly at?: SourceSpan;
}

/** A block with its name, which is that of a pointer to it. */
export interface NamedBlock {
  readonly label: string;
  readonly address: number;
  readonly size: number;
  readonly shape?: BlockShape;
  readonly holds?: BlockNames;
}

/** Blocks that are named at most, per thread, if no execution says how many there are. */
const mostBlocks = 256;

const known = new WeakMap<Program, readonly NamedBlock[]>();

/** The blocks that an execution took, or those that every execution takes. */
export function heapBlocks(program: Program, taken?: readonly TakenBlock[]): readonly NamedBlock[] {
  if (taken !== undefined) return takenBlocks(program, taken);
  const blocks = known.get(program) ?? program.threads.flatMap((_, t) => certainBlocks(program, t));
  known.set(program, blocks);
  return blocks;
}

/** Names blocks of a thread in the order in which they are taken: `node`, `node#2`, in other threads than the first `node@worker`. */
class Labels {
  readonly #counts = new Map<string, number>();
  readonly #where: string;

  constructor(program: Program, thread: ThreadId) {
    this.#where = thread === 0 ? '' : `@${program.threads[thread]?.name ?? thread}`;
  }

  next(name: string): string {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    return `${name}${count === 1 ? '' : `#${count}`}${this.#where}`;
  }
}

type Alloc = StatementOf<'alloc'>;

const sites = new WeakMap<Program, readonly ReadonlyMap<string, readonly Alloc[]>[]>();

const siteKey = (at: SourceSpan | undefined): string =>
  at === undefined ? '' : `${at.file ?? ''}:${at.line}:${at.column}`;

/** The allocations of each thread by their places. */
function sitesOf(program: Program): readonly ReadonlyMap<string, readonly Alloc[]>[] {
  const found =
    sites.get(program) ??
    program.threads.map(({ body }) => {
      const byPlace = new Map<string, Alloc[]>();
      forEachStatement(body, (s) => {
        if (s.kind !== 'alloc') return;
        const key = siteKey(s.at);
        byPlace.set(key, [...(byPlace.get(key) ?? []), s]);
      });
      return byPlace;
    });
  sites.set(program, found);
  return found;
}

function takenBlocks(program: Program, taken: readonly TakenBlock[]): NamedBlock[] {
  const labels = program.threads.map((_, t) => new Labels(program, t));
  return taken.flatMap(({ thread, address, size, at }) => {
    const allocs = sitesOf(program)[thread]?.get(siteKey(at)) ?? [];
    // a litmus test says of no block what it holds
    if (allocs.every(({ shape }) => shape === undefined)) return [];
    const alloc = kindOf(allocs, size);
    const label = labels[thread]?.next(alloc?.holds?.name ?? 'block') ?? 'block';
    return { label, address, size, ...alloc };
  });
}

/**
 * The kind of block allocated at a place. A function that allocates for its callers may allocate different kinds
 * there.
 */
function kindOf(allocs: readonly Alloc[], size: number): Pick<Alloc, 'shape' | 'holds'> | undefined {
  const fitting = allocs.filter((a) => a.size.kind !== 'const' || toNumber(a.size.value) === size);
  const [first, ...rest] = fitting;
  if (first === undefined || rest.some(({ holds }) => holds?.name !== first.holds?.name)) return undefined;
  const { shape, holds } = first;
  return { ...(shape === undefined ? {} : { shape }), ...(holds === undefined ? {} : { holds }) };
}

function certainBlocks(program: Program, thread: ThreadId): NamedBlock[] {
  const labels = new Labels(program, thread);
  const blocks: NamedBlock[] = [];
  let top = threadHeap(layOut(program), thread);
  const place = ({ size, shape, holds }: SizedBlock): void => {
    blocks.push({ label: labels.next(holds.name), address: top, size, shape, holds });
    top = afterBlock(top, size, shape);
  };
  const { certain, others } = allocations(program.threads[thread].body);
  for (const block of certain.map(blockOf)) {
    if (block === undefined) return blocks;
    place(block);
  }
  const [first, ...rest] = others.map(blockOf);
  if (first === undefined || rest.some((block) => block === undefined || !alike(block, first))) return blocks;
  for (let i = 0; i < mostBlocks; i++) place(first);
  return blocks;
}

/** A block of known size that holds objects of one type. */
interface SizedBlock {
  readonly size: number;
  readonly shape: BlockShape;
  readonly holds: BlockNames;
}

/** Those that every run comes to, in order, and all that come after the first that may be left out or repeated. */
function allocations(body: readonly Statement[]): {
  readonly certain: readonly Alloc[];
  readonly others: readonly Alloc[];
} {
  const certain: Alloc[] = [];
  const others: Alloc[] = [];
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

function blockOf({ size, shape, holds }: Alloc): SizedBlock | undefined {
  if (size.kind !== 'const' || shape === undefined || holds === undefined) return undefined;
  return { size: toNumber(size.value), shape, holds };
}

const alike = (a: SizedBlock, b: SizedBlock): boolean => a.size === b.size && a.holds.name === b.holds.name;
