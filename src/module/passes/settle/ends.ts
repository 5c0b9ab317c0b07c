// How a block ends once values are known: branches that are decided, returns of calls that were inlined, cuts.

import { folded, sameValue } from '../../fold.js';
import {
  type Instruction,
  type InstructionOf,
  mapEndValues,
  originOf,
  type Terminator,
} from '../../instruction.js';
import { intrinsics } from '../../intrinsics.js';
import type { Block, Func } from '../../module.js';
import { compare, isKnown, type Register, undef, type Value } from '../../value.js';
import { cutArguments } from '../cuts.js';
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
  const sets: Instruction[] = results.map((result, k) => {
    const returned = end.values[k];
    const value = returned === undefined ? undef(result.type) : converted(returned, result.type);
    return { kind: 'set', result, value, ...originOf(end) };
  });
  return {
    instructions: [...instructions, ...sets, ...names.ends(end)],
    end: { kind: 'jump', to: names.after, ...originOf(end) },
  };
}

/** The end of the thread at a call that nests too deep. */
export function depthCut(settling: Settling, call: InstructionOf<'call'>, f: Func): Instruction | undefined {
  const { depth, reason } = depthBound(settling, call);
  if ((call.within ?? []).filter((name) => name === f.name).length <= depth) return undefined;
  return { kind: 'intrinsic', name: 'cut', args: cutArguments(reason), ...originOf(call) };
}

export const cutBlock: Block = {
  instructions: [
    {
      kind: 'intrinsic',
      name: 'cut',
      args: cutArguments(),
    },
  ],
  end: { kind: 'unreachable' },
};

/** Nothing after it runs. */
export function stops(i: Instruction): boolean {
  if (i.kind !== 'intrinsic') return false;
  if (intrinsics[i.name].never === true) return true;
  const [condition] = i.args;
  const isFalse = condition?.kind === 'const' && condition.value === 0;
  return isFalse && (i.name === 'require' || i.name === 'assume');
}

const isFalse = (v: Value): boolean => v.kind === 'const' && v.value === 0;

export function decided(end: Terminator, value: (v: Value) => Value): Terminator {
  const placed = originOf(end);
  switch (end.kind) {
    case 'branch': {
      const condition = value(end.condition);
      if (condition.kind === 'const')
        return { kind: 'jump', to: condition.value !== 0 ? end.whenTrue : end.whenFalse, ...placed };
      if (end.whenTrue === end.whenFalse) return { kind: 'jump', to: end.whenTrue, ...placed };
      return condition === end.condition ? end : { ...end, condition };
    }
    case 'switch': {
      const chosen = value(end.value);
      const isNone =
        isKnown(chosen) && end.cases.every((c) => isFalse(folded(compare('eq', chosen, c.value))));
      if (isNone) return { kind: 'jump', to: end.otherwise, ...placed };
      if (chosen.kind !== 'const') return chosen === end.value ? end : { ...end, value: chosen };
      const found = end.cases.find((c) => sameValue(c.value, chosen));
      return { kind: 'jump', to: found?.to ?? end.otherwise, ...placed };
    }
    default:
      return mapEndValues(end, value);
  }
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
