/* A counter on main's stack, shared without a lock: an update is lost.
 * expected  sc: assertion  tso: assertion  pso: assertion
 */
#include <assert.h>
#include <pthread.h>

void *worker(void *arg) {
  int *counter = arg;
  ++*counter;
  return NULL;
}

int main(void) {
  int counter = 0;
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, worker, &counter);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  assert(counter == 2);
  return 0;
}
