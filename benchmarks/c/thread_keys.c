/* Each thread counts in a block of its own, found under a key; the block is freed when the thread ends.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;
int freed;

static void release(void *block) {
  free(block);
  __atomic_fetch_add(&freed, 1, __ATOMIC_SEQ_CST);
}

static int *counter(void) {
  int *mine = pthread_getspecific(key);
  if (mine == NULL) {
    mine = malloc(sizeof *mine);
    *mine = 0;
    pthread_setspecific(key, mine);
  }
  return mine;
}

void *worker(void *arg) {
  ++*counter();
  ++*counter();
  assert(*counter() == 2);
  return arg;
}

int main(void) {
  pthread_t s, t;
  pthread_key_create(&key, release);
  pthread_create(&s, NULL, worker, NULL);
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  assert(freed == 2);
  return 0;
}
