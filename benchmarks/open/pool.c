// A pool of two workers: jobs wait in a queue under a mutex, workers sleep on a condition variable until there is one.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define WORKERS 2
#define JOBS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static int queue[JOBS], head, tail;
static bool closed;
static int done[JOBS];

static void *worker(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (head == tail && !closed)
      pthread_cond_wait(&more, &lock);
    if (head == tail) {
      pthread_mutex_unlock(&lock);
      return NULL;
    }
    int job = queue[head++];
    pthread_mutex_unlock(&lock);
    done[job]++;
  }
}

int main(void) {
  pthread_t threads[WORKERS];
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < JOBS; i++) {
    pthread_mutex_lock(&lock);
    queue[tail++] = i;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_lock(&lock);
  closed = true;
  pthread_cond_broadcast(&more);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < JOBS; i++)
    assert(done[i] == 1);
}
