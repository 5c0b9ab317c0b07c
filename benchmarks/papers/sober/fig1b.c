/* SOBER, Fig. 1(b): both processors may read 0 if their stores are still in their buffers. -DBARE leaves out the values that
 * are handed to main and the assertion about them, so that the threads have the four events of the figure alone.
 */
#include "../structures/sync.h"
#include <assert.h>
#include <pthread.h>

int X, Y;

void *processor1(void *unused) {
  X = 1;
  STORE_LOAD();
  int r1 = Y;
  return (void *)(long)r1;
}

void *processor2(void *unused) {
  Y = 1;
  STORE_LOAD();
  int r2 = X;
  return (void *)(long)r2;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, processor1, 0);
  pthread_create(&b, 0, processor2, 0);
#ifdef BARE
  pthread_join(a, 0);
  pthread_join(b, 0);
#else
  void *r1, *r2;
  pthread_join(a, &r1);
  pthread_join(b, &r2);
  assert(r1 || r2);
#endif
  return 0;
}
