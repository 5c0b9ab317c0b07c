/* Harris's set without locks (DISC 2001): a node is removed by marking its link to the next one, and unlinked later by
 * whoever passes. A link is the address of the next node, and its complement if the node that holds it is marked.
 */
#include "sync.h"
#include <limits.h>
#include <stdlib.h>
#include "setHarness.h"

struct node {
  int key;
  long next;
};

CAS_ON(cas, long)

struct node head, tail;

static long linkTo(struct node *n) {
  return (long)n;
}

static struct node *target(long link) {
  return (struct node *)(link < 0 ? ~link : link);
}

static int marked(long link) {
  return link < 0;
}

static void init(void) {
  head.key = INT_MIN;
  tail.key = INT_MAX;
  head.next = linkTo(&tail);
}

/* The first unmarked node whose key is not smaller, and the unmarked node before it. */
static struct node *search(int key, struct node **left) {
  for (;;) {
    struct node *t = &head;
    long next = head.next;
    long leftNext = 0;
    do {
      if (!marked(next)) {
        *left = t;
        leftNext = next;
      }
      t = target(next);
      if (t == &tail)
        break;
      next = t->next;
    } while (marked(next) || t->key < key);
    if (target(leftNext) != t && !cas(&(*left)->next, leftNext, linkTo(t)))
      continue;
    if (t == &tail || !marked(t->next))
      return t;
  }
}

static int insert(int key) {
  struct node *n = malloc(sizeof(struct node));
  n->key = key;
  for (;;) {
    struct node *left;
    struct node *right = search(key, &left);
    if (right != &tail && right->key == key)
      return 0;
    n->next = linkTo(right);
    STORE_STORE();
    if (cas(&left->next, linkTo(right), linkTo(n)))
      return 1;
  }
}

static int remove(int key) {
  for (;;) {
    struct node *left;
    struct node *right = search(key, &left);
    if (right == &tail || right->key != key)
      return 0;
    long next = right->next;
    if (marked(next) || !cas(&right->next, next, ~next))
      continue;
    if (!cas(&left->next, linkTo(right), next))
      search(key, &left);
    return 1;
  }
}

static int contains(int key) {
  struct node *left;
  struct node *right = search(key, &left);
  return right != &tail && right->key == key;
}

static int contents(void) {
  int keys = 0;
  for (struct node *n = target(head.next); n != &tail; n = target(n->next))
    if (!marked(n->next))
      keys = keys * 16 + n->key + 6;
  return keys;
}
