/* A block is published before it is filled in, on every machine.
 * expected  sc: uninitialised-read  tso: uninitialised-read  pso: uninitialised-read
 */
#include <pthread.h>
#include <stdlib.h>

int *volatile shared;
int seen;

void *publisher(void *unused) {
  int *block = malloc(4 * sizeof(int));
  shared = block;
  for (int i = 0; i < 4; i++)
    block[i] = i;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, publisher, NULL);
  if (shared)
    seen = shared[3];
  pthread_join(t, NULL);
  return 0;
}
