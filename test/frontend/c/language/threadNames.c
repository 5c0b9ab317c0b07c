#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
/* Nobody holds the lock while its owner is 0: the name of no thread, main among them. */
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t owner, first, names[3];
static int depth, entered, number;
static struct { unsigned long word; void *pointer; _Atomic pthread_t atomic; } kept;
static void lock(void) {
  if (pthread_equal(owner, pthread_self())) { depth++; return; }
  pthread_mutex_lock(&m);
  owner = pthread_self();
  depth = 1;
}
static void unlock(void) { if (--depth == 0) { owner = 0; pthread_mutex_unlock(&m); } }
static void enter(void) { lock(); lock(); entered++; unlock(); unlock(); }
static void *work(void *which) {
  pthread_t self = pthread_self();
  names[(long)which] = self;
  assert(self != 0 && self != first && !pthread_equal(self, first) && thrd_current() == self);
  assert(kept.word != self && kept.pointer != (void *)self && kept.atomic != self);
  assert(gettid() > 0 && gettid() != getpid() && gettid() != number);
  enter();
  assert(pthread_join(self, NULL) == EDEADLK && thrd_join(self, NULL) == thrd_error);
  return (void *)self;
}
int main(void) {
  pthread_t threads[2];
  void *result;
  char text[32];
  struct timespec past = { 1, 0 }, none = { 1, -1 };
  pthread_t (*self)(void) = pthread_self;
  assert(owner != pthread_self());
  names[0] = first = kept.word = kept.atomic = pthread_self();
  kept.pointer = (void *)self();
  number = gettid();
  assert(number == getpid() && kept.pointer == (void *)kept.atomic && thrd_equal(first, thrd_current()));
  assert(snprintf(text, sizeof text, "%lu", pthread_self()) > 1 && text[0] != '0');
  enter();
  assert(pthread_join(first, NULL) == EDEADLK && pthread_tryjoin_np(first, NULL) == EBUSY);
  assert(pthread_timedjoin_np(first, NULL, &past) == EDEADLK && pthread_timedjoin_np(first, NULL, &none) == EDEADLK);
  assert(pthread_clockjoin_np(first, NULL, CLOCK_PROCESS_CPUTIME_ID, &past) == EINVAL);
  assert(pthread_kill(first, 0) == 0);
  for (long i = 0; i < 2; i++) {
    pthread_create(&threads[i], NULL, work, (void *)(i + 1));
    pthread_join(threads[i], &result);
    assert((pthread_t)result == threads[i] && names[i + 1] == threads[i]);
  }
  for (int i = 0; i < 3; i++) assert(pthread_equal(names[i], pthread_self()) == (i == 0));
  assert(names[1] != 0 && names[2] != 0 && entered == 3 && owner == 0);
}
