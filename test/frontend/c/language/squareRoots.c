#include <assert.h>
#include <math.h>
float single = 2;
int main(void) {
  assert(sqrt(16.0) == 4 && sqrt(2.0) == 1.4142135623730951 && sqrt(0.25) == 0.5 && sqrtf(2) == 1.4142135f);
  assert(sqrt(5e-324) == 2.2227587494850775e-162 && sqrt(1.7976931348623157e308) == 1.3407807929942596e154);
  assert(isnan(sqrt(-1.0)) && isnan(sqrt(NAN)) && sqrt(INFINITY) == INFINITY && 1 / sqrt(-0.0) < 0);
  assert(sqrtf(single) == 1.4142135f);
  return 0;
}
