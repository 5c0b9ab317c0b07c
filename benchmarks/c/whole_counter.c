/* The same in one 64-bit word.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

volatile uint64_t time_now = 0xffffffffu;

void *clock_thread(void *arg) {
  time_now++;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, clock_thread, NULL);
  uint64_t seen = time_now;
  assert(seen == 0xffffffffull || seen == 0x100000000ull);
  pthread_join(t, NULL);
  assert(time_now >> 32 == 1 && (uint32_t)time_now == 0);
  return 0;
}
