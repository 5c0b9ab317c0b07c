/* Michael and Scott's queue with two locks (PODC 1996): the statements of RELAXER, Fig. 10, one per line; each comment
 * gives the paper's line. The list always holds a node that has been dequeued already, at its head.
 */
#include "sync.h"
#include <stdlib.h>
#include "queueHarness.h"

struct node {
  struct node *next;
  int data;
};

struct {
  int H, T;
  struct node *hd, *tl;
} queue;

static void init(void) {
  struct node *n = malloc(sizeof(struct node));
  n->next = NULL;
  queue.hd = n;
  queue.tl = n;
}

static void enqueue(int data) {
  struct node *n = malloc(sizeof(struct node)); // 1
  n->data = data;                               // 2
  n->next = NULL;                               // 3
  lock(&queue.T);                               // 4
  STORE_STORE();
  queue.tl->next = n;                           // 5
  queue.tl = n;                                 // 6
  unlock(&queue.T);                             // 7
}

static int dequeue(void) {
  lock(&queue.H);                               // 8
  struct node *n = queue.hd;                    // 9
  struct node *nhd = n->next;                   // 10
  if (nhd) {                                    // 11
    queue.hd = nhd;                             // 12
    unlock(&queue.H);                           // 13
    return nhd->data;                           // 14
  }                                             // 15
  unlock(&queue.H);                             // 16
  return 0;                                     // 17
}
