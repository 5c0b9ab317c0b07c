/* The same with a volatile pointer, as people wrote before C11: not enough where stores overtake stores.
 * expected  sc: holds  tso: holds  pso: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct node {
  int key, value;
};

struct node pool;
struct node *volatile published;

void *writer(void *arg) {
  pool.key = 3;
  pool.value = 9;
  published = &pool;
  return arg;
}

void *reader(void *arg) {
  struct node *n = published;
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
