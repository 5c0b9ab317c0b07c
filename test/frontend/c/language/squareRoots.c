#include <assert.h>
#include <math.h>
#include <pthread.h>
double of = 2;
float single = 2;
int n;
static int isPrime(int k) {
  for (int d = 2; d <= (int)sqrt((double)k); d++)
    if (k % d == 0) return 0;
  return 1;
}
static void *count(void *arg) {
  for (int k = 2; k < 6; k++) n += isPrime(k);
  return arg;
}
int main(void) {
  assert(sqrt(16.0) == 4 && sqrt(2.0) == 1.4142135623730951 && sqrt(0.25) == 0.5 && sqrtf(2) == 1.4142135f);
  assert(sqrt(5e-324) == 2.2227587494850775e-162 && sqrt(1.7976931348623157e308) == 1.3407807929942596e154);
  assert(isnan(sqrt(-1.0)) && isnan(sqrt(NAN)) && sqrt(INFINITY) == INFINITY && 1 / sqrt(-0.0) < 0);
  assert(sqrt(of) == 1.4142135623730951 && sqrtf(single) == 1.4142135f);
  pthread_t t;
  pthread_create(&t, 0, count, 0);
  pthread_join(t, 0);
  assert(n == 3);
  return 0;
}
