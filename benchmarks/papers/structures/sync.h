/* What the programs of this folder share: fences by variant, compare-and-swap, spin locks.
 *
 * Atomics order as the papers' do: a compare-and-swap waits for pending stores under TSO, but under PSO only for those to
 * its own cell. Acquiring a lock orders what follows it, releasing it is a store-store barrier and an atomic exchange.
 * (A pthread mutex is a full fence to diptych: it would hide that a node can be reached before it is initialised.)
 */
#ifndef SYNC_H
#define SYNC_H

#if defined FENCE_TSO || defined FENCE_PSO
#define STORE_LOAD() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#else
#define STORE_LOAD()
#endif

#ifdef FENCE_PSO
#define STORE_STORE() __atomic_thread_fence(__ATOMIC_RELEASE)
#else
#define STORE_STORE()
#endif

/* CAS_ON(cas, T) defines cas(cell, old, new) on cells of type T. */
#define CAS_ON(cas, T) \
  static int cas(T *cell, T old, T new) { \
    return __atomic_compare_exchange_n(cell, &old, new, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
  }

static void lock(int *l) {
  while (__atomic_exchange_n(l, 1, __ATOMIC_ACQUIRE))
    ;
}

static void unlock(int *l) {
  __atomic_exchange_n(l, 0, __ATOMIC_RELEASE);
}

#endif
