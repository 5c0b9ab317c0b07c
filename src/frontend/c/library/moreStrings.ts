// Functions over characters that glibc has beside those of C, and small functions of stdlib.h and inttypes.h, as C.

import type { LibraryPart } from './part.js';

export const moreStrings: readonly LibraryPart[] = [
  ['index', 'char *N(const char *s, int c) { return __lib_strchr(s, c); }'],
  ['rindex', 'char *N(const char *s, int c) { return __lib_strrchr(s, c); }'],
  [
    'strchrnul',
    `char *N(const char *s, int c) {
      unsigned long i = 0;
      while (s[i] && s[i] != (char)c) i++;
      return (char *)s + i;
    }`,
  ],
  [
    'rawmemchr',
    `void *N(const void *s, int c) {
      const unsigned char *bytes = s;
      unsigned long i = 0;
      while (bytes[i] != (unsigned char)c) i++;
      return (void *)(bytes + i);
    }`,
  ],
  [
    'memrchr',
    `void *N(const void *s, int c, unsigned long n) {
      const unsigned char *bytes = s;
      while (n > 0 && bytes[n - 1] != (unsigned char)c) n--;
      return n > 0 ? (void *)(bytes + n - 1) : (void *)0;
    }`,
  ],
  [
    'memccpy',
    `void *N(void *to, const void *from, int c, unsigned long n) {
      unsigned char *target = to;
      const unsigned char *bytes = from;
      unsigned long i = 0;
      while (i < n) {
        target[i] = bytes[i];
        i++;
        if (bytes[i - 1] == (unsigned char)c) return target + i;
      }
      return (void *)0;
    }`,
  ],
  [
    'memmem',
    `void *N(const void *s, unsigned long length, const void *part, unsigned long size) {
      const unsigned char *bytes = s, *wanted = part;
      for (unsigned long i = 0; size <= length && i <= length - size; i++) {
        unsigned long k = 0;
        while (k < size && bytes[i + k] == wanted[k]) k++;
        if (k == size) return (void *)(bytes + i);
      }
      return (void *)0;
    }`,
  ],
  [
    'strcasestr',
    `char *N(const char *s, const char *part) {
      unsigned long i = 0, n = __lib_strlen(part);
      while (s[i] && __lib_strncasecmp(s + i, part, n) != 0) i++;
      return s[i] || n == 0 ? (char *)s + i : (char *)0;
    }`,
  ],
  [
    'stpncpy',
    `char *N(char *to, const char *from, unsigned long n) {
      __lib_strncpy(to, from, n);
      return to + __lib_strnlen(to, n);
    }`,
  ],
  [
    'strlcpy',
    `unsigned long N(char *to, const char *from, unsigned long size) {
      unsigned long i = 0;
      if (size > 0) {
        while (i < size - 1 && from[i]) { to[i] = from[i]; i++; }
        to[i] = 0;
      }
      return __lib_strlen(from);
    }`,
  ],
  [
    'strlcat',
    `unsigned long N(char *to, const char *from, unsigned long size) {
      unsigned long end = __lib_strnlen(to, size);
      return end + (end == size ? __lib_strlen(from) : __lib_strlcpy(to + end, from, size - end));
    }`,
  ],
  [
    'strsep',
    `char *N(char **rest, const char *set) {
      char *s = *rest, *end;
      if (s == 0) return s;
      end = s + __lib_strcspn(s, set);
      if (*end) { *end = 0; *rest = end + 1; } else *rest = (char *)0;
      return s;
    }`,
  ],
  // in the locale of C
  ['strcoll', 'int N(const char *a, const char *b) { return __lib_strcmp(a, b); }'],
  ['strsignal', 'char *N(int number) { (void)number; return (char *)"signal"; }'],
  ['isascii', 'int N(int c) { return c >= 0 && c < 128; }'],
  ['toascii', 'int N(int c) { return c & 127; }'],
  ['imaxabs', 'long N(long n) { return n < 0 ? -n : n; }'],
  ['strtoimax', 'long N(const char *s, char **end, int base) { return __lib_strtol(s, end, base); }'],
  [
    'strtoumax',
    'unsigned long N(const char *s, char **end, int base) { return __lib_strtoul(s, end, base); }',
  ],
];
