/* Treiber's stack: one thread pushes two values while another pops twice. Under PSO the new head may arrive before the node
 * it points to is filled in.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "barriers.h"

typedef struct node {
  int value;
  struct node *next;
} node_t;

node_t nodes[2];
node_t *_Atomic head;

static void push(node_t *n, int value) {
  node_t *seen = atomic_load_explicit(&head, memory_order_relaxed);
  n->value = value;
  do {
    n->next = seen;
    smp_wmb();
  } while (!atomic_compare_exchange_strong_explicit(&head, &seen, n, memory_order_relaxed, memory_order_relaxed));
}

static int pop(void) {
  node_t *top = atomic_load_explicit(&head, memory_order_relaxed);
  while (top != NULL &&
         !atomic_compare_exchange_strong_explicit(&head, &top, top->next, memory_order_relaxed, memory_order_relaxed))
    ;
  return top == NULL ? -1 : top->value;
}

void *pusher(void *unused) {
  push(&nodes[0], 1);
  push(&nodes[1], 2);
  return unused;
}

void *popper(void *unused) {
  int a = pop();
  int b = pop();
  assert(a != 0 && b != 0);
  assert(a == -1 || a != b);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, pusher, 0);
  pthread_create(&b, 0, popper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
