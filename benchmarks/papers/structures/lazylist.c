/* The lazy list, a set with a lock per node (Heller, Herlihy, Luchangco, Moir, Scherer and Shavit, OPODIS 2005). Nodes are
 * marked before they are unlinked, so that `contains` needs no lock.
 */
#include "sync.h"
#include <limits.h>
#include <stdlib.h>
#include "setHarness.h"

struct node {
  int key;
  struct node *next;
  int marked;
  int lock;
};

struct node head, tail;

static void init(void) {
  head.key = INT_MIN;
  tail.key = INT_MAX;
  head.next = &tail;
}

static int validate(struct node *pred, struct node *curr) {
  return !pred->marked && !curr->marked && pred->next == curr;
}

static int insert(int key) {
  for (;;) {
    struct node *pred = &head;
    struct node *curr = pred->next;
    while (curr->key < key) {
      pred = curr;
      curr = curr->next;
    }
    int result = -1;
    lock(&pred->lock);
    lock(&curr->lock);
    if (validate(pred, curr)) {
      result = curr->key != key;
      if (result) {
        struct node *n = malloc(sizeof(struct node));
        n->key = key;
        n->next = curr;
        n->marked = 0;
        n->lock = 0;
        STORE_STORE();
        pred->next = n;
      }
    }
    unlock(&curr->lock);
    unlock(&pred->lock);
    if (result >= 0)
      return result;
  }
}

static int remove(int key) {
  for (;;) {
    struct node *pred = &head;
    struct node *curr = pred->next;
    while (curr->key < key) {
      pred = curr;
      curr = curr->next;
    }
    int result = -1;
    lock(&pred->lock);
    lock(&curr->lock);
    if (validate(pred, curr)) {
      result = curr->key == key;
      if (result) {
        curr->marked = 1;
        STORE_STORE();
        pred->next = curr->next;
      }
    }
    unlock(&curr->lock);
    unlock(&pred->lock);
    if (result >= 0)
      return result;
  }
}

static int contains(int key) {
  struct node *curr = head.next;
  while (curr->key < key)
    curr = curr->next;
  return curr->key == key && !curr->marked;
}

static int contents(void) {
  int keys = 0;
  for (struct node *n = head.next; n != &tail; n = n->next)
    keys = keys * 16 + n->key + 6;
  return keys;
}
