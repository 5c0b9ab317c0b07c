// The memory orders of C11 and of GCC's __atomic builtins: the same numbers.

export const memoryOrders = {
  relaxed: 0,
  consume: 1,
  acquire: 2,
  release: 3,
  acqRel: 4,
  seqCst: 5,
} as const;
