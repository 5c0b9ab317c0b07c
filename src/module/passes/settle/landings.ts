// setjmp and longjmp. All calls of a thread are inlined, so a jump back is a jump in one body. A landing writes its
// number into the buffer, and a jump goes to the landing whose number it reads there.

import { type Instruction, type InstructionOf, originOf } from '../../instruction.js';
import type { Block, Body } from '../../module.js';
import {
  compare,
  constant,
  knownAddress,
  type Register,
  register,
  select,
  textValue,
  typeOf,
} from '../../value.js';
import type { Settling } from './context.js';

type Call = InstructionOf<'intrinsic'>;
const isOf =
  (name: 'landing' | 'jump') =>
  (i: Instruction): i is Call =>
    i.kind === 'intrinsic' && i.name === name;

export const hasLanding = ({ blocks }: Body): boolean =>
  [...blocks.values()].some(({ instructions }) => instructions.some(isOf('landing')));

interface Landing {
  readonly number: number;
  /** Where a jump enters. */
  readonly entry: string;
  /** Holds 1 until the function of the landing returns. */
  readonly lives: Register;
}

/** Notes where the functions of landings return: there the local ends that each landing has. */
function withReturns(body: Body, lives: ReadonlyMap<string, Register>): Body {
  if (lives.size === 0) return body;
  const blocks = [...body.blocks].map(([label, block]): [string, Block] => {
    const instructions = block.instructions.flatMap((i): Instruction[] => {
      const ended = i.kind === 'life' && i.phase === 'ends' ? knownAddress(i.object)?.object.name : undefined;
      const result = ended === undefined ? undefined : lives.get(ended);
      return result === undefined
        ? [i]
        : [i, { kind: 'set', result, value: constant(0, result.type), ...originOf(i) }];
    });
    return [label, { ...block, instructions }];
  });
  return { ...body, blocks: new Map(blocks) };
}

/** The body itself if it has neither. */
export function resolveJumps(settling: Settling, body: Body): Body {
  const all = [...body.blocks.values()].flatMap((block) => block.instructions);
  if (!all.some((i) => isOf('landing')(i) || isOf('jump')(i))) return body;
  const jumps = all.some(isOf('jump'));
  const value = register(`$jump~${settling.fresh()}`, 'i32');
  const blocks = new Map<string, Block>();
  const landings: Landing[] = [];
  const locals = new Map<string, Register>();
  for (const [label, block] of body.blocks) {
    let current = label;
    let pending: Instruction[] = [];
    for (const i of block.instructions) {
      const [buffer, local] = isOf('landing')(i) ? i.args : [];
      if (!isOf('landing')(i) || buffer === undefined) {
        pending.push(i);
        continue;
      }
      const placed = originOf(i);
      const number = settling.fresh();
      const [entry, after] = [`landing~${number}`, `landed~${number}`];
      const result = i.result ?? register(`$landed~${number}`, 'i32');
      const store: Instruction = {
        kind: 'store',
        address: buffer,
        value: constant(number, 'i64'),
        ...placed,
      };
      const first: Instruction = { kind: 'set', result, value: constant(0, result.type), ...placed };
      const lives = register(`$lives~${number}`, 'i32');
      const begins: Instruction = { kind: 'set', result: lives, value: constant(1, 'i32'), ...placed };
      const object = local === undefined ? undefined : knownAddress(local)?.object.name;
      if (object !== undefined) locals.set(object, lives);
      blocks.set(current, {
        instructions: [...pending, ...(jumps ? [store, begins] : []), first],
        end: { kind: 'jump', to: after, ...placed },
      });
      blocks.set(entry, {
        instructions: [{ kind: 'set', result, value, ...placed }],
        end: { kind: 'jump', to: after, ...placed },
      });
      landings.push({ number, entry, lives });
      current = after;
      pending = [];
    }
    blocks.set(current, { instructions: pending, end: block.end });
  }
  for (const [label, block] of [...blocks]) {
    const at = block.instructions.findIndex(isOf('jump'));
    const jump = block.instructions[at];
    if (jump?.kind === 'intrinsic')
      jumpFrom(settling, blocks, label, block.instructions.slice(0, at), jump, value, landings);
  }
  return withReturns({ ...body, blocks }, jumps ? locals : new Map());
}

function jumpFrom(
  settling: Settling,
  blocks: Map<string, Block>,
  label: string,
  before: readonly Instruction[],
  jump: Call,
  value: ReturnType<typeof register>,
  landings: readonly Landing[],
): void {
  const [buffer, given] = jump.args;
  if (buffer === undefined || given === undefined) return;
  const placed = originOf(jump);
  const n = settling.fresh();
  const target = register(`$to~${n}`, 'i64');
  // A jump with 0 yields 1.
  const isZero = compare('eq', given, constant(0, typeOf(given)));
  blocks.set(label, {
    instructions: [
      ...before,
      { kind: 'set', result: value, value: select(isZero, constant(1, 'i32'), given), ...placed },
      { kind: 'load', result: target, address: buffer, ...placed },
    ],
    end: {
      kind: 'switch',
      value: target,
      cases: landings.map(({ number }) => ({ value: constant(number, 'i64'), to: `back~${n}~${number}` })),
      otherwise: `nowhere~${n}`,
      ...placed,
    },
  });
  for (const { number, entry, lives } of landings) {
    const text = textValue('longjmp into a function that has returned');
    const args = [lives, textValue('misuse'), text];
    blocks.set(`back~${n}~${number}`, {
      instructions: [{ kind: 'intrinsic', name: 'require', args, ...placed }],
      end: { kind: 'jump', to: entry, ...placed },
    });
  }
  const args = [constant(0, 'i32'), textValue('misuse'), textValue('a jump to where no setjmp has been')];
  blocks.set(`nowhere~${n}`, {
    instructions: [{ kind: 'intrinsic', name: 'require', args, ...placed }],
    end: { kind: 'unreachable' },
  });
}
