/* Peterson's lock with the orders it needs: a full fence before the wait, release stores to leave.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int interested[2];
atomic_int turn;
int counter;

static void lock(int me) {
  atomic_store_explicit(&interested[me], 1, memory_order_relaxed);
  atomic_store_explicit(&turn, 1 - me, memory_order_release);
  atomic_thread_fence(memory_order_seq_cst);
  while (atomic_load_explicit(&interested[1 - me], memory_order_acquire) &&
         atomic_load_explicit(&turn, memory_order_relaxed) == 1 - me)
    ;
}

static void unlock(int me) { atomic_store_explicit(&interested[me], 0, memory_order_release); }

void *run(void *arg) {
  int me = (int)(long)arg;
  lock(me);
  counter++;
  unlock(me);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, (void *)0);
  pthread_create(&b, 0, run, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
