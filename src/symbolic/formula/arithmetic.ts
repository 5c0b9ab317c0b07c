// Multiplication and division as circuits: shift-and-add, and restoring division on magnitudes.

import type { ExprWidth } from '../../program/expression.js';
import { add, addWithCarry, type Bits, bitAt, complement, isZero, negate, resize, select } from './bits.js';
import { type Cnf, type Lit, no, yes } from './cnf.js';

export function multiply(cnf: Cnf, a: Bits, b: Bits, width: number): Bits {
  // The low bits of a product depend on the low bits of the factors only; go over the factor with fewer variable bits.
  const [x, y] = variableBits(a) <= variableBits(b) ? [a, b] : [b, a];
  let sum: Bits = [no];
  for (let i = 0; i < width; i++) {
    const bit = bitAt(x, i);
    if (bit === no) continue;
    const shifted = Array.from({ length: width }, (_, k) => (k < i ? no : cnf.and2(bit, bitAt(y, k - i))));
    sum = add(cnf, sum, shifted, width);
  }
  return resize(sum, width);
}

const variableBits = (bits: Bits): number => bits.filter((l) => l !== no).length;

/** Division by zero yields 0, for both quotient and remainder. */
export function divide(cnf: Cnf, op: '/' | '%' | '/u' | '%u', a: Bits, b: Bits, word: ExprWidth): Bits {
  const byZero = isZero(cnf, b);
  const signed = op === '/' || op === '%';
  const signA = signed ? a[a.length - 1] : no;
  const signB = signed ? b[b.length - 1] : no;
  // One bit more than the widest operand holds every magnitude without a sign.
  const width = signed ? Math.max(a.length, b.length) + 1 : word;
  const magnitude = (x: Bits, sign: Lit): Bits =>
    sign === no ? resize(x, width) : select(cnf, sign, negate(cnf, x, width), resize(x, width));
  const { quotient, remainder } = divideMagnitudes(cnf, magnitude(a, signA), magnitude(b, signB), width);
  const [result, sign] = op === '/' || op === '/u' ? [quotient, cnf.xor2(signA, signB)] : [remainder, signA];
  const unsigned: Bits = [...result, no];
  const value = sign === no ? unsigned : select(cnf, sign, negate(cnf, unsigned, width + 1), unsigned);
  return select(cnf, byZero, [no], value);
}

/** Both operands and both results are unsigned and `width` bits wide. */
function divideMagnitudes(cnf: Cnf, a: Bits, b: Bits, width: number): { quotient: Bits; remainder: Bits } {
  const quotient: Lit[] = Array.from({ length: width }, () => no);
  let remainder: Bits = Array.from({ length: width }, () => no);
  for (let i = width - 1; i >= 0; i--) {
    // width + 1 bits: the remainder is below b, so twice it plus a bit needs one more.
    const shifted: Bits = [a[i], ...remainder];
    const difference = addWithCarry(cnf, shifted, complement([...b, no]), yes, width + 1);
    const fits = difference[width + 1];
    quotient[i] = fits;
    remainder = select(cnf, fits, difference.slice(0, width), shifted.slice(0, width));
  }
  return { quotient, remainder };
}
