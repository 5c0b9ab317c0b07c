/* Publication in the manner of read-copy-update: a writer fills in a new version, publishes it, waits until nobody reads
 * any more and reuses the old one. Under TSO a reader may read before its mark is seen; under PSO the pointer may also
 * arrive before the version.
 */
#include <assert.h>
#include <pthread.h>
#include "barriers.h"

#define READERS 2

typedef struct {
  int width, height;
} version_t;

version_t versions[2] = { { 1, 1 }, { 0, 0 } };
version_t *volatile current = &versions[0];
int reading[READERS];

void *reader(void *arg) {
  int me = (int)(long)arg;
  WRITE_ONCE(reading[me], 1);
  smp_mb();
  version_t *seen = current;
  int width = READ_ONCE(seen->width), height = READ_ONCE(seen->height);
  assert(width != 0 && width == height);
  WRITE_ONCE(reading[me], 0);
  return 0;
}

void *writer(void *unused) {
  version_t *old = current;
  versions[1].width = 2;
  versions[1].height = 2;
  smp_wmb();
  current = &versions[1];
  smp_mb();
  for (int i = 0; i < READERS; i++)
    while (READ_ONCE(reading[i]))
      ;
  old->width = 0;
  return unused;
}

int main(void) {
  pthread_t r[READERS], w;
  pthread_create(&w, 0, writer, 0);
  for (int i = 0; i < READERS; i++)
    pthread_create(&r[i], 0, reader, (void *)(long)i);
  for (int i = 0; i < READERS; i++)
    pthread_join(r[i], 0);
  pthread_join(w, 0);
  return 0;
}
