// Constant propagation. A block is run once per context, with the known values of its registers, and takes the
// decided branches. A context counts the rounds of the loops that are being written out (counting.ts). So a loop with
// a known end becomes as many copies of its body, and objects created in it differ from round to round.
//
// Writing out is sound for every loop; only termination and size need care. It stops when a round decides none of the
// loop's exits, or when the body has become too large.

import { folded, sameValue, substitute } from '../../fold.js';
import { blockOf, entryOf, graphOf } from '../../graph.js';
import {
  type Instruction,
  mapEndValues,
  mapSuccessors,
  mapValues,
  originOf,
  resultsOf,
  successorsOf,
  type Terminator,
} from '../../instruction.js';
import { intrinsics } from '../../intrinsics.js';
import { liveness } from '../../liveness.js';
import type { Block, Body } from '../../module.js';
import { compare, isKnown, type Register, type Value } from '../../value.js';
import { cutArguments } from '../cuts.js';
import { Cells, isCell } from './cells.js';
import type { Settling } from './context.js';
import { countingLoops } from './counting.js';
import { settledIntrinsic } from './intrinsic.js';
import { withBlocks, withParts } from './unchanged.js';

type State = Map<string, Value>;
/** Rounds of the loops around, by header. */
type Context = ReadonlyMap<string, number>;

interface Node {
  readonly label: string;
  readonly context: Context;
  readonly state: State;
  /** The run of the block with this state. */
  ran?: Ran;
}

interface Ran {
  readonly block: Block;
  readonly state: State;
}

const keyOf = (label: string, context: Context): string =>
  context.size === 0 ? label : `${label}#${[...context.values()].join('.')}`;

/** The decisions about loops, by header: kept from one pass over a thread to the next. */
export interface Loops {
  /** Not to be written out any more. */
  readonly kept: Set<string>;
  /** To be written out up to the bound even without a known end, since they start threads. */
  readonly forced: Set<string>;
}

export function propagate(settling: Settling, thread: number, body: Body, { kept, forced }: Loops): Body {
  // A loop without a decided exit may get one when more is known.
  const open = new Set(kept);
  for (;;) {
    const result = new Propagation(settling, thread, body, open, forced).run();
    if (!('refused' in result)) return result;
    for (const header of result.refused) open.add(header);
    if (result.large) for (const header of result.refused) kept.add(header);
  }
}

/** Loops that must not be written out. */
interface Refused {
  readonly refused: Iterable<string>;
  /** They would be too large, not only undecided. */
  readonly large: boolean;
}

class Propagation {
  readonly #settling: Settling;
  readonly #thread: number;
  readonly #body: Body;
  readonly #counting: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #live: (label: string) => ReadonlySet<string>;
  readonly #forced: ReadonlySet<string>;
  readonly #nodes = new Map<string, Node>();
  readonly #cells: Cells;
  readonly #refused = new Set<string>();
  #size = 0;

  constructor(
    settling: Settling,
    thread: number,
    body: Body,
    kept: ReadonlySet<string>,
    forced: ReadonlySet<string>,
  ) {
    this.#settling = settling;
    this.#thread = thread;
    this.#body = body;
    this.#cells = new Cells(settling, thread);
    const graph = graphOf(body);
    const counting = countingLoops(settling, body, graph);
    this.#forced = forced;
    this.#counting = new Map([
      ...[...counting].filter(([header]) => !kept.has(header)),
      ...[...graph.loops].filter(([header]) => forced.has(header)),
    ]);
    this.#live = liveness(body);
  }

  run(): Body | Refused {
    const entry: Node = { label: entryOf(this.#body), context: new Map(), state: new Map() };
    this.#nodes.set(entry.label, entry);
    const work = new InOrder(graphOf(this.#body).position);
    work.add(entry.label, entry.label);
    for (let key = work.next(); key !== undefined; key = work.next()) {
      const node = this.#nodes.get(key);
      if (node === undefined) continue;
      const { block, state } = this.#ran(node);
      for (const to of new Set(successorsOf(block.end))) {
        const context = this.#next(node, to);
        if (this.#isCut(to, context)) continue;
        const flowing = refined(state, block.end, to);
        if (this.#isEndless(node, to, context, flowing)) this.#refused.add(to);
        const next = this.#flow(to, this.#next(node, to), flowing);
        if (next !== undefined) work.add(to, next);
      }
      if (this.#size > this.#settling.options.mostInstructions) {
        const largest = this.#largest();
        if (largest !== undefined) return { refused: [largest], large: true };
      }
    }
    // All loops that are refused are found in one pass: from the round on that shows it they are loops again.
    if (this.#refused.size > 0) return { refused: this.#refused, large: false };
    return this.#result();
  }

  /** The body itself if nothing is new. */
  #result(): Body {
    const blocks = new Map<string, Block>();
    for (const [key, node] of this.#nodes) {
      const { block } = this.#ran(node);
      const end = mapSuccessors(block.end, (to) => {
        const context = this.#next(node, to);
        const there = keyOf(to, context);
        if (this.#isCut(to, context)) blocks.set(there, cutBlock);
        return there;
      });
      blocks.set(key, end === block.end ? block : { instructions: block.instructions, end });
    }
    return withBlocks(this.#body, blocks);
  }

  #next(node: Node, to: string): Context {
    const context = new Map<string, number>();
    for (const [header, round] of node.context)
      if (this.#counting.get(header)?.has(to) === true) context.set(header, round);
    const loop = this.#counting.get(to);
    if (loop === undefined) return context;
    const round = node.context.get(to);
    const again = this.#refused.has(to) ? 0 : 1;
    context.set(to, round !== undefined && loop.has(node.label) ? round + again : 0);
    return context;
  }

  /** Whether a loop that starts threads has gone round as often as it may. */
  #isCut(to: string, context: Context): boolean {
    return this.#forced.has(to) && (context.get(to) ?? 0) > this.#settling.options.depth;
  }

  /** Joins what is known where an edge leads; the node's key if that must run again. */
  #flow(label: string, context: Context, state: State): string | undefined {
    const key = keyOf(label, context);
    const node = this.#nodes.get(key);
    if (node === undefined) {
      const live = this.#live(label);
      const known = new Map([...state].filter(([name]) => live.has(name) || isCell(name)));
      this.#nodes.set(key, { label, context, state: known });
      this.#size += blockOf(this.#body, label).instructions.length + 1;
      return key;
    }
    let lost = false;
    for (const [name, value] of node.state) {
      const other = state.get(name);
      if (other === undefined || !sameValue(other, value)) {
        node.state.delete(name);
        lost = true;
      }
    }
    if (!lost) return undefined;
    delete node.ran;
    return key;
  }

  /** Whether a loop goes round with nothing changed, or although the round has decided none of its exits. */
  #isEndless(node: Node, to: string, context: Context, state: State): boolean {
    const round = context.get(to);
    const loop = this.#counting.get(to);
    if (loop === undefined || round === undefined || round < 1 || !loop.has(node.label)) return false;
    if (this.#forced.has(to)) return false;
    const last = this.#nodes.get(keyOf(to, new Map(context).set(to, round - 1)));
    if (last !== undefined && this.#isSame(last, state)) return true;
    if (round < 2) return false;
    for (const label of loop) {
      const { end } = blockOf(this.#body, label);
      if (end.kind === 'jump' || successorsOf(end).every((next) => loop.has(next))) continue;
      const here = [...node.context].filter(([header]) => this.#counting.get(header)?.has(label) === true);
      const there = this.#nodes.get(keyOf(label, new Map(here)));
      if (there !== undefined && this.#ran(there).block.end.kind === 'jump') return false;
    }
    return true;
  }

  #isSame({ label, state }: Node, other: State): boolean {
    for (const name of [...this.#live(label), ...[...state.keys()].filter(isCell)]) {
      const [a, b] = [state.get(name), other.get(name)];
      if (a !== b && (a === undefined || b === undefined || !sameValue(a, b))) return false;
    }
    return true;
  }

  /** The loop with most rounds. */
  #largest(): string | undefined {
    let [most, header]: [number, string | undefined] = [0, undefined];
    for (const { context } of this.#nodes.values())
      for (const [name, round] of context) if (round > most) [most, header] = [round, name];
    return header;
  }

  #ran(node: Node): Ran {
    node.ran ??= this.#runOf(node);
    return node.ran;
  }

  #runOf(node: Node): Ran {
    const state = new Map(node.state);
    const copies = new Map<string, Register>();
    const forget = (name: string): void => {
      copies.delete(name);
      for (const [to, from] of copies) if (from.name === name) copies.delete(to);
    };
    const leaf = (v: Value): Value => {
      if (v.kind === 'register') return state.get(v.name) ?? copies.get(v.name) ?? v;
      if (v.kind === 'symbol' && this.#settling.isThreadLocal(v.name))
        return { kind: 'symbol', name: this.#settling.ofThread(v.name, this.#thread) };
      return v;
    };
    const value = (v: Value): Value => substitute(v, leaf);
    const instructions: Instruction[] = [];
    const source = blockOf(this.#body, node.label);
    for (const original of source.instructions)
      for (const i of settledIntrinsic(this.#settling, this.#thread, mapValues(original, value))) {
        for (const { name } of resultsOf(i)) {
          forget(name);
          state.delete(name);
        }
        instructions.push(i);
        if (this.#settling.changed.forwards) instructions.push(...this.#cells.after(i, state));
        if (i.kind === 'set') {
          if (isKnown(i.value)) state.set(i.result.name, i.value);
          else if (i.value.kind === 'register' && i.value.name !== i.result.name)
            copies.set(i.result.name, i.value);
        }
        if (stops(i))
          return {
            block: withParts(source, instructions, source.end.kind === 'unreachable' ? source.end : stopped),
            state,
          };
      }
    return { block: withParts(source, instructions, decided(source.end, value)), state };
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

const stopped: Terminator = { kind: 'unreachable' };

const cutBlock: Block = {
  instructions: [
    {
      kind: 'intrinsic',
      name: 'cut',
      args: cutArguments(),
    },
  ],
  end: { kind: 'unreachable' },
};

/** Nothing after it runs. */
function stops(i: Instruction): boolean {
  if (i.kind !== 'intrinsic') return false;
  if (intrinsics[i.name].never === true) return true;
  const [condition] = i.args;
  const isFalse = condition?.kind === 'const' && condition.value === 0;
  return isFalse && (i.name === 'require' || i.name === 'assume');
}

const isFalse = (v: Value): boolean => v.kind === 'const' && v.value === 0;

function decided(end: Terminator, value: (v: Value) => Value): Terminator {
  const placed = originOf(end);
  switch (end.kind) {
    case 'branch': {
      const condition = value(end.condition);
      if (condition.kind === 'const')
        return { kind: 'jump', to: condition.value !== 0 ? end.whenTrue : end.whenFalse, ...placed };
      if (end.whenTrue === end.whenFalse) return { kind: 'jump', to: end.whenTrue, ...placed };
      return condition === end.condition ? end : { ...end, condition };
    }
    case 'switch': {
      const chosen = value(end.value);
      const isNone =
        isKnown(chosen) && end.cases.every((c) => isFalse(folded(compare('eq', chosen, c.value))));
      if (isNone) return { kind: 'jump', to: end.otherwise, ...placed };
      if (chosen.kind !== 'const') return chosen === end.value ? end : { ...end, value: chosen };
      const found = end.cases.find((c) => sameValue(c.value, chosen));
      return { kind: 'jump', to: found?.to ?? end.otherwise, ...placed };
    }
    default:
      return mapEndValues(end, value);
  }
}

/** The state refined by the branch that was taken. */
function refined(state: State, end: Terminator, to: string): State {
  if (end.kind !== 'branch' || end.condition.kind !== 'compare' || end.whenTrue === end.whenFalse)
    return state;
  const { op, left, right } = end.condition;
  const equal = (op === 'eq' && to === end.whenTrue) || (op === 'ne' && to === end.whenFalse);
  if (!equal || left.kind !== 'register' || !isKnown(right)) return state;
  return new Map(state).set(left.name, right);
}
