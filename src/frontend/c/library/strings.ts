// Functions over characters and small functions of stdlib.h, as C.

import type { LibraryPart } from './part.js';

/** strtol and its kin: what is beyond `most`, or below what `least` is the opposite of, is the nearest number, and errno ERANGE. */
const toNumber = (
  type: string,
  most: string,
  least?: string,
): string => `${type} N(const char *s, char **end, int base) {
  unsigned long i = 0, value = 0, first;
  int negative = 0, wide = 0;
  if (base < 0 || base == 1 || base > 36) { __lib_errno = 22; return 0; }
  while (s[i] == ' ' || (s[i] >= 9 && s[i] <= 13)) i++;
  if (s[i] == '-' || s[i] == '+') { negative = s[i] == '-'; i++; }
  if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && __lib_i_digit(s[i + 2]) < 16) {
    i = i + 2;
    base = 16;
  } else if (base == 0) base = s[i] == '0' ? 8 : 10;
  first = i;
  while (__lib_i_digit(s[i]) < base) {
    int digit = __lib_i_digit(s[i]);
    if (value > (18446744073709551615ul - digit) / base) wide = 1;
    value = value * base + digit;
    i++;
  }
  if (end != 0) *end = (char *)(i == first ? s : s + i);
  ${
    least === undefined
      ? ''
      : `if (negative && (wide || value > ${least})) { __lib_errno = 34; return -${most} - 1; }
  if (!negative && value > ${most}) wide = 1;`
  }
  if (wide) { __lib_errno = 34; return ${most}; }
  return negative ? -value : value;
}`;

export const strings: readonly LibraryPart[] = [
  [
    'i_digit',
    `int N(char c) {
      if (c >= '0' && c <= '9') return c - '0';
      if (c >= 'a' && c <= 'z') return c - 'a' + 10;
      return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
    }`,
  ],
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
  [
    'strndup',
    `char *N(const char *s, unsigned long most) {
      unsigned long n = __lib_strnlen(s, most);
      char *copy = (char *)malloc(n + 1);
      if (copy == 0) return copy;
      __lib_strncpy(copy, s, n);
      copy[n] = 0;
      return copy;
    }`,
  ],
  [
    'strncat',
    `char *N(char *to, const char *from, unsigned long n) {
      unsigned long end = __lib_strlen(to), i = 0;
      while (i < n && from[i]) { to[end + i] = from[i]; i++; }
      to[end + i] = 0;
      return to;
    }`,
  ],
  ['stpcpy', 'char *N(char *to, const char *from) { __lib_strcpy(to, from); return to + __lib_strlen(to); }'],
  [
    'memchr',
    `void *N(const void *s, int c, unsigned long n) {
      const unsigned char *bytes = s;
      unsigned long i = 0;
      while (i < n && bytes[i] != (unsigned char)c) i++;
      return i < n ? (void *)(bytes + i) : (void *)0;
    }`,
  ],
  [
    'i_begins',
    `int N(const char *s, const char *with) {
      unsigned long i = 0;
      while (with[i] && s[i] == with[i]) i++;
      return with[i] == 0;
    }`,
  ],
  [
    'strstr',
    `char *N(const char *s, const char *part) {
      unsigned long i = 0;
      while (s[i] && !__lib_i_begins(s + i, part)) i++;
      return s[i] || part[0] == 0 ? (char *)s + i : (char *)0;
    }`,
  ],
  [
    'i_isOneOf',
    `int N(char c, const char *set) {
      unsigned long i = 0;
      while (set[i] && set[i] != c) i++;
      return set[i] != 0;
    }`,
  ],
  [
    'strspn',
    `unsigned long N(const char *s, const char *set) {
      unsigned long i = 0;
      while (s[i] && __lib_i_isOneOf(s[i], set)) i++;
      return i;
    }`,
  ],
  [
    'strcspn',
    `unsigned long N(const char *s, const char *set) {
      unsigned long i = 0;
      while (s[i] && !__lib_i_isOneOf(s[i], set)) i++;
      return i;
    }`,
  ],
  [
    'strpbrk',
    `char *N(const char *s, const char *set) {
      unsigned long i = __lib_strcspn(s, set);
      return s[i] ? (char *)s + i : (char *)0;
    }`,
  ],
  [
    'strtok_r',
    `char *N(char *s, const char *set, char **rest) {
      if (s == 0) s = *rest;
      if (s == 0) return s;
      s = s + __lib_strspn(s, set);
      if (*s == 0) { *rest = s; return (char *)0; }
      char *end = s + __lib_strcspn(s, set);
      if (*end) { *end = 0; end++; }
      *rest = end;
      return s;
    }`,
  ],
  ['i_token', 'char *N;'],
  ['strtok', 'char *N(char *s, const char *set) { return __lib_strtok_r(s, set, &__lib_i_token); }'],
  [
    'strcasecmp',
    `int N(const char *a, const char *b) {
      unsigned long i = 0;
      while (a[i] && __lib_tolower((unsigned char)a[i]) == __lib_tolower((unsigned char)b[i])) i++;
      return __lib_tolower((unsigned char)a[i]) - __lib_tolower((unsigned char)b[i]);
    }`,
  ],
  [
    'strncasecmp',
    `int N(const char *a, const char *b, unsigned long n) {
      unsigned long i = 0;
      if (n == 0) return 0;
      while (i < n - 1 && a[i] && __lib_tolower((unsigned char)a[i]) == __lib_tolower((unsigned char)b[i])) i++;
      return __lib_tolower((unsigned char)a[i]) - __lib_tolower((unsigned char)b[i]);
    }`,
  ],
  // which text it is, C leaves open
  [
    'strerror_r',
    `int N(int number, char *buffer, unsigned long size) {
      if (size > 0) {
        __lib_strncpy(buffer, "error", size - 1);
        buffer[size - 1] = 0;
      }
      return size < 6 ? 34 : 0;
    }`,
  ],
  // glibc's own, which returns a text
  ['__gnu_strerror_r', 'char *N(int number, char *buffer, unsigned long size) { return (char *)"error"; }'],
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
  ['strtol', toNumber('long', '9223372036854775807ul', '9223372036854775808ul')],
  ['strtoll', toNumber('long', '9223372036854775807ul', '9223372036854775808ul')],
  ['strtoul', toNumber('unsigned long', '18446744073709551615ul')],
  ['strtoull', toNumber('unsigned long', '18446744073709551615ul')],
  ['isdigit', "int N(int c) { return c >= '0' && c <= '9'; }"],
  ['isupper', "int N(int c) { return c >= 'A' && c <= 'Z'; }"],
  ['islower', "int N(int c) { return c >= 'a' && c <= 'z'; }"],
  ['isalpha', 'int N(int c) { return __lib_isupper(c) || __lib_islower(c); }'],
  ['isalnum', 'int N(int c) { return __lib_isalpha(c) || __lib_isdigit(c); }'],
  [
    'isxdigit',
    "int N(int c) { return __lib_isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }",
  ],
  ['isprint', 'int N(int c) { return c >= 32 && c < 127; }'],
  ['isgraph', 'int N(int c) { return c > 32 && c < 127; }'],
  ['ispunct', 'int N(int c) { return __lib_isgraph(c) && !__lib_isalnum(c); }'],
  ['iscntrl', 'int N(int c) { return (c >= 0 && c < 32) || c == 127; }'],
  ['isblank', "int N(int c) { return c == ' ' || c == 9; }"],
  ['isspace', "int N(int c) { return c == ' ' || (c >= 9 && c <= 13); }"],
  ['toupper', 'int N(int c) { return __lib_islower(c) ? c - 32 : c; }'],
  ['tolower', 'int N(int c) { return __lib_isupper(c) ? c + 32 : c; }'],
];
