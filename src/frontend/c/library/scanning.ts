// The parts of sscanf, as C. They read from `s`, of which `k` characters are read so far. Each part yields the new `k`, -1 if the text
// does not match, -2 at the end of the text.

import type { LibraryPart } from './part.js';

export const scanning: readonly LibraryPart[] = [
  [
    'i_skip',
    'long N(const char *s, long k) { while (s[k] == 32 || (s[k] >= 9 && s[k] <= 13)) k++; return k; }',
  ],
  ['i_match', 'long N(const char *s, long k, char c) { return s[k] == c ? k + 1 : s[k] == 0 ? -2 : -1; }'],
  [
    'i_scanNumber',
    // a number beyond a long becomes the nearest long, as in glibc; `most`: the largest that fits
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
  // whether a character is in one of so many ranges, or, for `others`, in none
  [
    'i_inSet',
    () => `int N(int c, int others, int count, const char *ranges) {
      for (int i = 0; i < count; i++)
        if (c >= (unsigned char)ranges[2 * i] && c <= (unsigned char)ranges[2 * i + 1]) return !others;
      return others;
    }`,
  ],
  [
    'i_scanSet',
    () => `long N(const char *s, long k, long width, char *to, int others, int count, const char *ranges) {
      long i = 0;
      if (s[k] == 0) return -2;
      while (i < width && s[k] != 0 && __lib_i_inSet((unsigned char)s[k], others, count, ranges)) {
        if (to != 0) to[i] = s[k];
        i++; k++;
      }
      if (i == 0) return -1;
      if (to != 0) to[i] = 0;
      return k;
    }`,
  ],
];

/** Any text of these characters, of one to `width` of them, from outside: without a width (0) no text is too long. */
export const anyText: readonly LibraryPart[] = [
  [
    'i_anyText',
    () => `void N(char *to, long width, int ends, int others, int count, const char *ranges) {
      long i = 0;
      __diptych_bounds(width != 0 || !__diptych_choose(2), "text that is longer than the array it is read into (the conversion has no width)");
      for (; width == 0 || i < width; i++) {
        int c = __diptych_choose(256);
        if (c == 0 && i > 0 && ends) break;
        __VERIFIER_assume(c != 0 && __lib_i_inSet(c, others, count, ranges));
        to[i] = c;
      }
      if (ends) to[i] = 0;
    }`,
  ],
];

/** The parts that a program which reads from text needs. */
export const scanningParts: readonly string[] = scanning.map(([name]) => name);
