// Variables that are cleaned up wherever their block is left
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
long trace;
static void note(int *p) { trace = trace * 10 + *p; }
static void release(char **p) { free(*p); }
static void unlock(pthread_mutex_t **m) { pthread_mutex_unlock(*m); }
#define auto_note __attribute__((cleanup(note))) int
#define take() (trace = 0)
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

int returns(int n) {
  auto_note a = 1;
  if (n == 0) return trace;
  { auto_note b = 2, c = 3; if (n == 1) return a + b + c; b = 4; }
  auto_note d = 5;
  return d + (int)trace;
}
int changes(void) { auto_note a = 7; return a++; }
void loops(void) {
  for (int i = 1; i < 5; i++) {
    auto_note a = i;
    if (i == 2) continue;
    if (i == 4) break;
    a += 4;
  }
}
void jumps(void) {
  int n = 0;
again:;
  auto_note a = ++n;
  { auto_note b = 8; if (n < 3) goto again; if (n == 3) goto out; }
out:
  a = 9;
}
void nested(void) {
  auto_note a = 1;
  switch (a) { case 1: { auto_note b = 2; break; } default: a = 6; }
  while (1) { auto_note c = 3; for (;;) { auto_note d = 4; goto done; } }
done:;
}
int expression(void) { return ({ auto_note a = 5; a + 1; }) + (int)trace; }
int fails(int n) {
  __attribute__((cleanup(release))) char *p = malloc(2), *q = malloc(3);
  if (n) return -1;
  p[0] = 1, q[1] = 2;
  return p[0] + q[1];
}
void *locked(void *unused) {
  pthread_mutex_t *guard __attribute__((__cleanup__(unlock))) = &mutex;
  pthread_mutex_lock(guard);
  if (++shared == 1) return unused;
  shared *= 2;
  return unused;
}
int main(void) {
  take(); assert(returns(0) == 0 && trace == 1);
  take(); assert(returns(1) == 6 && trace == 321);
  take(); assert(returns(2) == 39 && trace == 3451);
  take(); assert(changes() == 7 && trace == 8);
  take(); loops(); assert(trace == 5274);
  take(); jumps(); assert(trace == 818289);
  take(); nested(); assert(trace == 2431);
  take(); assert(expression() == 11 && trace == 5);
  assert(fails(0) == 3 && fails(1) == -1);
  pthread_t t;
  pthread_create(&t, 0, locked, 0);
  locked(0);
  pthread_join(t, 0);
  assert(shared == 4);
  return 0;
}
