/* A thread that ends while it holds the mutex: its cleanup handler gives it back.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int count;

static void give_back(void *m) {
  pthread_mutex_unlock(m);
}

void *worker(void *leaves) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(give_back, &mutex);
  count++;
  if (leaves != NULL)
    pthread_exit(leaves);
  pthread_cleanup_pop(1);
  return NULL;
}

int main(void) {
  pthread_t s, t;
  void *left;
  pthread_create(&s, NULL, worker, &count);
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(s, &left);
  pthread_join(t, NULL);
  assert(left == &count && count == 2);
  return 0;
}
