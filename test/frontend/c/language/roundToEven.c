// What rounds to the nearest even number, and what divides a number into its parts.
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
  static const double of[] = { 0.0, -0.0, 0.5, -0.5, 1.5, -1.5, 2.5, -2.5, 0.4, -0.6, 3.7, -3.2, 4503599627370495.5, 9007199254740993.0, 1e300, 0x1p-1074 };
  static const double even[] = { 0.0, -0.0, 0.0, -0.0, 2.0, -2.0, 2.0, -2.0, 0.0, -1.0, 4.0, -3.0, 4503599627370496.0, 9007199254740992.0, 1e300, 0.0 };
  for (int i = 0; i < 16; i++) {
    assert(rint(of[i]) == even[i] && nearbyint(of[i]) == even[i]);
    assert(!signbit(rint(of[i])) == !signbit(even[i]));
    if (i < 13) assert(lrint(of[i]) == (long)even[i] && llrint(of[i]) == (long long)even[i]);
  }
  assert(rintf(2.5f) == 2.0f && lrintf(3.5f) == 4 && llroundf(2.5f) == 3 && llround(-2.5) == -3);
  assert(isinf(rint(INFINITY)) && isnan(rint(NAN)));
  double whole;
  assert(modf(3.25, &whole) == 0.25 && whole == 3.0);
  assert(modf(-3.25, &whole) == -0.25 && whole == -3.0);
  assert(signbit(modf(-2.0, &whole)) && whole == -2.0);
  assert(modf(INFINITY, &whole) == 0.0 && isinf(whole));
  assert(isnan(modf(NAN, &whole)) && isnan(whole));
  assert(fdim(3.0, 1.0) == 2.0 && fdim(1.0, 3.0) == 0.0 && isnan(fdim(NAN, 1.0)) && isnan(fdim(1.0, NAN)) && fdimf(2.0f, 0.5f) == 1.5f);
}
