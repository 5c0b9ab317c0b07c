// How often loops run that count a variable from a known value to another.

import { applyBinary, type BinaryOp, type Expr } from '../../../../program/expression.js';
import type { Integer } from '../../../../program/integer.js';
import { present } from '../../../../support/present.js';
import { constantValue, constantWidth, convertInteger } from '../../check/constants.js';
import type { LoopStatement, TypedStatement, Value, ValueOf, Variable } from '../../typed.js';
import { writtenPlaces } from '../builtinParts.js';
import { type Frame, storageOf } from '../frame.js';
import { assignedVariables, rootOf, visitStatement, visitValue } from '../scan.js';
import { lowerValue } from '../values.js';

/** Up to this many iterations a loop that counts between constants gets exactly the bound it needs. */
const countLimit = 256;

export function tripCount(frame: Frame, loop: LoopStatement): number | undefined {
  const count = rounds(frame, loop, countLimit);
  if (count === undefined || count === Number.POSITIVE_INFINITY) return undefined;
  // of a loop that does nothing else, looking at the condition is a round
  return changeOf(loop)?.inCondition === true ? count + 1 : count;
}

/** How often a loop runs that counts; infinite if that is more than `most`. */
export function rounds(frame: Frame, loop: LoopStatement, most: number): number | undefined {
  return countedTo(frame, loop, most)?.count;
}

/**
 * Counts the rounds of a loop that counts a register from a known value until its condition fails. The condition depends on
 * this register and on known values only. Each round changes the register once: in the step, in the condition or between
 * statements of the body. `last` is the value of the register when the condition last held. The count is infinite if it is more
 * than `most`.
 */
export function countedTo(
  frame: Frame,
  loop: LoopStatement,
  most: number,
): { readonly count: number; readonly last?: Integer } | undefined {
  const { condition } = loop;
  const change = changeOf(loop);
  if (condition === undefined || change === undefined) return undefined;
  const storage = storageOf(frame, change.counter);
  const start: Expr | undefined =
    storage.kind === 'registers' ? frame.emitter.read(storage.cells[0].name) : undefined;
  if (start?.kind !== 'const') return undefined;
  const round = new Round(frame, loop, change.counter, start.value);
  let last: Integer | undefined;
  for (let count = 0; count <= most; count++) {
    const before = round.value;
    if (count > 0 || !loop.testAfter) {
      const holds = round.evaluate(condition);
      if (holds === undefined) return undefined;
      if (holds === 0) return { count, ...present({ last }) };
    }
    last = before;
    if (!change.inCondition && round.evaluate(change.update) === undefined) return undefined;
  }
  return { count: Number.POSITIVE_INFINITY };
}

interface Change {
  readonly counter: Variable;
  readonly update: ValueOf<'update'>;
  readonly inCondition: boolean;
}

/** The only change of a variable, if it comes once in each round. */
export function changeOf(loop: LoopStatement): Change | undefined {
  const { condition, step } = loop;
  if (condition === undefined) return undefined;
  const inCondition = updatesIn(condition)[0];
  const items = loop.body.kind === 'block' ? loop.body.items : [loop.body];
  const place = items.findIndex((item) => isCounted(item, condition));
  const inBody = place < 0 ? undefined : items[place];
  const update =
    step?.kind === 'update'
      ? step
      : (inCondition ?? (inBody?.kind === 'expression' ? inBody.value : undefined));
  const counter = update?.kind === 'update' ? updated(update) : undefined;
  if (counter === undefined || update?.kind !== 'update' || !readIn(condition).includes(counter))
    return undefined;
  if (changesOf(withoutInitialiser(loop), counter) !== 1) return undefined;
  if (update !== step && update !== inCondition && (place < 0 || mayLeaveOut(items, place))) return undefined;
  return { counter, update, inCondition: update === inCondition && update !== step };
}

/** `i++;` of a variable that the condition reads. */
const isCounted = (item: TypedStatement, condition: Value): boolean =>
  item.kind === 'expression' &&
  item.value.kind === 'update' &&
  readIn(condition).some((variable) => item.value.kind === 'update' && updated(item.value) === variable);

/** Whether a round may pass by this statement of a loop's body, or come to it again. */
function mayLeaveOut(items: readonly TypedStatement[], place: number): boolean {
  let jumps = false;
  const around = (kinds: readonly TypedStatement['kind'][]) => ({
    statement: ({ kind }: TypedStatement): void => {
      jumps ||= kinds.includes(kind);
    },
  });
  for (const item of items) visitStatement(item, around(['label', 'goto', 'case', 'default']));
  for (const item of items.slice(0, place)) visitStatement(item, around(['continue']));
  return jumps;
}

const updated = ({ place }: ValueOf<'update'>): Variable | undefined =>
  place.kind === 'variable' ? place.variable : undefined;

function updatesIn(value: Value): ValueOf<'update'>[] {
  const found: ValueOf<'update'>[] = [];
  visitValue(value, {
    value: (part) => {
      if (part.kind === 'update') found.push(part);
    },
  });
  return found;
}

function readIn(value: Value): Variable[] {
  const found: Variable[] = [];
  visitValue(value, { variable: (variable) => found.push(variable) });
  return found;
}

/** How many places of a loop change a variable. */
function changesOf(loop: LoopStatement, variable: Variable): number {
  let changes = 0;
  visitStatement(loop, {
    value: (value) => {
      if ((value.kind === 'assign' || value.kind === 'update') && rootOf(value.place) === variable) changes++;
      else if (value.kind === 'builtin' && writtenPlaces(value.builtin).some((p) => rootOf(p) === variable))
        changes += 2;
    },
    statement: (s) => {
      if (s.kind === 'declare' && s.variable === variable) changes += 2;
    },
  });
  return changes;
}

/** Those that may have no value. */
const divisions: ReadonlySet<BinaryOp> = new Set(['/', '%', '/u', '%u']);

/** A round of a counting loop, with the value of the counter. */
class Round {
  private readonly limits = new Map<Value, Integer | undefined>();

  constructor(
    private readonly frame: Frame,
    private readonly loop: LoopStatement,
    private readonly counter: Variable,
    public value: Integer,
  ) {}

  /** The value of a condition or an update; an update changes the counter. Undefined if the value is not known. */
  evaluate(value: Value): Integer | undefined {
    const known = constantValue(value);
    if (known !== undefined) return known;
    if (value.type.kind !== 'integer') return undefined;
    switch (value.kind) {
      case 'convert': {
        const operand = value.operand.type.kind === 'integer' ? this.evaluate(value.operand) : undefined;
        return operand === undefined ? undefined : convertInteger(operand, value.operand.type, value.type);
      }
      case 'load':
        return counterOf(value) === this.counter ? this.value : this.limit(value);
      case 'binary': {
        const left = divisions.has(value.op) ? undefined : this.evaluate(value.left);
        const right = left === undefined ? undefined : this.evaluate(value.right);
        if (left === undefined || right === undefined) return undefined;
        return applyBinary(value.op, left, right, constantWidth(value.left.type));
      }
      case 'update':
        return this.update(value);
      default:
        return undefined;
    }
  }

  private limit(value: Value): Integer | undefined {
    if (!this.limits.has(value)) this.limits.set(value, knownLimit(this.frame, this.loop, value));
    return this.limits.get(value);
  }

  private update({ place, operand, op, via, type, result }: ValueOf<'update'>): Integer | undefined {
    const by = constantValue(operand);
    if (by === undefined || place.kind !== 'variable' || place.variable !== this.counter) return undefined;
    if (type.kind !== 'integer' || type.atomic === true) return undefined;
    const old = this.value;
    const next = applyBinary(op, convertInteger(old, this.counter.type, via), by, constantWidth(via));
    this.value = convertInteger(next, via, this.counter.type);
    return result === 'old' ? old : this.value;
  }
}

/** The value of an operand, if it is known before the loop and the loop does not change it. */
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

/** A global like `int n = 5;` that no statement writes and that has no address taken. */
const isNeverWritten = ({ storage, assigned, addressed, type }: Variable): boolean =>
  storage === 'global' && !assigned && !addressed && type.kind === 'integer' && type.atomic !== true;

/** The value of the operand if the variable it reads has this value. */
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
