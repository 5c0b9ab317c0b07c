/* Lamport's fast mutual exclusion (1987) for two threads: without contention two stores and two loads let a thread in.
 * x names who came last, y who is at the door, want1 and want2 who is on the way. One critical section per thread.
 */
#include <assert.h>
#include <pthread.h>
#include "fences.h"

int x, y;
int want1, want2;
int owner;

void *first(void *unused) {
  for (;;) {
    want1 = 1;
    fence_store_store();
    x = 1;
    fence_store_load();
    if (y != 0) {
      want1 = 0;
      while (y != 0)
        ;
      continue;
    }
    y = 1;
    fence_store_load();
    if (x != 1) {
      want1 = 0;
      fence_store_load();
      while (want2)
        ;
      if (y != 1) {
        while (y != 0)
          ;
        continue;
      }
    }
    break;
  }
  owner = 1;
  assert(owner == 1);
  fence_store_store();
  y = 0;
  fence_store_store();
  want1 = 0;
  return unused;
}

void *second(void *unused) {
  for (;;) {
    want2 = 1;
    fence_store_store();
    x = 2;
    fence_store_load();
    if (y != 0) {
      want2 = 0;
      while (y != 0)
        ;
      continue;
    }
    y = 2;
    fence_store_load();
    if (x != 2) {
      want2 = 0;
      fence_store_load();
      while (want1)
        ;
      if (y != 2) {
        while (y != 0)
          ;
        continue;
      }
    }
    break;
  }
  owner = 2;
  assert(owner == 2);
  fence_store_store();
  y = 0;
  fence_store_store();
  want2 = 0;
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
