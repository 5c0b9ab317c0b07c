#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
int n;
static long double total = 0.1L;
static const long double third = 1.0L / 3;
static struct { int count; long double sum; } seen;
static void *run(void *unused) {
  for (int i = 0; i < n; i++) total += 1.5L;
  seen.sum = seen.sum / 3 + third;
  seen.count++;
  return unused;
}
int main(void) {
  long double a = 1.5L, b = 2, c = a * b + 0.25L, s = 0;
  assert(c == 3.25L && (int)c == 3 && -c < 0 && c / 2 == 1.625 && a - b == -0.5L);
  for (int i = 1; i <= 10; i++) s += i;
  assert(s == 55 && (double)s == 55.0 && !!s && (float)(s / 4) == 13.75f);
  pthread_t t;
  n = 3;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  printf("%Lf %Lf %f\n", total, third * s, (double)seen.sum);
  memset(&seen.sum, 0, sizeof seen.sum);
  clock_t begin = clock();
  long double took = (long double)(clock() - begin) / CLOCKS_PER_SEC;
  double d = took;
  if (seen.count > 7) took = 0;
  printf("%Lf %f %d\n", took, d * 2, (int)took);
  assert(seen.count == 1);
  return 0;
}
