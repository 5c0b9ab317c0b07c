// The values that objects hold at first.

import type { Global } from '../../module.js';
import { bytesOf, type Type } from '../../type.js';
import { constant, offset, symbol, type Value } from '../../value.js';

/** The initial value of a type at an offset of an object. */
export function initialValue(global: Global, at: number, type: Type): Value | undefined {
  const size = bytesOf(type);
  if (at < 0 || at + size > global.size) return undefined;
  const inside = global.relocations.find((r) => r.offset < at + size && at < r.offset + 8);
  if (inside !== undefined)
    return inside.offset === at && size === 8
      ? inside.addend === 0
        ? symbol(inside.target)
        : offset(symbol(inside.target), inside.addend)
      : undefined;
  let value = 0n;
  for (let k = size - 1; k >= 0; k--) value = (value << 8n) | BigInt(global.bytes?.[at + k] ?? 0);
  return constant(value, type);
}
