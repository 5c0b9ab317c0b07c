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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define STUCK_NS 100000000ull    /* blocked for so long, */
#define BUSY_NS 1000000000ull    /* or computing for so long without an operation: others go on */
#define LONGEST_NS 50000000ull   /* of a sleep, while threads are in system calls */

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

static uint64_t clock_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

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
    self->wakes_ns = 0;
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
  if (timed) self->wakes_ns = clock_ns() + LONGEST_NS;
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

void schedule_sleep(uint64_t points, uint64_t ns) {
  lock();
  self->state = SLEEPING;
  self->wakes_at = steps + points;
  self->wakes_ns = clock_ns() + (ns < LONGEST_NS ? ns : LONGEST_NS);
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
  self->tid = (int)raw_syscall(SYS_gettid);
  while (!__atomic_load_n(&self->go, __ATOMIC_ACQUIRE)) futex_wait(&self->go, 0);
}

/* Gives the turn to a thread that waits for it; the lock is held, and is not afterwards. */
static void let_run(int from, int next) {
  current = next;
  threads[next].run = 0;
  log_add((struct record){ .op = OP_SWITCH, .thread = (uint16_t)(from < 0 ? next : from), .other = (uint16_t)next, .address = steps });
  __atomic_store_n(&threads[next].go, 1, __ATOMIC_RELEASE);
  unlock();
  futex_wake(&threads[next].go);
}

/* Nobody has the turn, because those that could run are in system calls: a sleeper whose time has come goes on. */
static int due_sleeper(void) {
  uint64_t now = clock_ns();
  int found = -1;
  for (int t = 0; t < thread_count; t++) {
    struct thread *thread = &threads[t];
    if (thread->state != SLEEPING && !(thread->state == WAITING && thread->timed)) continue;
    if (thread->wakes_ns <= now && (found < 0 || thread->wakes_ns < threads[found].wakes_ns)) found = t;
  }
  if (found >= 0) {
    threads[found].woken = 0;
    threads[found].state = RUNNABLE;
  }
  return found;
}

/* The state of a thread and the time it has computed, from the system: 0 if they cannot be had. */
static int look_at(int tid, char *state, uint64_t *busy_ns) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
  int about = (int)raw_syscall(SYS_openat, -100, path, 0, 0);
  if (about < 0) return 0;
  long n = raw_syscall(SYS_read, about, text, sizeof text - 1);
  raw_syscall(SYS_close, about);
  if (n <= 0) return 0;
  text[n] = 0;
  const char *end = strrchr(text, ')'); /* the name may have anything in it */
  unsigned long long user = 0, system = 0;
  if (!end || sscanf(end + 2, "%c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", state, &user, &system) != 3) return 0;
  *busy_ns = (user + system) * (1000000000ull / (uint64_t)sysconf(_SC_CLK_TCK));
  return 1;
}

/*
 * Takes the turn from a thread that makes no step although others could: it is blocked in a system call that nobody interposed, or
 * computes for very long in code that is not recorded. A thread that waits for a processor keeps its turn: on a busy machine
 * that may take long. The order of operations is not certain from there on, and the log says why.
 */
static void *watchdog(void *unused) {
  (void)unused;
  uint64_t seen = UINT64_MAX, since = 0, busy_before = 0;
  int holder = -1, blocked = 0;
  for (;;) {
    struct timespec pause = { 0, 5000000 };
    raw_syscall(SYS_nanosleep, &pause, 0);
    lock();
    if (current < 0) {
      int due = due_sleeper();
      holder = -1;
      if (due >= 0) let_run(-1, due);
      else unlock();
      continue;
    }
    char state = 'S';
    uint64_t busy = 0, now = clock_ns();
    int known = look_at(threads[current].tid, &state, &busy);
    if (current != holder || steps != seen) {
      holder = current;
      seen = steps;
      since = now;
      busy_before = busy;
      blocked = 0;
    } else if (known && state == 'R') blocked = 0, since = now;
    else blocked = now - since > STUCK_NS;
    int computes = known && busy - busy_before > BUSY_NS;
    int next = blocked || computes ? any_runnable(current) : -1;
    if (next < 0) {
      unlock();
      continue;
    }
    log_add((struct record){ .op = OP_NOT_SC, .thread = (uint16_t)current, .value = blocked ? 1 : 2 });
    log_flag(LOG_NOT_SC);
    threads[current].state = OUTSIDE;
    let_run(holder, next);
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
  self->tid = (int)raw_syscall(SYS_gettid);
  current = main_thread;
  pthread_t thread;
  record_real_create(&thread, watchdog, 0);
}
