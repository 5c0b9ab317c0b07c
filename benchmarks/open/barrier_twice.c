// Three threads meet twice at a barrier of a mutex and a condition variable.
#include <assert.h>
#include <pthread.h>

#define THREADS 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all = PTHREAD_COND_INITIALIZER;
static int waiting[2], before[2];

static void meet(int which) {
  pthread_mutex_lock(&lock);
  if (++waiting[which] == THREADS)
    pthread_cond_broadcast(&all);
  while (waiting[which] < THREADS)
    pthread_cond_wait(&all, &lock);
  pthread_mutex_unlock(&lock);
}

static void *thread(void *unused) {
  for (int i = 0; i < 2; i++) {
    __atomic_fetch_add(&before[i], 1, __ATOMIC_SEQ_CST);
    meet(i);
    assert(__atomic_load_n(&before[i], __ATOMIC_SEQ_CST) == THREADS);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
}
