/* Threads return numbers as pointers, and main adds them up.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int base = 3;

void *power(void *arg) {
  intptr_t n = (intptr_t)arg, result = 1;
  for (intptr_t i = 0; i < n; i++)
    result *= base;
  return (void *)-result;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, power, (void *)(i + 1));
  long sum = 0;
  for (int i = 0; i < 2; i++) {
    void *result;
    pthread_join(t[i], &result);
    sum += (long)result;
  }
  assert(sum == -12);
  return 0;
}
