/* A hazard pointer: the reader announces what it uses and looks again; the writer waits until nobody does.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ANNOUNCE
#define ANNOUNCE memory_order_seq_cst
#endif

struct object {
  int value;
};

static _Atomic(struct object *) shared;
static _Atomic(struct object *) hazard;

static void *reader(void *unused) {
  struct object *object;
  for (;;) {
    object = atomic_load(&shared);
    atomic_store_explicit(&hazard, object, ANNOUNCE);
    if (atomic_load(&shared) == object)
      break;
  }
  if (object)
    assert(object->value == 42);
  atomic_store(&hazard, NULL);
  return unused;
}

static void *writer(void *unused) {
  struct object *old = atomic_exchange(&shared, NULL);
  if (old) {
    while (atomic_load(&hazard) == old)
      ;
    old->value = 0;
    free(old);
  }
  return unused;
}

int main(void) {
  struct object *object = malloc(sizeof *object);
  object->value = 42;
  atomic_init(&shared, object);
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
