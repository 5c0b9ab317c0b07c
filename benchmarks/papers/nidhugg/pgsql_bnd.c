/* pgsql.c with a counter in the loops that wait: rounds depend on each other, so they cannot become one load and an
 * assumption, and every number of rounds up to the bound is explored.
 */
#include <assert.h>
#include <pthread.h>
#include "fences.h"

int latch0 = 1, flag0 = 1;
int latch1, flag1;

void *first(void *unused) {
  for (;;) {
    int rounds = 0;
    while (!latch0)
      rounds++;
    assert(flag0);
    latch0 = 0;
    if (flag0) {
      flag0 = 0;
      flag1 = 1;
      fence_store_store();
      latch1 = 1;
    }
  }
  return unused;
}

void *second(void *unused) {
  for (;;) {
    int rounds = 0;
    while (!latch1)
      rounds++;
    assert(flag1);
    latch1 = 0;
    if (flag1) {
      flag1 = 0;
      flag0 = 1;
      fence_store_store();
      latch0 = 1;
    }
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
