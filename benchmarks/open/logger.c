// Two threads write lines into a bounded buffer; a logger takes them out and counts them.
#include <assert.h>
#include <pthread.h>

#define WRITERS 2
#define LINES 2
#define ROOM 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;
static int buffer[ROOM], used, writing = WRITERS;
static int sums[WRITERS];

static void put(int line) {
  pthread_mutex_lock(&lock);
#ifdef BUG
  // A waiter that is woken finds the room taken by another writer.
  if (used == ROOM)
#else
  while (used == ROOM)
#endif
    pthread_cond_wait(&emptied, &lock);
  assert(used < ROOM);
  buffer[used++] = line;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
}

static void *writer(void *id) {
  int number = (int)(long)id;
  for (int i = 1; i <= LINES; i++)
    put(number * 100 + i);
  pthread_mutex_lock(&lock);
  writing--;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *logger(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (used == 0 && writing > 0)
      pthread_cond_wait(&filled, &lock);
    if (used == 0) {
      pthread_mutex_unlock(&lock);
      return NULL;
    }
    int line = buffer[--used];
    pthread_cond_broadcast(&emptied);
    pthread_mutex_unlock(&lock);
    sums[line / 100] += line % 100;
  }
}

int main(void) {
  pthread_t threads[WRITERS], last;
  pthread_create(&last, NULL, logger, NULL);
  for (long i = 0; i < WRITERS; i++)
    pthread_create(&threads[i], NULL, writer, (void *)i);
  for (int i = 0; i < WRITERS; i++)
    pthread_join(threads[i], NULL);
  pthread_join(last, NULL);
  for (int i = 0; i < WRITERS; i++)
    assert(sums[i] == LINES * (LINES + 1) / 2);
}
