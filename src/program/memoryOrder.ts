// The memory orders of C11 and of GCC's __atomic builtins. The position of each is its number in both.

export const memoryOrders = ['relaxed', 'consume', 'acquire', 'release', 'acq_rel', 'seq_cst'] as const;
export type MemoryOrder = (typeof memoryOrders)[number];

/** C's names for accesses that are not plain. A volatile access is no more atomic than a plain one. */
export const accessOrders = ['volatile', ...memoryOrders] as const;
export type AccessOrder = (typeof accessOrders)[number];

/**
 * Whether an operation of this order acquires: events before the release that it reads from happen before events
 * after it.
 */
export const acquires = (order: MemoryOrder): boolean =>
  order === 'consume' || order === 'acquire' || order === 'acq_rel' || order === 'seq_cst';

/**
 * Whether an operation of this order releases: events before it happen before events after an operation that acquires
 * from it.
 */
export const releases = (order: MemoryOrder): boolean =>
  order === 'release' || order === 'acq_rel' || order === 'seq_cst';

/** The part of an order that applies to an operation that only loads. */
export const loadPart = (order: MemoryOrder): MemoryOrder =>
  order === 'release' ? 'relaxed' : order === 'acq_rel' ? 'acquire' : order;

/** The weakest order that does what both do: that of a compare-exchange which may succeed or fail. */
export function mergedOrder(a: MemoryOrder, b: MemoryOrder): MemoryOrder {
  if (a === 'seq_cst' || b === 'seq_cst') return 'seq_cst';
  const releasing = releases(a) || releases(b);
  if (!acquires(a) && !acquires(b)) return releasing ? 'release' : 'relaxed';
  if (releasing) return 'acq_rel';
  return a === 'acquire' || b === 'acquire' ? 'acquire' : 'consume';
}
