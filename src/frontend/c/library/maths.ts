// Functions of math.h whose results are exact, or exactly rounded. Doubles of 2^52 and more are whole, and the others fit a long.

import type { LibraryPart } from './part.js';

const isSmall = '-4503599627370496.0 < x && x < 4503599627370496.0';

/** Of a double, of a float (which is a double meanwhile), and of a long double, whose arithmetic is refused. */
const both = (name: string, parameters: string, body: string): readonly LibraryPart[] => [
  [name, `double N(${parameters}) { ${body} }`],
  [`${name}f`, `float N(${parameters.replaceAll('double', 'float')}) { ${body} }`],
];

/** The nearest whole number towards 0, with the sign of x also where it is 0, changed by what `then` does. */
const rounding = (name: string, then: string): readonly LibraryPart[] =>
  both(
    name,
    'double x',
    `double whole; if (!(${isSmall}) || x == 0) return x; whole = (double)(long)x; ${then} return whole == 0 && x < 0 ? -0.0 : whole;`,
  );

/** Macros of math.h that gcc has as functions of its own too: `isless` and `__builtin_isless`. */
const comparisons: readonly (readonly [string, string])[] = [
  ['isgreater', 'x > y'],
  ['isgreaterequal', 'x >= y'],
  ['isless', 'x < y'],
  ['islessequal', 'x <= y'],
  ['islessgreater', 'x < y || x > y'],
  ['isunordered', 'x != x || y != y'],
];

const constants: readonly (readonly [string, string, string])[] = [
  ['inf', 'void', '1e999'],
  ['huge_val', 'void', '1e999'],
  // 0.0 / 0.0 has its sign set on x86
  ['nan', 'const char *s', '-(0.0 / 0.0)'],
];

/**
 * x is m * 2^(e - 52) with an even e. m has 54 bits at most and is followed by as many zeros. Each two of these bits give one bit of the
 * root. The last bit says whether to round up: half of a unit is no root of 53 bits.
 */
const squareRoot = `unsigned long u, m, rest = 0, root = 0; int e;
  if (x != x || x == 0 || x == 1e999) return x;
  if (x < 0) return 0.0 / 0.0;
  u = __diptych_bits(x); e = (int)(u >> 52); m = u & 0xffffffffffffful;
  if (e > 0) m |= 1ul << 52;
  else { e = 1; for (int i = 0; i < 52; i++) if (m >> 52 == 0) { m <<= 1; e--; } }
  e -= 1023;
  if (e & 1) { m <<= 1; e--; }
  for (int i = 0; i < 54; i++) {
    rest = rest << 2 | (m >> 52 & 3); m = m << 2 & 0x3ffffffffffffful; root <<= 1;
    if (rest > root * 2) { rest -= root * 2 + 1; root++; }
  }
  u = ((unsigned long)(e / 2 + 1022) << 52) + (root >> 1) + (root & 1);
  return __diptych_double(u);`;

/** The bits of 1.0, of a number without end, and those of a double that are no exponent. */
const oneBits = '0x3ff0000000000000ul';
const endless = '0x7ff0000000000000ul';
const mantissa = '0xffffffffffffful';

/** Subtracts y, doubled as often as it fits, from x, with their mantissas and exponents. */
const remainderOf = `unsigned long u, v, m, n, sign; int d, e;
  u = __diptych_bits(x); v = __diptych_bits(y); sign = u & 1ul << 63; u ^= sign; v &= ~(1ul << 63);
  if (u > ${endless} || v > ${endless}) return u > ${endless} ? x : y;
  if (u == ${endless} || v == 0) return 0.0 / 0.0;
  if (u < v) return x;
  d = (int)(u >> 52); m = u & ${mantissa};
  e = (int)(v >> 52); n = v & ${mantissa};
  if (d > 0) m |= 1ul << 52; else d = 1;
  if (e > 0) n |= 1ul << 52; else e = 1;
  m %= n;
  for (int i = d - e; i > 0; i--) m = (m << 1) % n;
  for (int i = 0; i < 52; i++) if (e > 1 && m != 0 && m >> 52 == 0) { m <<= 1; e--; }
  u = sign | (m >> 52 == 0 ? m : (unsigned long)e << 52 | (m & ${mantissa}));
  return __diptych_double(u);`;

/**
 * A result that is a whole number of 53 bits, or a power of two, is known. Other results, which are rounded, are cut like a loop at its
 * bound. NaNs and infinities have their cases in C's Annex F.
 */
const power = `unsigned long u, v, r, a, b, sign; long k, m, product = 1; int e, below, odd;
  u = __diptych_bits(x); v = __diptych_bits(y); a = u & ~(1ul << 63); b = v & ~(1ul << 63); below = v != b;
  if (b == 0 || u == ${oneBits}) return 1;
  if (a > ${endless} || b > ${endless}) return a > ${endless} ? x : y;
  if (v == ${oneBits}) return x;
  if (b == ${endless}) {
    r = a == ${oneBits} ? a : (a < ${oneBits}) == below ? ${endless} : 0;
    return __diptych_double(r);
  }
  e = (int)(b >> 52) - 1023;
  if (e > 62 || e < 0 || (e < 52 && (b & ${mantissa} >> e) != 0)) for (;;);
  k = e < 52 ? ((b & ${mantissa}) | 1ul << 52) >> (52 - e) : 2048;
  odd = e <= 52 && (e == 52 ? b & 1 : k & 1);
  sign = u != a && odd ? 1ul << 63 : 0;
  if (a == 0 || a == ${endless}) {
    r = sign | ((a == 0) == below ? ${endless} : 0);
    return __diptych_double(r);
  }
  e = (int)(a >> 52) - 1023;
  if ((a & ${mantissa}) == 0 && a != 0) {
    long f = (below ? -k : k) * e;
    if (f < -1022) for (;;);
    r = sign | (f > 1023 ? ${endless} : (unsigned long)(f + 1023) << 52);
    return __diptych_double(r);
  }
  if (below || e < 1 || e > 52 || (a & ${mantissa} >> e) != 0) for (;;);
  m = ((a & ${mantissa}) | 1ul << 52) >> (52 - e);
  for (long i = 0; i < k; i++) {
    if (product > 9007199254740992l / m) for (;;);
    product *= m;
  }
  return (double)(sign ? -product : product);`;

/** As long as the result is no subnormal number, which is rounded. */
const scaled = `unsigned long u; long e;
  u = __diptych_bits(x); e = u >> 52 & 2047;
  if ((u & ~(1ul << 63)) == 0 || e == 2047 || n == 0) return x;
  if (e == 0 || e + n <= 0) for (;;);
  u &= 1ul << 63 | ${mantissa};
  u = e + n >= 2047 ? (u & 1ul << 63) | ${endless} : u | (unsigned long)(e + n) << 52;
  return __diptych_double(u);`;

const divided = `unsigned long u, sign; int e;
  u = __diptych_bits(x); sign = u & 1ul << 63; u ^= sign; e = (int)(u >> 52);
  *n = 0;
  if (u == 0 || e == 2047) return x;
  if (e == 0) { e = 1; for (int i = 0; i < 52; i++) if (u >> 52 == 0) { u <<= 1; e--; } }
  *n = e - 1022;
  u = sign | 1022ul << 52 | (u & ${mantissa});
  return __diptych_double(u);`;

export const maths: readonly LibraryPart[] = [
  ['pow', `double N(double x, double y) { ${power} }`],
  ['fmod', `double N(double x, double y) { ${remainderOf} }`],
  ['fmodf', 'float N(float x, float y) { return (float)__lib_fmod(x, y); }'],
  ['ldexp', `double N(double x, int n) { ${scaled} }`],
  ['scalbn', 'double N(double x, int n) { return __lib_ldexp(x, n); }'],
  ['frexp', `double N(double x, int *n) { ${divided} }`],
  ...comparisons.map(
    ([name, holds]): LibraryPart => [name, `int N(double x, double y) { return ${holds}; }`],
  ),
  ...constants.flatMap(([name, parameter, value]): LibraryPart[] => [
    [name, `double N(${parameter}) { return ${value}; }`],
    [`${name}f`, `float N(${parameter}) { return ${value}; }`],
  ]),
  ['signbit', `int N(double x) { unsigned long u; u = __diptych_bits(x); return (u >> 63) != 0; }`],
  ...both(
    'copysign',
    'double x, double y',
    `unsigned long u, v; u = __diptych_bits(x); v = __diptych_bits(y); u = (u & ~(1ul << 63)) | (v & (1ul << 63)); return __diptych_double(u);`,
  ),
  ...['isnan', 'isinf', 'isfinite'].map(
    (name): LibraryPart => [`${name}f`, `int N(float x) { return __lib_${name}(x); }`],
  ),
  ['sqrt', `double N(double x) { ${squareRoot} }`],
  // of a double that is a float, rounded twice, it is the same as rounded once
  ['sqrtf', 'float N(float x) { return (float)__lib_sqrt(x); }'],
  ...both('fabs', 'double x', 'return x <= 0 ? 0 - x : x;'),
  ...both('fmin', 'double x, double y', 'return x != x || y < x ? y : x;'),
  ...both('fmax', 'double x, double y', 'return x != x || y > x ? y : x;'),
  ...rounding('trunc', ''),
  ...rounding('floor', 'if (whole > x) whole = whole - 1;'),
  ...rounding('ceil', 'if (whole < x) whole = whole + 1;'),
  ...rounding(
    'round',
    'if (x - whole >= 0.5) whole = whole + 1; else if (whole - x >= 0.5) whole = whole - 1;',
  ),
  // to the nearest even one of two that are as near: the mode that programs begin with, and cannot change
  ...['rint', 'nearbyint', 'roundeven'].flatMap((name) =>
    rounding(
      name,
      `if (x - whole > 0.5 || (x - whole == 0.5 && (long)whole % 2 != 0)) whole = whole + 1;
      else if (whole - x > 0.5 || (whole - x == 0.5 && (long)whole % 2 != 0)) whole = whole - 1;`,
    ),
  ),
  ...['l', 'll'].flatMap((type): LibraryPart[] => [
    [`${type}round`, `${type === 'l' ? 'long' : 'long long'} N(double x) { return (long)__lib_round(x); }`],
    [`${type}rint`, `${type === 'l' ? 'long' : 'long long'} N(double x) { return (long)__lib_rint(x); }`],
    [`${type}roundf`, `${type === 'l' ? 'long' : 'long long'} N(float x) { return (long)__lib_round(x); }`],
    [`${type}rintf`, `${type === 'l' ? 'long' : 'long long'} N(float x) { return (long)__lib_rint(x); }`],
  ]),
  ...both('fdim', 'double x, double y', 'return x != x ? x : y != y ? y : x > y ? x - y : 0;'),
  [
    'modf',
    'double N(double x, double *whole) { *whole = __lib_trunc(x); return x - x != 0 && x == x ? __lib_copysign(0, x) : __lib_copysign(x - *whole, x); }',
  ],
  ['isnan', 'int N(double x) { return x != x; }'],
  ['isinf', 'int N(double x) { return x == 1e999 ? 1 : x == -1e999 ? -1 : 0; }'],
  ['isfinite', 'int N(double x) { return x - x == 0; }'],
];
