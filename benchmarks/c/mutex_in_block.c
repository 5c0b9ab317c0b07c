/* A counter with its lock in one block of the heap: the lock is destroyed, and then the block is freed.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct counter {
  pthread_mutex_t lock;
  int value;
};

static void *increment(void *argument) {
  struct counter *counter = argument;
  pthread_mutex_lock(&counter->lock);
  counter->value++;
  pthread_mutex_unlock(&counter->lock);
  return NULL;
}

int main(void) {
  struct counter *counter = malloc(sizeof *counter);
  pthread_mutex_init(&counter->lock, NULL);
  counter->value = 0;
  pthread_t a, b;
  pthread_create(&a, NULL, increment, counter);
  pthread_create(&b, NULL, increment, counter);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter->value == 2);
  pthread_mutex_destroy(&counter->lock);
  free(counter);
  return 0;
}
