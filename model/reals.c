/*
 * Floating-point numbers from text. A number of up to 2^53 that a power of ten up to 10^22 multiplies or divides is rounded once, and so
 * exactly (Clinger 1990); one that has more digits, or is written in hexadecimal, is cut there, as a loop is at its bound.
 */
#define _GNU_SOURCE
#include <stdlib.h>

#include "include/diptych.h"

static const double __model_tens[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Whether the text goes on with a word, in small or capital letters. */
static int __model_begins_with(const char *s, const char *word) {
  int i = 0;
  while (word[i] != 0 && (s[i] == word[i] || s[i] == word[i] - 32)) i++;
  return word[i] == 0;
}

static void __model_too_exact(void) { __diptych_cut("limit", "a number whose digits fit its type"); }

/* The digits of a number, without its point, and the power of ten that belongs to them; where the text ends, or 0 if it is no number. */
static const char *__model_read_real(const char *p, unsigned long *digits, int *power) {
  int any = 0, e = 0;
  unsigned long m = 0;
  for (int point = 0;; p++) {
    if (*p == '.' && !point && (any || (p[1] >= '0' && p[1] <= '9'))) {
      point = 1;
      continue;
    }
    if (*p < '0' || *p > '9') break;
    any = 1;
    if (m > 900000000000000000ul) __model_too_exact();
    m = m * 10 + (*p - '0');
    e -= point;
  }
  if (!any) return 0;
  if (*p == 'e' || *p == 'E') {
    const char *q = p + 1;
    int below = 0, k = 0;
    if (*q == '-' || *q == '+') below = *q++ == '-';
    if (*q >= '0' && *q <= '9') {
      for (; *q >= '0' && *q <= '9'; q++)
        if (k < 10000) k = k * 10 + (*q - '0');
      e += below ? -k : k;
      p = q;
    }
  }
  while (m != 0 && e < 0 && m % 10 == 0) m /= 10, e++;
  *digits = m;
  *power = e;
  return p;
}

#define MODEL_READS_REAL(type, name, most_digits, most_power)                                                  \
  type name(const char *restrict s, char **restrict end) {                                                     \
    const char *p = s, *after = 0;                                                                             \
    int negative = 0, e = 0;                                                                                   \
    unsigned long m = 0;                                                                                       \
    type value = 0;                                                                                            \
    while (*p == ' ' || (*p >= 9 && *p <= 13)) p++;                                                            \
    if (*p == '-' || *p == '+') negative = *p++ == '-';                                                        \
    if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) __model_too_exact();                                      \
    if (__model_begins_with(p, "inf")) {                                                                       \
      after = p + (__model_begins_with(p, "infinity") ? 8 : 3);                                                \
      value = __builtin_inf();                                                                                 \
    } else if (__model_begins_with(p, "nan")) {                                                                \
      if (p[3] == '(') __model_too_exact();                                                                    \
      after = p + 3;                                                                                           \
      value = __builtin_nan("");                                                                               \
    } else {                                                                                                   \
      after = __model_read_real(p, &m, &e);                                                                    \
      if (m != 0) {                                                                                            \
        if (m > most_digits || e < -most_power || e > most_power) __model_too_exact();                         \
        value = e < 0 ? (type)m / (type)__model_tens[-e] : (type)m * (type)__model_tens[e];                    \
      }                                                                                                        \
    }                                                                                                          \
    if (end) *end = (char *)(after ? after : s);                                                               \
    return negative && after ? -value : value;                                                                 \
  }
MODEL_READS_REAL(double, strtod, 9007199254740992ul, 22)
MODEL_READS_REAL(float, strtof, 16777216ul, 10)
double atof(const char *s) { return strtod(s, 0); }
