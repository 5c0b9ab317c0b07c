// The parts of snprintf, as C. `b` has room for `z` characters, of which `k` would have been written so far. Each part yields the new `k`.

import type { LibraryPart } from './part.js';

/** The flags of a conversion, as bits. */
export const printFlags = { '-': 1, '0': 2, '#': 4 } as const;

export const out = 'char *b, unsigned long z, unsigned long k';

export const printing: readonly LibraryPart[] = [
  ['i_put', `unsigned long N(${out}, char c) { if (k + 1 < z) b[k] = c; return k + 1; }`],
  [
    'i_pad',
    () =>
      `unsigned long N(${out}, char c, long n) { while (n > 0) { k = __lib_i_put(b, z, k, c); n--; } return k; }`,
  ],
  [
    'i_putText',
    () => `unsigned long N(${out}, const char *s, long width, long precision, int flags) {
      long n = precision < 0 ? __lib_strlen(s) : __lib_strnlen(s, precision), i = 0;
      if (!(flags & 1)) k = __lib_i_pad(b, z, k, ' ', width - n);
      while (i < n) { k = __lib_i_put(b, z, k, s[i]); i++; }
      if (flags & 1) k = __lib_i_pad(b, z, k, ' ', width - n);
      return k;
    }`,
  ],
  [
    'i_putNumber',
    () => `unsigned long N(${out}, unsigned long v, char sign, unsigned base, char ten, long width, long precision, int flags) {
      unsigned long p = 1;
      long n = 0, zeros, prefix = (flags & 4) && v != 0 ? 2 : 0;
      if (v != 0 || precision != 0) { n = 1; while (v / p >= base) { p = p * base; n++; } }
      zeros = precision > n ? precision - n : 0;
      width = width - n - zeros - prefix - (sign != 0);
      if ((flags & 2) && !(flags & 1) && precision < 0 && width > 0) { zeros = zeros + width; width = 0; }
      if (!(flags & 1)) k = __lib_i_pad(b, z, k, ' ', width);
      if (sign != 0) k = __lib_i_put(b, z, k, sign);
      if (prefix != 0) { k = __lib_i_put(b, z, k, '0'); k = __lib_i_put(b, z, k, ten + 23); }
      k = __lib_i_pad(b, z, k, '0', zeros);
      while (n > 0) {
        unsigned long digit = v / p % base;
        k = __lib_i_put(b, z, k, digit < 10 ? '0' + digit : ten + digit - 10);
        p = p / base;
        n--;
      }
      if (flags & 1) k = __lib_i_pad(b, z, k, ' ', width);
      return k;
    }`,
  ],
];

/** The parts that a program which prints to memory needs. */
export const printingParts: readonly string[] = printing.map(([name]) => name);
