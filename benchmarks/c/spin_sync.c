/* A test-and-set lock by __sync builtins, and a hint to the processor in its loop.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

static int locked;
int x, y;

static inline void enter(void) {
  while (__sync_lock_test_and_set(&locked, 1))
    __asm__ volatile("pause" ::: "memory");
}

static inline void leave(void) { __sync_lock_release(&locked); }

void *worker(void *unused) {
  enter();
  assert(x == y);
  x++;
  y++;
  leave();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 2 && y == 2);
  return 0;
}
