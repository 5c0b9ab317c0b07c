/* Eight rounds of Dekker's entry by two threads: raise the flag, go in if the other's is down, lower it. */
#include <assert.h>
#include <pthread.h>

#define ROUNDS 8

#if defined(FENCE_TSO) || defined(FENCE_PSO)
#define fence() __sync_synchronize()
#else
#define fence()
#endif

int flag[2];
int owner;

void *enter(void *arg) {
  int me = (int)(long)arg;
  for (int i = 0; i < ROUNDS; i++) {
    flag[me] = 1;
    fence();
    if (!flag[1 - me]) {
      owner = me;
      assert(owner == me);
    }
#ifdef FENCE_PSO
    fence();
#endif
    flag[me] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, (void *)0);
  pthread_create(&b, 0, enter, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
