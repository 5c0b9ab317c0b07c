// A thread averages what it measured and says that it is there; the reader computes with the average. Without a barrier between the
// two stores PSO may show the word before the number.
// expected  sc: holds  tso: holds  pso: assertion
#include <assert.h>
#include <pthread.h>

static double average;
static volatile int there;
static float measured[2] = { 20.5f, 22.25f };

static void *measure(void *unused) {
  double sum = 0;
  for (int i = 0; i < 2; i++)
    sum += measured[i];
  average = sum / 2;
  there = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, measure, NULL);
  if (there) {
    double fahrenheit = average * 1.8 + 32;
    assert((int)fahrenheit == 70);
  }
  pthread_join(thread, NULL);
}
