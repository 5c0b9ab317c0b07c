// A circuit for every operator of program/expression.ts; applyUnary and applyBinary there say what they must compute.

import type { BinaryOp, ExprWidth, UnaryOp } from '../../program/expression.js';
import { divide, multiply } from './arithmetic.js';
import {
  add,
  type Bits,
  bitAt,
  complement,
  equal,
  isZero,
  less,
  negate,
  resize,
  subtract,
  truth,
} from './bits.js';
import { type Cnf, type Lit, no } from './cnf.js';
import { shift } from './shift.js';

export function unaryCircuit(cnf: Cnf, op: UnaryOp, a: Bits, width: number): Bits {
  switch (op) {
    case '-':
      return negate(cnf, a, width);
    case '~':
      return complement(a);
    case '!':
      return truth(isZero(cnf, a));
    case 'sext8':
      return a.length > 8 ? resize(a, 8) : a;
    case 'sext16':
      return a.length > 16 ? resize(a, 16) : a;
    case 'zext8':
      return [...resize(a, 8), no];
    case 'zext16':
      return [...resize(a, 16), no];
    case 'zext32':
      return [...resize(a, 32), no];
    case 'low32':
      return a.length > 32 ? resize(a, 32) : a;
    case 'sext32':
      return a;
  }
}

/** The result has at most `width` bits; the caller knows that the value fits. `word` is the width of the operands. */
export function binaryCircuit(
  cnf: Cnf,
  op: BinaryOp,
  a: Bits,
  b: Bits,
  width: number,
  word: ExprWidth = 32,
): Bits {
  const bitwise = (f: (x: Lit, y: Lit) => Lit): Bits =>
    Array.from({ length: Math.min(width, Math.max(a.length, b.length)) }, (_, i) =>
      f(bitAt(a, i), bitAt(b, i)),
    );
  switch (op) {
    case '+':
      return add(cnf, a, b, width);
    case '-':
      return subtract(cnf, a, b, width);
    case '*':
      return multiply(cnf, a, b, width);
    case '/':
    case '%':
    case '/u':
    case '%u':
      return resize(divide(cnf, op, a, b, word), width);
    case '&':
      return bitwise((x, y) => cnf.and2(x, y));
    case '|':
      return bitwise((x, y) => cnf.or2(x, y));
    case '^':
      return bitwise((x, y) => cnf.xor2(x, y));
    case '<<':
    case '>>':
    case '>>u':
      return resize(shift(cnf, op, a, b, word), width);
    case '==':
      return truth(equal(cnf, a, b));
    case '!=':
      return truth(-equal(cnf, a, b));
    case '<':
      return truth(less(cnf, a, b, true));
    case '<=':
      return truth(-less(cnf, b, a, true));
    case '>':
      return truth(less(cnf, b, a, true));
    case '>=':
      return truth(-less(cnf, a, b, true));
    case '<u':
      return truth(less(cnf, a, b, false));
    case '<=u':
      return truth(-less(cnf, b, a, false));
    case '>u':
      return truth(less(cnf, b, a, false));
    case '>=u':
      return truth(-less(cnf, a, b, false));
    case '&&':
      return truth(cnf.and2(-isZero(cnf, a), -isZero(cnf, b)));
    case '||':
      return truth(-cnf.and2(isZero(cnf, a), isZero(cnf, b)));
  }
}
