/* Two threads add each other's variable to their own; in five rounds each no variable grows beyond the twelfth Fibonacci number,
 * but may reach it: asserting less, while they run, fails on any machine.
 */
#include <assert.h>
#include <pthread.h>

#define ROUNDS 5
#define LARGEST 144

int i = 1, j = 1;

void *first(void *unused) {
  for (int k = 0; k < ROUNDS; k++)
    i += j;
  return unused;
}

void *second(void *unused) {
  for (int k = 0; k < ROUNDS; k++)
    j += i;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  assert(i < LARGEST && j < LARGEST);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
