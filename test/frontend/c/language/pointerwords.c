// A pointer in a struct with shorter members, seen as a number of 64 bits by functions that know no more than that it is a word.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

struct node { unsigned locked; struct node *next; };

static struct node nodes[2], *last;
static int x;

static void *swap(void *target, void *v) { return (void *)__atomic_exchange_n((uint64_t *)target, (uint64_t)v, 5); }
static void *load(void *target) { return (void *)__atomic_load_n((uint64_t *)target, 5); }
static void store(void *target, void *v) { __atomic_store_n((uint64_t *)target, (uint64_t)v, 5); }
static int replace(void *target, void *old, void *v) { return __sync_bool_compare_and_swap((uint64_t *)target, (uint64_t)old, (uint64_t)v); }

static void *worker(void *id) {
  struct node *own = &nodes[(long)id], *before;
  own->locked = 1;
  own->next = 0;
  before = swap(&last, own);
  if (before) {
    store(&before->next, own);
    while (__atomic_load_n(&own->locked, __ATOMIC_SEQ_CST))
      ;
  }
  x++;
  if (load(&own->next) || !replace(&last, own, 0)) {
    while (!load(&own->next))
      ;
    __atomic_store_n(&own->next->locked, 0, __ATOMIC_SEQ_CST);
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(x == 2 && last == 0);
  return 0;
}
