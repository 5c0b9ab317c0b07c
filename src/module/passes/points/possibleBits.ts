// The bits that a number may have, of 64.

import { bitsOf } from '../../type.js';
import { typeOf, type Value } from '../../value.js';

const all = (bits: number): bigint => (1n << BigInt(bits)) - 1n;

export function possibleBits(value: Value): bigint {
  const widest = all(bitsOf(typeOf(value)));
  switch (value.kind) {
    case 'const':
      return BigInt.asUintN(64, BigInt(value.value)) & widest;
    case 'compare':
      return 1n;
    case 'select':
      return possibleBits(value.whenTrue) | possibleBits(value.whenFalse);
    case 'unary':
      if (value.op === 'zext' || value.op === 'trunc') return possibleBits(value.operand) & widest;
      return widest;
    case 'binary':
      return ofBinary(value) & widest;
    default:
      return widest;
  }
}

function ofBinary({ op, left, right, type }: Extract<Value, { kind: 'binary' }>): bigint {
  const widest = all(bitsOf(type));
  const by = right.kind === 'const' && right.value >= 0 && right.value < 64 ? BigInt(right.value) : undefined;
  switch (op) {
    case 'and':
      return possibleBits(left) & possibleBits(right);
    case 'or':
    case 'xor':
      return possibleBits(left) | possibleBits(right);
    case 'shl':
      return by === undefined ? widest : possibleBits(left) << by;
    case 'lshr':
      return by === undefined ? widest : possibleBits(left) >> by;
    default:
      return widest;
  }
}
