/* A ticket lock: fetch-and-add takes a ticket, a release store serves the next.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  atomic_uint next, serving;
} ticket_lock;

ticket_lock lock;
int counter;

static void acquire(ticket_lock *l) {
  unsigned mine = atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&l->serving, memory_order_acquire) != mine)
    ;
}

static void release(ticket_lock *l) {
  unsigned served = atomic_load_explicit(&l->serving, memory_order_relaxed);
  atomic_store_explicit(&l->serving, served + 1, memory_order_release);
}

void *worker(void *unused) {
  acquire(&lock);
  int seen = counter;
  counter = seen + 1;
  release(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
