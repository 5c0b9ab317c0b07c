/* A sense-reversing barrier on main's stack: what was stored before it is seen after it.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct barrier {
  atomic_int left;
  atomic_bool sense;
};

struct worker {
  struct barrier *barrier;
  int *mine, *theirs;
};

static void wait_at(struct barrier *b) {
  bool sense = !atomic_load(&b->sense);
  if (atomic_fetch_sub(&b->left, 1) == 1) {
    atomic_store(&b->left, 2);
    atomic_store(&b->sense, sense);
  } else
    while (atomic_load(&b->sense) != sense)
      ;
}

void *work(void *arg) {
  struct worker *w = arg;
  *w->mine = 1;
  wait_at(w->barrier);
  assert(*w->theirs == 1);
  return NULL;
}

int main(void) {
  struct barrier b = {2, false};
  int done[2] = {0, 0};
  struct worker w[2] = {{&b, &done[0], &done[1]}, {&b, &done[1], &done[0]}};
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, work, &w[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  return 0;
}
