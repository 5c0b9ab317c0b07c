// Counting, swapping and rotating bits.

import { bitsOf } from '../../../../module/type.js';
import { binary, compare, constant, select, unary, type Value } from '../../../../module/value.js';
import type { Piece } from '../../layout.js';
import type { Call } from '../../syntax.js';
import { isWide } from '../arithmetic.js';
import type { Emitter } from '../emitter.js';
import { type Builtin, operand } from './builtin.js';

/** The pieces of the first operand, none of them a part of a wider integer. */
function each(emitter: Emitter, call: Call, make: (value: Value, piece: Piece, k: number) => Value): void {
  const { type } = operand(call, 0);
  if (isWide(emitter, type)) emitter.refuse('counting and moving bits of integers of more than 64 bits');
  const pieces = emitter.pieces(type);
  emitter.result(emitter.values(operand(call, 0)).map((value, k) => make(value, pieces[k], k)));
}

const count: Builtin = (emitter, call) =>
  each(emitter, call, (value, piece) => unary('popcount', piece.type, value));

/** An odd integer has zeros above it that do not count. */
const leading: Builtin = (emitter, call) =>
  each(emitter, call, (value, { type, bits }) =>
    binary('sub', unary('clz', type, value), constant(bitsOf(type) - bits, type)),
  );

const trailing: Builtin = (emitter, call) =>
  each(emitter, call, (value, { type, bits }) => {
    const zeros = unary('ctz', type, value);
    return bits === bitsOf(type)
      ? zeros
      : select(compare('eq', value, constant(0, type)), constant(bits, type), zeros);
  });

const swap: Builtin = (emitter, call) =>
  each(emitter, call, (value, { type, bits }) =>
    bits === bitsOf(type)
      ? unary('bswap', type, value)
      : binary('lshr', unary('bswap', type, value), constant(bitsOf(type) - bits, type)),
  );

/** Neighbours are exchanged, then pairs, then fours; then bytes. */
const reverse: Builtin = (emitter, call) =>
  each(emitter, call, (value, { type, bits }) => {
    if (bits !== bitsOf(type) || bits === 1) emitter.refuse('llvm.bitreverse of this type');
    let turned = value;
    for (const [distance, pattern] of [
      [1, 0x5555_5555_5555_5555n],
      [2, 0x3333_3333_3333_3333n],
      [4, 0x0f0f_0f0f_0f0f_0f0fn],
    ] as const) {
      const [by, mask] = [constant(distance, type), constant(pattern, type)];
      const kept = emitter.kept(turned);
      turned = binary(
        'or',
        binary('shl', binary('and', kept, mask), by),
        binary('and', binary('lshr', kept, by), mask),
      );
    }
    return type === 'i8' ? turned : unary('bswap', type, turned);
  });

/** Two numbers side by side, shifted, and the upper or the lower half of it. */
const funnel =
  (direction: 'left' | 'right'): Builtin =>
  (emitter, call) => {
    const right = emitter.values(operand(call, 1));
    const distances = emitter.values(operand(call, 2));
    each(emitter, call, (left, { type, bits }, k) => {
      if (bits !== bitsOf(type)) emitter.refuse('a rotation of this type');
      const by = emitter.kept(binary('urem', distances[k], constant(bits, type)));
      const back = emitter.kept(binary('sub', constant(bits, type), by));
      const moved =
        direction === 'left'
          ? binary('or', binary('shl', left, by), binary('lshr', right[k], back))
          : binary('or', binary('lshr', right[k], by), binary('shl', left, back));
      return select(compare('eq', by, constant(0, type)), direction === 'left' ? left : right[k], moved);
    });
  };

export const bits: Readonly<Record<string, Builtin>> = {
  ctpop: count,
  ctlz: leading,
  cttz: trailing,
  bswap: swap,
  bitreverse: reverse,
  fshl: funnel('left'),
  fshr: funnel('right'),
};
