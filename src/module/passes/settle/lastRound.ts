// A loop that is cut at the bound and does nothing but start threads may go on behind it. Its last round stands for all rounds that are
// left. The thread of that round stands for their threads. It stays where it begins, which is a bound of the answer. The program cannot
// tell before it joins one of them. All their handles are the number of that thread.
//
//   for (int i = 0; i < 5000; i++) pthread_create(&t[i], 0, f, 0);
//
// With a bound of 2 the rounds of i = 0, 1 and 4999 are left.

import { mapInstructions } from '../../body.js';
import { blockOf, graphOf } from '../../graph.js';
import {
  type Instruction,
  type InstructionOf,
  successorsOf,
  type Terminator,
  valuesOf,
} from '../../instruction.js';
import { spawning } from '../../intrinsics.js';
import { set } from '../../make.js';
import type { Block, Body } from '../../module.js';
import {
  type CompareOp,
  constant,
  isKnown,
  operandsOf,
  placeOf,
  type Register,
  register,
  textValue,
  type Value,
} from '../../value.js';
import type { Settling } from './context.js';

type Spawn = InstructionOf<'intrinsic'>;

interface LastRound {
  readonly body: Body;
  /** The block in which it is decided whether the round is the last one, and the register that says so. */
  readonly test: string;
  readonly isLast: Register;
}

/** In place of a function: the thread stays where it begins. Its number may fill an array of handles. */
const [stays, fills] = ['stays', 'stays, and is all handles'];

export const staysAtStart = ({ args: [f] }: Spawn): boolean => f?.kind === 'text';

export function handlesToFill({ args: [f, , , number] }: Spawn): string | undefined {
  return f?.kind === 'text' && f.text === fills ? placeOf(number)?.object : undefined;
}

/** Undefined if the loop has another form. */
export function withLastRound(settling: Settling, body: Body, header: string): LastRound | undefined {
  const loop = graphOf(body).loops.get(header);
  const { instructions: before, end: left } = blockOf(body, header);
  const [label] = [...(loop ?? [])].filter((l) => l !== header);
  if (loop?.size !== 2 || label === undefined || before.length > 0 || left.kind !== 'branch')
    return undefined;
  const round = blockOf(body, label);
  const counted = countedBy(left, round, label);
  if (counted === undefined || round.end.kind !== 'jump') return undefined;
  const { counter, last } = counted;
  const only = onlySpawn(round.instructions, counter);
  if (only === undefined) return undefined;
  if (!hasHandles(settling, only) || isMentionedBefore(body, handlesOf(only.args[3]), left.whenFalse, loop))
    return undefined;
  const n = settling.fresh();
  const [test, ends] = [`test~${n}`, `last~${n}`];
  const isLast = register(`last~${n}`, 'i1');
  const blocks = new Map<string, Block>(body.blocks);
  blocks.set(header, { instructions: [], end: { ...left, whenTrue: test } });
  blocks.set(test, {
    instructions: [],
    end: { ...left, condition: isLast, whenTrue: ends, whenFalse: label },
  });
  const [, ...args] = only.args;
  const how = handlesOf(only.args[3]) === undefined ? stays : fills;
  const rounds = round.instructions.map(
    (i): Instruction => (i === only ? { ...only, args: [textValue(how), ...args] } : i),
  );
  blocks.set(ends, {
    instructions: [set(counter, constant(last, counter.type)), ...rounds],
    end: { ...round.end, to: left.whenFalse },
  });
  return { body: { ...body, blocks }, test, isLast };
}

type Branch = Extract<Terminator, { kind: 'branch' }>;

/** From the limit to the last value, by the comparison with the limit: where the counter goes up by 1, and where it goes down. */
const toLast: Readonly<Record<string, Partial<Record<CompareOp, number>>>> = {
  '1': { slt: -1, ult: -1, ne: -1, sle: 0, ule: 0 },
  '-1': { sgt: 1, ne: 1, sge: 0 },
};

/** The counter, and its value in the last round, whatever it is in the first. */
function countedBy(
  { condition, whenTrue }: Branch,
  { instructions }: Block,
  round: string,
): { readonly counter: Register; readonly last: number } | undefined {
  if (condition.kind !== 'compare' || condition.right.kind !== 'const' || whenTrue !== round)
    return undefined;
  const counter = condition.left;
  if (counter.kind !== 'register') return undefined;
  const [step, ...others] = instructions.filter((i) => i.kind === 'set' && i.result.name === counter.name);
  if (others.length > 0 || step?.kind !== 'set' || step.value.kind !== 'binary' || step.value.op !== 'add')
    return undefined;
  const { left, right } = step.value;
  if (left.kind !== 'register' || left.name !== counter.name || right.kind !== 'const') return undefined;
  const distance = toLast[`${right.value}`]?.[condition.op];
  return distance === undefined ? undefined : { counter, last: Number(condition.right.value) + distance };
}

/** The spawn, if the round does nothing else that is seen but stores of what every round stores. */
function onlySpawn(instructions: readonly Instruction[], counter: Register): Spawn | undefined {
  let found: Spawn | undefined;
  for (const i of instructions) {
    if ((i.kind === 'set' && i.result.name === counter.name) || isBoundOf(i, counter)) continue;
    if (i.kind === 'store' && isKnown(i.value) && placeOf(i.address) !== undefined) continue;
    if (i.kind !== 'intrinsic' || !spawning.has(i.name) || found !== undefined) return undefined;
    found = i;
  }
  return found;
}

/** Requires that the counter is at most a constant. If that holds in the first round and in the last, it holds in all. */
function isBoundOf(i: Instruction, counter: Register): boolean {
  if (i.kind !== 'intrinsic' || i.name !== 'require') return false;
  const [given] = i.args;
  const test = given?.kind === 'unary' ? given.operand : given;
  if (test?.kind !== 'compare' || test.op !== 'ule' || test.right.kind !== 'const') return false;
  const left = test.left.kind === 'unary' ? test.left.operand : test.left;
  return left.kind === 'register' && left.name === counter.name;
}

/** The array of handles, if each round has its own. */
function handlesOf(number: Value | undefined): string | undefined {
  return number?.kind === 'element' && number.stride === 8 && number.base.kind === 'symbol'
    ? number.base.name
    : undefined;
}

/** The arrays in which the spawns of a loop store handles. */
export function handlesIn(body: Body, header: string): string[] {
  const found: string[] = [];
  for (const label of graphOf(body).loops.get(header) ?? [])
    for (const i of blockOf(body, label).instructions) {
      const name = i.kind === 'intrinsic' && spawning.has(i.name) ? handlesOf(i.args[3]) : undefined;
      if (name !== undefined) found.push(name);
    }
  return found;
}

function hasHandles(settling: Settling, { args }: Spawn): boolean {
  const number = args[3];
  if (number === undefined || isKnown(number)) return true;
  const name = handlesOf(number);
  const global = name === undefined ? undefined : settling.global(name);
  if (global === undefined || global.relocations.length > 0 || global.size % 8 !== 0) return false;
  return number.kind === 'element' && (number.count === undefined || number.count * 8 === global.size);
}

/** Whether the array is touched before the loop ends, but for the loop itself and for its beginning. */
function isMentionedBefore(
  body: Body,
  name: string | undefined,
  exit: string,
  loop: ReadonlySet<string>,
): boolean {
  const after = new Set([exit]);
  for (const label of after) for (const next of successorsOf(blockOf(body, label).end)) after.add(next);
  const mentions = (i: Instruction): boolean =>
    i.kind !== 'life' && valuesOf(i).some((value) => mentionsObject(value, name));
  return [...body.blocks].some(
    ([label, block]) => !after.has(label) && !loop.has(label) && block.instructions.some(mentions),
  );
}

const mentionsObject = (value: Value, name: string | undefined): boolean =>
  value.kind === 'symbol' ? value.name === name : operandsOf(value).some((v) => mentionsObject(v, name));

/** Every handle in the array is the thread's number until another is stored there. */
export function fillHandles(settling: Settling, name: string, thread: number): void {
  const global = settling.global(name);
  if (global === undefined) return;
  const bytes = new Uint8Array(global.size);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < global.size; at += 8) view.setBigUint64(at, BigInt(thread), true);
  settling.objects.set(name, { ...global, bytes, storage: { kind: 'static' } });
}

/** Without the beginnings and ends of an object that has a value from the start. */
export const withoutLife = (body: Body, name: string): Body =>
  mapInstructions(body, (i) => (i.kind === 'life' && placeOf(i.object)?.object === name ? [] : i));
