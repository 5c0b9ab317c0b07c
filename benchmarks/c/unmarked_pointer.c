/* The same without the mark: a node inserted behind a deleted one is lost.
 * expected  sc: assertion  tso: assertion  pso: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  int key;
  struct node *_Atomic next;
};

struct node last = {30, NULL}, inserted = {20, NULL}, victim = {10, NULL}, first = {0, NULL};
int did_insert;

void *insert(void *arg) {
  struct node *next = atomic_load(&victim.next);
  atomic_store(&inserted.next, next);
  did_insert = atomic_compare_exchange_strong(&victim.next, &next, &inserted);
  return arg;
}

void *delete(void *arg) {
  struct node *expected = &victim;
  atomic_compare_exchange_strong(&first.next, &expected, atomic_load(&victim.next));
  return arg;
}

int main(void) {
  atomic_store(&first.next, &victim);
  atomic_store(&victim.next, &last);
  pthread_t i, d;
  pthread_create(&i, NULL, insert, NULL);
  pthread_create(&d, NULL, delete, NULL);
  pthread_join(i, NULL);
  pthread_join(d, NULL);
  int found = 0;
  for (struct node *n = first.next; n != NULL; n = n->next)
    found |= n == &inserted;
  assert(found == did_insert);
  return 0;
}
