/* Readers in the lower half of a word, a writer's flag in bit 40: who sees the flag goes back.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define WRITER (1ull << 40)

_Atomic uint64_t word;
int data;

void *reader(void *arg) {
  if (!(atomic_fetch_add(&word, 1) & WRITER)) {
    int a = data;
    int b = data;
    assert(a == b);
  }
  atomic_fetch_sub(&word, 1);
  return arg;
}

void *writer(void *arg) {
  uint64_t idle = 0;
  if (atomic_compare_exchange_strong(&word, &idle, WRITER)) {
    data++;
    atomic_fetch_sub(&word, WRITER);
  }
  return arg;
}

int main(void) {
  pthread_t r, w;
  pthread_create(&r, NULL, reader, NULL);
  pthread_create(&w, NULL, writer, NULL);
  pthread_join(r, NULL);
  pthread_join(w, NULL);
  assert(word == 0);
  return 0;
}
