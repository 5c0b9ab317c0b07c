// 10,000 threads, created in a loop, count under a lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter, inside;

static void *count(void *unused) {
  pthread_mutex_lock(&lock);
  assert(inside == 0);
  inside = 1;
  counter++;
  inside = 0;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 10000; i++)
    pthread_create(&thread, NULL, count, NULL);
}
