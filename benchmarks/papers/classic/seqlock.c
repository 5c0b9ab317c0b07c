/* A sequence lock: the counter is odd while a writer is at work, and a reader tries again when it was odd or has moved. Under
 * PSO data and counter may arrive in another order.
 */
#include <assert.h>
#include <pthread.h>
#include "barriers.h"

int sequence;
int a, b;

void *writer(void *unused) {
  for (int i = 1; i <= 2; i++) {
    WRITE_ONCE(sequence, 2 * i - 1);
    smp_wmb();
    WRITE_ONCE(a, i);
    WRITE_ONCE(b, i);
    smp_wmb();
    WRITE_ONCE(sequence, 2 * i);
  }
  return unused;
}

void *reader(void *unused) {
  int before, seen_a, seen_b;
  do {
    before = READ_ONCE(sequence);
    smp_rmb();
    seen_a = READ_ONCE(a);
    seen_b = READ_ONCE(b);
    smp_rmb();
  } while (before % 2 == 1 || READ_ONCE(sequence) != before);
  assert(seen_a == seen_b);
  return unused;
}

int main(void) {
  pthread_t w, r;
  pthread_create(&w, 0, writer, 0);
  pthread_create(&r, 0, reader, 0);
  pthread_join(w, 0);
  pthread_join(r, 0);
  return 0;
}
