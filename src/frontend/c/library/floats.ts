// Arithmetic on floating-point numbers that are not known before the program runs, as C on their bits. It is IEEE 754, rounded to the
// nearest and to even, with the NaNs of x86. The algorithms are those of Berkeley SoftFloat 3. A float is computed as a double and rounded
// once more, which is exact for + - * / since a double has more than twice its bits.

import type { LibraryPart } from './part.js';

const word = 'unsigned long';
const negative = '0x8000000000000000ul';
const infinity = '0x7ff0000000000000ul';
const fraction = '0xffffffffffffful';
const hidden = '0x10000000000000ul';
const quiet = '0x8000000000000ul';
/** The NaN of an operation without a result. */
const noNumber = '0xfff8000000000000ul';

const isNotANumber = (bits: string): string => `((${bits}) << 1 > ${infinity} << 1)`;
const exponentOf = (bits: string): string => `(long)(${bits} >> 52 & 0x7ff)`;

const foundations: readonly LibraryPart[] = [
  // bits that are shifted out leave a mark in the last bit
  [
    'i_jam',
    () =>
      `${word} N(${word} a, long by) { return by < 63 ? a >> by | (a << (64 - by & 63) != 0 && by > 0) : a != 0; }`,
  ],
  // the leading bit of `a` is bit 62, where its 53 bits are followed by 10 that are rounded away
  [
    'i_round',
    () => `${word} N(${word} sign, long exponent, ${word} a) {
      ${word} rest;
      if (exponent < 0) { a = __lib_i_jam(a, -exponent); exponent = 0; }
      else if (exponent > 0x7fd || (exponent == 0x7fd && a + 0x200 >= ${negative})) return sign | ${infinity};
      rest = a & 0x3ff;
      a = a + 0x200 >> 10;
      if (rest == 0x200) a = a & ~1ul;
      return a == 0 ? sign : sign | ((${word})exponent << 52) + a;
    }`,
  ],
  [
    'i_normal',
    () => `${word} N(${word} sign, long exponent, ${word} a) {
      long by;
      if (a == 0) return sign;
      by = __builtin_clzl(a) - 1;
      return __lib_i_round(sign, exponent - by, a << by);
    }`,
  ],
  ['i_nan', () => `${word} N(${word} a, ${word} b) { return (${isNotANumber('a')} ? a : b) | ${quiet}; }`],
];

const sums: readonly LibraryPart[] = [
  [
    'i_f64_magnitudes_added',
    () => `${word} N(${word} a, ${word} b, ${word} sign) {
      long p = ${exponentOf('a')}, q = ${exponentOf('b')};
      ${word} x = a & ${fraction}, y = b & ${fraction}, z;
      if (p == 0x7ff || q == 0x7ff) return sign | ${infinity};
      x = p != 0 ? (x | ${hidden}) << 9 : x << 10;
      y = q != 0 ? (y | ${hidden}) << 9 : y << 10;
      if (p < q) { x = __lib_i_jam(x, q - p); p = q; }
      else y = __lib_i_jam(y, p - q);
      z = x + y;
      return __lib_i_normal(sign, p, z);
    }`,
  ],
  [
    'i_f64_magnitudes_apart',
    () => `${word} N(${word} a, ${word} b, ${word} sign) {
      long p = ${exponentOf('a')}, q = ${exponentOf('b')};
      ${word} x = a & ${fraction}, y = b & ${fraction};
      if (p == 0x7ff) return q == 0x7ff ? ${noNumber} : sign | ${infinity};
      if (q == 0x7ff) return (sign ^ ${negative}) | ${infinity};
      x = p != 0 ? (x | ${hidden}) << 10 : x << 11;
      y = q != 0 ? (y | ${hidden}) << 10 : y << 11;
      if (p < q) { x = __lib_i_jam(x, q - p); p = q; }
      else y = __lib_i_jam(y, p - q);
      if (x == y) return 0;
      if (x < y) return __lib_i_normal(sign ^ ${negative}, p - 1, y - x);
      return __lib_i_normal(sign, p - 1, x - y);
    }`,
  ],
  [
    'i_f64_add',
    () => `${word} N(${word} a, ${word} b) {
      if (${isNotANumber('a')} || ${isNotANumber('b')}) return __lib_i_nan(a, b);
      if ((a ^ b) & ${negative}) return __lib_i_f64_magnitudes_apart(a, b, a & ${negative});
      return __lib_i_f64_magnitudes_added(a, b, a & ${negative});
    }`,
  ],
  [
    'i_f64_sub',
    () => `${word} N(${word} a, ${word} b) {
      if (${isNotANumber('a')} || ${isNotANumber('b')}) return __lib_i_nan(a, b);
      return __lib_i_f64_add(a, b ^ ${negative});
    }`,
  ],
];

/** Makes of a number below the normal ones one with its leading bit in place. */
const normalised = (bits: string, exponent: string, by: string): string =>
  `if (${exponent} == 0) { ${by} = __builtin_clzl(${bits}) - 11; ${exponent} = 1 - ${by}; ${bits} = ${bits} << ${by}; }`;

const products: readonly LibraryPart[] = [
  // the high word of a product, with a mark for what is in the low one
  [
    'i_high',
    () => `${word} N(${word} a, ${word} b) {
      ${word} low = (a & 0xffffffff) * (b & 0xffffffff), one = (a >> 32) * (b & 0xffffffff), two = (a & 0xffffffff) * (b >> 32);
      ${word} middle = (low >> 32) + (one & 0xffffffff) + (two & 0xffffffff);
      return (a >> 32) * (b >> 32) + (one >> 32) + (two >> 32) + (middle >> 32) | ((middle & 0xffffffff | low & 0xffffffff) != 0);
    }`,
  ],
  [
    'i_f64_mul',
    () => `${word} N(${word} a, ${word} b) {
      long p = ${exponentOf('a')}, q = ${exponentOf('b')}, by;
      ${word} x = a & ${fraction}, y = b & ${fraction}, sign = (a ^ b) & ${negative};
      if (${isNotANumber('a')} || ${isNotANumber('b')}) return __lib_i_nan(a, b);
      if (p == 0x7ff || q == 0x7ff) return a << 1 == 0 || b << 1 == 0 ? ${noNumber} : sign | ${infinity};
      if (a << 1 == 0 || b << 1 == 0) return sign;
      ${normalised('x', 'p', 'by')}
      ${normalised('y', 'q', 'by')}
      return __lib_i_normal(sign, p + q - 0x3ff, __lib_i_high((x | ${hidden}) << 10, (y | ${hidden}) << 11));
    }`,
  ],
  // eleven bits of the quotient at a time
  [
    'i_f64_div',
    () => `${word} N(${word} a, ${word} b) {
      long p = ${exponentOf('a')}, q = ${exponentOf('b')}, by;
      ${word} x = a & ${fraction}, y = b & ${fraction}, sign = (a ^ b) & ${negative}, z, part;
      int i;
      if (${isNotANumber('a')} || ${isNotANumber('b')}) return __lib_i_nan(a, b);
      if (p == 0x7ff) return q == 0x7ff ? ${noNumber} : sign | ${infinity};
      if (q == 0x7ff) return sign;
      if (b << 1 == 0) return a << 1 == 0 ? ${noNumber} : sign | ${infinity};
      if (a << 1 == 0) return sign;
      ${normalised('x', 'p', 'by')}
      ${normalised('y', 'q', 'by')}
      x = x | ${hidden};
      y = y | ${hidden};
      if (x < y) { x = x << 1; p--; }
      x = x - y;
      z = 1;
      for (i = 0; i < 5; i++) { x = x << 11; part = x / y; x = x - part * y; z = z << 11 | part; }
      return __lib_i_round(sign, p - q + 0x3fe, z << 7 | (x != 0));
    }`,
  ],
];

const comparisons: readonly LibraryPart[] = [
  [
    'i_f64_eq',
    () =>
      `int N(${word} a, ${word} b) { return !${isNotANumber('a')} && !${isNotANumber('b')} && (a == b || (a | b) << 1 == 0); }`,
  ],
  [
    'i_f64_lt',
    () => `int N(${word} a, ${word} b) {
      if (${isNotANumber('a')} || ${isNotANumber('b')} || (a | b) << 1 == 0) return 0;
      return a >> 63 ? !(b >> 63) || b < a : !(b >> 63) && a < b;
    }`,
  ],
  ['i_f64_le', () => `int N(${word} a, ${word} b) { return __lib_i_f64_lt(a, b) || __lib_i_f64_eq(a, b); }`],
];

const conversions: readonly LibraryPart[] = [
  [
    'i_f64_of_long',
    () => `${word} N(long a) {
      ${word} sign = a < 0 ? ${negative} : 0, z = a < 0 ? -(${word})a : (${word})a;
      return z >> 63 ? __lib_i_round(sign, 0x43d, __lib_i_jam(z, 1)) : __lib_i_normal(sign, 0x43c, z);
    }`,
  ],
  [
    'i_f64_of_ulong',
    () =>
      `${word} N(${word} a) { return a >> 63 ? __lib_i_round(0, 0x43d, __lib_i_jam(a, 1)) : __lib_i_normal(0, 0x43c, a); }`,
  ],
  // as cvttsd2si: the least number stands for what does not fit
  [
    'i_f64_to_long',
    () => `long N(${word} a) {
      long by = ${exponentOf('a')} - 0x433;
      ${word} z = a & ${fraction} | ${hidden};
      if (by < -52) return 0;
      if (by > 10) return ${negative};
      z = by < 0 ? z >> -by : z << by;
      return a >> 63 ? -z : z;
    }`,
  ],
  [
    'i_f64_to_int',
    () =>
      `int N(${word} a) { long z = __lib_i_f64_to_long(a); return z < -2147483648l || z > 2147483647l ? -2147483648l : z; }`,
  ],
  [
    'i_f64_to_ulong',
    () => `${word} N(${word} a) {
      long exponent = ${exponentOf('a')};
      if (a >> 63 || exponent < 0x43e || ${isNotANumber('a')}) return __lib_i_f64_to_long(a);
      return exponent == 0x43e ? (a & ${fraction} | ${hidden}) << 11 : 0;
    }`,
  ],
  [
    'i_f64_to_f32',
    () => `unsigned N(${word} a) {
      unsigned sign = a >> 32 & 0x80000000, z = (a & ${fraction}) >> 22 | ((a & 0x3fffff) != 0), rest;
      long exponent = ${exponentOf('a')} - 0x381;
      if (${isNotANumber('a')}) return sign | 0x7fc00000 | (unsigned)((a & ${fraction}) >> 29);
      if (a << 1 == 0) return sign;
      z = z | 0x40000000;
      if (exponent < 0) { z = -exponent < 31 ? z >> -exponent | (z << (32 + exponent & 31) != 0) : z != 0; exponent = 0; }
      else if (exponent > 0xfd || (exponent == 0xfd && z + 0x40 >= 0x80000000)) return sign | 0x7f800000;
      rest = z & 0x7f;
      z = z + 0x40 >> 7;
      if (rest == 0x40) z = z & ~1u;
      return z == 0 ? sign : sign | ((unsigned)exponent << 23) + z;
    }`,
  ],
  [
    'i_f64_of_f32',
    () => `${word} N(unsigned a) {
      ${word} sign = (${word})(a >> 31) << 63, z = a & 0x7fffff;
      long exponent = a >> 23 & 0xff, by;
      if (exponent == 0xff) return sign | ${infinity} | (z != 0 ? ${quiet} | z << 29 : 0);
      if (exponent != 0) return sign | ((${word})(exponent + 0x380) << 52) + (z << 29);
      if (z == 0) return sign;
      by = __builtin_clzl(z) - 40;
      return sign | ((${word})(0x380 - by) << 52) + (z << 29 + by);
    }`,
  ],
  // more than 53 bits become 53 of which the last says whether anything was lost: that rounds to the same float
  [
    'i_f32_of_long',
    () => `unsigned N(long a) {
      ${word} z = a < 0 ? -(${word})a : (${word})a;
      if (z >> 53) z = __lib_i_jam(z, 11) << 11;
      z = __lib_i_f64_of_ulong(z);
      return __lib_i_f64_to_f32(a < 0 ? z | ${negative} : z);
    }`,
  ],
  [
    'i_f32_of_ulong',
    () => `unsigned N(${word} a) {
      if (a >> 53) a = __lib_i_jam(a, 11) << 11;
      return __lib_i_f64_to_f32(__lib_i_f64_of_ulong(a));
    }`,
  ],
];

export const floats: readonly LibraryPart[] = [
  ...foundations,
  ...sums,
  ...products,
  ...comparisons,
  ...conversions,
];

/** A program that computes with numbers it does not know beforehand mentions this name. */
export const floatsName = '__diptych_floats';

export const floatParts: readonly string[] = floats.map(([name]) => name);
