/* Lazy initialisation behind a lock, looked at first without it: the pointer may be seen before what it points to.
 * expected  sc: holds  tso: holds  pso: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct config {
  int size;
};

static struct config *instance(void) {
  static struct config storage, *volatile ready;
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  if (ready == NULL) {
    pthread_mutex_lock(&lock);
    if (ready == NULL) {
      storage.size = 64;
      ready = &storage;
    }
    pthread_mutex_unlock(&lock);
  }
  return ready;
}

void *user(void *arg) {
  assert(instance()->size == 64);
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, user, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  return 0;
}
