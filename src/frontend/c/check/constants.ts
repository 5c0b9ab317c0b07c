// Constants: integers of any size, floating-point numbers, and the addresses of objects that last as long as the program. One evaluator
// serves the lengths of arrays, cases, enumerators and the initial values of globals.

import { type Integer, toInteger, toNumber } from '../../../program/integer.js';
import { present } from '../../../support/present.js';
import { operations, precedence } from '../binaryOperators.js';
import { leftToClang, typeError } from '../diagnostics.js';
import type {
  FunctionSymbol,
  Initialisation,
  Place,
  StaticPart,
  StaticValue,
  Value,
  ValueOf,
  Variable,
} from '../typed.js';
import type { CType } from '../types.js';
import * as types from '../types.js';
import { applyFloat, convertedFloat, floatOf, negated, numberOf } from './floats.js';

/** A number, or so many bytes behind an object or function. Of a floating type: its bits. */
interface Constant {
  readonly of?: Variable | FunctionSymbol;
  readonly n: bigint;
}

/** The number modulo the size of the type: with a sign if the type has one. */
export function fitted(n: bigint, type: CType): bigint {
  if (type.kind === 'integer' && type.bool) return n === 0n ? 0n : 1n;
  const wide = types.wideSign(type);
  const bits =
    type.kind === 'integer'
      ? types.precisionOf(type)
      : type.kind === 'float'
        ? type.size * 8
        : wide === undefined
          ? 64
          : 128;
  const signed = type.kind === 'integer' ? type.signed : type.kind === 'float' || wide === 'signed';
  return signed ? BigInt.asIntN(bits, n) : BigInt.asUintN(bits, n);
}

/** A value of n bits is kept as the signed one of its two readings, unless n < 32. */
export const stored = (n: bigint, type: CType): Integer =>
  toInteger(BigInt.asIntN((type.kind === 'integer' || type.kind === 'float') && type.size < 8 ? 32 : 64, n));

function evaluated(value: Value): Constant | undefined {
  switch (value.kind) {
    case 'function':
      return { of: value.function, n: 0n };
    case 'address':
      return addressOf(value.place);
    case 'offset':
      return moved(evaluated(value.pointer), numberIn(value.index), value.size);
    case 'convert': {
      const operand = evaluated(value.operand);
      const { type } = value;
      if (operand?.of === undefined) break;
      return type.kind === 'pointer' || (type.kind === 'integer' && type.size === 8) ? operand : undefined;
    }
    case 'conditional': {
      const condition = truth(value.condition);
      return condition === undefined ? undefined : evaluated(condition ? value.whenTrue : value.whenFalse);
    }
    default:
      break;
  }
  const n = computed(value);
  return n === undefined ? undefined : { n };
}

/** The number that a value is; of an unsigned type it has no sign. */
export function numberIn(value: Value): bigint | undefined {
  const known = evaluated(value);
  return known?.of === undefined ? known?.n : undefined;
}

/** Whether a constant condition holds; -0.0 does not. */
function truth(value: Value): boolean | undefined {
  const n = numberIn(value);
  if (n === undefined) return undefined;
  return value.type.kind === 'float' ? numberOf(n, value.type) !== 0 : n !== 0n;
}

function computed(value: Value): bigint | undefined {
  const { type } = value;
  switch (value.kind) {
    case 'const':
      return types.isLongDouble(type) ? undefined : fitted(BigInt(value.value), type);
    case 'load': {
      const constant = value.place.kind === 'variable' ? value.place.variable.constant : undefined;
      return constant === undefined ? undefined : fitted(BigInt(constant), type);
    }
    case 'unary':
      return unary(value);
    case 'binary':
      return binary(value);
    case 'convert':
      return converted(value);
    case 'logical': {
      const left = truth(value.left);
      const result = left === undefined || left === (value.op === '||') ? left : truth(value.right);
      return result === undefined ? undefined : BigInt(result);
    }
    case 'difference': {
      const [left, right] = [evaluated(value.left), evaluated(value.right)];
      if (left === undefined || right === undefined || left.of !== right.of) return undefined;
      return BigInt.asIntN(64, left.n - right.n) / BigInt(value.size);
    }
    default:
      return undefined;
  }
}

function unary({ op, operand, type }: ValueOf<'unary'>): bigint | undefined {
  if (op === '!') {
    const holds = truth(operand);
    return holds === undefined ? undefined : BigInt(!holds);
  }
  const n = numberIn(operand);
  if (n === undefined || type.kind !== 'float')
    return n === undefined ? undefined : fitted(op === '-' ? -n : ~n, type);
  return op === '-' ? negated(n, type) : undefined;
}

function binary(value: ValueOf<'binary'>): bigint | undefined {
  const { left, right, type } = value;
  const [a, b] = [numberIn(left), numberIn(right)];
  if (a === undefined || b === undefined) return undefined;
  if (left.type.kind === 'float') return applyFloat(value.op, a, b, left.type);
  const [, op] = precedence.get(value.op.replace('u', '')) ?? [];
  if (op === undefined) return undefined;
  // a processor takes the count of a shift modulo the bits
  const width =
    types.wideSign(left.type) !== undefined
      ? 128n
      : left.type.kind === 'integer' && left.type.size < 8
        ? 32n
        : 64n;
  const result = operations[op](a, op === '<<' || op === '>>' ? b & (width - 1n) : b);
  return result === undefined ? undefined : fitted(BigInt(result), type);
}

function converted({ operand, type }: ValueOf<'convert'>): bigint | undefined {
  const n = numberIn(operand);
  if (n === undefined || type.kind === 'void' || types.isLongDouble(type)) return undefined;
  if (operand.type.kind === 'float') {
    const result = convertedFloat(n, operand.type, type);
    return result === undefined ? undefined : fitted(result, type);
  }
  if (type.kind !== 'float') return fitted(n, type);
  return operand.type.kind === 'integer' ? floatOf(n, type) : undefined;
}

const moved = (base: Constant | undefined, index: bigint | undefined, size: number): Constant | undefined =>
  base === undefined || index === undefined ? undefined : { ...base, n: base.n + index * BigInt(size) };

/** Where an object is: offsetof computes the address of a member of an object at 0. */
function addressOf(place: Place): Constant | undefined {
  switch (place.kind) {
    case 'deref':
      return evaluated(place.pointer);
    case 'member':
      return moved(addressOf(place.base), 1n, place.offset);
    case 'element':
      return moved(addressOf(place.base), numberIn(place.index), place.size);
    case 'variable':
    case 'literal': {
      const { variable } = place;
      return variable.storage === 'global' && !variable.threadLocal ? { of: variable, n: 0n } : undefined;
    }
  }
}

export function constantValue(value: Value): Integer | undefined {
  const n = numberIn(value);
  return n === undefined ? undefined : stored(n, value.type);
}

/** The value where a small number is meant: lengths, sizes, positions. */
export function smallConstant(value: Value): number | undefined {
  const known = constantValue(value);
  return known === undefined ? undefined : toNumber(known);
}

/** gcc computes some calls of library functions in constants: `enum { N = __builtin_isinf(1.0) }`. */
export function noConstant(value: Value, message: string): never {
  if (isOf(value, ({ type }) => types.isLongDouble(type))) return leftToClang('long double', value.at);
  const isKnown = (part: Value): boolean =>
    part.kind === 'call'
      ? part.callee.kind === 'function' &&
        part.callee.function.definition === undefined &&
        part.args.every((arg) => evaluated(arg) !== undefined)
      : part.kind === 'builtin' && part.builtin.op === 'bits';
  if (isOf(value, isKnown)) return leftToClang('a call in a constant', value.at);
  return typeError(message, value.at);
}

const isOf = (value: Value, is: (part: Value) => boolean): boolean =>
  is(value) || ((value.kind === 'convert' || value.kind === 'unary') && isOf(value.operand, is));

/** The value as the initial value of a global. */
function staticValue(value: Value): StaticValue {
  const { of, n } = evaluated(value) ?? noConstant(value, noInitial);
  if (of === undefined) return stored(n, value.type);
  if ('storage' in of) return { kind: 'address', variable: of, offset: toNumber(n) };
  return n === 0n ? { kind: 'function', function: of } : noConstant(value, noInitial);
}

const noInitial = 'the initial value of a global must be a constant';

export function staticInitial({ parts }: Initialisation): StaticPart[] {
  return parts.flatMap(({ offset, value, bitField }): StaticPart[] => {
    if (types.wideSign(value.type) !== undefined) return wordsOf(value, offset);
    if (value.type.kind === 'struct') return structInitial(value, offset);
    return [{ offset, type: value.type, value: staticValue(value), ...present({ bitField }) }];
  });
}

/** The words that a global of 128 bits starts with. */
function wordsOf(value: Value, offset: number): StaticPart[] {
  const n = numberIn(value) ?? noConstant(value, noInitial);
  const type = types.unsignedLongType;
  return [0, 8].map((at) => ({ offset: offset + at, type, value: stored(n >> BigInt(at * 8), type) }));
}

/** gcc takes a compound literal of constants, and a const object of the same kind. */
function structInitial(value: Value, offset: number): StaticPart[] {
  const place = value.kind === 'load' ? value.place : undefined;
  if (place?.kind !== 'literal' && place?.kind !== 'variable') return noConstant(value, noInitial);
  const { storage, type, literal, initial = [] } = place.variable;
  const lasts = storage === 'global' && (place.kind === 'literal' || type.const === true || literal === true);
  if (!lasts && place.kind === 'variable') return noConstant(value, noInitial);
  const parts = !lasts && place.kind === 'literal' ? staticInitial(place.initialiser) : initial;
  return parts.map((part) => ({
    ...part,
    offset: part.offset + offset,
    ...present({ bitField: types.movedBits(part.bitField, offset) }),
  }));
}
