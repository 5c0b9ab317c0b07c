// Small arrays of numbers, many at a time: they share buffers, since a buffer of its own costs more than such an array does.

const chunkBytes = 1 << 14;
/** Larger ones have a buffer of their own. */
const smallBytes = 1 << 10;

let chunk = new ArrayBuffer(0);
let used = 0;

/** Where the next `bytes` zeros are, at a multiple of 8: in `chunk`, from the place that is returned. */
function take(bytes: number): number {
  if (used + bytes > chunk.byteLength) {
    chunk = new ArrayBuffer(chunkBytes);
    used = 0;
  }
  const from = used;
  used += (bytes + 7) & ~7;
  return from;
}

/** So many zeros. */
export function int32s(length: number): Int32Array {
  if (length * 4 > smallBytes) return new Int32Array(length);
  const from = take(length * 4);
  return new Int32Array(chunk, from, length);
}

export function uint8s(length: number): Uint8Array {
  if (length > smallBytes) return new Uint8Array(length);
  const from = take(length);
  return new Uint8Array(chunk, from, length);
}

/** Of nothing: -1 everywhere. */
export const filled = (length: number): Int32Array => int32s(length).fill(-1);
