/* Per-thread counters, flushed into a shared one at the end; pthread_exit from inside a helper.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Thread_local unsigned local_count;
atomic_uint total;
pthread_t creator;

static void flush_and_end(void) {
  total += local_count;
  pthread_exit((void *)(long)local_count);
}

static void *counting(void *arg) {
  for (long i = 0, n = (long)arg; i < n; i++)
    local_count++;
  assert(!pthread_equal(pthread_self(), creator));
  flush_and_end();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  void *x, *y;
  creator = pthread_self();
  local_count = 100;
  pthread_create(&a, NULL, counting, (void *)2L);
  pthread_create(&b, NULL, counting, (void *)3L);
  pthread_join(a, &x);
  pthread_join(b, &y);
  assert((long)x == 2 && (long)y == 3);
  assert(total == 5 && local_count == 100);
  return 0;
}
