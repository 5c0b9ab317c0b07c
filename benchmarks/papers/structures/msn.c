/* Michael and Scott's queue without locks (PODC 1996). Nodes are not used again, so pointers carry no counter.
 */
#include "sync.h"
#include <stdlib.h>
#include "queueHarness.h"

struct node {
  struct node *next;
  int value;
};

CAS_ON(cas, struct node *)

struct node *head, *tail;

static void init(void) {
  struct node *n = malloc(sizeof(struct node));
  n->next = NULL;
  head = n;
  tail = n;
}

static void enqueue(int value) {
  struct node *n = malloc(sizeof(struct node));
  n->value = value;
  n->next = NULL;
  STORE_STORE();
  struct node *last;
  for (;;) {
    last = tail;
    struct node *next = last->next;
    if (last != tail)
      continue;
    if (next) {
      cas(&tail, last, next);
      continue;
    }
    if (cas(&last->next, next, n))
      break;
  }
  cas(&tail, last, n);
}

static int dequeue(void) {
  for (;;) {
    struct node *first = head;
    struct node *last = tail;
    struct node *next = first->next;
    if (first != head)
      continue;
    if (first == last) {
      if (!next)
        return 0;
      cas(&tail, last, next);
      continue;
    }
    int value = next->value;
    if (cas(&head, first, next))
      return value;
  }
}
