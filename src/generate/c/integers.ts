// C's integer types on x86-64 and the conversions of its operators, as far as the generator needs them to avoid
// undefined behaviour. The compiler computes the values.

import type { Random } from '../../support/prng.js';

export interface IntegerType {
  readonly name: string;
  readonly bits: 1 | 8 | 16 | 32 | 64;
  readonly signed: boolean;
  /** C's conversion rank: 0 `_Bool`, 1 char, 2 short, 3 int, 4 long, 5 long long. */
  readonly rank: number;
}

const type = (name: string, bits: IntegerType['bits'], signed: boolean, rank: number): IntegerType => ({
  name,
  bits,
  signed,
  rank,
});

export const int = type('int', 32, true, 3);
export const unsigned = type('unsigned', 32, false, 3);
export const bool = type('_Bool', 1, false, 0);
const uintptr = type('uintptr_t', 64, false, 4);
export const unsignedLong = type('unsigned long', 64, false, 4);

export const bytes: readonly IntegerType[] = [
  type('char', 8, true, 1),
  type('signed char', 8, true, 1),
  type('unsigned char', 8, false, 1),
  type('int8_t', 8, true, 1),
  type('uint8_t', 8, false, 1),
];
export const shorts: readonly IntegerType[] = [
  type('short', 16, true, 2),
  type('unsigned short', 16, false, 2),
  type('int16_t', 16, true, 2),
  type('uint16_t', 16, false, 2),
];
export const words: readonly IntegerType[] = [
  int,
  unsigned,
  type('int32_t', 32, true, 3),
  type('uint32_t', 32, false, 3),
];
export const longs: readonly IntegerType[] = [
  type('long', 64, true, 4),
  unsignedLong,
  type('long long', 64, true, 5),
  type('unsigned long long', 64, false, 5),
  type('int64_t', 64, true, 4),
  type('uint64_t', 64, false, 4),
  type('size_t', 64, false, 4),
  type('ptrdiff_t', 64, true, 4),
  uintptr,
  type('intptr_t', 64, true, 4),
];

export const sizeOf = (t: IntegerType): number => Math.max(1, t.bits / 8);

export const promoted = (t: IntegerType): IntegerType => (t.rank < 3 ? int : t);

export function common(a: IntegerType, b: IntegerType): IntegerType {
  const [l, r] = [promoted(a), promoted(b)];
  if (l.signed === r.signed) return l.rank >= r.rank ? l : r;
  const [u, s] = l.signed ? [r, l] : [l, r];
  if (u.rank >= s.rank) return u;
  return s.bits > u.bits ? s : unsignedOf(s);
}

export const unsignedOf = (t: IntegerType): IntegerType =>
  t.rank >= 5 ? type('unsigned long long', 64, false, 5) : t.rank === 4 ? unsignedLong : unsigned;

/** A number with the suffixes C has, and the type it then is. */
export function literal(random: Random, suffixes: boolean): { text: string; type: IntegerType } {
  const value = random.weighted<() => bigint>([
    [6, () => BigInt(random.int(0, 9))],
    [2, () => BigInt(random.int(10, 300))],
    [1, () => random.pick([127n, 128n, 255n, 256n, 32767n, 32768n, 65535n, 65536n])],
    [1, () => random.pick([0x7fff_ffffn, 0x8000_0000n, 0xffff_ffffn].slice(0, suffixes ? 3 : 1))],
    [suffixes ? 1 : 0, () => BigInt.asUintN(64, BigInt(random.next()) * BigInt(random.next()))],
  ])();
  const suffix = suffixes
    ? random.pick(['', '', '', 'u', 'U', 'l', 'L', 'ul', 'UL', 'll', 'LL', 'ull', 'LLU'])
    : '';
  const base = random.weighted<'dec' | 'hex' | 'oct'>([
    [7, 'dec'],
    [2, 'hex'],
    [1, 'oct'],
  ]);
  const digits =
    base === 'dec' ? value.toString() : base === 'hex' ? `0x${value.toString(16)}` : `0${value.toString(8)}`;
  const u = /u/i.test(suffix);
  const rank = /ll/i.test(suffix) ? 5 : /l/i.test(suffix) ? 4 : 3;
  const fits = (bits: number, signed: boolean): boolean => value < 1n << BigInt(signed ? bits - 1 : bits);
  const candidates: readonly IntegerType[] = [
    ...(rank <= 3 ? [int, unsigned] : []),
    ...(rank <= 4 ? [type('long', 64, true, 4), unsignedLong] : []),
    type('long long', 64, true, 5),
    type('unsigned long long', 64, false, 5),
  ].filter((t) => (u ? !t.signed : t.signed || base !== 'dec'));
  const found = candidates.find((t) => fits(t.bits, t.signed));
  if (found !== undefined) return { text: digits + suffix, type: found };
  return {
    text: `${digits}ull`.replace(/[uUlL]+ull$/, 'ull'),
    type: type('unsigned long long', 64, false, 5),
  };
}
