/* C11 threads: a mutex taken by lock and by trylock, results of threads, a flag as spin lock.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

mtx_t mutex;
atomic_flag busy = ATOMIC_FLAG_INIT;
int balance = 10, refused;

int withdraw(void *arg) {
  int amount = *(int *)arg;
  mtx_lock(&mutex);
  int ok = balance >= amount;
  if (ok)
    balance -= amount;
  mtx_unlock(&mutex);
  return ok;
}

int audit(void *unused) {
  if (mtx_trylock(&mutex) == thrd_busy) {
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
      thrd_yield();
    refused++;
    atomic_flag_clear_explicit(&busy, memory_order_release);
    return 0;
  }
  assert(balance == 10 || balance == 3);
  mtx_unlock(&mutex);
  return 1;
}

int main(void) {
  static int seven = 7;
  thrd_t a, b, c;
  int first, second;
  mtx_init(&mutex, mtx_plain);
  thrd_create(&a, withdraw, &seven);
  thrd_create(&b, withdraw, &seven);
  thrd_create(&c, audit, 0);
  thrd_join(a, &first);
  thrd_join(b, &second);
  thrd_join(c, 0);
  assert(first + second == 1 && balance == 3);
  return 0;
}
