#include <stdlib.h>
#include <stdint.h>
#include <assert.h>
int main(void) {
  char *x = malloc(3);
  long *p = aligned_alloc(64, 64), *q;
  assert((uintptr_t)p % 64 == 0);
  p[7] = 3;
  assert(posix_memalign((void **)&q, 256, 24) == 0 && (uintptr_t)q % 256 == 0);
  q[2] = p[7];
  free(q); free(p); free(x);
}
