// Attempts, as C.

import { type MemoryOrder, memoryOrders } from '../../../program/memoryOrder.js';
import { attemptTests } from '../builtin.js';

/** C that tries, and yields what the object held before. An attempt that fails is a load; one that succeeds is a locked instruction. */
export function tries(
  object: string,
  test: (typeof attemptTests)[number],
  value: string,
  leaves: '=' | '+',
  change: string,
  order: MemoryOrder,
): string {
  const [by, add, how] = [attemptTests.indexOf(test), leaves === '=' ? 0 : 1, memoryOrders.indexOf(order)];
  return `__diptych_try((int *)${object}, ${by}, ${value}, ${add}, ${change}, ${how})`;
}
