/*
 * The digits that printf writes of a double, rounded to the nearest and to even, from its bits. Numbers of 2^63 and more, and with %e and
 * %g those below 2^-67, are cut.
 */
#include "include/diptych.h"
#include "include/text.h"

/* A fraction of `bits` binary digits, at most 120, in two words; below 10 after a multiplication. */
struct model_fraction {
  unsigned long high, low;
  int bits;
};

/* The digit before the point after a multiplication by ten; the fraction that is left stays. */
static unsigned long __model_next_digit(struct model_fraction *f) {
  unsigned long low = (f->low & 0xffffffff) * 10, high = (f->low >> 32) * 10 + (low >> 32), digit;
  f->low = high << 32 | (low & 0xffffffff);
  f->high = f->high * 10 + (high >> 32);
  if (f->bits < 64) {
    digit = f->high << (64 - f->bits) | f->low >> f->bits;
    f->high = 0;
    f->low &= (1ul << f->bits) - 1;
  } else {
    digit = f->high >> (f->bits - 64);
    f->high &= (1ul << (f->bits - 64)) - 1;
  }
  return digit;
}

/* Whether the number whose last digit is `last` is rounded up, with the fraction behind it. */
static int __model_rounds_up(struct model_fraction f, unsigned long last) {
  unsigned long half = f.bits <= 64 ? 0 : 1ul << (f.bits - 65), below = f.bits <= 64 ? 1ul << (f.bits - 1) : 0;
  if (f.high != half) return f.high > half;
  if (f.low != below) return f.low > below;
  return last & 1;
}

static void __model_put_no_number(struct model_text *out, const char *text, struct model_conversion how) {
  how.width -= 3 + (how.sign != 0);
  if (!how.left) __model_pad(out, ' ', how.width);
  if (how.sign) __model_put(out, how.sign);
  for (int i = 0; i < 3; i++) __model_put(out, text[i]);
  if (how.left) __model_pad(out, ' ', how.width);
}

static void __model_put_digits(struct model_text *out, unsigned long value, long least) {
  struct model_conversion how = {0, 0, 0, 0, 0, least};
  __model_put_number(out, value, 10, 'a', how);
}

/* `whole`, and `places` digits behind the point; if `letter` is not 0, times a power of ten. */
static void __model_put_decimal(struct model_text *out, unsigned long whole, unsigned long part, long places, char letter, long power,
                                struct model_conversion how) {
  int point = places > 0 || how.alternative;
  how.width -= point + places + (letter ? 4 : 0) + 1 + (how.sign != 0);
  for (unsigned long p = whole; p >= 10; p /= 10) how.width--;
  if (!how.left && !how.zeros) __model_pad(out, ' ', how.width);
  if (how.sign) __model_put(out, how.sign);
  if (!how.left && how.zeros) __model_pad(out, '0', how.width);
  __model_put_digits(out, whole, -1);
  if (point) __model_put(out, '.');
  if (places > 0) __model_put_digits(out, part, places);
  if (letter) {
    __model_put(out, letter);
    __model_put(out, power < 0 ? '-' : '+');
    __model_put_digits(out, power < 0 ? -power : power, 2);
  }
  if (how.left) __model_pad(out, ' ', how.width);
}

/* %f: as many digits behind the point as the precision says. */
static void __model_put_fixed(struct model_text *out, unsigned long whole, struct model_fraction rest, struct model_conversion how) {
  unsigned long part = 0, end = 1;
  for (long i = 0; i < how.precision; i++) {
    part = part * 10 + __model_next_digit(&rest);
    end *= 10;
  }
  if (__model_rounds_up(rest, how.precision > 0 ? part : whole) && ++part == end) {
    part = 0;
    whole++;
  }
  __model_put_decimal(out, whole, part, how.precision, 0, 0, how);
}

/* %e and %g: as many digits from the first one on; it stands for `power` of ten. */
static void __model_put_significant(struct model_text *out, unsigned long whole, struct model_fraction rest, char letter,
                                    struct model_conversion how) {
  long digits = how.precision, n = 0, power;
  unsigned long value, p = 1;
  char kind = letter | 32;
  if (kind == 'e') digits++;
  else if (digits == 0) digits = 1;
  for (unsigned long left = whole; left != 0; left /= 10) n++;
  power = n - 1;
  if (n > digits) {
    for (long i = digits; i < n; i++) p *= 10;
    value = whole / p;
    whole = whole % p * 2;
    if (whole > p || (whole == p && (rest.high != 0 || rest.low != 0 || (value & 1)))) value++;
  } else if (whole == 0 && rest.high == 0 && rest.low == 0) {
    value = 0;
    power = 0;
  } else {
    value = whole;
    while (n < digits) {
      unsigned long digit = __model_next_digit(&rest);
      if (value == 0 && digit == 0) power--;
      else {
        value = value * 10 + digit;
        n++;
      }
    }
    if (__model_rounds_up(rest, value)) value++;
  }
  p = 1;
  for (long i = 1; i < digits; i++) p *= 10;
  if (value == p * 10) {
    value = p;
    power++;
  }
  int scientific = kind == 'e' || power < -4 || power >= digits;
  n = digits - 1;
  if (!scientific) {
    n -= power;
    for (long i = 0; i < power; i++) p /= 10;
    if (power < 0) p = value + 1;
  }
  whole = value / p;
  value %= p;
  if (kind == 'g' && !how.alternative)
    for (; n > 0 && value % 10 == 0; n--) value /= 10;
  __model_put_decimal(out, whole, value, n, scientific ? letter - kind + 'e' : 0, power, how);
}

void __model_put_float(struct model_text *out, double x, char letter, struct model_conversion how) {
  union {
    double number;
    unsigned long bits;
  } as = {.number = x};
  unsigned long m = as.bits & 0xffffffffffffful, whole = 0;
  int e = as.bits >> 52 & 2047, lower = letter & 32, isFixed = (letter | 32) == 'f';
  struct model_fraction rest = {0, 0, 120};
  if (as.bits >> 63) how.sign = '-';
  if (e == 2047) {
    __model_put_no_number(out, m == 0 ? (lower ? "inf" : "INF") : (lower ? "nan" : "NAN"), how);
    return;
  }
  if ((letter | 32) == 'a') {
    __model_refuse_conversion(0, letter);
    return;
  }
  if (how.precision > 17) {
    __diptych_refuse("more than 17 digits of a floating-point number are not supported");
    return;
  }
  if (how.precision < 0) how.precision = 6;
  if (e != 0) m |= 1ul << 52;
  else e = 1;
  int behind = 1075 - e;
  if (behind < -10) __diptych_cut("limit", "numbers below 2^63 in formats");
  if (behind <= 0) whole = m << -behind;
  else if (behind < 64) {
    whole = m >> behind;
    rest.low = m & ((1ul << behind) - 1);
    rest.bits = behind;
  } else if (behind <= 120) {
    rest.low = m;
    rest.bits = behind;
  } else {
    if (!isFixed && m != 0) __diptych_cut("limit", "numbers above 2^-67 in formats");
    rest.low = m != 0;
  }
  if (isFixed) __model_put_fixed(out, whole, rest, how);
  else __model_put_significant(out, whole, rest, letter, how);
}
