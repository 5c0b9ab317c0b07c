/* N threads add 1 to a counter under a mutex: it ends at N. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *increment(void *unused) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], 0, increment, 0);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  assert(counter == N);
  return 0;
}
