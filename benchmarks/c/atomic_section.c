/* A double compare-and-swap as an atomic section of two locations.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int left = 1, right = 1;

static int dcas(int *a, int *b, int old, int new) {
  int done = 0;
  __VERIFIER_atomic_begin();
  if (*a == old && *b == old) {
    *a = new;
    *b = new;
    done = 1;
  }
  __VERIFIER_atomic_end();
  return done;
}

int won[2];

void *worker(void *arg) {
  long me = (long)arg;
  won[me] = dcas(&left, &right, 1, 2 + me);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&t[i], 0, worker, (void *)i);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
  assert(left == right && won[0] + won[1] == 1);
  return 0;
}
