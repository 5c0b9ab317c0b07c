/* The lock of Craig, Landin and Hagersten: each thread waits for the node of the one before.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

int counter;

struct node {
  atomic_int held;
};

static struct node first, nodes[THREADS];
static struct node *_Atomic tail = &first;
static atomic_int arrivals;

void *worker(void *unused) {
  struct node *mine = &nodes[atomic_fetch_add_explicit(&arrivals, 1, memory_order_relaxed)];
  atomic_store_explicit(&mine->held, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
  while (atomic_load_explicit(&before->held, memory_order_acquire))
    ;
  int seen = counter;
  counter = seen + 1;
  atomic_store_explicit(&mine->held, 0, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  assert(counter == THREADS);
  return 0;
}
