/* A node is filled by plain stores and published by a seq_cst store.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  int key, value;
};

struct node pool;
_Atomic(struct node *) published;

void *writer(void *arg) {
  pool.key = 3;
  pool.value = 9;
  atomic_store(&published, &pool);
  return arg;
}

void *reader(void *arg) {
  struct node *n = atomic_load(&published);
  if (n != NULL)
    assert(n->key * n->key == n->value);
  return arg;
}

int main(void) {
  pthread_t w, r;
  pthread_create(&w, NULL, writer, NULL);
  pthread_create(&r, NULL, reader, NULL);
  pthread_join(w, NULL);
  pthread_join(r, NULL);
  return 0;
}
