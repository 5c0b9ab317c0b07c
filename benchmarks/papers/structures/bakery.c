/* Lamport's bakery for two threads (CACM 17(8), 1974). Each thread enters its critical section ROUNDS times, three in
 * RELAXER's harness. Who may enter is said by tickets: a thread waits for the other to have chosen, and for a smaller
 * ticket, or the same one of thread 0, to be given back.
 */
#include "sync.h"
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 3
#endif

int choosing[2], number[2];
int inside;

static void critical(void) {
  assert(__atomic_fetch_add(&inside, 1, __ATOMIC_RELAXED) == 0);
  __atomic_fetch_sub(&inside, 1, __ATOMIC_RELAXED);
}

static void enter(int me) {
  int other = 1 - me;
  choosing[me] = 1;
  STORE_LOAD();
  int mine = number[other] + 1;
  number[me] = mine;
  STORE_STORE();
  choosing[me] = 0;
  STORE_LOAD();
  while (choosing[other])
    ;
  for (;;) {
    int theirs = number[other];
    if (theirs == 0 || mine < theirs || (mine == theirs && me < other))
      break;
  }
}

static void leave(int me) {
  number[me] = 0;
}

void *thread0(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    enter(0);
    critical();
    leave(0);
  }
  return unused;
}

void *thread1(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    enter(1);
    critical();
    leave(1);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread0, 0);
  pthread_create(&b, 0, thread1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
