/* <string.h>, <strings.h>: memory and text. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "include/diptych.h"

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  __diptych_copy(to, from, n);
  return to;
}
void *memmove(void *to, const void *from, size_t n) {
  __diptych_copy(to, from, n);
  return to;
}
void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
  __diptych_copy(to, from, n);
  return (char *)to + n;
}
void *memset(void *p, int byte, size_t n) {
  __diptych_fill(p, byte, n);
  return p;
}
void explicit_bzero(void *p, size_t n) { __diptych_fill(p, 0, n); }
void bzero(void *p, size_t n) { __diptych_fill(p, 0, n); }
void bcopy(const void *from, void *to, size_t n) { __diptych_copy(to, from, n); }
int memcmp(const void *a, const void *b, size_t n) { return __diptych_compare(a, b, n); }
int bcmp(const void *a, const void *b, size_t n) { return __diptych_compare(a, b, n); }

void *memchr(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  for (size_t i = 0; i < n; i++)
    if (bytes[i] == (unsigned char)c) return (void *)(bytes + i);
  return 0;
}

/* The bytes of each pair change places; an odd byte at the end is left out. */
void swab(const void *from, void *to, ssize_t n) {
  const char *pairs = from;
  for (ssize_t i = 0; i + 1 < n; i += 2) {
    char first = pairs[i];
    ((char *)to)[i] = pairs[i + 1];
    ((char *)to)[i + 1] = first;
  }
}

void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *bytes = s;
  while (n > 0 && bytes[n - 1] != (unsigned char)c) n--;
  return n > 0 ? (void *)(bytes + n - 1) : 0;
}

void *rawmemchr(const void *s, int c) {
  const unsigned char *bytes = s;
  while (*bytes != (unsigned char)c) bytes++;
  return (void *)bytes;
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n) {
  unsigned char *target = to;
  const unsigned char *bytes = from;
  for (size_t i = 0; i < n; i++) {
    target[i] = bytes[i];
    if (bytes[i] == (unsigned char)c) return target + i + 1;
  }
  return 0;
}

void *memmem(const void *s, size_t length, const void *part, size_t size) {
  const unsigned char *bytes = s, *wanted = part;
  for (size_t i = 0; size <= length && i <= length - size; i++) {
    size_t k = 0;
    while (k < size && bytes[i + k] == wanted[k]) k++;
    if (k == size) return (void *)(bytes + i);
  }
  return 0;
}

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t strnlen(const char *s, size_t most) {
  size_t n = 0;
  while (n < most && s[n]) n++;
  return n;
}

/* Two characters that are equal: if one of them is known, that one says whether the texts end here. */
static int __model_ends(unsigned char x, unsigned char y) { return (__diptych_known(y) ? y : x) == 0; }

int strcmp(const char *a, const char *b) {
  for (size_t i = 0;; i++) {
    unsigned char x = a[i], y = b[i];
    if (x != y) return x - y;
    if (__model_ends(x, y)) return 0;
  }
}

int strncmp(const char *a, const char *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    unsigned char x = a[i], y = b[i];
    if (x != y) return x - y;
    if (__model_ends(x, y)) return 0;
  }
  return 0;
}

/* in the locale of C */
int strcoll(const char *a, const char *b) { return strcmp(a, b); }

char *strcpy(char *restrict to, const char *restrict from) {
  size_t i = 0;
  while ((to[i] = from[i])) i++;
  return to;
}

char *stpcpy(char *restrict to, const char *restrict from) {
  size_t i = 0;
  while ((to[i] = from[i])) i++;
  return to + i;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
  strncpy(to, from, n);
  return to + strnlen(to, n);
}

char *strcat(char *restrict to, const char *restrict from) {
  strcpy(to + strlen(to), from);
  return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
  size_t end = strlen(to), i = 0;
  for (; i < n && from[i]; i++) to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size);
size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
  size_t i = 0;
  if (size > 0) {
    for (; i < size - 1 && from[i]; i++) to[i] = from[i];
    to[i] = 0;
  }
  return strlen(from);
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size);
size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
  size_t end = strnlen(to, size);
  return end + (end == size ? strlen(from) : strlcpy(to + end, from, size - end));
}

char *strchr(const char *s, int c) {
  size_t i = 0;
  while (s[i] && s[i] != (char)c) i++;
  return s[i] == (char)c ? (char *)s + i : 0;
}

char *strchrnul(const char *s, int c) {
  size_t i = 0;
  while (s[i] && s[i] != (char)c) i++;
  return (char *)s + i;
}

char *strrchr(const char *s, int c) {
  char *found = 0;
  size_t i = 0;
  for (; s[i]; i++)
    if (s[i] == (char)c) found = (char *)s + i;
  return (char)c == 0 ? (char *)s + i : found;
}

char *index(const char *s, int c) { return strchr(s, c); }
char *rindex(const char *s, int c) { return strrchr(s, c); }

char *strdup(const char *s) {
  char *copy = malloc(strlen(s) + 1);
  return copy ? strcpy(copy, s) : 0;
}

char *strndup(const char *s, size_t most) {
  size_t n = strnlen(s, most);
  char *copy = malloc(n + 1);
  if (copy == 0) return 0;
  strncpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

static int __model_begins(const char *s, const char *with) {
  size_t i = 0;
  while (with[i] && s[i] == with[i]) i++;
  return with[i] == 0;
}

char *strstr(const char *s, const char *part) {
  size_t i = 0;
  while (s[i] && !__model_begins(s + i, part)) i++;
  return s[i] || part[0] == 0 ? (char *)s + i : 0;
}

static int __model_is_one_of(char c, const char *set) {
  size_t i = 0;
  while (set[i] && set[i] != c) i++;
  return set[i] != 0;
}

size_t strspn(const char *s, const char *set) {
  size_t i = 0;
  while (s[i] && __model_is_one_of(s[i], set)) i++;
  return i;
}

size_t strcspn(const char *s, const char *set) {
  size_t i = 0;
  while (s[i] && !__model_is_one_of(s[i], set)) i++;
  return i;
}

char *strpbrk(const char *s, const char *set) {
  size_t i = strcspn(s, set);
  return s[i] ? (char *)s + i : 0;
}

char *strtok_r(char *restrict s, const char *restrict set, char **restrict rest) {
  if (s == 0) s = *rest;
  if (s == 0) return 0;
  s += strspn(s, set);
  if (*s == 0) {
    *rest = s;
    return 0;
  }
  char *end = s + strcspn(s, set);
  if (*end) *end++ = 0;
  *rest = end;
  return s;
}

static char *__model_token;
char *strtok(char *restrict s, const char *restrict set) { return strtok_r(s, set, &__model_token); }

char *strsep(char **restrict rest, const char *restrict set) {
  char *s = *rest;
  if (s == 0) return 0;
  char *end = s + strcspn(s, set);
  *rest = *end ? end + 1 : 0;
  *end = 0;
  return s;
}

static int __model_lower(char c) { return c >= 'A' && c <= 'Z' ? c + 32 : (unsigned char)c; }

int strcasecmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && __model_lower(a[i]) == __model_lower(b[i])) i++;
  return __model_lower(a[i]) - __model_lower(b[i]);
}

int strncasecmp(const char *a, const char *b, size_t n) {
  size_t i = 0;
  if (n == 0) return 0;
  while (i < n - 1 && a[i] && __model_lower(a[i]) == __model_lower(b[i])) i++;
  return __model_lower(a[i]) - __model_lower(b[i]);
}

char *strcasestr(const char *s, const char *part) {
  size_t i = 0, n = strlen(part);
  while (s[i] && strncasecmp(s + i, part, n) != 0) i++;
  return s[i] || n == 0 ? (char *)s + i : 0;
}

int ffs(int n) { return __builtin_ffs(n); }
int ffsl(long n) { return __builtin_ffsl(n); }
int ffsll(long long n) { return __builtin_ffsll(n); }
void *memset_explicit(void *p, int byte, size_t n) { return memset(p, byte, n); }

/* which text it is C leaves open */
static char __model_error_text[] = "error", __model_signal_text[] = "signal";
char *strerror(int number) {
  (void)number;
  return __model_error_text;
}
char *strsignal(int number) {
  (void)number;
  return __model_signal_text;
}
/* glibc's own, which returns a text, and that of POSIX */
char *strerror_r(int number, char *buffer, size_t size) {
  (void)number, (void)buffer, (void)size;
  return __model_error_text;
}
int __xpg_strerror_r(int number, char *buffer, size_t size);
int __xpg_strerror_r(int number, char *buffer, size_t size) {
  (void)number;
  if (size == 0) return ERANGE;
  strncpy(buffer, __model_error_text, size - 1);
  buffer[size - 1] = 0;
  return size < sizeof __model_error_text ? ERANGE : 0;
}
