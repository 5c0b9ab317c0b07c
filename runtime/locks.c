/*
 * Functions of the C library by which threads wait for each other. They are tried; a thread that would block gives the turn away and
 * tries again when it is woken.
 */
#define _GNU_SOURCE
#include "hooks.h"
#include "buffers.h"
#include "interpose.h"
#include "record.h"
#include "schedule.h"
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

/* Locks of any kind: `try` is the real function that does not block, EBUSY means taken. */
static int take(void *object, int (*try)(void *), int block, int timed, const void *pc) {
  if (!hook_enter()) return -1;
  self->waits_at = pc;
  schedule_point();
  int error = try(object);
  while (error == EBUSY && block) {
    if (!schedule_wait(object, timed) && timed) {
      hook_leave();
      return ETIMEDOUT;
    }
    error = try(object);
  }
  if (error == 0 || error == EOWNERDEAD) hook_event(OP_LOCK, object, 0, 0, 0, pc);
  hook_leave();
  return error;
}
static int give(void *object, int (*real)(void *), const void *pc) {
  if (!hook_enter()) return real(object);
  schedule_point();
  hook_event(OP_UNLOCK, object, 0, 0, 0, pc);
  int error = real(object);
  schedule_wake(object, MOST_THREADS);
  hook_leave();
  return error;
}

#define TRY(name, T) \
  static int try_##name(void *object) { REAL(name, int, T *); return real(object); }
TRY(pthread_mutex_trylock, pthread_mutex_t)
TRY(pthread_mutex_unlock, pthread_mutex_t)
TRY(pthread_rwlock_tryrdlock, pthread_rwlock_t)
TRY(pthread_rwlock_trywrlock, pthread_rwlock_t)
TRY(pthread_rwlock_unlock, pthread_rwlock_t)
TRY(pthread_spin_trylock, volatile pthread_spinlock_t)
TRY(pthread_spin_unlock, volatile pthread_spinlock_t)

/* trylock knows no owner that waits for itself: a recursive or checked lock answers by its kind, a normal one waits for ever. */
#define LOCK(name, T, tries, block, timed, ...)                                                      \
  int name(T *object __VA_ARGS__) {                                                                  \
    int error = take((void *)object, try_##tries, block, timed, PC);                                 \
    return error < 0 ? fall_back_##name(object) : error;                                             \
  }
static int fall_back_pthread_mutex_lock(pthread_mutex_t *m) { REAL(pthread_mutex_lock, int, pthread_mutex_t *); return real(m); }
static int fall_back_pthread_mutex_trylock(pthread_mutex_t *m) { return try_pthread_mutex_trylock(m); }
static int fall_back_pthread_mutex_timedlock(pthread_mutex_t *m) { return fall_back_pthread_mutex_lock(m); }
static int fall_back_pthread_mutex_clocklock(pthread_mutex_t *m) { return fall_back_pthread_mutex_lock(m); }
static int fall_back_pthread_rwlock_rdlock(pthread_rwlock_t *m) { REAL(pthread_rwlock_rdlock, int, pthread_rwlock_t *); return real(m); }
static int fall_back_pthread_rwlock_wrlock(pthread_rwlock_t *m) { REAL(pthread_rwlock_wrlock, int, pthread_rwlock_t *); return real(m); }
static int fall_back_pthread_rwlock_tryrdlock(pthread_rwlock_t *m) { return try_pthread_rwlock_tryrdlock(m); }
static int fall_back_pthread_rwlock_trywrlock(pthread_rwlock_t *m) { return try_pthread_rwlock_trywrlock(m); }
static int fall_back_pthread_rwlock_timedrdlock(pthread_rwlock_t *m) { return fall_back_pthread_rwlock_rdlock(m); }
static int fall_back_pthread_rwlock_timedwrlock(pthread_rwlock_t *m) { return fall_back_pthread_rwlock_wrlock(m); }
static int fall_back_pthread_spin_lock(volatile pthread_spinlock_t *m) { REAL(pthread_spin_lock, int, volatile pthread_spinlock_t *); return real(m); }
static int fall_back_pthread_spin_trylock(volatile pthread_spinlock_t *m) { return try_pthread_spin_trylock((void *)m); }
#define TIME , const struct timespec *limit
#define CLOCK , clockid_t clock, const struct timespec *limit
LOCK(pthread_mutex_lock, pthread_mutex_t, pthread_mutex_trylock, 1, 0)
LOCK(pthread_mutex_trylock, pthread_mutex_t, pthread_mutex_trylock, 0, 0)
LOCK(pthread_mutex_timedlock, pthread_mutex_t, pthread_mutex_trylock, 1, 1, TIME)
LOCK(pthread_mutex_clocklock, pthread_mutex_t, pthread_mutex_trylock, 1, 1, CLOCK)
LOCK(pthread_rwlock_rdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock, 1, 0)
LOCK(pthread_rwlock_wrlock, pthread_rwlock_t, pthread_rwlock_trywrlock, 1, 0)
LOCK(pthread_rwlock_tryrdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock, 0, 0)
LOCK(pthread_rwlock_trywrlock, pthread_rwlock_t, pthread_rwlock_trywrlock, 0, 0)
LOCK(pthread_rwlock_timedrdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock, 1, 1, TIME)
LOCK(pthread_rwlock_timedwrlock, pthread_rwlock_t, pthread_rwlock_trywrlock, 1, 1, TIME)
LOCK(pthread_spin_lock, volatile pthread_spinlock_t, pthread_spin_trylock, 1, 0)
LOCK(pthread_spin_trylock, volatile pthread_spinlock_t, pthread_spin_trylock, 0, 0)
int pthread_mutex_unlock(pthread_mutex_t *m) { return give(m, try_pthread_mutex_unlock, PC); }
int pthread_rwlock_unlock(pthread_rwlock_t *m) { return give(m, try_pthread_rwlock_unlock, PC); }
int pthread_spin_unlock(volatile pthread_spinlock_t *m) { return give((void *)m, try_pthread_spin_unlock, PC); }

static int wait_for(pthread_cond_t *cond, pthread_mutex_t *mutex, int timed, const void *pc) {
  self->waits_at = pc;
  hook_event(OP_UNLOCK, mutex, 0, 0, 0, pc);
  try_pthread_mutex_unlock(mutex);
  schedule_wake(mutex, MOST_THREADS);
  int woken = schedule_wait(cond, timed);
  while (try_pthread_mutex_trylock(mutex) == EBUSY) schedule_wait(mutex, 0);
  hook_event(OP_LOCK, mutex, 0, 0, 0, pc);
  return woken ? 0 : ETIMEDOUT;
}
int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) {
  REAL(pthread_cond_wait, int, pthread_cond_t *, pthread_mutex_t *);
  if (!hook_enter()) return real(cond, mutex);
  schedule_point();
  wait_for(cond, mutex, 0, PC);
  hook_leave();
  return 0;
}
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *limit) {
  REAL(pthread_cond_timedwait, int, pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  if (!hook_enter()) return real(cond, mutex, limit);
  schedule_point();
  int error = wait_for(cond, mutex, 1, PC);
  hook_leave();
  return error;
}
int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *limit) {
  (void)clock;
  return pthread_cond_timedwait(cond, mutex, limit);
}
static int wake(pthread_cond_t *cond, int most, int (*real)(pthread_cond_t *)) {
  if (!hook_enter()) return real(cond);
  schedule_point();
  buffer_drain();
  schedule_wake(cond, most);
  hook_leave();
  return 0;
}
int pthread_cond_signal(pthread_cond_t *cond) { REAL(pthread_cond_signal, int, pthread_cond_t *); return wake(cond, 1, real); }
int pthread_cond_broadcast(pthread_cond_t *cond) { REAL(pthread_cond_broadcast, int, pthread_cond_t *); return wake(cond, MOST_THREADS, real); }

/* A semaphore hands its history on like a lock that is given and taken. */
static int try_sem(void *s) { REAL(sem_trywait, int, sem_t *); return real(s) == 0 ? 0 : errno == EAGAIN ? EBUSY : errno; }
static int sem_answer(int error) {
  if (error == 0) return 0;
  errno = error == EBUSY ? EAGAIN : error;
  return -1;
}
int sem_wait(sem_t *s) { REAL(sem_wait, int, sem_t *); int e = take(s, try_sem, 1, 0, PC); return e < 0 ? real(s) : sem_answer(e); }
int sem_trywait(sem_t *s) { REAL(sem_trywait, int, sem_t *); int e = take(s, try_sem, 0, 0, PC); return e < 0 ? real(s) : sem_answer(e); }
int sem_timedwait(sem_t *s, const struct timespec *t) {
  REAL(sem_timedwait, int, sem_t *, const struct timespec *);
  int e = take(s, try_sem, 1, 1, PC);
  return e < 0 ? real(s, t) : sem_answer(e);
}
static int real_sem_post(void *s) { REAL(sem_post, int, sem_t *); return real(s); }
int sem_post(sem_t *s) { return give(s, real_sem_post, PC); }

/* Barriers and once-flags are kept here, by address. */
struct object { const void *address; unsigned count, arrived, round; int state; };
static struct object objects[4096];
static struct object *object_at(const void *address) {
  for (size_t i = 0, at = (uintptr_t)address / 8 % 4096; i < 4096; i++, at = (at + 1) % 4096) {
    if (objects[at].address == address) return &objects[at];
    if (!objects[at].address) {
      objects[at].address = address;
      return &objects[at];
    }
  }
  abort();
}
int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr, unsigned count) {
  REAL(pthread_barrier_init, int, pthread_barrier_t *, const pthread_barrierattr_t *, unsigned);
  int error = real(b, attr, count);
  if (!error && self) *object_at(b) = (struct object){ .address = b, .count = count };
  return error;
}
int pthread_barrier_wait(pthread_barrier_t *b) {
  REAL(pthread_barrier_wait, int, pthread_barrier_t *);
  if (!hook_enter()) return real(b);
  schedule_point();
  struct object *object = object_at(b);
  self->waits_at = PC;
  int last = ++object->arrived >= object->count;
  hook_event(OP_UNLOCK, b, 0, 0, 0, PC);
  if (last) {
    object->arrived = 0;
    object->round++;
    schedule_wake(b, MOST_THREADS);
  } else
    for (unsigned round = object->round; object->round == round;) schedule_wait(b, 0);
  hook_event(OP_LOCK, b, 0, 0, 0, PC);
  hook_leave();
  return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
int pthread_once(pthread_once_t *once, void (*function)(void)) {
  REAL(pthread_once, int, pthread_once_t *, void (*)(void));
  if (!hook_enter()) return real(once, function);
  schedule_point();
  struct object *object = object_at(once);
  if (object->state == 0) {
    object->state = 1;
    hook_leave();
    real(once, function);
    if (hook_enter()) {
      object->state = 2;
      hook_event(OP_UNLOCK, once, 0, 0, 0, PC);
      schedule_wake(once, MOST_THREADS);
    }
  } else
    while (object->state == 1) schedule_wait(once, 0);
  hook_event(OP_LOCK, once, 0, 0, 0, PC);
  hook_leave();
  return 0;
}
