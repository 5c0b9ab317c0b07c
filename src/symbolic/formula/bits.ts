// Integers as circuits. `Bits` is a two's complement number, lowest bit first, of any width. Its last bit is the sign
// and repeats upwards, so a number takes only as many bits as it needs and constant bits cost nothing. A program's
// value has at most 64 bits. Its meaning does not depend on the width of its type; only the results of operators do.

import { fromWords, highWord, type Integer, lowWord } from '../../program/integer.js';
import { type Cnf, type Lit, no, yes } from './cnf.js';

export type Bits = readonly Lit[];

/** The bits of a constant, as few as it needs. */
export function constantBits(value: Integer): Bits {
  const bits: Lit[] = [];
  const width = constantWidth(value);
  for (let i = 0; i < width; i++) bits.push(bitOf(value, i) === 1 ? yes : no);
  return bits;
}

/** How many bits a constant needs: those that differ from its sign, and the sign. */
function constantWidth(value: Integer): number {
  const [low, high] = [lowWord(value), highWord(value)];
  const different = high === low >> 31 ? 32 - Math.clz32(low ^ high) : 64 - Math.clz32(high ^ (high >> 31));
  return different + 1;
}

/** Bit `i` of a value. */
export const bitOf = (value: Integer, i: number): number =>
  i < 32 ? (lowWord(value) >>> i) & 1 : (highWord(value) >>> (i - 32)) & 1;

/** The number of bits that hold every value from `low` to `high`. */
export function widthFor(low: Integer, high: Integer): number {
  return Math.max(constantWidth(low), constantWidth(high));
}

/** The same number with exactly `width` bits, which must be enough or be meant to cut. */
export function resize(bits: Bits, width: number): Bits {
  if (bits.length >= width) return bits.length === width ? bits : bits.slice(0, width);
  const sign = bits[bits.length - 1];
  return [...bits, ...Array.from({ length: width - bits.length }, () => sign)];
}

export function bitAt(bits: Bits, i: number): Lit {
  return i < bits.length ? bits[i] : bits[bits.length - 1];
}

/** The value of constant bits; undefined when some bit is not constant. */
export function constantOf(bits: Bits): Integer | undefined {
  if (!bits.every((b) => b === yes || b === no)) return undefined;
  return readBits(bits, (b) => b === yes);
}

export function readBits(bits: Bits, value: (l: Lit) => boolean): Integer {
  const word = (from: number): number => {
    const end = Math.min(bits.length - from, 32);
    // The sign repeats upwards.
    let result = end < 32 && value(bits[bits.length - 1]) ? -1 << end : 0;
    for (let i = 0; i < end; i++) if (value(bits[from + i])) result |= 1 << i;
    return result;
  };
  return bits.length <= 32 ? word(0) : fromWords(word(0), word(32));
}

/** Adds bit by bit with a carry into the lowest; the carry out is the last bit of the result. */
export function addWithCarry(cnf: Cnf, a: Bits, b: Bits, carryIn: Lit, width: number): Lit[] {
  const sum: Lit[] = [];
  let carry = carryIn;
  for (let i = 0; i < width; i++) {
    const x = bitAt(a, i);
    const y = bitAt(b, i);
    const half = cnf.xor2(x, y);
    sum.push(cnf.xor2(half, carry));
    carry = cnf.ite(half, carry, x);
  }
  return [...sum, carry];
}

export function add(cnf: Cnf, a: Bits, b: Bits, width: number): Bits {
  return addWithCarry(cnf, a, b, no, width).slice(0, width);
}

export function subtract(cnf: Cnf, a: Bits, b: Bits, width: number): Bits {
  return addWithCarry(cnf, a, complement(b), yes, width).slice(0, width);
}

export const complement = (a: Bits): Bits => a.map((l) => -l);

export function negate(cnf: Cnf, a: Bits, width: number): Bits {
  return subtract(cnf, [no], a, width);
}

export function isZero(cnf: Cnf, a: Bits): Lit {
  return cnf.and(a.map((l) => -l));
}

export function equal(cnf: Cnf, a: Bits, b: Bits): Lit {
  const width = Math.max(a.length, b.length);
  const same: Lit[] = [];
  for (let i = 0; i < width; i++) {
    const bit = cnf.iff2(bitAt(a, i), bitAt(b, i));
    if (bit === no) return no;
    same.push(bit);
  }
  return cnf.and(same);
}

/** a < b, both signed or both unsigned. */
export function less(cnf: Cnf, a: Bits, b: Bits, signed: boolean): Lit {
  const width = Math.max(a.length, b.length);
  let result: Lit = no;
  for (let i = 0; i < width; i++) {
    const isSign = signed && i === width - 1;
    const x = isSign ? bitAt(b, i) : bitAt(a, i);
    const y = isSign ? bitAt(a, i) : bitAt(b, i);
    result = cnf.ite(cnf.xor2(x, y), y, result);
  }
  return result;
}

export function select(cnf: Cnf, condition: Lit, a: Bits, b: Bits): Bits {
  const width = Math.max(a.length, b.length);
  return Array.from({ length: width }, (_, i) => cnf.ite(condition, bitAt(a, i), bitAt(b, i)));
}

/** One bit as the number 0 or 1. */
export const truth = (l: Lit): Bits => (l === no ? [no] : [l, no]);

/** If `condition`, a and b are the same number. */
export function assertEqual(cnf: Cnf, condition: readonly Lit[], a: Bits, b: Bits): void {
  const width = Math.max(a.length, b.length);
  const unless = condition.map((l) => -l);
  for (let i = 0; i < width; i++) {
    const x = bitAt(a, i);
    const y = bitAt(b, i);
    if (x === y) continue;
    cnf.add(...unless, -x, y);
    cnf.add(...unless, x, -y);
  }
}
