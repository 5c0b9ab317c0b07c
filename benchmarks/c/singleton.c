/* Double-checked locking: under PSO the pointer can be seen before the object behind it.
 * expected  sc: holds  tso: holds  pso: assertion
 */
#include <assert.h>
#include <pthread.h>

struct config {
  int limit, level;
};

static struct config storage;
static struct config *instance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static struct config *get(void) {
  struct config *c = instance;
  if (c == NULL) {
    pthread_mutex_lock(&mutex);
    c = instance;
    if (c == NULL) {
      storage.limit = 10;
      storage.level = 3;
      instance = c = &storage;
    }
    pthread_mutex_unlock(&mutex);
  }
  return c;
}

void *user(void *unused) {
  const struct config *c = get();
  assert(c->limit == 10 && c->level == 3);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
