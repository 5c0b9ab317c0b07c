/* The address of the loop variable goes to every thread: by the time one looks, the loop may have gone on.
 * expected  sc: assertion  tso: assertion  pso: assertion
 */
#include <assert.h>
#include <pthread.h>

int seen[3];

void *worker(void *arg) {
  int id = *(int *)arg;
  seen[id] = 1;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int i;
  for (i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, worker, &i);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(seen[0] && seen[1]);
  return 0;
}
