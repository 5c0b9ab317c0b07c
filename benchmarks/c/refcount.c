/* Reference counting that decides by a second look at the counter: both threads can free.
 * expected  sc: double-free,use-after-free  tso: double-free,use-after-free  pso: double-free,use-after-free
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  int payload;
};

struct object *shared;

static void put(struct object *o) {
  atomic_fetch_sub(&o->references, 1);
  if (atomic_load(&o->references) == 0)
    free(o);
}

void *user(void *arg) {
  put((struct object *)arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  shared = calloc(1, sizeof(struct object));
  atomic_init(&shared->references, 2);
  pthread_create(&a, NULL, user, shared);
  pthread_create(&b, NULL, user, shared);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
