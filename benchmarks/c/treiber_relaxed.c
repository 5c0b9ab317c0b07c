/* The same push without release order: under PSO a reader can reach a node before its contents.
 * expected  sc: holds  tso: holds  pso: uninitialised-read
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

_Atomic(struct node *) head;
int seen;

void *pusher(void *unused) {
  struct node *n = malloc(sizeof(struct node));
  n->value = 7;
  n->next = NULL;
  atomic_store_explicit(&head, n, memory_order_relaxed);
  return unused;
}

void *reader(void *unused) {
  struct node *n = atomic_load_explicit(&head, memory_order_relaxed);
  if (n)
    seen = n->value;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, pusher, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
