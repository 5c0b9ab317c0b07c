// What sscanf reads, as C: from `s`, of which `k` characters are read so far. Each part yields what `k` is then, -1 if what stands
// there does not match, -2 at the end of the text.

import type { LibraryPart } from './part.js';

export const scanning: readonly LibraryPart[] = [
  [
    'i_skip',
    'long N(const char *s, long k) { while (s[k] == 32 || (s[k] >= 9 && s[k] <= 13)) k++; return k; }',
  ],
  ['i_match', 'long N(const char *s, long k, char c) { return s[k] == c ? k + 1 : s[k] == 0 ? -2 : -1; }'],
  [
    'i_scanNumber',
    // what is beyond a long is the nearest one, as glibc has it; `most`: the largest that fits
    `long N(const char *s, long k, int base, long width, unsigned long most, unsigned long *value) {
      unsigned long v = 0;
      int negative = 0, digits = 0, wide = 0;
      k = __lib_i_skip(s, k);
      if (s[k] == 0) return -2;
      if (s[k] == '-' || s[k] == '+') { negative = s[k] == '-'; k++; width--; }
      if ((base == 0 || base == 16) && width > 0 && s[k] == '0') {
        k++; width--; digits = 1;
        if (width > 0 && (s[k] == 'x' || s[k] == 'X')) { k++; width--; base = 16; }
        else if (base == 0) base = 8;
      } else if (base == 0) base = 10;
      while (width > 0 && __lib_i_digit(s[k]) < base) {
        if (v > (18446744073709551615ul - __lib_i_digit(s[k])) / base) wide = 1;
        v = v * base + __lib_i_digit(s[k]);
        k++; width--; digits = 1;
      }
      if (!digits) return -1;
      if (wide || v > most) *value = negative && most >> 63 == 0 ? most + 1 : most;
      else *value = negative ? -v : v;
      return k;
    }`,
  ],
  [
    'i_scanText',
    () => `long N(const char *s, long k, long width, char *to) {
      long i = 0;
      k = __lib_i_skip(s, k);
      if (s[k] == 0) return -2;
      while (i < width && s[k] != 0 && s[k] != 32 && !(s[k] >= 9 && s[k] <= 13)) {
        if (to != 0) to[i] = s[k];
        i++; k++;
      }
      if (to != 0) to[i] = 0;
      return k;
    }`,
  ],
  [
    'i_scanChars',
    () => `long N(const char *s, long k, long width, char *to) {
      for (long i = 0; i < width; i++) {
        if (s[k] == 0) return -2;
        if (to != 0) to[i] = s[k];
        k++;
      }
      return k;
    }`,
  ],
];

/** The parts that a program which reads from text needs. */
export const scanningParts: readonly string[] = scanning.map(([name]) => name);
