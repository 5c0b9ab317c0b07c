// How a block ends once values are known: branches that are decided, returns of calls that were inlined, cuts.

import { folded, sameValue } from '../../fold.js';
import { type Instruction, type InstructionOf, mapEndValues, type Terminator } from '../../instruction.js';
import { intrinsics } from '../../intrinsics.js';
import { jump, set } from '../../make.js';
import type { Block, Func } from '../../module.js';
import { compare, isKnown, operandsOf, type Register, undef, type Value } from '../../value.js';
import { cut } from '../cuts.js';
import type { Settling } from './context.js';
import { converted } from './converted.js';
import type { State } from './frames.js';
import type { CallNames, Names } from './names.js';

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

/** Calls with all arguments known may nest so deep. */
const mostKnownDepth = 200;

/**
 * The end of the thread at a call that nests too deep. Recursion ends at the user's bound; with known arguments it may go on to its own
 * end, unless that is very deep. Where the program became too large it ends earlier.
 */
export function depthCut(
  { options, changed }: Settling,
  call: InstructionOf<'call'>,
  f: Func,
): Instruction | undefined {
  const isOwnEnd = call.args.every(isKnown);
  const most = isOwnEnd ? mostKnownDepth : options.depth;
  const depth = Math.min(most, changed.depth ?? most);
  if ((call.within ?? []).filter((name) => name === f.name).length <= depth) return undefined;
  return cut(isOwnEnd || depth < most ? { kind: 'call-depth', depth } : undefined, call);
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

/** Whether a value is computed from one of these registers. */
export const dependsOn =
  (registers: ReadonlySet<string>) =>
  (value: Value): boolean =>
    value.kind === 'register' ? registers.has(value.name) : operandsOf(value).some(dependsOn(registers));
