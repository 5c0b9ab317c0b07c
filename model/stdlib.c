/* Memory, numbers and sorting of <stdlib.h>. Allocation never fails but for sizes that no machine has. */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <stdlib.h>

#include "include/objects.h"

enum { MODEL_ALIGNMENT = 16, MODEL_PAGE = 4096 };

static int __model_is_too_much(size_t bytes) { return bytes >= 1ul << 47; }

static void *__model_block(size_t align, size_t bytes, int flags) {
  if (__model_is_too_much(bytes)) {
    errno = ENOMEM;
    return 0;
  }
  return __diptych_allocate(bytes, align, flags);
}

void *malloc(size_t bytes) { return __model_block(MODEL_ALIGNMENT, bytes, 0); }

void *calloc(size_t count, size_t size) {
  if (size != 0 && count > -1ul / size) return __model_block(MODEL_ALIGNMENT, -1ul, DIPTYCH_ZEROED);
  return __model_block(MODEL_ALIGNMENT, count * size, DIPTYCH_ZEROED);
}

void free(void *p) {
  if (p) __diptych_release(p);
}

void free_sized(void *p, size_t bytes) {
  (void)bytes;
  free(p);
}
void free_aligned_sized(void *p, size_t align, size_t bytes) {
  (void)align, (void)bytes;
  free(p);
}

/* Of 0 bytes the block is freed, as glibc does it. */
void *realloc(void *p, size_t bytes) {
  if (p == 0) return malloc(bytes);
  if (bytes == 0) {
    __diptych_release(p);
    return 0;
  }
  void *to = malloc(bytes);
  if (to == 0) return 0;
  size_t held = __diptych_block_size(p);
  __diptych_copy(to, p, held < bytes ? held : bytes);
  __diptych_release(p);
  return to;
}

void *reallocarray(void *p, size_t count, size_t size) {
  if (size != 0 && count > -1ul / size) {
    errno = ENOMEM;
    return 0;
  }
  return realloc(p, count * size);
}

void *aligned_alloc(size_t align, size_t bytes) {
  __diptych_require(align != 0 && (align & (align - 1)) == 0, "misuse", "the alignment is no power of 2");
  return __model_block(align, bytes, 0);
}
void *memalign(size_t align, size_t bytes) { return aligned_alloc(align, bytes); }
void *valloc(size_t bytes) { return __model_block(MODEL_PAGE, bytes, 0); }
void *pvalloc(size_t bytes) { return __model_block(MODEL_PAGE, (bytes + MODEL_PAGE - 1) & -(size_t)MODEL_PAGE, 0); }

int posix_memalign(void **to, size_t align, size_t bytes) {
  if (align < sizeof(void *) || (align & (align - 1)) != 0) return EINVAL;
  if (__model_is_too_much(bytes)) return ENOMEM;
  *to = __diptych_allocate(bytes, align, 0);
  return 0;
}

size_t malloc_usable_size(void *p) { return p ? __diptych_block_size(p) : 0; }
int mallopt(int what, int value) {
  (void)what, (void)value;
  return 1;
}

int abs(int n) { return n < 0 ? -n : n; }
long labs(long n) { return n < 0 ? -n : n; }
long long llabs(long long n) { return n < 0 ? -n : n; }
intmax_t imaxabs(intmax_t n) { return n < 0 ? -n : n; }
div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

static int __model_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}

/* Reads a number; `wide` says that it has more than 64 bits. */
static unsigned long __model_number(const char *s, char **end, int base, int *negative, int *wide) {
  unsigned long i = 0, value = 0, first;
  *negative = *wide = 0;
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return 0;
  }
  while (s[i] == ' ' || (s[i] >= 9 && s[i] <= 13)) i++;
  if (s[i] == '-' || s[i] == '+') *negative = s[i++] == '-';
  if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && __model_digit(s[i + 2]) < 16) {
    i += 2;
    base = 16;
  } else if (base == 0) base = s[i] == '0' ? 8 : 10;
  for (first = i; __model_digit(s[i]) < base; i++) {
    int digit = __model_digit(s[i]);
    if (value > (-1ul - digit) / base) *wide = 1;
    value = value * base + digit;
  }
  if (end) *end = (char *)(i == first ? s : s + i);
  return value;
}

long strtol(const char *s, char **end, int base) {
  int negative, wide;
  unsigned long value = __model_number(s, end, base, &negative, &wide), most = -1ul >> 1;
  if (negative && (wide || value > most + 1)) {
    errno = ERANGE;
    return -most - 1;
  }
  if (!negative && (wide || value > most)) {
    errno = ERANGE;
    return most;
  }
  return negative ? -value : value;
}

unsigned long strtoul(const char *s, char **end, int base) {
  int negative, wide;
  unsigned long value = __model_number(s, end, base, &negative, &wide);
  if (wide) {
    errno = ERANGE;
    return -1ul;
  }
  return negative ? -value : value;
}

long long strtoll(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long long strtoull(const char *s, char **end, int base) { return strtoul(s, end, base); }
intmax_t strtoimax(const char *s, char **end, int base) { return strtol(s, end, base); }
uintmax_t strtoumax(const char *s, char **end, int base) { return strtoul(s, end, base); }
long __isoc23_strtol(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long __isoc23_strtoul(const char *s, char **end, int base) { return strtoul(s, end, base); }
long atol(const char *s) { return strtol(s, 0, 10); }
int atoi(const char *s) { return (int)strtol(s, 0, 10); }
long long atoll(const char *s) { return strtol(s, 0, 10); }

static void __model_swap(char *a, char *b, size_t size) {
  for (size_t i = 0; i < size; i++) {
    char c = a[i];
    a[i] = b[i];
    b[i] = c;
  }
}

/* By insertion: the elements of checked programs are few. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *first = base;
  for (size_t i = 1; i < count; i++)
    for (size_t k = i; k > 0 && compare(first + (k - 1) * size, first + k * size) > 0; k--)
      __model_swap(first + (k - 1) * size, first + k * size, size);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *element = (const char *)base + middle * size;
    int order = compare(key, element);
    if (order == 0) return (void *)element;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return 0;
}
