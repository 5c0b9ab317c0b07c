// Functions over characters and small functions of stdlib.h, as C.

import type { LibraryPart } from './part.js';

export const strings: readonly LibraryPart[] = [
  ['strlen', 'unsigned long N(const char *s) { unsigned long n = 0; while (s[n]) n++; return n; }'],
  [
    'strnlen',
    'unsigned long N(const char *s, unsigned long most) { unsigned long n = 0; while (n < most && s[n]) n++; return n; }',
  ],
  [
    'strcmp',
    `int N(const char *a, const char *b) {
      unsigned long i = 0;
      while (a[i] && a[i] == b[i]) i++;
      return (unsigned char)a[i] - (unsigned char)b[i];
    }`,
  ],
  [
    'strncmp',
    `int N(const char *a, const char *b, unsigned long n) {
      unsigned long i = 0;
      if (n == 0) return 0;
      while (i < n - 1 && a[i] && a[i] == b[i]) i++;
      return (unsigned char)a[i] - (unsigned char)b[i];
    }`,
  ],
  [
    'strcpy',
    `char *N(char *to, const char *from) {
      unsigned long i = 0;
      while ((to[i] = from[i])) i++;
      return to;
    }`,
  ],
  [
    'strncpy',
    `char *N(char *to, const char *from, unsigned long n) {
      unsigned long i = 0;
      while (i < n && from[i]) { to[i] = from[i]; i++; }
      while (i < n) to[i++] = 0;
      return to;
    }`,
  ],
  ['strcat', 'char *N(char *to, const char *from) { __lib_strcpy(to + __lib_strlen(to), from); return to; }'],
  [
    'strchr',
    `char *N(const char *s, int c) {
      unsigned long i = 0;
      while (s[i] && s[i] != (char)c) i++;
      return s[i] == (char)c ? (char *)s + i : (char *)0;
    }`,
  ],
  [
    'strrchr',
    `char *N(const char *s, int c) {
      char *found = 0;
      unsigned long i = 0;
      while (s[i]) { if (s[i] == (char)c) found = (char *)s + i; i++; }
      return (char)c == 0 ? (char *)s + i : found;
    }`,
  ],
  [
    'strdup',
    `char *N(const char *s) {
      char *copy = (char *)malloc(__lib_strlen(s) + 1);
      return copy == 0 ? copy : __lib_strcpy(copy, s);
    }`,
  ],
  // which text it is, C leaves open
  ['strerror', 'char *N(int number) { (void)number; return (char *)"error"; }'],
  ['abs', 'int N(int n) { return n < 0 ? -n : n; }'],
  ['labs', 'long N(long n) { return n < 0 ? -n : n; }'],
  ['llabs', 'long long N(long long n) { return n < 0 ? -n : n; }'],
  [
    'atol',
    `long N(const char *s) {
      unsigned long i = 0;
      long n = 0;
      int negative = 0;
      while (s[i] == ' ' || (s[i] >= 9 && s[i] <= 13)) i++;
      if (s[i] == '-' || s[i] == '+') negative = s[i++] == '-';
      while (s[i] >= '0' && s[i] <= '9') n = 10 * n + (s[i++] - '0');
      return negative ? -n : n;
    }`,
  ],
  ['atoi', 'int N(const char *s) { return (int)__lib_atol(s); }'],
  ['atoll', 'long long N(const char *s) { return __lib_atol(s); }'],
  ['isdigit', "int N(int c) { return c >= '0' && c <= '9'; }"],
  ['isupper', "int N(int c) { return c >= 'A' && c <= 'Z'; }"],
  ['islower', "int N(int c) { return c >= 'a' && c <= 'z'; }"],
  ['isalpha', 'int N(int c) { return __lib_isupper(c) || __lib_islower(c); }'],
  ['isalnum', 'int N(int c) { return __lib_isalpha(c) || __lib_isdigit(c); }'],
  ['isspace', "int N(int c) { return c == ' ' || (c >= 9 && c <= 13); }"],
  ['toupper', 'int N(int c) { return __lib_islower(c) ? c - 32 : c; }'],
  ['tolower', 'int N(int c) { return __lib_isupper(c) ? c + 32 : c; }'],
];
