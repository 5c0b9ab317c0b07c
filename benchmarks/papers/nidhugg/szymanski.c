/* Szymanski's mutual exclusion for two threads: a waiting room that is emptied in order. A flag is 0 outside, 1 at the
 * entrance, 2 waiting inside for the other, 3 in the doorway, 4 with the door shut behind. One critical section per thread.
 */
#include <assert.h>
#include <pthread.h>
#include "fences.h"

int flag0, flag1;
int owner;

void *first(void *unused) {
  flag0 = 1;
  fence_store_load();
  while (flag1 >= 3)
    ;
  flag0 = 3;
  fence_store_load();
  if (flag1 == 1) {
    flag0 = 2;
    fence_store_load();
    while (flag1 != 4)
      ;
  }
  flag0 = 4;
  fence_store_load();
  owner = 0;
  assert(owner == 0);
  fence_store_store();
  while (2 <= flag1 && flag1 <= 3)
    ;
  flag0 = 0;
  return unused;
}

void *second(void *unused) {
  flag1 = 1;
  fence_store_load();
  while (flag0 >= 3)
    ;
  flag1 = 3;
  fence_store_load();
  if (flag0 == 1) {
    flag1 = 2;
    fence_store_load();
    while (flag0 != 4)
      ;
  }
  flag1 = 4;
  fence_store_load();
  while (flag0 >= 2)
    ;
  owner = 1;
  assert(owner == 1);
  fence_store_store();
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
