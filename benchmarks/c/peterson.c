/* Peterson's lock with sequentially consistent atomics and a plain counter.
 * Leaving is a seq_cst store, which is a release store too: the counter's store is there before it.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int interested[2];
atomic_int turn;
int counter;

static void lock(int me) {
  interested[me] = 1;
  turn = 1 - me;
  while (interested[1 - me] && turn == 1 - me)
    ;
}

static void unlock(int me) { interested[me] = 0; }

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
