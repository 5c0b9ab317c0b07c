/* A lock-free stack: two threads push, then main pops both.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct node {
  int value;
  struct node *next;
} node_t;

node_t *_Atomic head;
int sum;

static void push(int value) {
  node_t *n = malloc(sizeof *n);
  n->value = value;
  node_t *seen = atomic_load_explicit(&head, memory_order_relaxed);
  do {
    n->next = seen;
  } while (!atomic_compare_exchange_weak_explicit(&head, &seen, n, memory_order_release, memory_order_relaxed));
}

static int pop(void) {
  node_t *top = atomic_load(&head);
  while (top != NULL && !atomic_compare_exchange_strong(&head, &top, top->next))
    ;
  if (top == NULL)
    return 0;
  int value = top->value;
  free(top);
  return value;
}

void *pusher(void *arg) {
  push((int)(long)arg);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, pusher, (void *)(long)(i + 1));
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  sum = pop();
  sum += pop();
  assert(sum == 3 && pop() == 0);
  return 0;
}
