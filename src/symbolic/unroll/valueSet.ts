// The values of a term: a small set, or a range. Small sets give variables few bits, keep addresses apart, and fold
// branches that never happen. Values are signed numbers of up to 64 bits. Ranges with bounds that numbers cannot hold
// exactly are only compared.

import {
  applyBinary,
  applyUnary,
  type BinaryOp,
  type ExprWidth,
  type UnaryOp,
} from '../../program/expression.js';
import { compareIntegers, type Integer, toInteger } from '../../program/integer.js';

export type ValueSet =
  /** Sorted; empty when nothing can reach the term. */
  | { readonly kind: 'set'; readonly values: readonly Integer[] }
  | { readonly kind: 'range'; readonly low: Integer; readonly high: Integer };

const maxValues = 64;
const maxCombinations = 1024;

export const nothing: ValueSet = { kind: 'set', values: [] };
/** Any value of 32 bits. */
const anything: ValueSet = { kind: 'range', low: -(2 ** 31), high: 2 ** 31 - 1 };
/** Any value of 64 bits. */
const anythingWide: ValueSet = { kind: 'range', low: -(2n ** 63n), high: 2n ** 63n - 1n };
export const booleans: ValueSet = { kind: 'set', values: [0, 1] };
export const only = (value: Integer): ValueSet => ({ kind: 'set', values: [value] });

export const anyOf = (width: ExprWidth): ValueSet => (width === 64 ? anythingWide : anything);

export function valuesFrom(values: Iterable<Integer>): ValueSet {
  const sorted = [...new Set(values)].sort(compareIntegers);
  return sorted.length <= maxValues
    ? { kind: 'set', values: sorted }
    : { kind: 'range', low: sorted[0], high: sorted[sorted.length - 1] };
}

/** From `low` to `high`, both included. */
export function rangeOf(low: Integer, high: Integer): ValueSet {
  if (Number(high) - Number(low) >= 2 * maxValues) return { kind: 'range', low, high };
  const size = Number(BigInt(high) - BigInt(low)) + 1;
  if (size > maxValues) return { kind: 'range', low, high };
  return { kind: 'set', values: Array.from({ length: size }, (_, i) => plus(low, i)) };
}

const plus = (value: Integer, by: number): Integer =>
  typeof value === 'number' && Number.isSafeInteger(value + by)
    ? value + by
    : toInteger(BigInt(value) + BigInt(by));

export const isNothing = (s: ValueSet): boolean => s.kind === 'set' && s.values.length === 0;

export const lowOf = (s: ValueSet): Integer => (s.kind === 'set' ? s.values[0] : s.low);
export const highOf = (s: ValueSet): Integer => (s.kind === 'set' ? s.values[s.values.length - 1] : s.high);

/** The values that are numbers, as every address is. */
export const numbersOf = (s: ValueSet): number[] =>
  s.kind === 'set' ? s.values.filter((value) => typeof value === 'number') : [];

export function contains(s: ValueSet, value: Integer): boolean {
  return s.kind === 'set' ? s.values.includes(value) : s.low <= value && value <= s.high;
}

/** The only value, if there is just one. */
export function single(s: ValueSet): Integer | undefined {
  return s.kind === 'set' && s.values.length === 1 ? s.values[0] : undefined;
}

export function union(a: ValueSet, b: ValueSet): ValueSet {
  if (a === b || isNothing(b)) return a;
  if (isNothing(a)) return b;
  if (a.kind === 'set' && b.kind === 'set') {
    if (b.values.every((v) => a.values.includes(v))) return a;
    return valuesFrom([...a.values, ...b.values]);
  }
  const [lowest, highest] = [lowOf(a) < lowOf(b) ? a : b, highOf(a) > highOf(b) ? a : b];
  return { kind: 'range', low: lowOf(lowest), high: highOf(highest) };
}

export function sameSet(a: ValueSet, b: ValueSet): boolean {
  if (a === b) return true;
  if (a.kind === 'range' || b.kind === 'range')
    return a.kind === b.kind && lowOf(a) === lowOf(b) && highOf(a) === highOf(b);
  return a.values.length === b.values.length && a.values.every((v, i) => v === b.values[i]);
}

/** `width` is the operand's. */
export function mapUnary(op: UnaryOp, a: ValueSet, width: ExprWidth): ValueSet {
  if (a.kind === 'set') return valuesFrom(a.values.map((v) => applyUnary(op, v, width)));
  const { low, high } = a;
  const within = (least: Integer, most: Integer): boolean => least <= low && high <= most;
  const cut = (bits: number): ValueSet => {
    const half = 2 ** (bits - 1);
    return within(-half, half - 1) ? a : rangeOf(-half, half - 1);
  };
  switch (op) {
    case '-':
      if (typeof low === 'bigint' || typeof high === 'bigint') return anyOf(width);
      return width === 32 && low === -(2 ** 31) ? anything : { kind: 'range', low: 0 - high, high: 0 - low };
    case '~':
      return { kind: 'range', low: applyUnary('~', high, 64), high: applyUnary('~', low, 64) };
    case '!':
      return low > 0 || high < 0 ? only(0) : booleans;
    case 'sext8':
      return cut(8);
    case 'sext16':
      return cut(16);
    case 'low32':
      return cut(32);
    case 'sext32':
      return a;
    case 'zext8':
      return within(0, 0xff) ? a : rangeOf(0, 0xff);
    case 'zext16':
      return within(0, 0xffff) ? a : rangeOf(0, 0xffff);
    case 'zext32':
      return within(0, 2 ** 32 - 1) ? a : rangeOf(0, 2 ** 32 - 1);
  }
}

/** `width` is that of the operands. */
export function mapBinary(op: BinaryOp, a: ValueSet, b: ValueSet, width: ExprWidth): ValueSet {
  if (isNothing(a) || isNothing(b)) return nothing;
  if (a.kind === 'set' && b.kind === 'set' && a.values.length * b.values.length <= maxCombinations) {
    const results = new Set<Integer>();
    for (const x of a.values) for (const y of b.values) results.add(applyBinary(op, x, y, width));
    return valuesFrom(results);
  }
  return mapRanges(op, lowOf(a), highOf(a), lowOf(b), highOf(b), width);
}

const decided = (always: boolean, never: boolean): ValueSet =>
  always ? only(1) : never ? only(0) : booleans;

function mapRanges(
  op: BinaryOp,
  la: Integer,
  ha: Integer,
  lb: Integer,
  hb: Integer,
  width: ExprWidth,
): ValueSet {
  switch (op) {
    case '<':
      return decided(ha < lb, la >= hb);
    case '<=':
      return decided(ha <= lb, la > hb);
    case '>':
      return decided(la > hb, ha <= lb);
    case '>=':
      return decided(la >= hb, ha < lb);
    case '==':
      return decided(false, ha < lb || hb < la);
    case '!=':
      return decided(ha < lb || hb < la, false);
    case '<u':
    case '<=u':
    case '>u':
    case '>=u':
    case '&&':
    case '||':
      return booleans;
    default:
      if (
        typeof la === 'bigint' ||
        typeof ha === 'bigint' ||
        typeof lb === 'bigint' ||
        typeof hb === 'bigint'
      )
        return coarse(op, la, ha, lb, hb, width);
      return mapNumbers(op, la, ha, lb, hb, width);
  }
}

/** Where a bound is no number: only what masks and remainders leave is known. */
function coarse(
  op: BinaryOp,
  la: Integer,
  ha: Integer,
  lb: Integer,
  hb: Integer,
  width: ExprWidth,
): ValueSet {
  if (op === '&' && lb >= 0) return rangeOf(0, hb);
  if (op === '&' && la >= 0) return rangeOf(0, ha);
  if (op === '%' && lb > 0 && typeof hb === 'number')
    return rangeOf(la >= 0 ? 0 : 1 - hb, ha <= 0 ? 0 : hb - 1);
  return op === '&' || op === '|' || op === '^' || op === '%' ? anythingWide : anyOf(width);
}

function mapNumbers(
  op: BinaryOp,
  la: number,
  ha: number,
  lb: number,
  hb: number,
  width: ExprWidth,
): ValueSet {
  const any = anyOf(width);
  const fitting = (low: number, high: number): ValueSet => {
    const fits = width === 32 ? contains(any, low) && contains(any, high) : isExact(low) && isExact(high);
    return fits ? rangeOf(low, high) : any;
  };
  // Operators that act alike on every width may have been given more than 32 bits.
  const bitwise =
    contains(anything, la) && contains(anything, ha) && contains(anything, lb) && contains(anything, hb);
  const nonNegative = la >= 0 && lb >= 0;
  switch (op) {
    case '+':
      return fitting(la + lb, ha + hb);
    case '-':
      return fitting(la - hb, ha - lb);
    case '*': {
      const corners = [la * lb, la * hb, ha * lb, ha * hb];
      return fitting(Math.min(...corners), Math.max(...corners));
    }
    case '&':
      if (lb === hb && isRounding(lb)) return rangeOf(roundedDown(la, lb), roundedDown(ha, lb));
      if (lb >= 0) return rangeOf(0, hb);
      if (la >= 0) return rangeOf(0, ha);
      return bitwise ? anything : anythingWide;
    case '|':
    case '^':
      if (nonNegative) return rangeOf(0, powerAbove(Math.max(ha, hb)) - 1);
      return bitwise ? anything : anythingWide;
    case '%':
      if (lb > 0) return rangeOf(la >= 0 ? 0 : 1 - hb, ha <= 0 ? 0 : hb - 1);
      return bitwise ? anything : anythingWide;
    case '/':
      return nonNegative ? rangeOf(0, ha) : any;
    case '>>':
      return la >= 0 ? rangeOf(0, ha) : { kind: 'range', low: Math.min(la, -1), high: Math.max(ha, 0) };
    default:
      return any;
  }
}

/** Whether `& mask` takes low bits away and nothing else: as addresses of blocks are made multiples. */
const isRounding = (mask: number): boolean => mask < 0 && isExact(mask) && Number.isInteger(Math.log2(-mask));

const roundedDown = (value: number, mask: number): number => Math.floor(value / -mask) * -mask;

const isExact = (value: number): boolean => Number.isSafeInteger(value);

/** The least power of two above a number. */
function powerAbove(value: number): number {
  let power = 1;
  while (power <= value) power *= 2;
  return power;
}
