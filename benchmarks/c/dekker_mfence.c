/* Dekker's entry protocol with a full fence between raising the flag and looking at the other's.
 * PSO still fails: a thread's own update of in_section may reach memory after it has lowered its flag.
 * expected  sc: holds  tso: holds  pso: assertion
 */
#include <assert.h>
#include <pthread.h>

#define FENCE() __asm__ __volatile__("mfence" ::: "memory")
#define ENTER(mine, other)                                                                                             \
  mine = 1;                                                                                                            \
  FENCE();                                                                                                             \
  if (other == 0) {                                                                                                    \
    in_section++;                                                                                                      \
    assert(in_section == 1);                                                                                           \
    in_section--;                                                                                                      \
  }                                                                                                                    \
  mine = 0

volatile int flag[2];
int in_section;

void *run(void *arg) {
  long me = (long)arg;
  ENTER(flag[me], flag[1 - me]);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, run, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  return 0;
}
