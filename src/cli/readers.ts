// The readers of C that a user may choose.

export const readerNames = ['c', 'llvm', 'both'] as const;
export type Readers = (typeof readerNames)[number];
