#include <assert.h>
#include <stdio.h>

static double power(double x, int n) {
  double r = 1.0;
  for (int i = 0; i < n; i++) r *= x;
  return r;
}

static float mean(const int *v, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += (float)(i + 1);
  return sum / n;
}

static double root(double x) {
  double guess = x;
  for (int i = 0; i < 20; i++) guess = 0.5 * (guess + x / guess);
  return guess;
}

int main(void) {
  assert(power(1.5, 3) == 3.375);
  assert(power(0.1, 2) != 0.01);
  int v[4] = { 1, 2, 3, 4 };
  assert(mean(v, 4) == 2.5f);
  double r = root(2.0);
  assert(r * r > 1.9999 && r * r < 2.0001);
  double sum = 0;
  int rounds = 0;
  while (sum < 1.0) {
    sum += 0.1;
    rounds++;
  }
  assert(rounds == 11 && (int)(sum * 10) == 10);
  float f = 16777216.0f;
  f = f + 1.0f;
  assert(f == 16777216.0f && (long)f == 16777216L);
  printf("%f %g\n", sum, r);
  return 0;
}
