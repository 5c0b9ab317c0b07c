// Two threads wait for a flag; whether the flag is set with the lock decides if a wakeup can be lost.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int go, busy;

static void *waiter(void *unused) {
  for (int i = 0; i < 3; i++)
    busy++;
  pthread_mutex_lock(&lock);
  while (!go)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *other(void *unused) {
  for (int i = 0; i < 4; i++)
    busy++;
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, i < 2 ? waiter : other, NULL);
#ifdef BUG
  go = 1;
#else
  pthread_mutex_lock(&lock);
  go = 1;
  pthread_mutex_unlock(&lock);
#endif
  pthread_cond_broadcast(&changed);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
}
