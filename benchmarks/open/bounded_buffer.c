// Two producers and two consumers share a bounded buffer with two condition variables.
#include <assert.h>
#include <pthread.h>

#define ROOM 1
#define ITEMS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int buffer[ROOM], used;

static void *producer(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&lock);
    while (used == ROOM)
      pthread_cond_wait(&emptied, &lock);
    buffer[used++] = 1;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&filled);
  }
  return NULL;
}

static void *consumer(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&lock);
#ifdef BUG
    if (used == 0)
#else
    while (used == 0)
#endif
      pthread_cond_wait(&filled, &lock);
    assert(used > 0);
    used--;
    pthread_mutex_unlock(&lock);
    pthread_cond_signal(&emptied);
  }
  return NULL;
}

int main(void) {
  pthread_t producers[2], consumers[2];
  for (int i = 0; i < 2; i++) {
    pthread_create(&producers[i], NULL, producer, NULL);
    pthread_create(&consumers[i], NULL, consumer, NULL);
  }
  for (int i = 0; i < 2; i++) {
    pthread_join(producers[i], NULL);
    pthread_join(consumers[i], NULL);
  }
}
