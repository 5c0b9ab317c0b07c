/* Dekker's mutual exclusion: a flag each, and a turn for when both are up. One critical section per thread. */
#include <assert.h>
#include <pthread.h>
#include "fences.h"

int flag0, flag1, turn;
int owner;

void *first(void *unused) {
  flag0 = 1;
  fence_store_load();
  while (flag1) {
    if (turn == 1) {
      flag0 = 0;
      while (turn == 1)
        ;
      flag0 = 1;
      fence_store_load();
    }
  }
  owner = 0;
  assert(owner == 0);
  fence_store_store();
  turn = 1;
  flag0 = 0;
  return unused;
}

void *second(void *unused) {
  flag1 = 1;
  fence_store_load();
  while (flag0) {
    if (turn == 0) {
      flag1 = 0;
      while (turn == 0)
        ;
      flag1 = 1;
      fence_store_load();
    }
  }
  owner = 1;
  assert(owner == 1);
  fence_store_store();
  turn = 0;
  flag1 = 0;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
