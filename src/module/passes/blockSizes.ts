// The sizes of blocks that the library asks for, as `realloc` does. Where all blocks that an address may mean have one size, it is that.
// Else registers note the address and the size of each block where it is allocated, and the address is compared with them.

import { hasInstruction, mapInstructions, wrapped } from '../body.js';
import { blockOf, graphOf } from '../graph.js';
import type { Instruction, InstructionOf } from '../instruction.js';
import { set } from '../make.js';
import type { Body, Module } from '../module.js';
import {
  compare,
  constant,
  type Register,
  register,
  select,
  symbol,
  typeOf,
  unary,
  type Value,
} from '../value.js';
import { PointsTo } from './points/solve.js';
import { refuse } from './settle/context.js';
import { settleThreads } from './settle/index.js';

type Asking = InstructionOf<'intrinsic'> & { readonly result: Register };

const asksSize = (i: Instruction): i is Asking =>
  i.kind === 'intrinsic' && i.name === 'block_size' && i.result !== undefined;

export function knownBlockSizes(module: Module): Module {
  if (!module.threads.some(({ body }) => hasInstruction(body, asksSize))) return module;
  const points = new PointsTo(module);
  const threads = module.threads.map((thread, k) => {
    if (!hasInstruction(thread.body, asksSize)) return thread;
    return { ...thread, body: new Answers(points, k, thread.body).body() };
  });
  return settleThreads({ ...module, threads });
}

/** The registers that note a block: its address, 0 before it is allocated, and its size. */
interface Note {
  readonly address: Register;
  readonly bytes: Register;
}

class Answers {
  readonly #points: PointsTo;
  readonly #thread: number;
  readonly #body: Body;
  readonly #notes = new Map<Instruction, Note>();

  constructor(points: PointsTo, thread: number, body: Body) {
    this.#points = points;
    this.#thread = thread;
    this.#body = body;
  }

  body(): Body {
    const answered = mapInstructions(this.#body, (i) => (asksSize(i) ? this.#answer(i) : i));
    if (this.#notes.size === 0) return answered;
    return wrapped(
      mapInstructions(answered, (i) => this.#noting(i)),
      this.#first(),
    );
  }

  #answer(i: Asking): Instruction {
    const [address] = i.args;
    if (address === undefined) return i;
    return set(i.result, this.#sizeAt(address, i), i);
  }

  #sizeAt(address: Value, { at }: Asking): Value {
    const { objects } = this.#points;
    const found = [...this.#points.of(this.#thread, address).values()].flatMap(
      ({ object }) => objects.byName.get(object) ?? [],
    );
    const [first] = found;
    if (first?.size !== undefined && found.every(({ size }) => size === first.size))
      return constant(first.size, 'i64');
    return found.reduce<Value>(
      (rest, object) => {
        if (object.kind === 'global')
          return select(compare('eq', address, symbol(object.name)), constant(object.size, 'i64'), rest);
        if (object.thread !== this.#thread || this.#isRepeated(object.site))
          refuse(
            'realloc of blocks of several sizes that another thread or a loop without a known end allocates',
            at,
          );
        const note = this.#noteOf(object.site);
        return select(compare('eq', address, note.address), note.bytes, rest);
      },
      constant(0, 'i64'),
    );
  }

  #isRepeated(site: Instruction): boolean {
    const { loops } = graphOf(this.#body);
    return [...loops.values()].some((loop) =>
      [...loop].some((label) => blockOf(this.#body, label).instructions.includes(site)),
    );
  }

  #noteOf(site: Instruction): Note {
    const n = this.#notes.size;
    const note = this.#notes.get(site) ?? {
      address: register(`block~${n}`, 'ptr'),
      bytes: register(`bytes~${n}`, 'i64'),
    };
    this.#notes.set(site, note);
    return note;
  }

  #first(): Instruction[] {
    return [...this.#notes.values()].flatMap(({ address, bytes }): Instruction[] => [
      set(address, constant(0, 'ptr')),
      set(bytes, constant(0, 'i64')),
    ]);
  }

  /** The size is noted first: the allocation may set a register that it is computed from. */
  #noting(i: Instruction): Instruction[] {
    const note = this.#notes.get(i);
    if (note === undefined || i.kind !== 'intrinsic' || i.result === undefined) return [i];
    const [size] = i.args;
    const bytes = size === undefined || typeOf(size) === 'i64' ? size : unary('zext', 'i64', size);
    return [set(note.bytes, bytes ?? constant(0, 'i64'), i), i, set(note.address, i.result, i)];
  }
}
