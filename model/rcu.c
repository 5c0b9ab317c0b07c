/*
 * RCU of Linux and liburcu. Readers count themselves in one of two counters; a grace period sends new readers to the other counter and waits
 * until the earlier readers are gone. Grace periods follow each other. Entering and leaving are locked instructions, as in liburcu's flavour
 * with memory barriers (urcu-mb): the kernel's readers may be slower to show their stores.
 */
#include "include/diptych.h"

void rcu_read_lock(void);
void rcu_read_unlock(void);
void synchronize_rcu(void);
void synchronize_rcu_expedited(void);

static int __model_rcu_phase, __model_rcu_readers[2], __model_rcu_lock;
static _Thread_local int __model_rcu_depth, __model_rcu_entered;

static int __model_phase(void) { return __atomic_load_n(&__model_rcu_phase, __ATOMIC_RELAXED); }

static void __model_count_reader(int phase, int change) {
  int *readers = phase ? &__model_rcu_readers[1] : &__model_rcu_readers[0];
  __atomic_store_n(readers, __atomic_load_n(readers, __ATOMIC_RELAXED) + change, __ATOMIC_RELAXED);
}

void rcu_read_lock(void) {
  int phase;
  if (__model_rcu_depth++ > 0) return;
  __diptych_atomic_begin();
  phase = __model_phase();
  __model_count_reader(phase, 1);
  __diptych_atomic_end();
  __model_rcu_entered = phase;
}

void rcu_read_unlock(void) {
  __diptych_require(__model_rcu_depth > 0, "misuse", "rcu_read_unlock without its rcu_read_lock");
  if (--__model_rcu_depth > 0) return;
  __atomic_fetch_sub(__model_rcu_entered ? &__model_rcu_readers[1] : &__model_rcu_readers[0], 1, __ATOMIC_SEQ_CST);
}

void synchronize_rcu(void) {
  int phase, *readers;
  __diptych_take(&__model_rcu_lock, DIPTYCH_EQ, 0, DIPTYCH_SET, 1, &__model_rcu_lock, "another grace period");
  __diptych_atomic_begin();
  phase = __model_phase();
  __atomic_store_n(&__model_rcu_phase, 1 - phase, __ATOMIC_RELAXED);
  __diptych_atomic_end();
  readers = phase ? &__model_rcu_readers[1] : &__model_rcu_readers[0];
  __diptych_await(readers, DIPTYCH_EQ, 0, __ATOMIC_ACQUIRE, readers, "readers of before");
  __diptych_give_back(&__model_rcu_lock, 1, __ATOMIC_SEQ_CST);
}

void synchronize_rcu_expedited(void) { synchronize_rcu(); }
