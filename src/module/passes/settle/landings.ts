// setjmp and longjmp. All calls of a thread are inlined, so a jump back is a jump in one body. A landing writes its
// number into the buffer, and a jump goes to the landing whose number it reads there.

import { hasInstruction, mapInstructions } from '../../body.js';
import { type Instruction, type InstructionOf, originOf } from '../../instruction.js';
import { jump, load, required, set, store } from '../../make.js';
import type { Block, Body } from '../../module.js';
import {
  compare,
  constant,
  placeOf,
  type Register,
  register,
  select,
  typeOf,
  type Value,
} from '../../value.js';
import type { Settling } from './context.js';

type Call = InstructionOf<'intrinsic'>;
const isOf =
  (name: 'landing' | 'jump') =>
  (i: Instruction): i is Call =>
    i.kind === 'intrinsic' && i.name === name;
const isLanding = isOf('landing');
const isJump = isOf('jump');

export const hasLanding = (body: Body): boolean => hasInstruction(body, isLanding);
export const hasJump = (body: Body): boolean => hasInstruction(body, isJump) || hasLanding(body);

interface Landing {
  readonly number: number;
  /** Where a jump enters. */
  readonly entry: string;
  /** Holds 1 until the function of the landing returns. */
  readonly lives: Register;
}

/** Notes where the functions of landings return: there the local ends that each landing has. */
const withReturns = (body: Body, lives: ReadonlyMap<string, Register>): Body =>
  mapInstructions(body, (i) => {
    const ended = i.kind === 'life' && i.phase === 'ends' ? placeOf(i.object)?.object : undefined;
    const result = ended === undefined ? undefined : lives.get(ended);
    return result === undefined ? i : [i, set(result, constant(0, result.type), i)];
  });

/** The body itself if it has neither. */
export function resolveJumps(settling: Settling, body: Body): Body {
  if (!hasJump(body)) return body;
  const jumps = hasInstruction(body, isJump);
  const value = register(`$jump~${settling.fresh()}`, 'i32');
  const blocks = new Map<string, Block>();
  const landings: Landing[] = [];
  const locals = new Map<string, Register>();
  for (const [label, block] of body.blocks) {
    let current = label;
    let pending: Instruction[] = [];
    for (const i of block.instructions) {
      if (!isLanding(i)) {
        pending.push(i);
        continue;
      }
      const [buffer, local] = i.args;
      const number = settling.fresh();
      const [entry, after] = [`landing~${number}`, `landed~${number}`];
      const result = i.result ?? register(`$landed~${number}`, 'i32');
      const lives = register(`$lives~${number}`, 'i32');
      const lands = [store(buffer, constant(number, 'i64'), i), set(lives, constant(1, 'i32'), i)];
      const object = placeOf(local)?.object;
      if (object !== undefined) locals.set(object, lives);
      blocks.set(current, {
        instructions: [...pending, ...(jumps ? lands : []), set(result, constant(0, result.type), i)],
        end: jump(after, i),
      });
      blocks.set(entry, { instructions: [set(result, value, i)], end: jump(after, i) });
      landings.push({ number, entry, lives });
      current = after;
      pending = [];
    }
    blocks.set(current, { instructions: pending, end: block.end });
  }
  for (const [label, { instructions }] of [...blocks]) {
    const at = instructions.findIndex(isJump);
    const leap = instructions[at];
    if (leap?.kind === 'intrinsic')
      for (const [there, block] of jumpFrom(
        settling,
        label,
        instructions.slice(0, at),
        leap,
        value,
        landings,
      ))
        blocks.set(there, block);
  }
  return withReturns({ ...body, blocks }, jumps ? locals : new Map());
}

/** The blocks of a jump that stands in the block of that label, behind these instructions. */
function jumpFrom(
  settling: Settling,
  label: string,
  before: readonly Instruction[],
  leap: Call,
  value: Register,
  landings: readonly Landing[],
): [string, Block][] {
  const [buffer, given] = leap.args;
  const n = settling.fresh();
  const target = register(`$to~${n}`, 'i64');
  const back = (number: number): string => `back~${n}~${number}`;
  const nowhere = `nowhere~${n}`;
  // A jump with 0 yields 1.
  const isZero = compare('eq', given, constant(0, typeOf(given)));
  const choice = select(isZero, constant(1, 'i32'), given);
  const cases = landings.map(({ number }) => ({ value: constant(number, 'i64'), to: back(number) }));
  const misuse = (holds: Value, text: string): Instruction => required(holds, 'misuse', text, leap);
  return [
    [
      label,
      {
        instructions: [...before, set(value, choice, leap), load(target, buffer, leap)],
        end: { kind: 'switch', value: target, cases, otherwise: nowhere, ...originOf(leap) },
      },
    ],
    ...landings.map(({ number, entry, lives }): [string, Block] => [
      back(number),
      {
        instructions: [misuse(lives, 'longjmp into a function that has returned')],
        end: jump(entry, leap),
      },
    ]),
    [
      nowhere,
      {
        instructions: [misuse(constant(0, 'i32'), 'a jump to where no setjmp has been')],
        end: { kind: 'unreachable' },
      },
    ],
  ];
}
