/*
 * The turn: one thread has it, gives it to the one that strategy.c chooses and waits until it comes back. A watchdog takes it from a
 * thread that is stuck.
 */
#define _GNU_SOURCE
#include "schedule.h"
#include "buffers.h"
#include "log.h"
#include "strategy.h"
#include <dlfcn.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define STUCK_NS 100000000l

struct thread threads[MOST_THREADS];
int thread_count;
__thread struct thread *self;

static volatile int lock_word;
static int current;

/* The C library's own: blocking.c has another one for the program. */
static long (*raw_syscall)(long, ...);

static void futex_wait(volatile int *word, int value) {
  raw_syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, 0, 0, 0);
}
static void futex_wake(volatile int *word) { raw_syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0); }

static void lock(void) {
  int expected = 0;
  if (__atomic_compare_exchange_n(&lock_word, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
  while (__atomic_exchange_n(&lock_word, 2, __ATOMIC_ACQUIRE) != 0) futex_wait(&lock_word, 2);
}
static void unlock(void) {
  if (__atomic_exchange_n(&lock_word, 0, __ATOMIC_RELEASE) == 2) futex_wake(&lock_word);
}

static void deadlock(void) {
  for (int t = 0; t < thread_count; t++)
    if (threads[t].state == OUTSIDE) return;
  for (int t = 0; t < thread_count; t++)
    if (threads[t].state == WAITING)
      log_add((struct record){ .op = OP_WAITS, .thread = (uint16_t)t, .address = (uint64_t)(uintptr_t)threads[t].waits_for,
        .pc = (uint64_t)(uintptr_t)threads[t].waits_at });
  log_flag(LOG_DEADLOCK);
  static const char text[] = "diptych: deadlock: every thread waits\n";
  (void)!write(2, text, sizeof text - 1);
  _exit(66);
}

/* Gives the turn to `next` (or to nobody: whoever comes in from outside takes it) and, unless it ends, waits for it to come back. */
static void hand_over(int me, int next, int comes_back) {
  struct thread *mine = &threads[me];
  if (comes_back) __atomic_store_n(&mine->go, 0, __ATOMIC_RELEASE);
  current = next;
  if (log_header()) log_header()->steps = steps;
  if (next >= 0) {
    log_add((struct record){ .op = OP_SWITCH, .thread = (uint16_t)me, .other = (uint16_t)next, .address = steps });
    threads[next].run = 0;
    __atomic_store_n(&threads[next].go, 1, __ATOMIC_RELEASE);
  }
  unlock();
  if (next >= 0) futex_wake(&threads[next].go);
  while (comes_back && !__atomic_load_n(&mine->go, __ATOMIC_ACQUIRE)) futex_wait(&mine->go, 0);
}

static void give_turn(int me, int next) {
  if (next < 0) deadlock();
  if (buffered_model) buffer_switch(me, next, steps);
  if (next == me) unlock();
  else hand_over(me, next, 1);
}

static void pass_turn(void) {
  int me = (int)(self - threads);
  give_turn(me, choose(me));
}

void schedule_point(void) {
  lock();
  if (current != (int)(self - threads)) { /* the watchdog took the turn away, and perhaps nobody has it */
    unlock();
    return schedule_inside();
  }
  if (self->hold > steps) {
    self->state = SLEEPING;
    self->wakes_at = self->hold;
    self->hold = 0;
  }
  pass_turn();
}

void schedule_yield(void) {
  lock();
  int me = (int)(self - threads);
  if (current != me) {
    unlock();
    return schedule_inside();
  }
  self->run = 0;
  give_turn(me, choose_other(me));
}

int schedule_wait(const void *object, int timed) {
  lock();
  self->state = WAITING;
  self->waits_for = object;
  self->timed = timed;
  self->woken = 0;
  pass_turn();
  return self->woken;
}

void schedule_wake(const void *object, int most) {
  lock();
  for (; most > 0; most--) {
    int found = -1, seen = 0;
    for (int t = 0; t < thread_count; t++)
      if (threads[t].state == WAITING && threads[t].waits_for == object && schedule_random() % (uint64_t)++seen == 0) found = t;
    if (found < 0) break;
    threads[found].state = RUNNABLE;
    threads[found].woken = 1;
  }
  unlock();
}

void schedule_sleep(uint64_t points) {
  lock();
  self->state = SLEEPING;
  self->wakes_at = steps + points;
  pass_turn();
}

void schedule_outside(void) {
  buffer_drain();
  lock();
  int me = (int)(self - threads);
  self->state = OUTSIDE;
  if (current != me) return unlock();
  int next = choose(me);
  if (buffered_model) buffer_switch(me, next, steps);
  hand_over(me, next, 0);
}

void schedule_inside(void) {
  lock();
  self->state = RUNNABLE;
  if (current < 0) {
    current = (int)(self - threads);
    __atomic_store_n(&self->go, 1, __ATOMIC_RELEASE);
    log_add((struct record){ .op = OP_SWITCH, .thread = (uint16_t)current, .other = (uint16_t)current, .address = steps });
    unlock();
    return;
  }
  __atomic_store_n(&self->go, 0, __ATOMIC_RELEASE);
  unlock();
  while (!__atomic_load_n(&self->go, __ATOMIC_ACQUIRE)) futex_wait(&self->go, 0);
}

void schedule_end(void) {
  lock();
  int me = (int)(self - threads);
  self->state = ENDED;
  for (int t = 0; t < thread_count; t++)
    if (threads[t].state == WAITING && threads[t].waits_for == self) {
      threads[t].state = RUNNABLE;
      threads[t].woken = 1;
    }
  if (current != me) return unlock();
  int next = choose(me);
  if (next < 0) {
    int others = 0;
    for (int t = 0; t < thread_count; t++) others += threads[t].state == WAITING;
    if (others) deadlock();
  }
  if (buffered_model) buffer_switch(me, next, steps);
  hand_over(me, next, 0);
}

int schedule_add(void) {
  lock();
  if (thread_count == MOST_THREADS) {
    static const char text[] = "diptych: too many threads to record\n";
    (void)!write(2, text, sizeof text - 1);
    _exit(70);
  }
  int t = thread_count++;
  threads[t] = (struct thread){ .state = RUNNABLE, .priority = first_priority() };
  unlock();
  return t;
}

void schedule_begin(int thread) {
  self = &threads[thread];
  while (!__atomic_load_n(&self->go, __ATOMIC_ACQUIRE)) futex_wait(&self->go, 0);
}

/* Takes the turn from a thread that makes no step although others could: it is in a system call that nobody interposed. */
static void *watchdog(void *unused) {
  (void)unused;
  uint64_t seen = UINT64_MAX;
  int holder = -1;
  long idle = 0;
  for (;;) {
    struct timespec pause = { 0, 5000000 };
    raw_syscall(SYS_nanosleep, &pause, 0);
    lock();
    if (current != holder || steps != seen || current < 0) {
      holder = current;
      seen = steps;
      idle = 0;
    } else if ((idle += 5000000) > STUCK_NS) {
      int next = any_runnable(current);
      if (next >= 0) {
        log_add((struct record){ .op = OP_NOT_SC, .thread = (uint16_t)current });
        log_flag(LOG_NOT_SC);
        threads[current].state = OUTSIDE;
        current = next;
        log_add((struct record){ .op = OP_SWITCH, .thread = (uint16_t)holder, .other = (uint16_t)next, .address = steps });
        __atomic_store_n(&threads[next].go, 1, __ATOMIC_RELEASE);
        unlock();
        futex_wake(&threads[next].go);
        continue;
      }
    }
    unlock();
  }
  return 0;
}

/* The program ends: the log says how many points there were. */
void schedule_stop(void) {
  if (log_header()) log_header()->steps = steps;
}

extern int record_real_create(pthread_t *, void *(*)(void *), void *);

void schedule_start(void) {
  raw_syscall = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  strategy_start();
  buffers_start();
  int main_thread = schedule_add();
  self = &threads[main_thread];
  self->go = 1;
  current = main_thread;
  pthread_t thread;
  record_real_create(&thread, watchdog, 0);
}
