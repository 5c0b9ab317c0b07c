// What is left when a thread is settled: calls of functions that nothing defines yield any value, and questions that propagation has
// not answered have their last answer.

import type { Instruction } from '../../instruction.js';
import type { Block, Body } from '../../module.js';
import { constant } from '../../value.js';
import { refuse, type Settling } from './context.js';

export function unknownCalls(settling: Settling, body: Body): Body {
  const blocks = new Map<string, Block>();
  let changed = false;
  for (const [label, block] of body.blocks) {
    const instructions = block.instructions.flatMap((i) => {
      const now = left(settling, i);
      if (now.length !== 1 || now[0] !== i) changed = true;
      return now;
    });
    blocks.set(label, { ...block, instructions });
  }
  return changed ? { ...body, blocks } : body;
}

function left(settling: Settling, i: Instruction): readonly Instruction[] {
  const placed = {
    ...(i.model === true ? { model: true as const } : {}),
    ...(i.at === undefined ? {} : { at: i.at }),
  };
  if (i.kind === 'intrinsic') {
    const { result } = i;
    if (i.name === 'known' && result !== undefined)
      return [{ kind: 'set', result, value: constant(0, result.type), ...placed }];
    if (i.name === 'refuse') refuse(i.args[0]?.kind === 'text' ? i.args[0].text : 'this call', i.at);
    if (i.name === 'spawn') refuse('a thread whose function is not known', i.at);
    return [i];
  }
  if (i.kind !== 'call') return [i];
  if (i.target.kind === 'symbol' && settling.function(i.target.name)?.body !== undefined) return [i];
  return i.results.map((result) => ({
    kind: 'intrinsic',
    name: 'choose',
    result,
    args: [constant(0, 'i32')],
    ...placed,
  }));
}
