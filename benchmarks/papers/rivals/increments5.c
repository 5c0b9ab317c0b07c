/* Five threads increment a counter behind a mutex. */
#include <assert.h>
#include <pthread.h>

#define THREADS 5

int counter;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *increment(void *unused) {
  pthread_mutex_lock(&mutex);
  counter++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&t[i], 0, increment, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], 0);
  assert(counter == THREADS);
  return 0;
}
