// Values of a module as expressions of the engines' programs. There a register has 32 or 64 bits: an i1 is 0 or 1 in one of 32, an
// i8 or i16 is kept sign-extended. An address has 32 bits in a program, and a pointer too, where every pointer is an address, null
// or a small number (pointers.ts).

import {
  addressOf,
  type BinaryOp,
  binary,
  conditional,
  constant,
  type Expr,
  type ExprWidth,
  register,
  unary,
} from '../../../program/expression.js';
import { negated } from '../../../program/negated.js';
import { bitsOf, isFloat, type Type } from '../../type.js';
import {
  type ArithmeticOp,
  type CompareOp,
  type Register,
  typeOf,
  type Value,
  type ValueOf,
} from '../../value.js';
import { countBits } from './bits.js';
import { normal, resized, unsignedOf } from './widths.js';

/** The services that expressions need from the program around them. */
export interface Surroundings {
  readonly pointerWidth: ExprWidth;
  /** The register's name in the program. */
  readonly registerName: (r: Register) => string;
  readonly locationName: (object: string) => string | undefined;
  /** The number that stands for a function. */
  readonly functionNumber: (name: string) => number | undefined;
  /** A value that the program does not determine. */
  readonly anyValue: (type: Type) => Expr;
  /** Reports what has no expression; does not return. */
  readonly refuse: (what: string) => never;
}

const arithmetic: Partial<Record<ArithmeticOp, BinaryOp>> = {
  add: '+',
  sub: '-',
  mul: '*',
  sdiv: '/',
  srem: '%',
  udiv: '/u',
  urem: '%u',
  and: '&',
  or: '|',
  xor: '^',
  shl: '<<',
  ashr: '>>',
  lshr: '>>u',
};

const comparisons: Partial<Record<CompareOp, BinaryOp>> = {
  eq: '==',
  ne: '!=',
  slt: '<',
  sle: '<=',
  sgt: '>',
  sge: '>=',
  ult: '<u',
  ule: '<=u',
  ugt: '>u',
  uge: '>=u',
};

/** An `i1` is 0 or 1. */
const logical: Partial<Record<ArithmeticOp, BinaryOp>> = { and: '&&', or: '||', xor: '!=' };

const unsignedOps: ReadonlySet<string> = new Set(['udiv', 'urem', 'lshr', 'ult', 'ule', 'ugt', 'uge']);

export class Expressions {
  constructor(readonly around: Surroundings) {}

  widthOf(type: Type): ExprWidth {
    if (type === 'ptr') return this.around.pointerWidth;
    return bitsOf(type) === 64 ? 64 : 32;
  }

  of(value: Value): Expr {
    const { around } = this;
    switch (value.kind) {
      case 'const':
        return constant(value.value, this.widthOf(value.type));
      case 'register':
        return register(around.registerName(value), this.widthOf(value.type));
      case 'undef':
        return around.anyValue(value.type);
      case 'symbol':
      case 'offset':
      case 'element':
        return resized(this.address(value), around.pointerWidth);
      case 'unary':
        return this.#unary(value);
      case 'binary':
        return this.#binary(value);
      case 'compare':
        return this.#compare(value);
      case 'select':
        return conditional(this.of(value.condition), this.of(value.whenTrue), this.of(value.whenFalse));
      case 'local':
      case 'text':
        return around.refuse(`the value of a ${value.kind}`);
    }
  }

  /** An address as one of 32 bits. */
  address(value: Value): Expr {
    const { around } = this;
    switch (value.kind) {
      case 'symbol': {
        const location = around.locationName(value.name);
        if (location !== undefined) return addressOf(location);
        const number = around.functionNumber(value.name);
        return number === undefined ? around.refuse(`the address of ${value.name}`) : constant(number);
      }
      case 'offset':
        return sum(this.address(value.base), constant(value.offset));
      case 'element':
        return sum(this.address(value.base), product(resized(this.of(value.index), 32), value.stride));
      default:
        return resized(this.of(value), 32);
    }
  }

  /** Whether an `i1` holds. */
  condition(value: Value): Expr {
    return this.of(value);
  }

  #unary({ op, operand, type }: ValueOf<'unary'>): Expr {
    const from = typeOf(operand);
    const inner = this.of(operand);
    switch (op) {
      case 'trunc':
        return normal(resized(inner, this.widthOf(type)), type);
      case 'zext':
        return resized(unsignedOf(inner, from), this.widthOf(type), true);
      case 'sext':
        return resized(from === 'i1' ? unary('-', inner) : inner, this.widthOf(type));
      case 'ptrtoint':
        return normal(resized(inner, this.widthOf(type)), type);
      case 'inttoptr':
        return resized(unsignedOf(inner, from), this.around.pointerWidth, true);
      case 'bitcast':
        return resized(inner, this.widthOf(type));
      case 'popcount':
      case 'clz':
      case 'ctz':
      case 'bswap':
        return countBits(
          op,
          resized(unsignedOf(inner, from), bitsOf(from) === 64 ? 64 : 32),
          bitsOf(from),
          type,
        );
      default:
        return this.around.refuse(`floating-point arithmetic (${op}) on a value that is not known`);
    }
  }

  #binary({ op, left, right, type }: ValueOf<'binary'>): Expr {
    const known = arithmetic[op];
    if (known === undefined || isFloat(type))
      return this.around.refuse(`floating-point arithmetic (${op}) on values that are not known`);
    if (type === 'i1' && op === 'xor' && right.kind === 'const' && right.value === 1)
      return negated(this.of(left));
    const ofTruths = type === 'i1' ? logical[op] : undefined;
    if (ofTruths !== undefined) return binary(ofTruths, this.of(left), this.of(right));
    const isUnsigned = unsignedOps.has(op);
    const operand = (value: Value): Expr => {
      const expr = this.of(value);
      return isUnsigned ? unsignedOf(expr, type) : expr;
    };
    return normal(binary(known, operand(left), operand(right)), type);
  }

  #compare({ op, left, right }: ValueOf<'compare'>): Expr {
    const known = comparisons[op];
    if (known === undefined)
      return this.around.refuse(`a comparison of floating-point numbers (${op}) that are not known`);
    const type = typeOf(left);
    const operand = (value: Value): Expr => {
      const expr = this.of(value);
      return unsignedOps.has(op) ? unsignedOf(expr, type) : expr;
    };
    return binary(known, operand(left), operand(right));
  }
}

/** `base + by`, with constants together. */
export function sum(base: Expr, by: Expr): Expr {
  if (by.kind === 'const' && by.value === 0) return base;
  if (by.kind === 'const' && base.kind === 'binary' && base.op === '+' && base.right.kind === 'const')
    return sum(base.left, constant(Number(base.right.value) + Number(by.value)));
  return binary('+', base, by);
}

const product = (index: Expr, stride: number): Expr => {
  if (index.kind === 'const') return constant(Number(index.value) * stride);
  return stride === 1 ? index : binary('*', index, constant(stride));
};
