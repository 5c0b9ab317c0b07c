// A body while constants are propagated through it: the contexts in which its blocks are run, the known values in each, and the calls
// in it, which are bodies of their own.

import { sameValue } from '../../fold.js';
import { blockOf, type Graph, graphOf } from '../../graph.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import { liveness } from '../../liveness.js';
import type { Block } from '../../module.js';
import { isKnown, type Register, undef, type Value } from '../../value.js';
import { converted } from './converted.js';
import type { Memory } from './memory.js';
import type { CallNames, Names } from './names.js';

/** The known values at a point. */
export interface State {
  /** By the names that registers have in the body. */
  readonly registers: Map<string, Value>;
  memory: Memory;
}

export const copyOf = ({ registers, memory }: State): State => ({
  registers: new Map(registers),
  memory: memory.copy(),
});

/** Rounds of the loops around, by header. */
export type Context = ReadonlyMap<string, number>;
export const noContext: Context = new Map();

export interface Node {
  readonly label: string;
  readonly context: Context;
  readonly state: State;
  /** The run of the block with this state. */
  ran?: Ran;
}

export interface Ran {
  /** The block up to each call that was inlined. */
  readonly calls: readonly Inlined[];
  /** The rest of the block after them; the whole block if there are none. */
  readonly rest: Block;
  readonly state: State;
  /** The memory where the block starts threads. */
  readonly starts: ReadonlyMap<number, Memory>;
}

/** A block that starts no thread. */
export const noStarts: Ran['starts'] = new Map();

export interface Inlined {
  readonly before: readonly Instruction[];
  readonly call: InstructionOf<'call'>;
  readonly frame: CallFrame;
}

/** The results of a call, as far as they are known, and the memory after it. */
export interface Returned {
  readonly results: readonly (Value | undefined)[];
  readonly memory: Memory;
}

/** The results of a call that returns these values, as far as they are known. */
export const knownResults = (
  results: readonly Register[],
  returned: readonly (readonly Value[])[],
  memory: Memory,
): (Value | undefined)[] =>
  results.map((r, k) => {
    const [first, ...others] = returned.map((values) => converted(values[k] ?? undef(r.type), r.type));
    if (first !== undefined && isKnown(first) && others.every((other) => sameValue(other, first)))
      return first;
    for (const value of [first, ...others]) if (value !== undefined) memory.lose(value);
    return undefined;
  });

export const keyOf = (label: string, context: Context): string =>
  context.size === 0 ? label : `${label}#${[...context.values()].join('.')}`;

/** The decisions about loops, by header: kept from one pass over a thread to the next. */
export interface Loops {
  /** Not to be written out any more. */
  readonly kept: Set<string>;
  /** Not to be written out before more is known. */
  readonly undecided: Set<string>;
  /** To be written out up to the bound even without a known end, since they start threads. */
  readonly forced: Set<string>;
  /** The blocks that decide whether the round of such a loop is the last one (lastRound.ts), with the loop's header. */
  readonly last: Map<string, { readonly header: string; readonly isLast: Register }>;
}

/** Thrown to begin again without a loop or a recursion that is too large. */
export class TooLarge extends Error {}

/** A body that is run: a thread's, or that of a call. */
export class Frame {
  readonly names: Names;
  readonly graph: Graph;
  readonly live: (label: string) => ReadonlySet<string>;
  readonly nodes = new Map<string, Node>();
  /** Loops that are not written out: they would be too large. */
  readonly kept: Set<string>;
  /** The same, because no round decides an exit. That may change when more is known. */
  readonly undecided: Set<string>;
  /** Loops that turned out to be undecided in this run. */
  readonly refused = new Set<string>();
  counting: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  work: InOrder;
  readonly #calls = new Map<string, CallFrame>();

  constructor(names: Names, { kept, undecided }: Pick<Loops, 'kept' | 'undecided'>) {
    this.names = names;
    this.kept = kept;
    this.undecided = undecided;
    this.graph = graphOf(names.body);
    const live = liveness(names.body);
    this.live = names.extra.size === 0 ? live : (label) => new Set([...live(label), ...names.extra]);
    this.work = new InOrder(this.graph.position);
  }

  /** The frame of a call; the same one when the block is run again. */
  callAt(key: string, make: () => CallFrame): CallFrame {
    const frame = this.#calls.get(key) ?? make();
    this.#calls.set(key, frame);
    return frame;
  }

  get calls(): Iterable<CallFrame> {
    return this.#calls.values();
  }

  clear(): void {
    this.nodes.clear();
    this.refused.clear();
    this.work = new InOrder(this.graph.position);
    for (const frame of this.calls) frame.clear();
  }
}

export class CallFrame extends Frame {
  declare readonly names: CallNames;

  constructor(names: CallNames) {
    super(names, { kept: new Set(), undecided: new Set() });
  }
}

/** Work on blocks, those first that stand before the others: but for loops, a block waits for all that lead to it. */
class InOrder {
  readonly #position: ReadonlyMap<string, number>;
  readonly #waiting: Set<string>[];
  #first = 0;

  constructor(position: ReadonlyMap<string, number>) {
    this.#position = position;
    this.#waiting = Array.from(position, () => new Set());
  }

  add(label: string, key: string): void {
    const position = this.#position.get(label) ?? 0;
    this.#waiting[position]?.add(key);
    this.#first = Math.min(this.#first, position);
  }

  next(): string | undefined {
    for (; this.#first < this.#waiting.length; this.#first++)
      for (const key of this.#waiting[this.#first] ?? []) {
        this.#waiting[this.#first]?.delete(key);
        return key;
      }
    return undefined;
  }
}

/** The memory where each thread is started. */
export function startsIn({ nodes }: Frame): ReadonlyMap<number, Memory> {
  const found = new Map<number, Memory>();
  for (const { ran } of nodes.values())
    for (const [thread, memory] of ran?.starts ?? noStarts) {
      const other = found.get(thread);
      if (other === undefined) found.set(thread, memory.copy());
      else other.join(memory);
    }
  return found;
}

/** The instructions of the blocks that were run. */
export function sizeOf({ nodes, names, calls }: Frame): number {
  let size = 0;
  for (const { label } of nodes.values()) size += blockOf(names.body, label).instructions.length + 1;
  for (const call of calls) size += sizeOf(call);
  return size;
}

/** How often a function stands around itself. */
export function recursionIn({ names, calls }: Frame): number {
  const within = names.within ?? [];
  let deepest = within.filter((name) => name === within.at(-1)).length - 1;
  for (const call of calls) deepest = Math.max(deepest, recursionIn(call));
  return deepest;
}

export function isSame(frame: Frame, { label, state }: Node, other: State): boolean {
  for (const name of frame.live(label)) {
    const [a, b] = [state.registers.get(name), other.registers.get(name)];
    if (a !== b && (a === undefined || b === undefined || !sameValue(a, b))) return false;
  }
  return state.memory.equals(other.memory);
}

/** Keeps of a state what another has too; whether something was lost. */
export function join({ registers, memory }: State, other: State, live: ReadonlySet<string>): boolean {
  let lost = memory.join(other.memory);
  for (const [name, value] of registers) {
    const there = other.registers.get(name);
    if (there !== undefined && sameValue(there, value)) continue;
    registers.delete(name);
    memory.lose(value);
    lost = true;
  }
  for (const [name, value] of other.registers)
    if (!registers.has(name) && live.has(name) && memory.lose(value)) lost = true;
  return lost;
}

interface Longest {
  readonly frame: Frame;
  readonly header: string;
  readonly round: number;
}

/** The loop that has gone round most often, also in a call. */
export function longestLoop(frame: Frame): Longest | undefined {
  let longest: Longest | undefined;
  const look = (inner: Frame): void => {
    for (const { context } of inner.nodes.values())
      for (const [header, round] of context)
        if (round > (longest?.round ?? 0)) longest = { frame: inner, header, round };
    for (const call of inner.calls) look(call);
  };
  look(frame);
  return longest;
}

/** The rounds of the loops around a block that follows another. */
export function nextContext({ counting, refused }: Frame, node: Node, to: string): Context {
  const loop = counting.get(to);
  if (loop === undefined && node.context.size === 0) return noContext;
  const context = new Map<string, number>();
  for (const [header, round] of node.context)
    if (counting.get(header)?.has(to) === true) context.set(header, round);
  if (loop === undefined) return context;
  const round = node.context.get(to);
  const again = refused.has(to) ? 0 : 1;
  context.set(to, round !== undefined && loop.has(node.label) ? round + again : 0);
  return context;
}
