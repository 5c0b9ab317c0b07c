/* Deletion in a list, after Harris: the lowest bit of a node's next pointer says that the node is deleted, so that an insertion
 * behind it fails instead of being lost.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
  int key;
  _Atomic uintptr_t next;
};

struct node last = {30, 0}, inserted = {20, 0}, victim = {10, 0}, first = {0, 0};
int did_insert, did_delete;

static int is_marked(uintptr_t p) { return p & 1; }
static struct node *clean(uintptr_t p) { return (struct node *)(p & ~(uintptr_t)1); }

void *insert(void *arg) {
  uintptr_t next = atomic_load(&victim.next);
  if (!is_marked(next)) {
    atomic_store(&inserted.next, next);
    did_insert = atomic_compare_exchange_strong(&victim.next, &next, (uintptr_t)&inserted);
  }
  return arg;
}

void *delete(void *arg) {
  uintptr_t next = atomic_load(&victim.next);
  if (atomic_compare_exchange_strong(&victim.next, &next, next | 1)) {
    uintptr_t expected = (uintptr_t)&victim;
    did_delete = atomic_compare_exchange_strong(&first.next, &expected, next);
  }
  return arg;
}

int main(void) {
  atomic_store(&first.next, (uintptr_t)&victim);
  atomic_store(&victim.next, (uintptr_t)&last);
  pthread_t i, d;
  pthread_create(&i, NULL, insert, NULL);
  pthread_create(&d, NULL, delete, NULL);
  pthread_join(i, NULL);
  pthread_join(d, NULL);
  int found = 0;
  for (struct node *n = clean(first.next); n != NULL; n = clean(n->next))
    found |= n == &inserted;
  assert(found == did_insert);
  return 0;
}
