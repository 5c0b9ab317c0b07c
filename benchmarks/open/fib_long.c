// Two threads add to each other's number, round by round: how far can they come?
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 9
#endif
#ifndef MOST
#define MOST 6765
#endif

static int a = 1, b = 1;

static void *first(void *unused) {
  for (int i = 0; i < ROUNDS; i++)
    a += b;
  return NULL;
}

static void *second(void *unused) {
  for (int i = 0; i < ROUNDS; i++)
    b += a;
  return NULL;
}

int main(void) {
  pthread_t x, y;
  pthread_create(&x, NULL, first, NULL);
  pthread_create(&y, NULL, second, NULL);
  assert(a <= MOST && b <= MOST);
}
