/* The parker behind LockSupport.park of a Java virtual machine, with the fast path that once lacked a fence: the store that
 * takes the permit may stay in the buffer while the caller already looks at what it waits for. An unpark in between
 * sees the old permit, wakes nobody, and its own permit is overwritten: the parked thread sleeps forever.
 */
#include <assert.h>
#include <pthread.h>
#include "fences.h"

void __VERIFIER_assume(int);

int permit;             /* the parker's counter, 0 or 1 */
int asleep;             /* the condition variable: lowered by a signal */
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int available;          /* what the parked thread waits for */
int finished;           /* nobody will call unpark any more */

static void sleep_until_signalled(void) {
  asleep = 1;
  pthread_mutex_unlock(&mutex);
  int last = finished;
  int still = asleep;
  assert(!(last && still)); /* else it sleeps forever */
  __VERIFIER_assume(!still);
  pthread_mutex_lock(&mutex);
}

static void park(void) {
  if (permit > 0) {
    permit = 0;
    fence_store_load();
    return;
  }
  if (pthread_mutex_trylock(&mutex) != 0)
    return;
  if (permit > 0) {
    permit = 0;
    pthread_mutex_unlock(&mutex);
    return;
  }
  sleep_until_signalled();
  permit = 0;
  pthread_mutex_unlock(&mutex);
}

static void unpark(void) {
  pthread_mutex_lock(&mutex);
  int before = permit;
  permit = 1;
  pthread_mutex_unlock(&mutex);
  if (before < 1) {
    asleep = 0;
    __sync_synchronize(); /* a signal is a system call */
  }
}

void *waiter(void *unused) {
  while (!available)
    park();
  return unused;
}

void *provider(void *unused) {
  unpark();             /* a permit left over from something else */
  available = 1;
  unpark();
  finished = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, provider, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
