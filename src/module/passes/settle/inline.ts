// Replaces each call with a known target by the body of the function, one level at a time. The call's constants
// simplify the body before the calls inside are looked at. So a recursion with a known end is followed to that end.

import type { CutReason } from '../../../program/cutReason.js';
import { substitute } from '../../fold.js';
import {
  type Instruction,
  type InstructionOf,
  mapEndValues,
  mapResults,
  mapSuccessors,
  mapValues,
  originOf,
  type Terminator,
} from '../../instruction.js';
import type { Block, Body, Func } from '../../module.js';
import {
  constant,
  isKnown,
  type Register,
  register,
  symbol,
  typeOf,
  undef,
  type Value,
} from '../../value.js';
import { cutArguments } from '../cuts.js';
import type { Settling } from './context.js';
import { converted } from './converted.js';
import { preparedBody, timedLocals } from './prepared.js';
import { variadicStart } from './variadic.js';

/** Calls of functions that are known, with all arguments known, may nest so deep. */
const mostKnownDepth = 200;

/** The body itself if it has no call that can be inlined. */
export function inlineCalls(settling: Settling, thread: number, body: Body): Body {
  const blocks = new Map<string, Block>();
  let changed = false;
  for (const [label, block] of body.blocks) {
    const call = block.instructions.findIndex((i) => targetOf(settling, i) !== undefined);
    if (call < 0) {
      blocks.set(label, block);
      continue;
    }
    changed = true;
    inlineIn(settling, thread, label, block, blocks);
  }
  return changed ? { ...body, blocks } : body;
}

function targetOf(settling: Settling, i: Instruction): Func | undefined {
  if (i.kind !== 'call' || i.target.kind !== 'symbol') return undefined;
  const f = settling.function(i.target.name);
  return f?.body === undefined ? undefined : f;
}

/** Replaces all calls of a block; the parts between them become blocks of their own. */
function inlineIn(
  settling: Settling,
  thread: number,
  label: string,
  { instructions, end }: Block,
  blocks: Map<string, Block>,
): void {
  let current = label;
  let pending: Instruction[] = [];
  for (const i of instructions) {
    const f = targetOf(settling, i);
    if (f === undefined || i.kind !== 'call') {
      pending.push(i);
      continue;
    }
    const bound = depthBound(settling, i);
    if (timesWithin(i, f) > bound.depth) {
      const args = cutArguments(bound.reason);
      const cut: Instruction = { kind: 'intrinsic', name: 'cut', args, ...originOf(i) };
      blocks.set(current, { instructions: [...pending, cut], end: { kind: 'unreachable' } });
      return;
    }
    const after = `${label}~${settling.fresh()}`;
    const inlined = instance(settling, thread, i, f, after);
    blocks.set(current, {
      instructions: [...pending, ...inlined.before],
      end: { kind: 'jump', to: inlined.entry, ...originOf(i) },
    });
    for (const [name, block] of inlined.blocks) blocks.set(name, block);
    current = after;
    pending = [];
  }
  blocks.set(current, { instructions: pending, end });
}

const timesWithin = ({ within = [] }: InstructionOf<'call'>, f: Func): number =>
  within.filter((name) => name === f.name).length;

/** Recursion ends at the user's bound; with known arguments it may go on to its own end, unless that is very deep. */
function depthBound({ options }: Settling, call: InstructionOf<'call'>): DepthBound {
  if (!call.args.every(isKnown)) return { depth: options.depth };
  return { depth: mostKnownDepth, reason: { kind: 'call-depth', depth: mostKnownDepth } };
}

interface DepthBound {
  readonly depth: number;
  /** Undefined: the user's --unroll. */
  readonly reason?: CutReason;
}

interface Instance {
  /** The instructions before the jump to the entry: arguments become parameters, locals begin. */
  readonly before: readonly Instruction[];
  readonly entry: string;
  readonly blocks: ReadonlyMap<string, Block>;
}

/** The answer to the question whether a function is among those around. */
function isWithin(i: InstructionOf<'intrinsic'>, around: readonly string[]): Instruction {
  const [f] = i.args;
  const answer = constant(f?.kind === 'symbol' && around.includes(f.name) ? 1 : 0, 'i32');
  return { kind: 'set', result: i.result ?? register('within', 'i32'), value: answer, ...originOf(i) };
}

/** A copy of the function's body for one call, with names of its own. */
function instance(
  settling: Settling,
  thread: number,
  call: InstructionOf<'call'>,
  f: Func,
  after: string,
): Instance {
  if (f.body === undefined) return { before: [], entry: after, blocks: new Map() };
  const body = preparedBody(settling, f, f.body);
  const n = settling.fresh();
  const own = (label: string): string => `${label}~${n}`;
  const registers = new Map<string, Register>();
  const renamed = (r: Register): Register => {
    const known = registers.get(r.name);
    if (known !== undefined && known.type === r.type) return known;
    const fresh = register(known?.name ?? `${r.name.replace(/~\d+$/, '')}~${settling.fresh()}`, r.type);
    registers.set(r.name, fresh);
    return fresh;
  };
  const objects = new Map<string, string>();
  for (const l of body.locals.values()) objects.set(l.name, settling.addLocal(f, l, thread));
  const value = (v: Value): Value =>
    substitute(v, (leaf) => {
      if (leaf.kind === 'register') return renamed(leaf);
      if (leaf.kind === 'local') return symbol(objects.get(leaf.name) ?? leaf.name);
      return leaf;
    });
  // Instructions of the model stand where the program calls it, and so do those that have no place of their own.
  const there = (own: Instruction | Terminator): Pick<Instruction, 'at' | 'model'> => {
    if (f.model === true) return { model: true, ...originOf(call) };
    return own.at === undefined && call.at !== undefined ? { at: call.at } : {};
  };
  const extra = call.args
    .slice(body.parameters.length)
    .map((arg, k) => ({ register: register(`va${k}~${n}`, typeOf(arg)), arg }));
  const within = [...(call.within ?? []), f.name];
  const instruction = (i: Instruction): Instruction[] => {
    const moved = mapResults(mapValues(i, value), renamed);
    const placed: Instruction = { ...moved, ...there(i) };
    if (placed.kind === 'call') return [{ ...placed, within }];
    if (placed.kind === 'intrinsic' && placed.name === 'within') return [isWithin(placed, within)];
    if (placed.kind === 'intrinsic' && placed.name === 'va_start')
      return variadicStart(
        settling,
        thread,
        placed,
        f,
        extra.map((e) => e.register),
      );
    return [placed];
  };
  const timed = timedLocals(body);
  const lives = (phase: 'begins' | 'ends', at: Instruction | Terminator): Instruction[] =>
    [...objects].flatMap(([name, object]) =>
      phase === 'begins' && timed.has(name)
        ? []
        : [{ kind: 'life', object: symbol(object), phase, ...originOf(at) } as const],
    );
  const blocks = new Map<string, Block>();
  // The locals of a thread's first function live as long as the thread; the process ends with main.
  const outlives = call.within === undefined && thread === 0;
  for (const [label, block] of body.blocks) {
    const instructions = block.instructions.flatMap(instruction);
    const end = mapSuccessors(mapEndValues(block.end, value), own);
    const placedEnd: Terminator = { ...end, ...there(end) };
    if (placedEnd.kind !== 'return') {
      blocks.set(own(label), { instructions, end: placedEnd });
      continue;
    }
    call.results.forEach((result, k) => {
      const returned = placedEnd.values[k];
      const given = returned === undefined ? undef(result.type) : converted(returned, result.type);
      instructions.push({ kind: 'set', result, value: given, ...originOf(placedEnd) });
    });
    if (!outlives) instructions.push(...lives('ends', placedEnd));
    blocks.set(own(label), { instructions, end: { kind: 'jump', to: after, ...originOf(placedEnd) } });
  }
  const before: Instruction[] = body.parameters.map((p, k) => {
    const arg = call.args[k];
    const given = arg === undefined ? undef(p.type) : converted(arg, p.type);
    return { kind: 'set', result: renamed(p), value: given, ...originOf(call) };
  });
  for (const { register: result, arg } of extra)
    before.push({ kind: 'set', result, value: arg, ...originOf(call) });
  before.push(...lives('begins', call));
  const [entry = after] = blocks.keys();
  return { before, entry, blocks };
}
