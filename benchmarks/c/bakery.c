/* Lamport's bakery for two threads, with plain variables: number and choosing are read too early.
 * expected  sc: holds  tso: assertion  pso: assertion
 */
#include <assert.h>
#include <pthread.h>

volatile int choosing[2], number[2];
int owner = -1;

static void lock(int me) {
  int other = !me;
  choosing[me] = 1;
  number[me] = number[other] + 1;
  choosing[me] = 0;
  while (choosing[other])
    ;
  while (number[other] != 0 && (number[other] < number[me] || (number[other] == number[me] && other < me)))
    ;
}

static void unlock(int me) { number[me] = 0; }

void *customer(void *arg) {
  int me = (int)(long)arg;
  lock(me);
  owner = me;
  assert(owner == me);
  unlock(me);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, customer, (void *)0L);
  pthread_create(&b, NULL, customer, (void *)1L);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
