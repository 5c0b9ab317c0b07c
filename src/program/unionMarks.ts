// A union whose members have different sizes may be one cell. A store to a smaller member then leaves a mark in the
// bytes behind it, and a load of a larger member recognises the mark (module/passes/program/members.ts).

import { type Integer, toInteger } from './integer.js';

/** By the size of the member: those of no small number, address or common double. */
const marks = new Map([
  [1, 0xb5d2_9ac7_6be3_4d00n],
  [2, 0xa96e_c35b_d81c_0000n],
  [4, 0xc6b1_5ae9_0000_0000n],
]);

/** The sizes of members that have a mark in a cell of so many bytes. */
export const markedSizes = (cell: number): number[] => [...marks.keys()].filter((size) => size < cell);

/** The bytes that a cell of `cell` bytes holds behind a member of `size` bytes, which are 0 here. */
export function markBehind(size: number, cell: number): bigint {
  const mark = (marks.get(size) ?? 0n) >> BigInt((8 - cell) * 8);
  return BigInt.asIntN(cell * 8, (mark >> BigInt(size * 8)) << BigInt(size * 8));
}

/** The number that such a cell holds: that of the member it has a mark for, or all of it. */
export function withoutMark(value: Integer, cell: number): Integer {
  const bits = BigInt.asIntN(cell * 8, BigInt(value));
  for (const size of markedSizes(cell)) {
    const member = BigInt.asUintN(size * 8, bits);
    if (bits - member === markBehind(size, cell)) return toInteger(BigInt.asIntN(size * 8, member));
  }
  return value;
}
