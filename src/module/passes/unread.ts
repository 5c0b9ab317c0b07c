// Calls whose result nothing reads, of functions that fail for a mistake of the program. The model has another function for these calls,
// which reports the mistake.

import { instructionsIn, mapInstructions, registersReadIn } from '../body.js';
import type { Instruction, InstructionOf } from '../instruction.js';
import type { Body, Module } from '../module.js';
import { symbol } from '../value.js';

const whenUnread: ReadonlyMap<string, string> = new Map([['pthread_join', '__model_join_unread']]);

/** The body itself if there is no such call. */
export function withUnreadCalls({ functions }: Module, body: Body): Body {
  const otherOf = (i: Instruction): string | undefined =>
    i.kind === 'call' && i.target.kind === 'symbol' && functions.get(i.target.name)?.body === undefined
      ? whenUnread.get(i.target.name)
      : undefined;
  if (!instructionsIn(body).some((i) => otherOf(i) !== undefined)) return body;
  const read = registersReadIn(body);
  const isUnread = ({ results }: InstructionOf<'call'>): boolean =>
    results.every(({ name }) => !read.has(name));
  return mapInstructions(body, (i) => {
    const other = otherOf(i);
    return i.kind === 'call' && other !== undefined && isUnread(i) ? { ...i, target: symbol(other) } : i;
  });
}
