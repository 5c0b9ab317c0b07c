/* A 64-bit counter kept in two 32-bit halves: a reader between the two stores sees a time that never was.
 * expected  sc: assertion  tso: assertion  pso: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

volatile uint32_t low = 0xffffffffu, high;

static uint64_t now(void) { return (uint64_t)high << 32 | low; }

static void tick(void) {
  uint64_t next = now() + 1;
  low = (uint32_t)next;
  high = (uint32_t)(next >> 32);
}

void *clock_thread(void *arg) {
  tick();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, clock_thread, NULL);
  uint64_t seen = now();
  assert(seen == 0xffffffffull || seen == 0x100000000ull);
  pthread_join(t, NULL);
  return 0;
}
