/*
 * Locks of Rust's std for Linux. The program's IR has the fast paths; here is what a thread does that has to wait. The words of locks are
 * waited for themselves, and so never say that a thread waits.
 */
#include "../include/objects.h"

typedef unsigned char boolean;

/* Mutex: 0 free, 1 locked. */
void _RNvMNtNtNtNtCs_3std3sys4sync5mutex5futexNtB2_5Mutex14lock_contended(int *mutex);
void _RNvMNtNtNtNtCs_3std3sys4sync5mutex5futexNtB2_5Mutex14lock_contended(int *mutex) {
  __diptych_take(mutex, DIPTYCH_EQ, 0, DIPTYCH_SET, 1, mutex, "%p");
}
void _RNvMNtNtNtNtCs_3std3sys4sync5mutex5futexNtB2_5Mutex4wake(int *mutex);
void _RNvMNtNtNtNtCs_3std3sys4sync5mutex5futexNtB2_5Mutex4wake(int *mutex) { (void)mutex; }

/* RwLock: the number of readers, or this while a thread writes. */
enum { MODEL_WRITES = 0x3fffffff };
void _RNvMNtNtNtNtCs_3std3sys4sync6rwlock5futexNtB2_6RwLock14read_contended(int *lock);
void _RNvMNtNtNtNtCs_3std3sys4sync6rwlock5futexNtB2_6RwLock14read_contended(int *lock) {
  __diptych_take(lock, DIPTYCH_LT, MODEL_WRITES, DIPTYCH_ADD, 1, lock, "%p");
}
void _RNvMNtNtNtNtCs_3std3sys4sync6rwlock5futexNtB2_6RwLock15write_contended(int *lock);
void _RNvMNtNtNtNtCs_3std3sys4sync6rwlock5futexNtB2_6RwLock15write_contended(int *lock) {
  __diptych_take(lock, DIPTYCH_EQ, 0, DIPTYCH_SET, MODEL_WRITES, lock, "%p");
}
void _RNvMNtNtNtNtCs_3std3sys4sync6rwlock5futexNtB2_6RwLock22wake_writer_or_readers(int *lock, int state);
void _RNvMNtNtNtNtCs_3std3sys4sync6rwlock5futexNtB2_6RwLock22wake_writer_or_readers(int *lock, int state) {
  (void)lock, (void)state;
}

/* Condvar: the gates of condition.c; its word counts waiters there. */
void _RNvMNtNtNtNtCs_3std3sys4sync7condvar5futexNtB2_7Condvar4wait(struct model_condition *condition, int *mutex);
void _RNvMNtNtNtNtCs_3std3sys4sync7condvar5futexNtB2_7Condvar4wait(struct model_condition *condition, int *mutex) {
  if (!__diptych_spurious(mutex)) {
    __model_register(condition);
    __atomic_exchange_n(mutex, 0, __ATOMIC_RELEASE);
    __model_pass(condition, 0);
  } else __atomic_exchange_n(mutex, 0, __ATOMIC_RELEASE);
  __diptych_take(mutex, DIPTYCH_EQ, 0, DIPTYCH_SET, 1, mutex, "%p");
}
/* Whether it was woken before the time was over. */
boolean _RNvMNtNtNtNtCs_3std3sys4sync7condvar5futexNtB2_7Condvar12wait_timeout(struct model_condition *condition, int *mutex,
                                                                            unsigned long seconds, unsigned nanoseconds);
boolean _RNvMNtNtNtNtCs_3std3sys4sync7condvar5futexNtB2_7Condvar12wait_timeout(struct model_condition *condition, int *mutex,
                                                                            unsigned long seconds, unsigned nanoseconds) {
  int woken = __diptych_choose(2);
  (void)seconds, (void)nanoseconds;
  if (woken) __model_register(condition);
  __atomic_exchange_n(mutex, 0, __ATOMIC_RELEASE);
  if (woken) __model_pass(condition, 1);
  __diptych_take(mutex, DIPTYCH_EQ, 0, DIPTYCH_SET, 1, mutex, "%p");
  return woken;
}
void _RNvMNtNtNtCs_3std4sync6poison7condvarNtB2_7Condvar10notify_one(pthread_cond_t *condition);
void _RNvMNtNtNtCs_3std4sync6poison7condvarNtB2_7Condvar10notify_one(pthread_cond_t *condition) { pthread_cond_signal(condition); }
void _RNvMNtNtNtCs_3std4sync6poison7condvarNtB2_7Condvar10notify_all(pthread_cond_t *condition);
void _RNvMNtNtNtCs_3std4sync6poison7condvarNtB2_7Condvar10notify_all(pthread_cond_t *condition) { pthread_cond_broadcast(condition); }

/* Once: the closure is a trait object whose second method calls it with the state that it may change. */
enum { MODEL_COMPLETE = 0, MODEL_RUNNING = 1, MODEL_POISONED = 2, MODEL_INCOMPLETE = 3 };
struct model_once_state {
  int sets, poisoned;
};
struct model_once_table {
  void *drop;
  unsigned long size, align;
  void *call_once;
  void (*call)(void *, struct model_once_state *);
};
void _RNvMs0_NtNtNtNtCs_3std3sys4sync4once5futexNtB5_4Once4call(int *once, boolean ignores_poison, void *data,
                                                             const struct model_once_table *table, const void *place);
void _RNvMs0_NtNtNtNtCs_3std3sys4sync4once5futexNtB5_4Once4call(int *once, boolean ignores_poison, void *data,
                                                             const struct model_once_table *table, const void *place) {
  struct model_once_state state = {MODEL_COMPLETE, 0};
  (void)place, (void)ignores_poison;
  int before = __diptych_try_change(once, DIPTYCH_EQ, MODEL_INCOMPLETE, DIPTYCH_SET, MODEL_RUNNING, __ATOMIC_ACQUIRE);
  if (before == MODEL_RUNNING) __diptych_await(once, DIPTYCH_EQ, MODEL_COMPLETE, __ATOMIC_ACQUIRE, once, "%p");
  if (before != MODEL_INCOMPLETE) return;
  table->call(data, &state);
  __atomic_exchange_n(once, state.sets, __ATOMIC_RELEASE);
}

/* Panics end the process, and no panic is under way. */
unsigned long _RNvNtNtCs_3std9panicking11panic_count18GLOBAL_PANIC_COUNT;
boolean _RNvNtNtCs_3std9panicking11panic_count17is_zero_slow_path(void);
boolean _RNvNtNtCs_3std9panicking11panic_count17is_zero_slow_path(void) { return 1; }
