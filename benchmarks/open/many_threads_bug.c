// 10,000 threads, created in a loop, of which none takes the lock: two of them are enough to see it.
#include <assert.h>
#include <pthread.h>

static int inside;

static void *count(void *unused) {
  assert(inside == 0);
  inside = 1;
  inside = 0;
  return NULL;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 10000; i++)
    pthread_create(&thread, NULL, count, NULL);
}
