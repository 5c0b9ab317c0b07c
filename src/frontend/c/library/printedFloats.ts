// The digits that snprintf writes of a double, rounded to the nearest and to even, as C on its bits. Numbers of 2^63 and more, and with %e
// and %g those below 2^-67, are cut like a loop at its bound.

import type { LibraryPart } from './part.js';
import { out } from './printing.js';

/** A program whose formats convert floating-point numbers mentions this name. */
export const printsFloats = '__diptych_prints_floats';

const wide = 'unsigned __int128';

/** The bits behind the point are the last `s` of `rest`; the digits that are written are those of `whole` and `d`. */
const digits = `
  unsigned long m = u & 0xffffffffffffful, whole = 0, d = 0, p = 1;
  ${wide} rest = 0, one;
  long e = u >> 52 & 2047, s, n = 0, i;
  char sign = u >> 63 ? '-' : plus, lower = letter & 32, kind = letter | 32;
  if (e == 2047) return __lib_i_putNoNumber(b, z, k, sign, m == 0 ? (lower ? "inf" : "INF") : (lower ? "nan" : "NAN"), width, flags & 1);
  if (precision < 0) precision = 6;
  if (precision > 17) __diptych_format();
  if (e != 0) m |= 1ul << 52; else e = 1;
  s = 1075 - e;
  if (s <= 0) { if (s < -10) for (;;); whole = m << -s; s = 1; }
  else if (s < 64) { whole = m >> s; rest = m & ((1ul << s) - 1); }
  else if (s <= 120) rest = m;
  else { if (kind != 'f' && m != 0) for (;;); rest = m != 0; s = 120; }
  one = (${wide})1 << s;`;

const nextDigit = 'rest *= 10; unsigned long digit = (unsigned long)(rest >> s); rest &= one - 1;';

/** As many behind the point as the precision says. */
const fixed = `
  for (i = 0; i < precision; i++) { ${nextDigit} d = d * 10 + digit; p *= 10; }
  rest *= 2;
  if (rest > one || (rest == one && ((precision > 0 ? d : whole) & 1))) { d++; if (d == p) { d = 0; whole++; } }
  return __lib_i_putDecimal(b, z, k, sign, whole, d, precision, 0, 0, width, flags);`;

/** As many from the first one on; it stands for `power` of ten. */
const significant = `
  long power;
  if (kind == 'e') precision++; else if (precision == 0) precision = 1;
  for (p = whole; p != 0; p /= 10) n++;
  power = n - 1;
  if (m == 0) power = 0;
  else if (n > precision) {
    p = 1;
    for (i = precision; i < n; i++) p *= 10;
    d = whole / p;
    whole = whole % p * 2;
    if (whole > p || (whole == p && (rest != 0 || (d & 1)))) d++;
  } else {
    d = whole;
    while (n < precision) { ${nextDigit} if (d == 0 && digit == 0) power--; else { d = d * 10 + digit; n++; } }
    rest *= 2;
    if (rest > one || (rest == one && (d & 1))) d++;
  }
  p = 1;
  for (i = 1; i < precision; i++) p *= 10;
  if (d == p * 10) { d = p; power++; }
  n = precision - 1;
  e = kind == 'e' || power < -4 || power >= precision;
  if (!e) { n -= power; for (i = 0; i < power; i++) p /= 10; if (power < 0) p = d + 1; }
  whole = d / p;
  d %= p;
  if (kind == 'g' && !(flags & 4)) while (n > 0 && d % 10 == 0) { d /= 10; n--; }
  return __lib_i_putDecimal(b, z, k, sign, whole, d, n, e ? (lower ? 'e' : 'E') : 0, power, width, flags);`;

export const printedFloats: readonly LibraryPart[] = [
  [
    'i_putNoNumber',
    () => `unsigned long N(${out}, char sign, const char *s, long width, int left) {
      width = width - 3 - (sign != 0);
      if (!left) k = __lib_i_pad(b, z, k, ' ', width);
      if (sign != 0) k = __lib_i_put(b, z, k, sign);
      k = __lib_i_putText(b, z, k, s, 0, -1, 0);
      return left ? __lib_i_pad(b, z, k, ' ', width) : k;
    }`,
  ],
  [
    'i_putDecimal',
    () => `unsigned long N(${out}, char sign, unsigned long whole, unsigned long d, long n, char e, long power, long width, int flags) {
      int point = n > 0 || (flags & 4), kind = flags & 3;
      width = width - point - n - (e != 0 ? 4 : 0);
      for (unsigned long p = whole; p >= 10; p /= 10) width--;
      width = width - 1 - (sign != 0);
      if (kind == 0) k = __lib_i_pad(b, z, k, ' ', width);
      if (sign != 0) k = __lib_i_put(b, z, k, sign);
      if (kind == 2) k = __lib_i_pad(b, z, k, '0', width);
      k = __lib_i_putNumber(b, z, k, whole, 0, 10, 'a', 0, -1, 0);
      if (point) k = __lib_i_put(b, z, k, '.');
      if (n > 0) k = __lib_i_putNumber(b, z, k, d, 0, 10, 'a', 0, n, 0);
      if (e != 0) {
        k = __lib_i_put(b, z, k, e);
        k = __lib_i_put(b, z, k, power < 0 ? '-' : '+');
        k = __lib_i_putNumber(b, z, k, power < 0 ? -power : power, 0, 10, 'a', 0, 2, 0);
      }
      return kind & 1 ? __lib_i_pad(b, z, k, ' ', width) : k;
    }`,
  ],
  [
    'i_putFloat',
    () => `unsigned long N(${out}, double x, char letter, char plus, long width, long precision, int flags) {
      unsigned long u = __diptych_bits(x);
      ${digits}
      if (kind == 'f') { ${fixed} }
      ${significant}
    }`,
  ],
];
