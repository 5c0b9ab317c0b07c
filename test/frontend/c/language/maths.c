#include <assert.h>
#include <math.h>
double m = -2.5, n;
int main(void) {
  const double a = -2.5, b = 2.5, z = -0.0, big = 1e300, near = 0.49999999999999994, no = NAN;
  const float f = 1.5f;
  assert(fabs(a) == 2.5 && fabs(b) == 2.5 && 1 / fabs(z) > 0 && fabsf(-f) == 1.5f);
  assert(floor(a) == -3 && floor(b) == 2 && ceil(a) == -2 && ceil(b) == 3 && trunc(a) == -2 && floor(big) == big);
  assert(round(a) == -3 && round(b) == 3 && round(near) == 0 && lround(b) == 3 && roundf(f) == 2);
  assert(1 / ceil(-near) < 0 && 1 / floor(z) < 0);
  assert(fmin(a, b) == a && fmax(a, b) == b && fmin(no, b) == b && fmax(a, no) == a);
  assert(isnan(no) && !isnan(a) && isinf(big * big) && !isinf(a) && isfinite(a) && !isfinite(no));
  assert(fpclassify(no) == FP_NAN && fpclassify(big * big) == FP_INFINITE && fpclassify(z) == FP_ZERO && fpclassify(a) == FP_NORMAL);
  assert(fpclassify(1e-310) == FP_SUBNORMAL && fpclassify(1e-40f) == FP_SUBNORMAL && fpclassify((double)1e-40f) == FP_NORMAL);
  assert(isnormal(a) && !isnormal(z) && !isnormal(1e-40f) && isnormal(1e-40) && !isnormal(no));
  assert(__builtin_fpclassify(10, 11, 12, 13, 14, -a) == 12 && __builtin_fpclassify(10, 11, 12, 13, 14, z) == 14);
  n = floor(m);
  assert(fpclassify(m) == FP_NORMAL && isnormal(m) && fpclassify(n * 0) == FP_ZERO);
  assert(fabs(m) == 2.5 && round(n) == -3 && !isnan(n));
  return 0;
}
