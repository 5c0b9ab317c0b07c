#include <assert.h>
#include <math.h>

double two = 2, ten = 10, none = 0, half = 0.5, third = -3;

int main(void) {
  int n;
  assert(pow(ten, 15) == 1e15 && pow(third, 3) == -27 && pow(half, 3) == 0.125 && pow(4, -half * 4) == 0.0625);
  assert(pow(two, 1024) == INFINITY && pow(none, -1) == INFINITY && pow(-INFINITY, 3) == -INFINITY && isnan(pow(NAN, two)));
  assert(fmod(-ten, 3) == -1 && fmod(5.5, two) == 1.5 && fmod(0.3, 0.1) == 0x1.9999999999998p-4 && isnan(fmod(two, none)));
  assert(ldexp(half, 4) == 8 && ldexp(ten, -1) == 5 && ldexp(two, 1023) == INFINITY && scalbn(third, 2) == -12);
  assert(frexp(ten, &n) == 0.625 && n == 4 && frexp(-half, &n) == -0.5 && n == 0 && frexp(0x1p-1070, &n) == 0.5 && n == -1069);
}
