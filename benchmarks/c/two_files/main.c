/* A program of two files: diptych check --link counter.c main.c. Each has a variable called `step` of its own.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include "counter.h"
#include <assert.h>
#include <pthread.h>

static int step = 5;

static void *count(void *unused) {
  counter_advance();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter_value() == 2 && step == 5);
  return 0;
}
