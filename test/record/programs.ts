// Programs for the recorder's tests.

/** With names that the recorder has, too: they are the program's. */
export const storeBuffering = `#include <pthread.h>
int x, y, r0, r1, threads = 2, thread_count = 7, steps = 9; void *self; void log_add(void) { threads = 0; }
static void *left(void *p) {
  x = 1;
  r0 = y;
  return p;
}
static void *right(void *p) {
  y = 1;
  r1 = x;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return threads != 2 || thread_count != 7 || steps != 9 || self;
}
`;

export const fenced = storeBuffering.replaceAll('= 1;', '= 1; __atomic_thread_fence(__ATOMIC_SEQ_CST);');

export const deadlock = `#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int n;
static void *left(void *p) {
  pthread_mutex_lock(&a);
  n++;
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
static void *right(void *p) {
  pthread_mutex_lock(&b);
  n++;
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return p;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, left, 0);
  pthread_create(&t, 0, right, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
`;

export const crash = `#include <pthread.h>
#include <stdlib.h>
int *p, ready;
static void *writer(void *unused) {
  ready = 1;
  p = malloc(sizeof *p);
  *p = 3;
  return unused;
}
static void *reader(void *unused) {
  if (ready) *(volatile int *)p = 4;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
`;

/** Killed from outside while it runs: it would not end by itself. */
export const killed = `#include <signal.h>
#include <pthread.h>
#include <unistd.h>
volatile int x;
static void *other(void *p) {
  for (int i = 0; i < 100; i++) x = i;
  kill(getpid(), SIGKILL);
  return p;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, other, 0);
  for (;;) x++;
}
`;

/** Some 300,000 operations: a log of more than one piece. */
export const long = `#include <pthread.h>
volatile int x, y;
static void *left(void *p) {
  for (int i = 0; i < 75000; i++) x = i, y;
  return p;
}
static void *right(void *p) {
  for (int i = 0; i < 75000; i++) y = i, x;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
`;

/** Data is handed over by one flag that synchronises, and by another that does not: only the second is a race. */
export const handOver = `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int good, bad;
atomic_int released, relaxed, taken;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int locked;
static void *writer(void *p) {
  good = 1;
  atomic_store_explicit(&released, 1, memory_order_release);
  bad = 1;
  atomic_store_explicit(&relaxed, 1, memory_order_relaxed);
  free(malloc(64));
  pthread_mutex_lock(&lock);
  locked++;
  pthread_mutex_unlock(&lock);
  return p;
}
static void *reader(void *p) {
  while (!atomic_load_explicit(&relaxed, memory_order_relaxed));
  int expected = 7;
  atomic_compare_exchange_strong_explicit(&released, &expected, 8, memory_order_acq_rel, memory_order_acquire);
  taken = good;
  taken = bad;
  pthread_mutex_lock(&lock);
  locked++;
  pthread_mutex_unlock(&lock);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return locked != 2;
}
`;

/** A thread that does nothing the recorder sees for longer than its turn lasts, while all others come to wait for it. */
export const busy = `#include <pthread.h>
#include <time.h>
int x;
__attribute__((no_sanitize("thread"), noinline)) static void unseen(void) {
  struct timespec start, now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
  do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  while ((now.tv_sec - start.tv_sec) * 1000000000L + now.tv_nsec - start.tv_nsec < 2000000000L);
}
static void *slow(void *p) {
  unseen();
  x++;
  return p;
}
static void *quick(void *p) {
  x++;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, slow, 0);
  pthread_create(&b, 0, quick, 0);
  pthread_join(b, 0);
  pthread_join(a, 0);
  return x != 2;
}
`;

/** A thread is blocked in a call that the recorder does not know, and another could go on. */
export const blocked = `#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int x;
static void *slow(void *p) {
  struct timespec second = { 1, 0 };
  x++;
  syscall(SYS_nanosleep, &second, 0);
  return p;
}
static void *quick(void *p) {
  x++;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, slow, 0);
  pthread_create(&b, 0, quick, 0);
  pthread_join(b, 0);
  pthread_join(a, 0);
  return 0;
}
`;

/** A thread sleeps again and again while another waits for the world: for half a second by the clock. */
export const sleeper = `#include <poll.h>
#include <pthread.h>
#include <unistd.h>
int x;
static void *doze(void *p) {
  for (;;) {
    x++;
    usleep(1000);
  }
  return p;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, doze, 0);
  poll(0, 0, 500);
  return 0;
}
`;
