// Rows of happens-before are bit sets of positions, 32 in a word.

/** Whether position `i` is in the bit set that starts at word `from`. */
export const has = (row: Int32Array, from: number, i: number): boolean =>
  ((row[from + (i >> 5)] >>> (i & 31)) & 1) !== 0;
