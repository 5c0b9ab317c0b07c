/* Two threads take slots from a bitmap of one byte, by fetch-and-or.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

uint8_t bitmap = 0xfc;
int owner[8];

static int take(void) {
  for (int i = 0; i < 2; i++) {
    uint8_t bit = (uint8_t)(1u << i);
    if (!(__atomic_fetch_or(&bitmap, bit, __ATOMIC_ACQ_REL) & bit))
      return i;
  }
  return -1;
}

void *worker(void *arg) {
  int slot = take();
  assert(slot >= 0);
  owner[slot]++;
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  assert(owner[0] == 1 && owner[1] == 1 && bitmap == 0xff);
  return 0;
}
