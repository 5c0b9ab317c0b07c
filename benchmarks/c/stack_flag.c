/* Data and the flag that announces it, both on main's stack; plain stores.
 * expected  sc: holds  tso: holds  pso: assertion
 */
#include <assert.h>
#include <pthread.h>

struct box {
  int data;
  volatile int full;
};

void *fill(void *arg) {
  struct box *b = arg;
  b->data = 42;
  b->full = 1;
  return NULL;
}

int main(void) {
  struct box b = {0, 0};
  pthread_t t;
  pthread_create(&t, NULL, fill, &b);
  while (!b.full)
    ;
  assert(b.data == 42);
  pthread_join(t, NULL);
  return 0;
}
