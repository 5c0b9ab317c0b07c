// Values: expressions over registers, after the statements that loads, stores and calls need have been written. Operands
// are evaluated from left to right; an assignment's right side before its left.

import { constant, type Expr, widthOf } from '../../../program/expression.js';
import type { SourceSpan } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import type { BuiltinOf } from '../builtin.js';
import type { Value, ValueOf } from '../typed.js';
import { type CType, isScalar, sameType, scalarsOf, sizeOf, wideSign } from '../types.js';
import { unconverted } from '../unconverted.js';
import { lowerBuiltin } from './builtins.js';
import { lowerCall } from './calls.js';
import { lowerList } from './control/jumps.js';
import { covers } from './emitter/marks.js';
import { foldBinary, foldUnary, resized, truth, zero } from './fold.js';
import type { Frame } from './frame.js';
import { lowerAssigned, lowerWord } from './memory/moved.js';
import { asType, keptIn, lowerPlace, pointerTo, readScalar, writeScalar } from './memory/places.js';
import { repacked } from './memory/repack.js';
import { isBytewise } from './memory/words.js';
import { lowerJoin } from './threads.js';
import { atomicUpdate, loadSeqCst, storeSeqCst } from './values/atomics.js';
import { floatUpdate, lowerFloat, lowerFloatConversion, lowerFloatUnary } from './values/floats.js';
import { lowerVaArg } from './values/variadic.js';
import { compareWide, fromWide, lowerWide, updateByWide, wideTruth } from './values/wide.js';

/** The value of a scalar expression; 0 for a void one. */
export function lowerValue(frame: Frame, value: Value): Expr {
  const { emitter, program } = frame;
  const { at } = value;
  if (emitter.dead) return zero;
  if (isComputed(value) && program.words.isWord(value))
    return used(frame, lowerWord(frame, value), value.type, at);
  switch (value.kind) {
    case 'const':
      return constant(value.value, program.valueWidth(value.type));
    case 'function':
      return constant(program.functionNumber(value.function), program.pointerWidth);
    case 'load': {
      if (value.place.kind === 'variable' && value.place.variable.constant !== undefined)
        return constant(value.place.variable.constant, program.valueWidth(value.type));
      const place = lowerPlace(frame, value.place);
      return value.place.type.atomic === true
        ? loadSeqCst(frame, place, value.type, at)
        : readScalar(frame, place, value.type, at);
    }
    case 'address':
      return pointerTo(frame, lowerPlace(frame, value.place, true));
    case 'unary': {
      if (wideSign(value.operand.type) !== undefined) return foldUnary('!', wideTruth(frame, value.operand));
      const operand = lowerValue(frame, value.operand);
      return value.operand.type.kind === 'float'
        ? lowerFloatUnary(frame, value.op, operand, value.operand.type, at)
        : foldUnary(value.op, operand);
    }
    case 'binary': {
      if (wideSign(value.left.type) !== undefined) return compareWide(frame, value);
      const left = lowerValue(frame, value.left);
      const right = lowerValue(frame, value.right);
      if (value.left.type.kind === 'float')
        return lowerFloat(frame, value.op, left, right, value.left.type, at);
      return operate(frame, value.op, left, right, at);
    }
    case 'offset': {
      const pointer = lowerValue(frame, value.pointer);
      const index = lowerValue(frame, value.index);
      const width = program.pointerWidth;
      const unsigned = value.index.type.kind === 'integer' && !value.index.type.signed;
      const bytes = foldBinary('*', resized(index, width, unsigned), constant(value.size, width));
      return foldBinary('+', pointer, bytes);
    }
    case 'difference': {
      const left = lowerValue(frame, value.left);
      const right = lowerValue(frame, value.right);
      const bytes = resized(foldBinary('-', left, right), 64, false);
      return foldBinary('/', bytes, constant(value.size, 64));
    }
    case 'convert':
      if (value.operand.type.kind === 'struct') {
        if (isScalar(value.type) && wideSign(value.operand.type) !== undefined) return fromWide(frame, value);
        const cells = lowerCells(frame, value.operand);
        if (value.type.kind === 'void') return zero;
        return repacked(frame, scalarsOf(value.operand.type), cells, scalarsOf(value.type))[0];
      }
      if (value.type.kind === 'float' || value.operand.type.kind === 'float')
        return lowerFloatConversion(frame, lowerValue(frame, value.operand), value, at);
      return asType(frame, lowerValue(frame, value.operand), value.operand.type, value.type);
    case 'logical': {
      const left = lowerTruth(frame, value.left);
      const right = (): Expr => lowerTruth(frame, value.right);
      return value.op === '&&'
        ? emitter.choose(left, right, () => zero, at)
        : emitter.choose(left, () => constant(1), right, at);
    }
    case 'conditional': {
      if (value.type.kind === 'struct') return lowerCells(frame, value)[0];
      const condition = lowerTruth(frame, value.condition);
      return emitter.choose(
        condition,
        () => lowerValue(frame, value.whenTrue),
        () => lowerValue(frame, value.whenFalse),
        at,
      );
    }
    case 'comma':
      lowerEffect(frame, value.left);
      return lowerValue(frame, value.right);
    case 'statements':
      return lowerStatements(frame, value)[0] ?? zero;
    case 'va-arg':
      return lowerVaArg(frame, value)[0] ?? zero;
    case 'assign':
      return used(frame, lowerCells(frame, value)[0] ?? zero, value.type, at);
    case 'update':
      return used(frame, lowerUpdate(frame, value), value.type, at);
    case 'call':
      return lowerCall(frame, value)[0] ?? zero;
    case 'builtin':
      return lowerBuiltin(frame, value.builtin, value);
  }
}

/** 1 if the value is not 0, else 0; -0.0 is 0. */
export function lowerTruth(frame: Frame, value: Value): Expr {
  if (wideSign(value.type) !== undefined) return wideTruth(frame, value);
  const lowered = lowerValue(frame, value);
  if (value.type.kind !== 'float') return truth(lowered);
  return foldUnary('!', lowerFloatUnary(frame, '!', lowered, value.type, value.at));
}

/** As it is, so that what compares nothing with 0 stays as short as it was. */
export const lowerCondition = (frame: Frame, condition: Value): Expr =>
  condition.type.kind === 'float' || condition.type.kind === 'struct'
    ? lowerTruth(frame, condition)
    : lowerValue(frame, condition);

/** `({ ... })`: its statements, then what the last of them left. */
function lowerStatements(frame: Frame, value: ValueOf<'statements'>): readonly Expr[] {
  const { emitter } = frame;
  const { result, at } = value;
  let cells: readonly Expr[] = [];
  lowerList(frame, value.items, true, () => {
    if (result === undefined || emitter.dead) return;
    const place = lowerPlace(frame, { kind: 'variable', variable: result, type: value.type, at });
    const look = value.type.kind === 'struct' ? 'copied' : 'unchecked';
    cells = scalarsOf(value.type).map(({ offset, type }) =>
      emitter.keep(readScalar(frame, place, type, at, look, offset), at),
    );
  });
  if (cells.length > 0 || result === undefined) return cells;
  return scalarsOf(value.type).map(({ type }) => constant(0, frame.program.valueWidth(type)));
}

/** An operation, with the check that a division needs. A shift's count gets the width of what is shifted. */
function operate(frame: Frame, op: ValueOf<'binary'>['op'], left: Expr, right: Expr, at: SourceSpan): Expr {
  if (op === '/' || op === '%' || op === '/u' || op === '%u')
    frame.emitter.assert(truth(right), 'division by zero', at, 'division-by-zero');
  if (op === '/' || op === '%') checkQuotient(frame, left, right, at);
  return foldBinary(op, left, resized(right, widthOf(left), true));
}

/** The least number divided by -1 does not fit: C leaves it open (C11 6.5.5), x86 traps as it does for a division by zero. */
function checkQuotient(frame: Frame, left: Expr, right: Expr, at: SourceSpan): void {
  const width = widthOf(left);
  const least = constant(width === 64 ? -(2n ** 63n) : -(2 ** 31), width);
  const minusOne = foldBinary('==', right, constant(-1, widthOf(right)));
  const fits = foldUnary('!', foldBinary('&&', minusOne, foldBinary('==', left, least)));
  frame.emitter.assert(fits, 'the result of this division does not fit', at, 'division-overflow');
}

/** The scalars of a value of any type: one for a scalar, all of them for a struct, none for void. */
export function lowerCells(frame: Frame, value: Value): readonly Expr[] {
  const { emitter, program } = frame;
  if (value.type.kind === 'void') {
    lowerValue(frame, value);
    return [];
  }
  const cells = scalarsOf(value.type);
  const nothing = (): readonly Expr[] => cells.map(({ type }) => constant(0, program.valueWidth(type)));
  // code that no execution gets past returns no value
  const returned = (values: readonly Expr[]): readonly Expr[] => (emitter.dead ? nothing() : values);
  if (emitter.dead) return nothing();
  if (value.kind === 'assign') return lowerAssignment(frame, value);
  if (value.type.kind !== 'struct') return [lowerValue(frame, value)];
  switch (value.kind) {
    case 'load': {
      const place = lowerPlace(frame, value.place);
      return cells.map(({ offset, type }) =>
        emitter.keep(readScalar(frame, place, type, value.at, 'copied', offset), value.at),
      );
    }
    case 'call':
      return returned(lowerCall(frame, value));
    case 'statements':
      return returned(lowerStatements(frame, value));
    case 'va-arg':
      return returned(lowerVaArg(frame, value));
    case 'comma':
      lowerEffect(frame, value.left);
      return lowerCells(frame, value.right);
    case 'binary':
    case 'unary':
    case 'update':
      return lowerWide(frame, value);
    case 'convert': {
      const { operand } = value;
      if (wideSign(value.type) !== undefined && operand.type.kind === 'integer')
        return lowerWide(frame, value);
      const values = lowerCells(frame, value.operand);
      return sameType(operand.type, value.type)
        ? values
        : repacked(frame, scalarsOf(operand.type), values, cells);
    }
    case 'conditional': {
      const condition = lowerTruth(frame, value.condition);
      const targets = cells.map(({ type }) => emitter.temporary(program.valueWidth(type)));
      emitter.carry(targets);
      const side = (chosen: Value) => (): void => {
        lowerCells(frame, chosen).forEach((cell, i) => {
          emitter.assign(targets[i], cell, value.at);
        });
      };
      emitter.branch(condition, side(value.whenTrue), side(value.whenFalse), value.at);
      return targets.map((name) => emitter.read(name));
    }
    default:
      return bug(`a struct cannot be the value of ${value.kind}`);
  }
}

/** The result of shifts and masks may have a value where the word has none. */
const isComputed = ({ kind }: Value): boolean => kind === 'convert' || kind === 'unary' || kind === 'binary';

/** A value that was copied is used after all. */
export function used(frame: Frame, value: Expr, type: CType, at: SourceSpan): Expr {
  const has = covers(frame.emitter.maskOf(value), 0, sizeOf(type) ?? 1);
  frame.emitter.assert(has, 'this has no value yet', at, 'uninitialised-read');
  return frame.emitter.settled(value, at);
}

function lowerAssignment(frame: Frame, value: ValueOf<'assign'>): readonly Expr[] {
  const { place, at } = value;
  const values = lowerAssigned(frame, place, value.value);
  const target = lowerPlace(frame, place);
  if (place.type.atomic === true) {
    storeSeqCst(frame, target, place.type, values[0], at);
    return values;
  }
  const scalars = scalarsOf(value.type);
  scalars.forEach(({ offset, type }, i) => {
    writeScalar(frame, target, type, values[i], at, offset);
  });
  if (target.bits !== undefined) return [keptIn(target, value.type, values[0])];
  // `(i = i + 1)` is the new i: the right side's expression would see the change.
  const look = value.type.kind === 'struct' ? 'copied' : 'unchecked';
  return target.kind === 'registers'
    ? scalars.map(({ offset, type }) => readScalar(frame, target, type, at, look, offset))
    : values;
}

function lowerUpdate(frame: Frame, value: ValueOf<'update'>): Expr {
  const { place, via, type, at, op } = value;
  const { emitter } = frame;
  if (wideSign(type) !== undefined) return lowerWide(frame, value)[0];
  if (wideSign(via) !== undefined && wideSign(value.operand.type) !== undefined)
    return updateByWide(frame, value);
  const isMoved = place.kind === 'variable' && frame.program.words.holds(place.variable);
  const operand =
    isMoved && isBytewise(op) ? lowerWord(frame, value.operand) : lowerValue(frame, value.operand);
  const target = lowerPlace(frame, place);
  const next = (old: Expr): Expr => {
    if (via.kind === 'float' || type.kind === 'float') return floatUpdate(frame, value, old, operand);
    const left = asType(frame, old, type, via);
    return asType(frame, operate(frame, op, left, operand, at), via, type);
  };
  if (place.type.atomic === true) {
    const update = { op, operand, via, type, next, result: value.result };
    return atomicUpdate(frame, target, update, at);
  }
  const look = isMoved && isBytewise(op) ? 'copied' : 'checked';
  const read = readScalar(frame, target, type, at, look);
  const old = value.result === 'old' && target.kind !== 'memory' ? emitter.keep(read, at) : read;
  const result = next(old);
  const kept = value.result === 'new' && target.kind === 'memory' ? emitter.keep(result, at) : result;
  writeScalar(frame, target, type, kept, at);
  if (value.result === 'old') return old;
  if (target.bits !== undefined) return keptIn(target, type, kept);
  return target.kind === 'registers' ? readScalar(frame, target, type, at, look) : kept;
}

export function lowerIgnored(frame: Frame, { args, looksAt }: BuiltinOf<'ignore'>): void {
  for (const arg of args) {
    // the conversion computes a value that nothing uses
    if (looksAt === true) lowerCells(frame, unconverted(arg));
    else lowerEffect(frame, arg);
  }
}

const stripped = new WeakMap<ValueOf<'statements'>, ValueOf<'statements'>>();

/** The last statement need not say what it is worth. */
function withoutResult(value: ValueOf<'statements'>): ValueOf<'statements'> {
  const known = stripped.get(value);
  if (known !== undefined) return known;
  const { result, items, ...rest } = value;
  const plain = {
    ...rest,
    items: items.map((item) =>
      item.kind === 'expression' &&
      item.value.kind === 'assign' &&
      item.value.place.kind === 'variable' &&
      item.value.place.variable === result
        ? { ...item, value: item.value.value }
        : item,
    ),
  };
  stripped.set(value, plain);
  return plain;
}

/** Evaluates an expression for what it does. */
export function lowerEffect(frame: Frame, value: Value): void {
  // i++ as a statement needs no copy of the old value
  if (value.kind === 'update') lowerUpdate(frame, { ...value, result: 'new' });
  else if (value.kind === 'comma') {
    lowerEffect(frame, value.left);
    lowerEffect(frame, value.right);
  } else if (value.kind === 'convert') lowerEffect(frame, value.operand);
  else if (value.kind === 'call') lowerCall(frame, value, 'ignored');
  else if (value.kind === 'statements') lowerStatements(frame, withoutResult(value));
  else if (value.kind === 'builtin' && value.builtin.op === 'ignore') lowerIgnored(frame, value.builtin);
  else if (value.kind === 'builtin' && value.builtin.op === 'thread-join')
    lowerJoin(frame, value.builtin, value.at, true);
  else if (value.kind === 'load' && isScalar(value.type)) {
    // nothing uses the values that `x;` and `(void)x;` read
    const place = lowerPlace(frame, value.place);
    if (place.kind === 'memory') readScalar(frame, place, value.type, value.at, 'unchecked');
  } else lowerCells(frame, value);
}
