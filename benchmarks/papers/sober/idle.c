/* The lost wake-up of SOBER, Fig. 4(b), from a production library. A consumer raises isIdling, and waits if there is no work;
 * the producer raises hasWork, and wakes the consumer if it is idling. In C#, `volatile` does not keep a store before a later
 * load: both may miss the other's flag, and the consumer waits forever. -DINTERLOCKED raises the flags with an atomic
 * exchange in place of fences.
 */
#include "../structures/sync.h"
#include <pthread.h>

volatile int isIdling, hasWork;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void raise(volatile int *flag) {
#ifdef INTERLOCKED
  __atomic_exchange_n(flag, 1, __ATOMIC_RELAXED);
#else
  *flag = 1;
  STORE_LOAD();
#endif
}

void *BlockOnIdle(void *unused) {
  pthread_mutex_lock(&mutex);
  raise(&isIdling);
  if (!hasWork)
    pthread_cond_wait(&condition, &mutex);
  isIdling = 0;
  pthread_mutex_unlock(&mutex);
  return unused;
}

void *NotifyPotentialWork(void *unused) {
  raise(&hasWork);
  if (isIdling) {
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  pthread_t consumer, producer;
  pthread_create(&consumer, 0, BlockOnIdle, 0);
  pthread_create(&producer, 0, NotifyPotentialWork, 0);
  pthread_join(consumer, 0);
  pthread_join(producer, 0);
  return 0;
}
