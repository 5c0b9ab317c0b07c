/* Store buffering round a ring of eight threads, with fences: each raises its flag and looks at its neighbour's. Somebody
 * sees a raised flag.
 */
#include <assert.h>
#include <pthread.h>

#define THREADS 8

int flag[THREADS], seen[THREADS];

void *look(void *arg) {
  int me = (int)(long)arg;
  flag[me] = 1;
#ifdef FENCE_TSO
  __sync_synchronize();
#endif
  seen[me] = flag[(me + 1) % THREADS];
  return 0;
}

int main(void) {
  pthread_t t[THREADS];
  int raised = 0;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&t[i], 0, look, (void *)(long)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], 0);
  for (int i = 0; i < THREADS; i++)
    raised += seen[i];
  assert(raised > 0);
  return 0;
}
