/* Snark, the deque of Detlefs, Flood, Garthwaite, Martin, Shavit and Steele (DISC 2000), on a DCAS: a compare-and-swap of
 * two cells at once. As published (-DPUBLISHED) it is wrong already under SC (Doherty et al., SPAA 2004): a pop may take the
 * deque for empty because the node it looks at has been popped from the other end. Their remedy is to look at the hat again.
 * The small harness shows it, RELAXER's does not.
 *
 * With -DDCAS_SECTION, DCAS is an atomic section, which to diptych is a full fence: nothing can be delayed past it. Without,
 * it is built from single compare-and-swaps, which under PSO wait only for stores to their own cell: the first cell is
 * taken by writing `busy` into it, and whoever reads it waits until it holds an address again. DCAS takes effect when the
 * second cell is swapped; it may fail because that cell is busy, and then its caller tries again.
 */
#include "sync.h"
#include <stdlib.h>
#include "dequeHarness.h"

struct node {
  struct node *L, *R;
  int V;
};

/* The list ends at nodes that point to themselves; Dummy is one. */
struct node dummy, *const Dummy = &dummy;
struct node *LeftHat, *RightHat;

#ifdef PUBLISHED
#define UNCHANGED(hat, seen) 1
#else
#define UNCHANGED(hat, seen) (get(&hat) == (seen))
#endif

#ifdef DCAS_SECTION

static struct node *get(struct node **cell) {
  return *cell;
}

static int dcas(struct node **cell1, struct node **cell2, struct node *old1, struct node *old2, struct node *new1,
                struct node *new2) {
  int same;
  __VERIFIER_atomic_begin();
  same = *cell1 == old1 && *cell2 == old2;
  if (same) {
    *cell1 = new1;
    *cell2 = new2;
  }
  __VERIFIER_atomic_end();
  return same;
}

#else

struct node busy;
CAS_ON(cas, struct node *)

static struct node *get(struct node **cell) {
  struct node *n;
  while ((n = *cell) == &busy)
    ;
  return n;
}

static int dcas(struct node **cell1, struct node **cell2, struct node *old1, struct node *old2, struct node *new1,
                struct node *new2) {
  if (!cas(cell1, old1, &busy))
    return 0;
  int same = cas(cell2, old2, new2);
  __atomic_exchange_n(cell1, same ? new1 : old1, __ATOMIC_RELAXED);
  return same;
}

#endif

static void init(void) {
  dummy.L = Dummy;
  dummy.R = Dummy;
  LeftHat = Dummy;
  RightHat = Dummy;
}

static void pushRight(int value) {
  struct node *nd = malloc(sizeof(struct node));
  nd->R = Dummy;
  nd->V = value;
  for (;;) {
    struct node *rh = get(&RightHat);
    struct node *rhR = get(&rh->R);
    if (rhR == rh) {
      nd->L = Dummy;
      struct node *lh = get(&LeftHat);
      STORE_STORE();
      if (dcas(&RightHat, &LeftHat, rh, lh, nd, nd))
        return;
    } else {
      nd->L = rh;
      STORE_STORE();
      if (dcas(&RightHat, &rh->R, rh, rhR, nd, nd))
        return;
    }
  }
}

static void pushLeft(int value) {
  struct node *nd = malloc(sizeof(struct node));
  nd->L = Dummy;
  nd->V = value;
  for (;;) {
    struct node *lh = get(&LeftHat);
    struct node *lhL = get(&lh->L);
    if (lhL == lh) {
      nd->R = Dummy;
      struct node *rh = get(&RightHat);
      STORE_STORE();
      if (dcas(&LeftHat, &RightHat, lh, rh, nd, nd))
        return;
    } else {
      nd->R = lh;
      STORE_STORE();
      if (dcas(&LeftHat, &lh->L, lh, lhL, nd, nd))
        return;
    }
  }
}

static int popRight(void) {
  for (;;) {
    struct node *rh = get(&RightHat);
    struct node *lh = get(&LeftHat);
    if (get(&rh->R) == rh) {
      if (UNCHANGED(RightHat, rh))
        return 0;
      continue;
    }
    if (rh == lh) {
      if (dcas(&RightHat, &LeftHat, rh, lh, Dummy, Dummy))
        return rh->V;
    } else {
      struct node *rhL = get(&rh->L);
      if (dcas(&RightHat, &rh->L, rh, rhL, rhL, rh)) {
        int result = rh->V;
        rh->R = Dummy;
        return result;
      }
    }
  }
}

static int popLeft(void) {
  for (;;) {
    struct node *lh = get(&LeftHat);
    struct node *rh = get(&RightHat);
    if (get(&lh->L) == lh) {
      if (UNCHANGED(LeftHat, lh))
        return 0;
      continue;
    }
    if (lh == rh) {
      if (dcas(&LeftHat, &RightHat, lh, rh, Dummy, Dummy))
        return lh->V;
    } else {
      struct node *lhR = get(&lh->R);
      if (dcas(&LeftHat, &lh->R, lh, lhR, lhR, lh)) {
        int result = lh->V;
        lh->L = Dummy;
        return result;
      }
    }
  }
}
