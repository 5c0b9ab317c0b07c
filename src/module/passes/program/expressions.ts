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
import { type ArithmeticOp, type CompareOp, typeOf, type Value, type ValueOf } from '../../value.js';
import { countBits } from './bits.js';
import type { ThreadCode } from './threadCode.js';
import { normal, registerWidth, resized, unsignedOf } from './widths.js';

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
  constructor(readonly code: ThreadCode) {}

  widthOf(type: Type): ExprWidth {
    if (type === 'ptr') return this.code.parts.pointerWidth;
    return registerWidth(bitsOf(type));
  }

  of(value: Value): Expr {
    const { code } = this;
    switch (value.kind) {
      case 'const':
        return constant(value.value, this.widthOf(value.type));
      case 'register':
        return register(code.registerName(value), this.widthOf(value.type));
      case 'undef':
        return code.anyValue(value.type);
      case 'symbol':
      case 'offset':
      case 'element':
        return resized(this.address(value), code.parts.pointerWidth);
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
        return code.refuse(`the value of a ${value.kind}`);
    }
  }

  /** An address as one of 32 bits. */
  address(value: Value): Expr {
    const { code } = this;
    switch (value.kind) {
      case 'symbol': {
        const location = code.parts.locationName(value.name);
        if (location !== undefined) return addressOf(location);
        return constant(code.parts.functionNumber(value.name));
      }
      case 'offset':
        return sum(this.address(value.base), constant(value.offset));
      case 'element':
        return sum(this.address(value.base), product(resized(this.of(value.index), 32), value.stride));
      default:
        return resized(this.of(value), 32);
    }
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
        return resized(unsignedOf(inner, from), this.code.parts.pointerWidth, true);
      case 'bitcast':
        return resized(inner, this.widthOf(type));
      case 'popcount':
      case 'clz':
      case 'ctz':
      case 'bswap':
        return countBits(
          op,
          resized(unsignedOf(inner, from), registerWidth(bitsOf(from))),
          bitsOf(from),
          type,
        );
      default:
        return this.code.refuse(`floating-point arithmetic (${op}) on a value that is not known`);
    }
  }

  #binary({ op, left, right, type }: ValueOf<'binary'>): Expr {
    const known = arithmetic[op];
    if (known === undefined || isFloat(type))
      return this.code.refuse(`floating-point arithmetic (${op}) on values that are not known`);
    if (type === 'i1' && op === 'xor' && right.kind === 'const' && right.value === 1)
      return negated(this.of(left));
    const ofTruths = type === 'i1' ? logical[op] : undefined;
    if (ofTruths !== undefined) return binary(ofTruths, this.of(left), this.of(right));
    return normal(binary(known, ...this.#operands(op, left, right)), type);
  }

  #compare({ op, left, right }: ValueOf<'compare'>): Expr {
    const known = comparisons[op];
    if (known === undefined)
      return this.code.refuse(`a comparison of floating-point numbers (${op}) that are not known`);
    return binary(known, ...this.#operands(op, left, right));
  }

  #operands(op: ArithmeticOp | CompareOp, ...operands: [Value, Value]): [Expr, Expr] {
    const [left, right] = operands.map((value) => this.of(value));
    if (!unsignedOps.has(op)) return [left, right];
    const type = typeOf(operands[0]);
    return [unsignedOf(left, type), unsignedOf(right, type)];
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
