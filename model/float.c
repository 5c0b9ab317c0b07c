/*
 * Arithmetic on floating-point numbers that are only known when the program runs, on their bits: IEEE 754, rounded to the nearest and to
 * even, with the NaNs of x86. A pass calls these functions where such an operation remains (src/module/passes/floats.ts). A float is
 * computed as a double and rounded once more, which is exact for + - * / since a double has more than twice its bits.
 */
typedef unsigned long word;

#define NEGATIVE 0x8000000000000000ul
#define INFINITE 0x7ff0000000000000ul
#define FRACTION 0xffffffffffffful
#define HIDDEN 0x10000000000000ul
#define QUIET 0x8000000000000ul
/* What an operation without a result gives. */
#define NO_NUMBER 0xfff8000000000000ul

#define IS_NAN(a) ((a) << 1 > INFINITE << 1)
#define IS_ZERO(a) ((a) << 1 == 0)
#define BIASED(a) ((long)((a) >> 52 & 0x7ff))

/* The bits that are shifted out leave a mark in the last bit. */
static word __model_jammed(word a, long by) {
  return by < 63 ? a >> by | (by > 0 && a << ((64 - by) & 63) != 0) : a != 0;
}

/* The leading bit of `a` is bit 62: its 53 bits are followed by 10 that are rounded away. */
static word __model_rounded(word sign, long exponent, word a) {
  if (exponent < 0) {
    a = __model_jammed(a, -exponent);
    exponent = 0;
  } else if (exponent > 0x7fd || (exponent == 0x7fd && a + 0x200 >= NEGATIVE))
    return sign | INFINITE;
  word rest = a & 0x3ff;
  a = (a + 0x200) >> 10;
  if (rest == 0x200) a &= ~1ul;
  return a == 0 ? sign : sign | (((word)exponent << 52) + a);
}

static word __model_normalised(word sign, long exponent, word a) {
  if (a == 0) return sign;
  long by = __builtin_clzl(a) - 1;
  return __model_rounded(sign, exponent - by, a << by);
}

static word __model_nan_of(word a, word b) { return (IS_NAN(a) ? a : b) | QUIET; }

static word __model_magnitudes_added(word a, word b, word sign) {
  long p = BIASED(a), q = BIASED(b);
  word x = a & FRACTION, y = b & FRACTION;
  if (p == 0x7ff || q == 0x7ff) return sign | INFINITE;
  x = p != 0 ? (x | HIDDEN) << 9 : x << 10;
  y = q != 0 ? (y | HIDDEN) << 9 : y << 10;
  if (p < q) {
    x = __model_jammed(x, q - p);
    p = q;
  } else
    y = __model_jammed(y, p - q);
  return __model_normalised(sign, p, x + y);
}

static word __model_magnitudes_apart(word a, word b, word sign) {
  long p = BIASED(a), q = BIASED(b);
  word x = a & FRACTION, y = b & FRACTION;
  if (p == 0x7ff) return q == 0x7ff ? NO_NUMBER : sign | INFINITE;
  if (q == 0x7ff) return (sign ^ NEGATIVE) | INFINITE;
  x = p != 0 ? (x | HIDDEN) << 10 : x << 11;
  y = q != 0 ? (y | HIDDEN) << 10 : y << 11;
  if (p < q) {
    x = __model_jammed(x, q - p);
    p = q;
  } else
    y = __model_jammed(y, p - q);
  if (x == y) return 0;
  return x < y ? __model_normalised(sign ^ NEGATIVE, p - 1, y - x) : __model_normalised(sign, p - 1, x - y);
}

word __model_f64_add(word a, word b) {
  if (IS_NAN(a) || IS_NAN(b)) return __model_nan_of(a, b);
  return (a ^ b) & NEGATIVE ? __model_magnitudes_apart(a, b, a & NEGATIVE) : __model_magnitudes_added(a, b, a & NEGATIVE);
}

word __model_f64_sub(word a, word b) {
  return IS_NAN(a) || IS_NAN(b) ? __model_nan_of(a, b) : __model_f64_add(a, b ^ NEGATIVE);
}

/* The high word of a product, with a mark for the bits of the low one. */
static word __model_high_product(word a, word b) {
  word low = (a & 0xffffffff) * (b & 0xffffffff);
  word one = (a >> 32) * (b & 0xffffffff), two = (a & 0xffffffff) * (b >> 32);
  word middle = (low >> 32) + (one & 0xffffffff) + (two & 0xffffffff);
  word high = (a >> 32) * (b >> 32) + (one >> 32) + (two >> 32) + (middle >> 32);
  return high | (((middle | low) & 0xffffffff) != 0);
}

/* The fraction of a number that is not 0, with its leading bit in place, and its exponent. */
static word __model_leading(word a, long *exponent) {
  word x = a & FRACTION;
  long p = BIASED(a);
  if (p == 0) {
    long by = __builtin_clzl(x) - 11;
    *exponent = 1 - by;
    return x << by;
  }
  *exponent = p;
  return x | HIDDEN;
}

word __model_f64_mul(word a, word b) {
  word sign = (a ^ b) & NEGATIVE;
  if (IS_NAN(a) || IS_NAN(b)) return __model_nan_of(a, b);
  if (BIASED(a) == 0x7ff || BIASED(b) == 0x7ff)
    return IS_ZERO(a) || IS_ZERO(b) ? NO_NUMBER : sign | INFINITE;
  if (IS_ZERO(a) || IS_ZERO(b)) return sign;
  long p, q;
  word x = __model_leading(a, &p), y = __model_leading(b, &q);
  return __model_normalised(sign, p + q - 0x3ff, __model_high_product(x << 10, y << 11));
}

/* Eleven bits of the quotient at a time. */
word __model_f64_div(word a, word b) {
  word sign = (a ^ b) & NEGATIVE;
  if (IS_NAN(a) || IS_NAN(b)) return __model_nan_of(a, b);
  if (BIASED(a) == 0x7ff) return BIASED(b) == 0x7ff ? NO_NUMBER : sign | INFINITE;
  if (BIASED(b) == 0x7ff) return sign;
  if (IS_ZERO(b)) return IS_ZERO(a) ? NO_NUMBER : sign | INFINITE;
  if (IS_ZERO(a)) return sign;
  long p, q;
  word x = __model_leading(a, &p), y = __model_leading(b, &q);
  if (x < y) {
    x <<= 1;
    p--;
  }
  x -= y;
  word z = 1;
  for (int i = 0; i < 5; i++) {
    x <<= 11;
    word part = x / y;
    x -= part * y;
    z = z << 11 | part;
  }
  return __model_rounded(sign, p - q + 0x3fe, z << 7 | (x != 0));
}

/* Whether one of them is no number. */
int __model_f64_unordered(word a, word b) { return IS_NAN(a) || IS_NAN(b); }

int __model_f64_eq(word a, word b) {
  return !IS_NAN(a) && !IS_NAN(b) && (a == b || IS_ZERO(a | b));
}

int __model_f64_lt(word a, word b) {
  if (IS_NAN(a) || IS_NAN(b) || IS_ZERO(a | b)) return 0;
  return a >> 63 ? !(b >> 63) || b < a : !(b >> 63) && a < b;
}

int __model_f64_le(word a, word b) { return __model_f64_lt(a, b) || __model_f64_eq(a, b); }

word __model_f64_of_ulong(word a) {
  return a >> 63 ? __model_rounded(0, 0x43d, __model_jammed(a, 1)) : __model_normalised(0, 0x43c, a);
}

word __model_f64_of_long(long a) {
  word sign = a < 0 ? NEGATIVE : 0, z = a < 0 ? -(word)a : (word)a;
  return z >> 63 ? __model_rounded(sign, 0x43d, __model_jammed(z, 1)) : __model_normalised(sign, 0x43c, z);
}

/* As cvttsd2si: the least number stands for one that does not fit. */
long __model_f64_to_long(word a) {
  long by = BIASED(a) - 0x433;
  word z = (a & FRACTION) | HIDDEN;
  if (by < -52) return 0;
  if (by > 10) return (long)NEGATIVE;
  z = by < 0 ? z >> -by : z << by;
  return (long)(a >> 63 ? -z : z);
}

int __model_f64_to_int(word a) {
  long z = __model_f64_to_long(a);
  return z < -2147483648l || z > 2147483647l ? (int)-2147483648l : (int)z;
}

word __model_f64_to_ulong(word a) {
  long exponent = BIASED(a);
  if (a >> 63 || exponent < 0x43e || IS_NAN(a)) return (word)__model_f64_to_long(a);
  return exponent == 0x43e ? ((a & FRACTION) | HIDDEN) << 11 : 0;
}

unsigned __model_f64_to_f32(word a) {
  unsigned sign = a >> 32 & 0x80000000, z = (unsigned)((a & FRACTION) >> 22) | ((a & 0x3fffff) != 0);
  long exponent = BIASED(a) - 0x381;
  if (IS_NAN(a)) return sign | 0x7fc00000 | (unsigned)((a & FRACTION) >> 29);
  if (IS_ZERO(a)) return sign;
  z |= 0x40000000;
  if (exponent < 0) {
    z = -exponent < 31 ? z >> -exponent | (z << ((32 + exponent) & 31) != 0) : z != 0;
    exponent = 0;
  } else if (exponent > 0xfd || (exponent == 0xfd && z + 0x40 >= 0x80000000))
    return sign | 0x7f800000;
  unsigned rest = z & 0x7f;
  z = (z + 0x40) >> 7;
  if (rest == 0x40) z &= ~1u;
  return z == 0 ? sign : sign | (((unsigned)exponent << 23) + z);
}

word __model_f64_of_f32(unsigned a) {
  word sign = (word)(a >> 31) << 63, z = a & 0x7fffff;
  long exponent = a >> 23 & 0xff;
  if (exponent == 0xff) return sign | INFINITE | (z != 0 ? QUIET | z << 29 : 0);
  if (exponent != 0) return sign | (((word)(exponent + 0x380) << 52) + (z << 29));
  if (z == 0) return sign;
  long by = __builtin_clzl(z) - 40;
  return sign | (((word)(0x380 - by) << 52) + (z << (29 + by)));
}

/* More than 53 bits become 53 of which the last says whether any bit was lost: that rounds to the same float. */
static word __model_few_bits(word a) { return a >> 53 ? __model_jammed(a, 11) << 11 : a; }

unsigned __model_f32_of_long(long a) {
  word z = __model_f64_of_ulong(__model_few_bits(a < 0 ? -(word)a : (word)a));
  return __model_f64_to_f32(a < 0 ? z | NEGATIVE : z);
}

unsigned __model_f32_of_ulong(word a) { return __model_f64_to_f32(__model_f64_of_ulong(__model_few_bits(a))); }
