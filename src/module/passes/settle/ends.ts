// How a block ends once values are known: branches that are decided, returns of calls that were inlined, cuts.

import { folded, sameValue } from '../../fold.js';
import { type Instruction, type InstructionOf, mapEndValues, type Terminator } from '../../instruction.js';
import { intrinsics } from '../../intrinsics.js';
import { jump, set } from '../../make.js';
import type { Block, Func } from '../../module.js';
import { compare, isKnown, type Register, undef, type Value } from '../../value.js';
import { cut } from '../cuts.js';
import type { Settling } from './context.js';
import { converted } from './converted.js';
import type { State } from './frames.js';
import { type CallNames, depthBound, type Names } from './names.js';

/** A call that is returned to. */
export interface Returns {
  readonly names: CallNames;
  readonly results: readonly Register[];
}

export function withReturn(
  instructions: readonly Instruction[],
  end: Extract<Terminator, { kind: 'return' }>,
  { names, results }: Returns,
): Block {
  const sets = results.map((result, k) => {
    const returned = end.values[k];
    return set(result, returned === undefined ? undef(result.type) : converted(returned, result.type), end);
  });
  return { instructions: [...instructions, ...sets, ...names.ends(end)], end: jump(names.after, end) };
}

/** The end of the thread at a call that nests too deep. */
export function depthCut(settling: Settling, call: InstructionOf<'call'>, f: Func): Instruction | undefined {
  const { depth, reason } = depthBound(settling, call);
  const nested = (call.within ?? []).filter((name) => name === f.name).length;
  return nested <= depth ? undefined : cut(reason, call);
}

export const cutBlock: Block = { instructions: [cut()], end: { kind: 'unreachable' } };

/** Nothing after it runs. */
export const stops = (i: Instruction): boolean =>
  i.kind === 'intrinsic' && (intrinsics[i.name].never === true || fails(i));

/** An assertion or an assumption that does not hold. */
export const fails = ({ name, args: [condition] }: InstructionOf<'intrinsic'>): boolean =>
  (name === 'require' || name === 'assume') && isFalse(condition);

const isFalse = (v: Value): boolean => v.kind === 'const' && v.value === 0;

export function decided(end: Terminator, value: (v: Value) => Value): Terminator {
  const now = mapEndValues(end, value);
  if (now.kind === 'branch') {
    const { condition, whenTrue, whenFalse } = now;
    if (condition.kind === 'const') return jump(isFalse(condition) ? whenFalse : whenTrue, end);
    return whenTrue === whenFalse ? jump(whenTrue, end) : now;
  }
  if (now.kind !== 'switch') return now;
  const chosen = now.value;
  const isNone = isKnown(chosen) && now.cases.every((c) => isFalse(folded(compare('eq', chosen, c.value))));
  if (isNone) return jump(now.otherwise, end);
  if (chosen.kind !== 'const') return now;
  return jump(now.cases.find((c) => sameValue(c.value, chosen))?.to ?? now.otherwise, end);
}

/** The state refined by the branch that was taken. */
export function refined(names: Names, state: State, end: Terminator, to: string): State {
  if (end.kind !== 'branch' || end.condition.kind !== 'compare' || end.whenTrue === end.whenFalse)
    return state;
  const { op, left, right } = end.condition;
  const equal = (op === 'eq' && to === end.whenTrue) || (op === 'ne' && to === end.whenFalse);
  if (!equal || left.kind !== 'register' || !isKnown(right)) return state;
  const registers = new Map(state.registers).set(names.inBody(left.name), right);
  return { registers, memory: state.memory };
}
