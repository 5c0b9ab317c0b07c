// Tail recursion is a loop. A function that calls itself only where it returns the result begins again with other arguments.
//
// Example: `if (key < at->key) return find(at->left, key); return find(at->right, key);`. As calls, each level is inlined, and each
// copy has two copies in it. With --unroll 8 that makes 511 copies.
//
// A local is another object in each call. So the pass runs where all locals are registers.

import { entryOf } from '../../graph.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import { jump, set } from '../../make.js';
import type { Block, Body, Func } from '../../module.js';
import { type Register, register } from '../../value.js';
import { converted } from './converted.js';

const again = 'again';

export function withoutTailCalls({ name, variadic }: Func, body: Body): Body {
  if (body.locals.size > 0 || variadic === true || body.blocks.has(again)) return body;
  const { parameters } = body;
  const isCall = (i: Instruction | undefined): i is InstructionOf<'call'> =>
    i?.kind === 'call' && i.target.kind === 'symbol' && i.target.name === name;
  const blocks = new Map<string, Block>([[again, { instructions: [], end: jump(entryOf(body)) }]]);
  let isLoop = false;
  for (const [label, block] of body.blocks) {
    const { instructions } = block;
    const call = instructions.at(-1);
    const others = instructions.slice(0, -1);
    if (!isCall(call)) blocks.set(label, block);
    else if (call.args.length !== parameters.length || !isReturned(body, block, call.results)) return body;
    else {
      isLoop = true;
      blocks.set(label, {
        instructions: [...others, ...assignments(parameters, call)],
        end: jump(entryOf(body), call),
      });
    }
    if (others.some(isCall)) return body;
  }
  return isLoop ? { ...body, blocks } : body;
}

/** Whether a block ends with a return of these results, perhaps in the next block. */
function isReturned({ blocks }: Body, { end }: Block, results: readonly Register[]): boolean {
  const next = end.kind === 'jump' ? blocks.get(end.to) : undefined;
  const last = next?.instructions.length === 0 ? next.end : end;
  if (last.kind !== 'return') return false;
  return last.values.every((v, k) => v.kind === 'register' && v.name === results[k]?.name);
}

/** The parameters get the arguments, all at once. */
function assignments(parameters: readonly Register[], call: InstructionOf<'call'>): Instruction[] {
  const next = parameters.map((p) => register(`${p.name}.next`, p.type));
  return [
    ...next.map((r, k) => set(r, converted(call.args[k], r.type), call)),
    ...parameters.map((p, k) => set(p, next[k], call)),
  ];
}
