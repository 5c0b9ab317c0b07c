/*
 * Functions of <math.h> whose results are exact, or exactly rounded. Doubles of 2^52 and more are whole, and the others fit a long. What
 * they compute with numbers that are only known when the program runs is in float.c. The header is not included: it has macros for many of
 * these names.
 */
#include "include/diptych.h"

#define MODEL_ENDLESS __builtin_inf()
#define MODEL_MANTISSA 0xffffffffffffful
#define MODEL_SIGN (1ul << 63)

union model_double {
  double number;
  unsigned long bits;
};
static unsigned long __model_bits(double x) { return (union model_double){.number = x}.bits; }
static double __model_double(unsigned long bits) { return (union model_double){.bits = bits}.number; }

/* Compilers know some of these names as operations on any type: their functions are named here. */
#define MODEL_TEST(name, parameters, holds)                \
  int __model_##name parameters __asm__(#name);            \
  int __model_##name parameters { return holds; }
MODEL_TEST(isnan, (double x), x != x)
MODEL_TEST(isnanf, (float x), x != x)
MODEL_TEST(isinf, (double x), x == MODEL_ENDLESS ? 1 : x == -MODEL_ENDLESS ? -1 : 0)
MODEL_TEST(isinff, (float x), x == MODEL_ENDLESS ? 1 : x == -MODEL_ENDLESS ? -1 : 0)
MODEL_TEST(isfinite, (double x), x - x == 0)
MODEL_TEST(isfinitef, (float x), x - x == 0)
MODEL_TEST(signbit, (double x), __model_bits(x) >> 63 != 0)
MODEL_TEST(isgreater, (double x, double y), x > y)
MODEL_TEST(isgreaterequal, (double x, double y), x >= y)
MODEL_TEST(isless, (double x, double y), x < y)
MODEL_TEST(islessequal, (double x, double y), x <= y)
MODEL_TEST(islessgreater, (double x, double y), x < y || x > y)
MODEL_TEST(isunordered, (double x, double y), x != x || y != y)

double inf(void) { return MODEL_ENDLESS; }
float inff(void) { return MODEL_ENDLESS; }
double huge_val(void) { return MODEL_ENDLESS; }
float huge_valf(void) { return MODEL_ENDLESS; }
double nan(const char *text) {
  (void)text;
  return __builtin_nan("");
}
float nanf(const char *text) {
  (void)text;
  return __builtin_nanf("");
}

double fabs(double x) { return __model_double(__model_bits(x) & ~MODEL_SIGN); }
double copysign(double x, double y) { return __model_double((__model_bits(x) & ~MODEL_SIGN) | (__model_bits(y) & MODEL_SIGN)); }
double fmin(double x, double y) { return x != x || y < x ? y : x; }
double fmax(double x, double y) { return x != x || y > x ? y : x; }
double fdim(double x, double y) { return x != x ? x : y != y ? y : x > y ? x - y : 0; }

/* Whether it has digits behind the point. */
static int __model_is_small(double x) { return -4503599627370496.0 < x && x < 4503599627370496.0 && x != 0; }
double trunc(double x) { return __model_is_small(x) ? copysign((double)(long)x, x) : x; }
double floor(double x) {
  double whole = trunc(x);
  return whole > x ? whole - 1 : whole;
}
double ceil(double x) {
  double whole = trunc(x);
  return whole < x ? copysign(whole + 1, x) : whole;
}
double round(double x) {
  double whole = trunc(x);
  if (x - whole >= 0.5) return whole + 1;
  return whole - x >= 0.5 ? whole - 1 : whole;
}
/* To the nearest even one of two that are as near: the mode that programs begin with, and cannot change. */
double rint(double x) {
  double whole = trunc(x), apart = x > whole ? x - whole : whole - x;
  if (!__model_is_small(x) || apart < 0.5 || (apart == 0.5 && (long)whole % 2 == 0)) return whole;
  return x > whole ? whole + 1 : whole - 1;
}
double nearbyint(double x) { return rint(x); }
double roundeven(double x) { return rint(x); }
long lround(double x) { return (long)round(x); }
long lrint(double x) { return (long)rint(x); }
long long llround(double x) { return (long)round(x); }
long long llrint(double x) { return (long)rint(x); }
double modf(double x, double *whole) {
  *whole = trunc(x);
  return copysign(x - x != 0 && x == x ? 0 : x - *whole, x);
}

/*
 * x is m * 2^(e - 52) with an even e; m, which has 54 bits at most, is followed by as many zeros, and each two of these bits give one of
 * the root. The last one says whether to round up: half of a unit is no root of 53 bits.
 */
double sqrt(double x) {
  unsigned long bits = __model_bits(x), m = bits & MODEL_MANTISSA, rest = 0, root = 0;
  int e = bits >> 52;
  if (x != x || x == 0 || x == MODEL_ENDLESS) return x;
  if (x < 0) return -__builtin_nan("");
  if (e > 0) m |= 1ul << 52;
  else {
    e = 1;
    for (int i = 0; i < 52; i++)
      if (m >> 52 == 0) m <<= 1, e--;
  }
  e -= 1023;
  if (e & 1) m <<= 1, e--;
  for (int i = 0; i < 54; i++) {
    rest = rest << 2 | (m >> 52 & 3);
    m = m << 2 & 0x3ffffffffffffful;
    root <<= 1;
    if (rest > root * 2) {
      rest -= root * 2 + 1;
      root++;
    }
  }
  return __model_double(((unsigned long)(e / 2 + 1022) << 52) + (root >> 1) + (root & 1));
}

/* Subtracts y, doubled as often as it fits, from x, with their mantissas and exponents. */
double fmod(double x, double y) {
  unsigned long u = __model_bits(x), v = __model_bits(y) & ~MODEL_SIGN, sign = u & MODEL_SIGN, endless = 2047ul << 52;
  u ^= sign;
  if (u > endless || v > endless) return u > endless ? x : y;
  if (u == endless || v == 0) return -__builtin_nan("");
  if (u < v) return x;
  int d = u >> 52, e = v >> 52;
  unsigned long m = u & MODEL_MANTISSA, n = v & MODEL_MANTISSA;
  if (d > 0) m |= 1ul << 52;
  else d = 1;
  if (e > 0) n |= 1ul << 52;
  else e = 1;
  m %= n;
  for (int i = d - e; i > 0; i--) m = (m << 1) % n;
  for (int i = 0; i < 52; i++)
    if (e > 1 && m != 0 && m >> 52 == 0) m <<= 1, e--;
  return __model_double(sign | (m >> 52 == 0 ? m : (unsigned long)e << 52 | (m & MODEL_MANTISSA)));
}

/*
 * A result that is a whole number of 53 bits, or a power of two, is known. Other results, which are rounded, are cut. NaNs and infinities
 * have their cases in C's Annex F.
 */
double pow(double x, double y) {
  unsigned long u = __model_bits(x), v = __model_bits(y), a = u & ~MODEL_SIGN, b = v & ~MODEL_SIGN, endless = 2047ul << 52,
                one = 1023ul << 52;
  int below = v != b, e = (int)(b >> 52) - 1023;
  if (b == 0 || u == one) return 1;
  if (a > endless || b > endless) return a > endless ? x : y;
  if (v == one) return x;
  if (b == endless) return __model_double(a == one ? a : (a < one) == below ? endless : 0);
  if (e > 62 || e < 0 || (e < 52 && (b & MODEL_MANTISSA >> e) != 0)) __diptych_cut("limit", "powers that are whole numbers");
  long k = e < 52 ? ((b & MODEL_MANTISSA) | 1ul << 52) >> (52 - e) : 2048, product = 1;
  int odd = e <= 52 && (e == 52 ? b & 1 : k & 1);
  unsigned long sign = u != a && odd ? MODEL_SIGN : 0;
  if (a == 0 || a == endless) return __model_double(sign | ((a == 0) == below ? endless : 0));
  e = (int)(a >> 52) - 1023;
  if ((a & MODEL_MANTISSA) == 0) {
    long f = (below ? -k : k) * e;
    if (f < -1022) __diptych_cut("limit", "numbers that are not subnormal");
    return __model_double(sign | (f > 1023 ? endless : (unsigned long)(f + 1023) << 52));
  }
  if (below || e < 1 || e > 52 || (a & MODEL_MANTISSA >> e) != 0) __diptych_cut("limit", "powers that are whole numbers");
  long m = ((a & MODEL_MANTISSA) | 1ul << 52) >> (52 - e);
  for (long i = 0; i < k; i++) {
    if (product > 9007199254740992l / m) __diptych_cut("limit", "powers that are whole numbers of 53 bits");
    product *= m;
  }
  return (double)(sign ? -product : product);
}

/* A result that is a subnormal number, which is rounded, is cut there, as a loop is at its bound. */
double ldexp(double x, int n) {
  unsigned long u = __model_bits(x), sign = u & MODEL_SIGN;
  long e = u >> 52 & 2047;
  if ((u & ~MODEL_SIGN) == 0 || e == 2047 || n == 0) return x;
  if (e == 0 || e + n <= 0) __diptych_cut("limit", "numbers that are not subnormal");
  if (e + n >= 2047) return __model_double(sign | 2047ul << 52);
  return __model_double(sign | (unsigned long)(e + n) << 52 | (u & MODEL_MANTISSA));
}
double scalbn(double x, int n) { return ldexp(x, n); }
double frexp(double x, int *n) {
  unsigned long u = __model_bits(x), sign = u & MODEL_SIGN;
  u ^= sign;
  int e = u >> 52;
  *n = 0;
  if (u == 0 || e == 2047) return x;
  if (e == 0) {
    e = 1;
    for (int i = 0; i < 52; i++)
      if (u >> 52 == 0) u <<= 1, e--;
  }
  *n = e - 1022;
  return __model_double(sign | 1022ul << 52 | (u & MODEL_MANTISSA));
}

/* Of a float, which is a double meanwhile: rounded twice it is the same as rounded once. */
#define MODEL_FLOAT1(name) \
  float name##f(float x) { return (float)name(x); }
#define MODEL_FLOAT2(name) \
  float name##f(float x, float y) { return (float)name(x, y); }
MODEL_FLOAT1(fabs)
MODEL_FLOAT1(trunc)
MODEL_FLOAT1(floor)
MODEL_FLOAT1(ceil)
MODEL_FLOAT1(round)
MODEL_FLOAT1(rint)
MODEL_FLOAT1(nearbyint)
MODEL_FLOAT1(roundeven)
MODEL_FLOAT1(sqrt)
MODEL_FLOAT2(copysign)
MODEL_FLOAT2(fmod)
MODEL_FLOAT2(pow)
MODEL_FLOAT2(fmin)
MODEL_FLOAT2(fmax)
MODEL_FLOAT2(fdim)
long lroundf(float x) { return (long)round(x); }
long lrintf(float x) { return (long)rint(x); }
long long llroundf(float x) { return (long)round(x); }
long long llrintf(float x) { return (long)rint(x); }
