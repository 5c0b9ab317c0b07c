#include <assert.h>
#include <math.h>
enum {
  bounded = __builtin_isinf(1.0),
  infinite = __builtin_isinf(-__builtin_inf()),
  number = __builtin_isnan(1.0f),
  negative = !!__builtin_signbit(-0.0),
  less = __builtin_isless(1.0, 2.0),
  unordered = __builtin_isunordered(1.0, 2.0),
  length = __builtin_strlen("ab\0c"),
  absolute = __builtin_abs(-4),
  ones = __builtin_popcount(7)
};
static double inf = __builtin_inf(), nan_ = __builtin_nan(""), most = HUGE_VAL, half = __builtin_fabs(-0.5);
static float inff_ = __builtin_inff(), signed_ = __builtin_copysignf(1.5f, -0.0f);
char lengths[__builtin_ctz(8)];
int main(void) {
  assert(bounded == 0 && infinite < 0 && number == 0 && negative && less && !unordered);
  assert(length == 2 && absolute == 4 && ones == 3 && sizeof lengths == 3);
  assert(inf > 1e308 && most == inf && inff_ == inf && half == 0.5 && signed_ == -1.5);
  assert(nan_ != nan_ && !__builtin_signbit(nan_));
  assert(__builtin_abs(-2147483647 - 1) == -2147483647 - 1);
  return 0;
}
