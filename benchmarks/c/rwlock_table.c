/* A table that one thread changes and two look at: readers see both halves or none.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
struct { int key, value; } entry;

void *writer(void *arg) {
  pthread_rwlock_wrlock(&lock);
  entry.key = 7;
  entry.value = 49;
  pthread_rwlock_unlock(&lock);
  return arg;
}

void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  int key = entry.key, value = entry.value;
  pthread_rwlock_unlock(&lock);
  assert(value == key * key);
  return arg;
}

int main(void) {
  pthread_t w, r, s;
  pthread_create(&w, NULL, writer, NULL);
  pthread_create(&r, NULL, reader, NULL);
  pthread_create(&s, NULL, reader, NULL);
  pthread_join(w, NULL);
  pthread_join(r, NULL);
  pthread_join(s, NULL);
  pthread_rwlock_destroy(&lock);
  return 0;
}
