// Code that may run between any two events of a thread: handlers of signals, interrupts. `between(f)` begins such a region and
// `between_end` ends it; `between(0)` begins one in which nothing comes. At each event of the region the pass writes a copy of f's
// code. The code chooses itself whether something comes.
//
// f is asked in three ways, by its argument (diptych.h). At a point: whatever may come here comes, or not. Before a wait: f returns
// whether something that is still to come may end the wait, which is no deadlock then. At the end of a region that nothing
// interrupts any more: f cuts the execution where something could have come.
//
// f's code may contain regions itself: the handlers. Code may come in a handler, and in a handler that runs in a handler nothing comes.

import { bug } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import { instructionsIn, mapLeaves, oneBlock, returning } from '../../body.js';
import { statesBefore } from '../../flow.js';
import { blockOf, entryOf, graphOf } from '../../graph.js';
import { type Instruction, mapResults, mapSuccessors, type Placed } from '../../instruction.js';
import { branch, intrinsic, jump, set } from '../../make.js';
import type { Block, Body } from '../../module.js';
import { compare, constant, placeOf, type Register, register, symbol } from '../../value.js';
import { refuse, type Settling } from './context.js';
import { mentionedOnce, onCopies, withoutUnread } from './ownState.js';

/** The ways in which the function is asked, by their numbers in `diptych.h`. */
const asks = ['comes', 'waits', 'deeper'] as const;
type Ask = (typeof asks)[number];

/** The settled bodies of a function, each with its value as the only result; absent: it does nothing, or its value is 0. */
type Coming = Readonly<Partial<Record<Ask, Body>>>;

/** The function that a `between` names; undefined: none any more. */
function functionOf(i: Instruction): string | undefined {
  if (i.kind !== 'intrinsic') return undefined;
  const [f] = i.args;
  if (f?.kind === 'const') return undefined;
  const unknown = 'an unknown function that may run at any time is not supported';
  return placeOf(f)?.object ?? refuse(unknown, i.at);
}

const isBetween = (i: Instruction): boolean => i.kind === 'intrinsic' && i.name === 'between';
const isMark = (i: Instruction): boolean =>
  i.kind === 'intrinsic' && (i.name === 'between' || i.name === 'between_end');

/** The functions that may run somewhere in the body. */
export function comingIn(body: Body): ReadonlySet<string> {
  const found = instructionsIn(body).map((i) => (isBetween(i) ? functionOf(i) : undefined));
  return new Set(found.filter((f) => f !== undefined));
}

/** A body that is no thread of its own, and the thread that it runs in. */
export interface Apart {
  readonly thread: number;
  readonly body: Body;
}

/** The threads with the code that may come in them, which `settleApart` makes of calls. */
export function interrupted(
  settling: Settling,
  threads: readonly Body[],
  settleApart: (bodies: readonly Apart[]) => readonly Body[],
): readonly Body[] {
  const wanted = threads.flatMap((body, thread) => [...comingIn(body)].map((f) => ({ thread, f })));
  // The code of a handler in a handler has objects of its own.
  const kinds = ['comes', 'waits', 'deeper', 'comes'] as const;
  const bodies = settleApart(
    wanted.flatMap(({ thread, f }) => kinds.map((ask) => ({ thread, body: calling(f, ask) }))),
  );
  const keyOf = (thread: number, f: string): string => `${thread} ${f}`;
  const nested = wanted.flatMap(({ thread }, k) => {
    const [comes, waits, deeper, again] = bodies
      .slice(k * kinds.length, (k + 1) * kinds.length)
      .map((body) => (doesNothing(body) ? undefined : body));
    const inner = again && withComing(settling, again, () => present({ deeper }), none);
    const outer = comes && withComing(settling, comes, () => present({ comes: inner, waits }), none);
    return [outer, waits].map((body) => ({ thread, body: onCopies(settling, thread, body ?? nothing) }));
  });
  const codes = new Map<string, Coming>();
  const small = settleApart(nested).map((body) => (doesNothing(body) ? undefined : body));
  wanted.forEach(({ thread, f }, k) => {
    codes.set(keyOf(thread, f), present({ comes: small[2 * k], waits: small[2 * k + 1] }));
  });
  const all = withoutUnread(settling, [...threads, ...bodies]).slice(0, threads.length);
  const alone = mentionedOnce([...all, ...small.filter((body) => body !== undefined)]);
  return all.map((body, thread) => withComing(settling, body, (f) => codes.get(keyOf(thread, f)), alone));
}

const none: ReadonlySet<string> = new Set();

const nothing = oneBlock([], returning(constant(0, 'i32')));

/** A body that calls the function and returns its value. */
function calling(f: string, ask: Ask): Body {
  const result = register('coming', 'i32');
  const args = [constant(asks.indexOf(ask), 'i32')];
  const call: Instruction = { kind: 'call', results: [result], target: symbol(f), args, model: true };
  return oneBlock([call], returning(result));
}

/** Whether the body has no effect, and its value is 0. */
const doesNothing = ({ blocks }: Body): boolean =>
  [...blocks.values()].every(
    ({ instructions, end }) =>
      instructions.every((i) => i.kind === 'set' || i.kind === 'life' || isMark(i)) &&
      (end.kind !== 'return' || end.values.every((v) => v.kind === 'const' && v.value === 0)),
  );

const waits: ReadonlySet<string> = new Set(['join', 'take', 'await']);
const otherEvents: ReadonlySet<string> = new Set([
  'try_change',
  'give_back',
  'release',
  'leave',
  'assume',
  'any',
  'reads',
  'compare',
  'destroy',
  'atomic_begin',
  'exit_now',
  'end',
]);

const isWait = (i: Instruction): boolean => i.kind === 'intrinsic' && waits.has(i.name);

/**
 * Whether something that comes before the instruction can be told from something that comes after it. `alone`: the objects that only
 * this thread touches.
 */
function isEvent(settling: Settling, i: Instruction, alone: ReadonlySet<string>): boolean {
  switch (i.kind) {
    case 'load':
    case 'store': {
      const place = i.model === true && i.order !== 'seq_cst' ? placeOf(i.address) : undefined;
      if (place === undefined || settling.global(place.object)?.model !== true) return true;
      // The model touches its own objects plainly only where no other thread does.
      return i.order !== undefined && !alone.has(place.object);
    }
    case 'rmw':
    case 'cmpxchg':
    case 'fence':
    case 'copy':
    case 'fill':
    case 'start':
      return true;
    case 'intrinsic':
      return waits.has(i.name) || otherEvents.has(i.name);
    default:
      return false;
  }
}

interface State {
  /** The functions of the regions around, the innermost first. */
  readonly regions: readonly (string | undefined)[];
  /** Atomic sections that are open. */
  readonly sections: number;
}

function after(state: State, i: Instruction): State {
  if (i.kind !== 'intrinsic') return state;
  if (i.name === 'between') return { ...state, regions: [functionOf(i), ...state.regions] };
  if (i.name === 'between_end') return { ...state, regions: state.regions.slice(1) };
  if (i.name === 'atomic_begin') return { ...state, sections: state.sections + 1 };
  if (i.name === 'atomic_end') return { ...state, sections: Math.max(0, state.sections - 1) };
  return state;
}

/** The body with the code of the functions at each point of their regions. */
function withComing(
  settling: Settling,
  body: Body,
  codeOf: (f: string) => Coming | undefined,
  alone: ReadonlySet<string>,
): Body {
  const writing = new Writing(settling, codeOf, alone);
  const states = statesBefore<State>(
    body,
    { regions: [], sections: 0 },
    (label, before) => blockOf(body, label).instructions.reduce(after, before),
    (there) => there,
  );
  for (const label of graphOf(body).order) {
    const state = states.get(label);
    if (state !== undefined) writing.block(label, blockOf(body, label), state);
  }
  return { ...body, blocks: writing.blocks };
}

class Writing {
  readonly blocks = new Map<string, Block>();
  readonly #settling: Settling;
  readonly #codeOf: (f: string) => Coming | undefined;
  readonly #alone: ReadonlySet<string>;
  #label = '';
  #pending: Instruction[] = [];

  constructor(settling: Settling, codeOf: (f: string) => Coming | undefined, alone: ReadonlySet<string>) {
    this.#settling = settling;
    this.#codeOf = codeOf;
    this.#alone = alone;
  }

  block(label: string, { instructions, end }: Block, before: State): void {
    let state = before;
    this.#label = label;
    this.#pending = [];
    for (const i of instructions) {
      const next = after(state, i);
      const code = this.#codeIn(state);
      if (isMark(i)) {
        // A region in which nothing comes begins with a point.
        if (!isBetween(i)) this.#copy(code?.deeper, i);
        else if (next.regions[0] === undefined) this.#copy(code?.comes, i);
      } else {
        if (code !== undefined && isEvent(this.#settling, i, this.#alone)) this.#copy(code.comes, i);
        if (code?.waits !== undefined && isWait(i)) this.#wait(code.waits, i);
        else this.#pending.push(i);
      }
      state = next;
    }
    const code = this.#codeIn(state);
    if (code !== undefined && end.kind === 'return') this.#copy(code.comes, end);
    this.#close(end);
  }

  #codeIn({ regions, sections }: State): Coming | undefined {
    const [f] = regions;
    return f === undefined || sections > 0 ? undefined : this.#codeOf(f);
  }

  #close(end: Block['end']): void {
    this.blocks.set(this.#label, { instructions: this.#pending, end });
  }

  #open(label: string): void {
    this.#label = label;
    this.#pending = [];
  }

  /** Before a wait the function says whether something may end it. */
  #wait(code: Body, i: Instruction): void {
    const n = this.#settling.fresh();
    const [may, plain, then] = [`may end~${n}`, `waits~${n}`, `waited~${n}`];
    const result = register(`interruptible~${n}`, 'i32');
    this.#copy(code, i, result);
    this.#close(branch(compare('ne', result, constant(0, 'i32')), may, plain, i));
    const mark = (on: number): Instruction => intrinsic('interruptible', [constant(on, 'i32')], i);
    this.blocks.set(may, { instructions: [mark(1), i, mark(0)], end: jump(then, i) });
    this.blocks.set(plain, { instructions: [i], end: jump(then, i) });
    this.#open(then);
  }

  /** A copy of the code with names of its own, at the place of that instruction. */
  #copy(code: Body | undefined, { at }: Placed, result?: Register): void {
    if (code === undefined) return;
    const n = this.#settling.fresh();
    const then = `${withoutNumber(this.#label)}~${this.#settling.fresh()}`;
    const labels = new Map([...code.blocks.keys()].map((label, k) => [label, `coming${k}~${n}`]));
    const own = (label: string): string => labels.get(label) ?? bug(`no block is called ${label}`);
    const names = new Map<string, string>();
    const renamed = (r: Register): Register => {
      const name = names.get(r.name) ?? `${withoutNumber(r.name)}~${this.#settling.fresh()}`;
      names.set(r.name, name);
      return register(name, r.type);
    };
    const read = mapLeaves(code, (leaf) => (leaf.kind === 'register' ? renamed(leaf) : leaf));
    const here = present({ at });
    this.#close(jump(own(entryOf(code)), here));
    for (const [label, block] of read.blocks) {
      const instructions = block.instructions
        .filter((i) => !isMark(i))
        .map((i): Instruction => ({ ...here, ...mapResults(i, renamed) }));
      let end = { ...here, ...mapSuccessors(block.end, own) };
      if (end.kind === 'return') {
        const [given] = end.values;
        if (result !== undefined && given !== undefined) instructions.push(set(result, given, here));
        end = jump(then, here);
      }
      this.blocks.set(own(label), { instructions, end });
    }
    this.#open(then);
  }
}

const withoutNumber = (name: string): string => name.replace(/~\d+$/, '');
