// Numbers that are none, and their signs: of a constant expression, of the processor
#include <assert.h>
#include <math.h>
union word { double d; unsigned long u; };
union word s = {0.0 / 0.0}, t = {-(0.0 / 0.0)};
double zero, minus = -0.0, one = 1;
int main(void) {
  union word a, b, c;
  double n = __builtin_nan(""), i = __builtin_inf();
  a.d = 0.0 / 0.0;
  b.d = -(zero / zero);
  c.d = (float)-a.d;
  assert(s.u == 0x7ff8000000000000 && t.u == 0xfff8000000000000);
  assert(a.u == 0xfff8000000000000 && b.u == 0x7ff8000000000000 && c.u == 0x7ff8000000000000);
  assert(n != n && !signbit(n) && isunordered(n, one) && !isgreater(n, zero) && isless(one, i));
  assert(signbit(minus) && !signbit(one) && copysign(3.0, minus) == -3.0);
  assert(__builtin_isinf(i) && __builtin_isnanf(__builtin_nanf("")) && __builtin_copysignf(2.0f, -1.0f) == -2.0f);
}
