/* As many increments as an unknown bound allows, at most two: a reader never sees more than the bound.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

struct bounded {
  int x, n;
};

void *counter(void *arg) {
  struct bounded *b = arg;
  for (int i = 0; i < 2; i++)
    if (b->x < b->n)
      b->x++;
  return NULL;
}

int main(void) {
  struct bounded b = {0, __VERIFIER_nondet_int()};
  __VERIFIER_assume(b.n >= 0);
  pthread_t t;
  pthread_create(&t, NULL, counter, &b);
  assert(b.x <= b.n);
  pthread_join(t, NULL);
  assert(b.x == b.n || b.x == 2);
  return 0;
}
