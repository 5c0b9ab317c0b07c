/* Double-checked locking: the instance is made once, by whoever finds none, and looked at without the lock afterwards. Under
 * PSO the pointer may arrive before what it points to.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include "fences.h"

#define THREADS 3

typedef struct {
  int width, height;
} config_t;

static config_t storage;
config_t *instance;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static config_t *get(void) {
  config_t *seen = instance;
  if (seen == NULL) {
    pthread_mutex_lock(&lock);
    seen = instance;
    if (seen == NULL) {
      seen = &storage;
      seen->width = 4;
      seen->height = 3;
      fence_store_store();
      instance = seen;
    }
    pthread_mutex_unlock(&lock);
  }
  return seen;
}

void *user(void *unused) {
  config_t *c = get();
  assert(c->width == 4 && c->height == 3);
  return unused;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&t[i], 0, user, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], 0);
  return 0;
}
