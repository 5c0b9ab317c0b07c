/* Sleeping and waking as in the Linux kernel: who sleeps sets its state and looks at the condition once more, who wakes sets
 * the condition and looks at the state. Without smp_mb between store and load on both sides a wake-up is lost, and the
 * sleeper waits forever.
 */
#include <assert.h>
#include <pthread.h>
#include "barriers.h"

#define RUNNING 0
#define SLEEPING 1

int condition;
int state;
int woken;

void *sleeper(void *unused) {
  WRITE_ONCE(state, SLEEPING);
  smp_mb();
  if (!READ_ONCE(condition))
    while (!READ_ONCE(woken)) /* schedule() */
      ;
  assert(READ_ONCE(condition));
  WRITE_ONCE(state, RUNNING);
  return unused;
}

void *waker(void *unused) {
  WRITE_ONCE(condition, 1);
  smp_mb();
  if (READ_ONCE(state) == SLEEPING)
    WRITE_ONCE(woken, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, sleeper, 0);
  pthread_create(&b, 0, waker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
