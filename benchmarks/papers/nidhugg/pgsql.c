/* Latches as PostgreSQL once used them: two workers hand a token round. Who has it lowers its flag, raises the other's
 * and sets the other's latch; a worker whose latch is set must find its flag up. Under PSO the latch may arrive first.
 */
#include <assert.h>
#include <pthread.h>
#include "fences.h"

int latch0 = 1, flag0 = 1;
int latch1, flag1;

void *first(void *unused) {
  for (;;) {
    while (!latch0)
      ;
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
    while (!latch1)
      ;
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
