// The operands that intrinsics write at.

import { type IntrinsicName, intrinsics } from '../../intrinsics.js';

/** Bytes that an intrinsic writes at its first operand. */
export const bytesWritten: ReadonlyMap<string, number> = new Map([
  ['take', 4],
  ['try_change', 4],
  ['give_back', 4],
]);

/** Operands of intrinsics that are read or only named, by position. */
export const notWritten: ReadonlyMap<string, readonly number[]> = new Map([
  ['take', [5]],
  ['await', [0, 4]],
  ['block_size', [0]],
  ['compare', [0, 1]],
  ['reads', [0]],
  ['of_thread', [0]],
  ['spurious', [0]],
  ['written', [0]],
  ['uses', [0, 1]],
  ['used', [0, 1]],
  ['next_written', [0]],
]);

/** How many bytes an intrinsic may write at an operand. */
export function bytesWrittenBy(name: IntrinsicName, k: number): number {
  const size = k === 0 ? bytesWritten.get(name) : undefined;
  if (size !== undefined) return size;
  const isWritten = intrinsics[name].takes[k] === 'ptr' && notWritten.get(name)?.includes(k) !== true;
  return isWritten ? Number.POSITIVE_INFINITY : 0;
}
