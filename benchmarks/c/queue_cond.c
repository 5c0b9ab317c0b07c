/* A bounded queue with a mutex and two condition variables.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

enum { CAPACITY = 1, ITEMS = 2 };

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER, drained = PTHREAD_COND_INITIALIZER;
int queue[CAPACITY], count, sum;

void *producer(void *unused) {
  for (int i = 1; i <= ITEMS; ++i) {
    pthread_mutex_lock(&mutex);
    while (count == CAPACITY)
      pthread_cond_wait(&drained, &mutex);
    queue[count++] = i;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

void *consumer(void *unused) {
  int taken = 0;
  do {
    pthread_mutex_lock(&mutex);
    while (count == 0)
      pthread_cond_wait(&filled, &mutex);
    sum += queue[--count];
    pthread_cond_signal(&drained);
    pthread_mutex_unlock(&mutex);
  } while (++taken < ITEMS);
  return unused;
}

int main(void) {
  pthread_t p, c;
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&c, NULL, consumer, NULL);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
  assert(sum == 3);
  return 0;
}
