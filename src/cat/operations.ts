// The operators of cat on bits. Every function writes all of `out`, which is none of its operands.

import { addRow, closeTransitively } from '../execution/bitRelation.js';

/** How many nodes there are, and words per set or row. */
export interface Shape {
  readonly size: number;
  readonly words: number;
}

export function union(out: Uint32Array, a: Uint32Array, b: Uint32Array): void {
  for (let k = 0; k < out.length; k++) out[k] = a[k] | b[k];
}

export function intersection(out: Uint32Array, a: Uint32Array, b: Uint32Array): void {
  for (let k = 0; k < out.length; k++) out[k] = a[k] & b[k];
}

export function difference(out: Uint32Array, a: Uint32Array, b: Uint32Array): void {
  for (let k = 0; k < out.length; k++) out[k] = a[k] & ~b[k];
}

/** Of a set or, row by row, of a relation. Bits beyond the last node stay 0. */
export function complement(out: Uint32Array, a: Uint32Array, { size, words }: Shape): void {
  const used = size & 31;
  const last = used === 0 ? 0xffffffff : (1 << used) - 1;
  for (let k = 0; k < out.length; k++) out[k] = ~a[k] & ((k + 1) % words === 0 ? last : 0xffffffff);
}

export function sequence(out: Uint32Array, a: Uint32Array, b: Uint32Array, { size, words }: Shape): void {
  out.fill(0);
  for (let from = 0; from < size; from++)
    for (let k = 0; k < words; k++) {
      let bits = a[from * words + k];
      while (bits !== 0) {
        const lowest = bits & -bits;
        bits ^= lowest;
        addRow(out, from, b, (k << 5) + 31 - Math.clz32(lowest), words);
      }
    }
}

export function inverse(out: Uint32Array, a: Uint32Array, { size, words }: Shape): void {
  out.fill(0);
  for (let from = 0; from < size; from++)
    for (let k = 0; k < words; k++) {
      let bits = a[from * words + k];
      while (bits !== 0) {
        const lowest = bits & -bits;
        bits ^= lowest;
        const to = (k << 5) + 31 - Math.clz32(lowest);
        out[to * words + (from >>> 5)] |= 1 << (from & 31);
      }
    }
}

export function plus(out: Uint32Array, a: Uint32Array, { size, words }: Shape): void {
  out.set(a);
  closeTransitively(out, size, words);
}

export function addIdentity(out: Uint32Array, { size, words }: Shape): void {
  for (let node = 0; node < size; node++) out[node * words + (node >>> 5)] |= 1 << (node & 31);
}

export function product(out: Uint32Array, a: Uint32Array, b: Uint32Array, { size, words }: Shape): void {
  for (let node = 0; node < size; node++) {
    const inA = (a[node >>> 5] >>> (node & 31)) & 1;
    for (let k = 0; k < words; k++) out[node * words + k] = inA === 1 ? b[k] : 0;
  }
}

export function identity(out: Uint32Array, set: Uint32Array, { size, words }: Shape): void {
  out.fill(0);
  for (let node = 0; node < size; node++) {
    const bit = 1 << (node & 31);
    if ((set[node >>> 5] & bit) !== 0) out[node * words + (node >>> 5)] |= bit;
  }
}

export function domain(out: Uint32Array, a: Uint32Array, { size, words }: Shape): void {
  out.fill(0);
  for (let node = 0; node < size; node++) {
    let any = 0;
    for (let k = 0; k < words; k++) any |= a[node * words + k];
    if (any !== 0) out[node >>> 5] |= 1 << (node & 31);
  }
}

export function range(out: Uint32Array, a: Uint32Array, { size, words }: Shape): void {
  out.fill(0);
  for (let node = 0; node < size; node++) for (let k = 0; k < words; k++) out[k] |= a[node * words + k];
}
