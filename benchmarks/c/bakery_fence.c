/* Lamport's bakery for two threads, with a fence after each announcement and one before the lock is given back.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define fence() atomic_thread_fence(memory_order_seq_cst)

atomic_int choosing[2], number[2];
int inside;

static int get(atomic_int *place) { return atomic_load_explicit(place, memory_order_relaxed); }
static void set(atomic_int *place, int value) { atomic_store_explicit(place, value, memory_order_relaxed); }

static void lock(int me) {
  int other = !me;
  set(&choosing[me], 1);
  fence();
  int mine = get(&number[other]) + 1;
  set(&number[me], mine);
  fence();
  set(&choosing[me], 0);
  fence();
  while (get(&choosing[other]))
    ;
  for (;;) {
    int theirs = get(&number[other]);
    if (theirs == 0 || theirs > mine || (theirs == mine && me < other)) break;
  }
}

static void unlock(int me) {
  fence();
  set(&number[me], 0);
}

void *worker(void *arg) {
  int me = (int)(long)arg;
  lock(me);
  assert(inside == 0);
  inside = 1;
  inside = 0;
  unlock(me);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
