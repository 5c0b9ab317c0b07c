#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
void *f(void *a) { x += 1; return (void *)5; }
int *d;
int main(void) {
  void *r, *e, *h = malloc(sizeof(pthread_t));
  pthread_create(&d, 0, f, 0);
  pthread_join(d, &r);
  assert(x == 1 && (long)r == 5);
  pthread_create(&e, 0, f, 0);
  assert(pthread_equal(e, e));
  pthread_join(e, 0);
  assert(x == 2);
  pthread_create(h, 0, f, 0);
  pthread_join(*(pthread_t *)h, 0);
  assert(x == 3);
  free(h);
  return 0;
}
