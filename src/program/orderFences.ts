// Atomic operations of C on a machine with store buffers: the event itself and the fences around it. The one
// table for C files and for the C dialect of litmus; docs/language-c.md prints it.
//
//   load           R; acquire and stronger keep later loads after it (load-load, which only PSLO needs)
//   store          relaxed W; release S W; seq_cst S W F
//   rmw            relaxed U; release, acq_rel S U; seq_cst F U F
//   thread fence   acquire load-load; release S; acq_rel both; seq_cst F
//
// A stronger order has all that a weaker one has: a seq_cst store is a release store too, so PSO needs its S.

import { acquires, type MemoryOrder, releases } from './memoryOrder.js';
import type { FenceKind } from './statement.js';

export type AtomicOperation = 'load' | 'store' | 'rmw' | 'fence';

/** The fences before and after the event of an operation. */
interface Surround {
  readonly before: readonly FenceKind[];
  readonly after: readonly FenceKind[];
}

/** Undefined for an order that C forbids for the operation. */
export function surround(operation: AtomicOperation, order: MemoryOrder): Surround | undefined {
  const after: FenceKind[] = acquires(order) ? ['load-load'] : [];
  const before: FenceKind[] = releases(order) ? ['store-store'] : [];
  const strongest = order === 'seq_cst';
  switch (operation) {
    case 'load':
      return releases(order) && !strongest ? undefined : { before: [], after };
    case 'store':
      if (strongest) return { before, after: ['full'] };
      return acquires(order) ? undefined : { before, after: [] };
    case 'rmw':
      return strongest ? { before: ['full'], after: ['full'] } : { before, after };
    case 'fence':
      return strongest ? { before: ['full'], after: [] } : { before: [...before, ...after], after: [] };
  }
}

/** The rule of C that forbids the order of an operation, in words. */
export const forbiddenOrder = (operation: 'load' | 'store' | 'failure', order: MemoryOrder): string =>
  operation === 'failure'
    ? `a compare-exchange that fails only loads: its order cannot be ${order}`
    : `a ${operation} cannot have order ${order}`;
