/* A function lends its local to a thread and returns without waiting for it.
 * expected  sc: use-after-free  tso: use-after-free  pso: use-after-free
 */
#include <pthread.h>

int result;

void *worker(void *arg) {
  int *value = arg;
  result = *value;
  return NULL;
}

static pthread_t start(int value) {
  pthread_t t;
  pthread_create(&t, NULL, worker, &value);
  return t;
}

int main(void) {
  pthread_t t = start(7);
  pthread_join(t, NULL);
  return 0;
}
