/* Store buffering through kernel-style macros. FENCE chooses what stands between store and load:
 * nothing or a compiler barrier lets both threads read 0.
 * expected  sc: holds  tso: assertion  pso: assertion
 */
#include <assert.h>
#include <pthread.h>
#include "barriers.h"

#ifndef FENCE
#define FENCE barrier
#endif
#define THREAD(n, mine, other)                                                                                         \
  void *thread##n(void *unused) {                                                                                      \
    WRITE_ONCE(mine, 1);                                                                                               \
    FENCE();                                                                                                           \
    r##n = READ_ONCE(other);                                                                                           \
    return unused;                                                                                                     \
  }
#define SPAWN(...) spawn_all((void *(*[])(void *)){ __VA_ARGS__, 0 })

int x, y, r0 = -1, r1 = -1;

THREAD(0, x, y)
THREAD(1, y, x)

static void spawn_all(void *(*start[])(void *)) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, start[i], NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
}

int main(void) {
  SPAWN(thread0, thread1);
  assert(r0 + r1 > 0);
  return 0;
}
