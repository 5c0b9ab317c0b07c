// The results of all operations, by definition: fold.ts and the tests' interpreter use it. Numbers are canonical
// (type.ts).

import { type Integer, toInteger } from '../program/integer.js';
import { bitsOf, canonical, type FloatType, type Type, unsigned } from './type.js';
import type { ArithmeticOp, CompareOp, UnaryOp } from './value.js';

const view = new DataView(new ArrayBuffer(8));

/** The number that the bits of a float stand for. */
function floatOf(bits: Integer, type: FloatType): number {
  if (type === 'f32') {
    view.setInt32(0, Number(bits));
    return view.getFloat32(0);
  }
  view.setBigInt64(0, BigInt(bits));
  return view.getFloat64(0);
}

function bitsOfFloat(value: number, type: FloatType): Integer {
  if (type === 'f32') {
    view.setFloat32(0, value);
    return view.getInt32(0);
  }
  view.setFloat64(0, value);
  return toInteger(view.getBigInt64(0));
}

export function arithmetic(op: ArithmeticOp, type: Type, a: Integer, b: Integer): Integer {
  if (type === 'f32' || type === 'f64')
    return bitsOfFloat(floatArithmetic(op, floatOf(a, type), floatOf(b, type)), type);
  if (typeof a === 'number' && typeof b === 'number') {
    if (op === 'add' && Number.isSafeInteger(a + b)) return canonical(a + b, type);
    if (op === 'sub' && Number.isSafeInteger(a - b)) return canonical(a - b, type);
  }
  const [x, y] = [BigInt(a), BigInt(b)];
  const [ux, uy] = [BigInt(unsigned(a, type)), BigInt(unsigned(b, type))];
  return canonical(toInteger(integerArithmetic(op, x, y, ux, uy, BigInt(bitsOf(type)))), type);
}

/** A shift by as many bits as there are, or more, takes the amount modulo the bits, as x86 does. */
function integerArithmetic(
  op: ArithmeticOp,
  a: bigint,
  b: bigint,
  ua: bigint,
  ub: bigint,
  bits: bigint,
): bigint {
  const amount = ub % bits;
  switch (op) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'sdiv':
      return b === 0n ? 0n : a / b;
    case 'udiv':
      return ub === 0n ? 0n : ua / ub;
    case 'srem':
      return b === 0n ? 0n : a % b;
    case 'urem':
      return ub === 0n ? 0n : ua % ub;
    case 'and':
      return ua & ub;
    case 'or':
      return ua | ub;
    case 'xor':
      return ua ^ ub;
    case 'shl':
      return ua << amount;
    case 'lshr':
      return ua >> amount;
    case 'ashr':
      return a >> amount;
    default:
      return 0n;
  }
}

function floatArithmetic(op: ArithmeticOp, a: number, b: number): number {
  switch (op) {
    case 'fadd':
      return a + b;
    case 'fsub':
      return a - b;
    case 'fmul':
      return a * b;
    case 'fdiv':
      return a / b;
    default:
      return a % b;
  }
}

/** Whether the comparison of two values of the type holds. */
export function comparison(op: CompareOp, type: Type, a: Integer, b: Integer): boolean {
  if (type === 'f32' || type === 'f64') return floatComparison(op, floatOf(a, type), floatOf(b, type));
  switch (op) {
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    default:
      return ordered(op, type, a, b);
  }
}

function ordered(op: CompareOp, type: Type, a: Integer, b: Integer): boolean {
  const signed = op.startsWith('s');
  // The signed reading of the one bit of an i1 is 0 or -1.
  const read = (x: Integer): Integer => (signed ? (type === 'i1' ? -x : x) : unsigned(x, type));
  const [x, y] = [read(a), read(b)];
  switch (op) {
    case 'slt':
    case 'ult':
      return x < y;
    case 'sle':
    case 'ule':
      return x <= y;
    case 'sgt':
    case 'ugt':
      return x > y;
    default:
      return x >= y;
  }
}

function floatComparison(op: CompareOp, a: number, b: number): boolean {
  const unordered = Number.isNaN(a) || Number.isNaN(b);
  if (unordered) return op.startsWith('fu');
  switch (op) {
    case 'foeq':
    case 'fueq':
      return a === b;
    case 'fone':
    case 'fune':
      return a !== b;
    case 'folt':
    case 'fult':
      return a < b;
    case 'fole':
    case 'fule':
      return a <= b;
    case 'fogt':
    case 'fugt':
      return a > b;
    case 'foge':
    case 'fuge':
      return a >= b;
    default:
      return op === 'ford';
  }
}

/** `from` is the operand's type. */
export function conversion(op: UnaryOp, from: Type, to: Type, a: Integer): Integer {
  switch (op) {
    case 'trunc':
    case 'bitcast':
      return canonical(a, to);
    case 'zext':
    case 'ptrtoint':
    case 'inttoptr':
      return canonical(unsigned(a, from), to);
    case 'sext':
      return canonical(from === 'i1' ? -a : a, to);
    case 'sitofp':
      return to === 'f32' || to === 'f64' ? bitsOfFloat(Number(from === 'i1' ? -a : a), to) : a;
    case 'uitofp':
      return to === 'f32' || to === 'f64' ? bitsOfFloat(Number(unsigned(a, from)), to) : a;
    case 'popcount':
    case 'clz':
    case 'ctz':
    case 'bswap':
      return canonical(bitOperation(op, BigInt(unsigned(a, from)), bitsOf(from)), to);
    default:
      return from === 'f32' || from === 'f64' ? fromFloat(op, floatOf(a, from), to) : a;
  }
}

function fromFloat(op: UnaryOp, x: number, to: Type): Integer {
  if (to !== 'f32' && to !== 'f64') {
    // A value that does not fit has no meaning in LLVM; x86 yields the smallest number.
    const whole = Math.trunc(x);
    const low = op === 'fptosi' ? -(2 ** (bitsOf(to) - 1)) : 0;
    const high = op === 'fptosi' ? 2 ** (bitsOf(to) - 1) : 2 ** bitsOf(to);
    return whole >= low && whole < high ? canonical(toInteger(BigInt(whole)), to) : canonical(low, to);
  }
  switch (op) {
    case 'fneg':
      return bitsOfFloat(-x, to);
    case 'fabs':
      return bitsOfFloat(Math.abs(x), to);
    case 'fsqrt':
      return bitsOfFloat(Math.sqrt(x), to);
    case 'ffloor':
      return bitsOfFloat(Math.floor(x), to);
    case 'fceil':
      return bitsOfFloat(Math.ceil(x), to);
    case 'ftrunc':
      return bitsOfFloat(Math.trunc(x), to);
    case 'fround':
      return bitsOfFloat(Math.sign(x) * Math.round(Math.abs(x)), to);
    default:
      return bitsOfFloat(x, to);
  }
}

function bitOperation(op: 'popcount' | 'clz' | 'ctz' | 'bswap', value: bigint, bits: number): Integer {
  const digits = value.toString(2).padStart(bits, '0');
  switch (op) {
    case 'popcount':
      return [...digits].filter((d) => d === '1').length;
    case 'clz':
      return value === 0n ? bits : digits.indexOf('1');
    case 'ctz':
      return value === 0n ? bits : bits - 1 - digits.lastIndexOf('1');
    case 'bswap':
      return toInteger(BigInt(`0b${(digits.match(/.{8}/g) ?? []).reverse().join('')}`));
  }
}
