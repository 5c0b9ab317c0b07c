// What a term may evaluate to: a small set of values, or a range. Small sets give variables few bits, keep addresses
// apart, and fold branches that never happen.

import { applyBinary, applyUnary, type BinaryOp, type UnaryOp } from '../../program/expression.js';

export type ValueSet =
  /** Sorted; empty when nothing can reach the term. */
  | { readonly kind: 'set'; readonly values: readonly number[] }
  | { readonly kind: 'range'; readonly low: number; readonly high: number };

const maxValues = 64;
const maxCombinations = 1024;
const minInt = -(2 ** 31);
const maxInt = 2 ** 31 - 1;

export const nothing: ValueSet = { kind: 'set', values: [] };
export const anything: ValueSet = { kind: 'range', low: minInt, high: maxInt };
export const booleans: ValueSet = { kind: 'set', values: [0, 1] };
export const only = (value: number): ValueSet => ({ kind: 'set', values: [value] });

export function valuesFrom(values: Iterable<number>): ValueSet {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  return sorted.length <= maxValues
    ? { kind: 'set', values: sorted }
    : { kind: 'range', low: sorted[0], high: sorted[sorted.length - 1] };
}

/** From `low` to `high`, both included. */
export function rangeOf(low: number, high: number): ValueSet {
  if (high - low >= maxValues) return { kind: 'range', low, high };
  return { kind: 'set', values: Array.from({ length: high - low + 1 }, (_, i) => low + i) };
}

export const isNothing = (s: ValueSet): boolean => s.kind === 'set' && s.values.length === 0;

export const lowOf = (s: ValueSet): number => (s.kind === 'set' ? s.values[0] : s.low);
export const highOf = (s: ValueSet): number => (s.kind === 'set' ? s.values[s.values.length - 1] : s.high);

export function contains(s: ValueSet, value: number): boolean {
  return s.kind === 'set' ? s.values.includes(value) : s.low <= value && value <= s.high;
}

/** The only value, if there is just one. */
export function single(s: ValueSet): number | undefined {
  return s.kind === 'set' && s.values.length === 1 ? s.values[0] : undefined;
}

export function union(a: ValueSet, b: ValueSet): ValueSet {
  if (a === b || isNothing(b)) return a;
  if (isNothing(a)) return b;
  if (a.kind === 'set' && b.kind === 'set') {
    if (b.values.every((v) => a.values.includes(v))) return a;
    return valuesFrom([...a.values, ...b.values]);
  }
  return { kind: 'range', low: Math.min(lowOf(a), lowOf(b)), high: Math.max(highOf(a), highOf(b)) };
}

export function sameSet(a: ValueSet, b: ValueSet): boolean {
  if (a === b) return true;
  if (a.kind === 'range' || b.kind === 'range')
    return a.kind === b.kind && lowOf(a) === lowOf(b) && highOf(a) === highOf(b);
  return a.values.length === b.values.length && a.values.every((v, i) => v === b.values[i]);
}

export function mapUnary(op: UnaryOp, a: ValueSet): ValueSet {
  if (a.kind === 'set') return valuesFrom(a.values.map((v) => applyUnary(op, v)));
  switch (op) {
    case '-':
      return a.low === minInt ? anything : { kind: 'range', low: -a.high, high: -a.low };
    case '~':
      return { kind: 'range', low: ~a.high, high: ~a.low };
    case '!':
      return a.low > 0 || a.high < 0 ? only(0) : booleans;
    default:
      return anything;
  }
}

export function mapBinary(op: BinaryOp, a: ValueSet, b: ValueSet): ValueSet {
  if (isNothing(a) || isNothing(b)) return nothing;
  if (a.kind === 'set' && b.kind === 'set' && a.values.length * b.values.length <= maxCombinations) {
    const results = new Set<number>();
    for (const x of a.values) for (const y of b.values) results.add(applyBinary(op, x, y));
    return valuesFrom(results);
  }
  return mapRanges(op, lowOf(a), highOf(a), lowOf(b), highOf(b));
}

function mapRanges(op: BinaryOp, la: number, ha: number, lb: number, hb: number): ValueSet {
  const fitting = (low: number, high: number): ValueSet =>
    low >= minInt && high <= maxInt ? rangeOf(low, high) : anything;
  const decided = (always: boolean, never: boolean): ValueSet =>
    always ? only(1) : never ? only(0) : booleans;
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
      if (lb >= 0) return rangeOf(0, hb);
      return la >= 0 ? rangeOf(0, ha) : anything;
    case '|':
    case '^':
      return nonNegative ? rangeOf(0, 2 ** (32 - Math.clz32(Math.max(ha, hb))) - 1) : anything;
    case '%':
      return lb > 0 ? rangeOf(la >= 0 ? 0 : 1 - hb, ha <= 0 ? 0 : hb - 1) : anything;
    case '/':
      return nonNegative ? rangeOf(0, ha) : anything;
    case '>>':
      return la >= 0 ? rangeOf(0, ha) : { kind: 'range', low: Math.min(la, -1), high: Math.max(ha, 0) };
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
    case '/u':
    case '%u':
    case '<<':
    case '>>u':
      return anything;
  }
}
