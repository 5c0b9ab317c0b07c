/* Dekker's mutual exclusion: the statements of RELAXER, Fig. 11, one per line; each comment gives the paper's line.
 * Each thread enters its critical section ROUNDS times, three in RELAXER's harness. The two may never be inside together;
 * that is counted with atomics, which add no reordering of their own.
 *
 * Fences after lines 1, 7, 11 and 17 are all that mutual exclusion needs under TSO, but a violation of sequential consistency
 * is left, of which nothing bad comes: (9, 2, 14, 15), the paper's Fig. 12. -DROBUST_TOO adds fences after lines 4 and 14, and
 * there is none any more. Under PSO, line 9 must not be delayed past line 10: the next value of turn might be overwritten by
 * this one, and the other thread, when this one has ended, wait for its turn forever.
 */
#include "sync.h"
#include <assert.h>
#include <pthread.h>

#ifdef ROBUST_TOO
#define STORE_LOAD_TOO() STORE_LOAD()
#else
#define STORE_LOAD_TOO()
#endif

#ifndef ROUNDS
#define ROUNDS 3
#endif

int flag0, flag1, turn;
int inside;

static void critical(void) {
  assert(__atomic_fetch_add(&inside, 1, __ATOMIC_RELAXED) == 0);
  __atomic_fetch_sub(&inside, 1, __ATOMIC_RELAXED);
}

void *thread0(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    flag0 = 1;          // 1
    STORE_LOAD();
    while (flag1)       // 2
      if (turn) {       // 3
        flag0 = 0;      // 4
        STORE_LOAD_TOO();
        while (turn)    // 5
          ;             // 6
        flag0 = 1;      // 7
        STORE_LOAD();
      }                 // 8
    critical();
    turn = 1;           // 9
    STORE_STORE();
    flag0 = 0;          // 10
  }
  return unused;
}

void *thread1(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    flag1 = 1;          // 11
    STORE_LOAD();
    while (flag0)       // 12
      if (!turn) {      // 13
        flag1 = 0;      // 14
        STORE_LOAD_TOO();
        while (!turn)   // 15
          ;             // 16
        flag1 = 1;      // 17
        STORE_LOAD();
      }                 // 18
    critical();
    turn = 0;           // 19
    STORE_STORE();
    flag1 = 0;          // 20
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
