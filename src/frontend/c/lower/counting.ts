// How often loops run that count a variable from a known value to another.

import { applyBinary, type Expr } from '../../../program/expression.js';
import type { Integer } from '../../../program/integer.js';
import { present } from '../../../support/present.js';
import { constantValue, constantWidth, convertInteger } from '../check/constants.js';
import type { LoopStatement, Value, Variable } from '../typed.js';
import { type Frame, storageOf } from './frame.js';
import { assignedVariables } from './scan.js';
import { lowerValue } from './values.js';

/** Up to this many iterations a loop that counts between constants gets exactly the bound it needs. */
const countLimit = 256;

export function tripCount(frame: Frame, loop: LoopStatement): number | undefined {
  const count = rounds(frame, loop, countLimit);
  return count === Number.POSITIVE_INFINITY ? undefined : count;
}

/** How often a loop runs that counts; infinite if that is more than `most`. */
export function rounds(frame: Frame, loop: LoopStatement, most: number): number | undefined {
  return countedTo(frame, loop, most)?.count;
}

/**
 * How often a loop runs that counts a register from a known value to a constant, and changes it nowhere else, and what the register
 * holds in its last round; infinite if that is more than `most`.
 */
export function countedTo(
  frame: Frame,
  loop: LoopStatement,
  most: number,
): { readonly count: number; readonly last?: Integer } | undefined {
  const { condition, step } = loop;
  if (loop.testAfter || condition?.kind !== 'binary' || step?.kind !== 'update') return undefined;
  const counter = counterOf(condition.left);
  const limit = constantValue(condition.right) ?? knownLimit(frame, loop, condition.right);
  const by = constantValue(step.operand);
  if (counter === undefined || limit === undefined || by === undefined) return undefined;
  if (step.place.kind !== 'variable' || step.place.variable !== counter) return undefined;
  if (counter.type.kind !== 'integer' || step.type.kind !== 'integer') return undefined;
  if (assignedVariables([loop.body]).has(counter)) return undefined;
  const storage = storageOf(frame, counter);
  const start: Expr | undefined =
    storage.kind === 'registers' ? frame.emitter.read(storage.cells[0].name) : undefined;
  if (start?.kind !== 'const') return undefined;
  let { value } = start;
  let last: Integer | undefined;
  const [compared, stepped] = [constantWidth(condition.left.type), constantWidth(step.via)];
  for (let count = 0; count <= most; count++) {
    if (applyBinary(condition.op, converted(condition.left, value), limit, compared) === 0)
      return { count, ...present({ last }) };
    last = value;
    const next = applyBinary(step.op, convertInteger(value, counter.type, step.via), by, stepped);
    value = convertInteger(next, step.via, counter.type);
  }
  return { count: Number.POSITIVE_INFINITY };
}

/** What a counter is compared with, if its value is known before the loop and the loop does not change it. */
function knownLimit(frame: Frame, loop: LoopStatement, limit: Value): Integer | undefined {
  const variable = counterOf(limit);
  if (variable === undefined) return undefined;
  if (isNeverWritten(variable)) {
    const value = frame.program.constantPart(variable, 0, variable.type);
    return value?.kind === 'const' ? converted(limit, value.value) : undefined;
  }
  if (assignedVariables([withoutInitialiser(loop)]).has(variable)) return undefined;
  const { body, value } = frame.emitter.collect(() => lowerValue(frame, limit));
  return body.length === 0 && value.kind === 'const' ? value.value : undefined;
}

/** `int n = 5;` of which nobody takes the address. */
const isNeverWritten = ({ storage, assigned, addressed, type }: Variable): boolean =>
  storage === 'global' && !assigned && !addressed && type.kind === 'integer' && type.atomic !== true;

/** What an operand is when the variable it reads has this value. */
function converted(operand: Value, value: Integer): Integer {
  return operand.kind === 'convert'
    ? convertInteger(converted(operand.operand, value), operand.operand.type, operand.type)
    : value;
}

/** The variable an operand reads, through conversions. */
export function counterOf(value: Value): Variable | undefined {
  if (value.kind === 'convert') return counterOf(value.operand);
  return value.kind === 'load' && value.place.kind === 'variable' ? value.place.variable : undefined;
}

/** A loop as it is from its second round on. */
export const withoutInitialiser = (loop: LoopStatement): LoopStatement => ({
  ...loop,
  initialiser: { kind: 'block', items: [], at: loop.at },
});
