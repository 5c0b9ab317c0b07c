// A circuit for every operator of program/expression.ts; applyUnary and applyBinary there say what they must compute.

import { bug } from '../../program/diagnostic.js';
import type { BinaryOp, UnaryOp } from '../../program/expression.js';
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
import type { Cnf, Lit } from './cnf.js';
import { shift } from './shift.js';

export function unaryCircuit(cnf: Cnf, op: UnaryOp, a: Bits, width: number): Bits {
  switch (op) {
    case '-':
      return negate(cnf, a, width);
    case '~':
      return complement(a);
    case '!':
      return truth(isZero(cnf, a));
    default:
      return bug(`no circuit for ${op}`);
  }
}

/** The result has at most `width` bits; the caller knows that the value fits. */
export function binaryCircuit(cnf: Cnf, op: BinaryOp, a: Bits, b: Bits, width: number): Bits {
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
      return resize(divide(cnf, op, a, b), width);
    case '&':
      return bitwise((x, y) => cnf.and2(x, y));
    case '|':
      return bitwise((x, y) => cnf.or2(x, y));
    case '^':
      return bitwise((x, y) => cnf.xor2(x, y));
    case '<<':
    case '>>':
    case '>>u':
      return resize(shift(cnf, op, a, b), width);
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
