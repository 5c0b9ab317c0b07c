/*
 * The scheduler. DIPTYCH_SCHEDULE says how it chooses:
 *   random[:P]       at each point, with probability P (0.3), anybody who can run
 *   pct:D            priorities by seed, lowered at D - 1 points (Burckhardt and others, ASPLOS 2010); DIPTYCH_LENGTH is the number of
 *                    points to expect
 *   preemptions:K    nobody is interrupted but at K points
 *   replay:FILE      as the switches of an earlier log say
 * A thread that keeps the turn for very long without waiting (a spin loop) gives it up once.
 */
#define _GNU_SOURCE
#include "schedule.h"
#include "buffers.h"
#include "log.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define QUANTUM 2000
#define STUCK_NS 100000000l

struct thread threads[MOST_THREADS];
int thread_count;
__thread struct thread *self;

static volatile int lock_word;
static int current;
static volatile uint64_t steps;
static uint64_t random_state;
static enum { RANDOM, PCT, PREEMPTIONS, REPLAY } strategy;
static uint32_t switch_chance = 0x4ccccccc; /* 0.3 of 2^32 */
static uint64_t change_points[64];
static int change_count;
static int64_t lowest_priority = -1;
static const struct record *replayed;
static uint64_t replayed_count, replayed_next;

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

static uint64_t next_random(void) {
  uint64_t z = (random_state += 0x9e3779b97f4a7c15ull);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

uint64_t schedule_random(void) { return next_random(); }

static void open_replay(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0 || about.st_size < (off_t)sizeof(struct record_header)) {
    fprintf(stderr, "diptych: cannot replay %s\n", path);
    _exit(64);
  }
  const struct record_header *header = mmap(0, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (header == MAP_FAILED || header->magic != RECORD_MAGIC) _exit(64);
  replayed = (const struct record *)header + (sizeof *header + sizeof(struct record) - 1) / sizeof(struct record);
  replayed_count = header->count;
}

static void read_strategy(void) {
  const char *text = getenv("DIPTYCH_SCHEDULE"), *seed = getenv("DIPTYCH_SEED"), *length = getenv("DIPTYCH_LENGTH");
  uint64_t expected = length ? strtoull(length, 0, 10) : 10000;
  random_state = seed ? strtoull(seed, 0, 10) : 0;
  if (!text) return;
  int points = 0;
  if (strncmp(text, "random:", 7) == 0) switch_chance = (uint32_t)(strtod(text + 7, 0) * 4294967295.0);
  else if (strncmp(text, "pct:", 4) == 0) {
    strategy = PCT;
    points = atoi(text + 4) - 1;
  } else if (strncmp(text, "preemptions:", 12) == 0) {
    strategy = PREEMPTIONS;
    points = atoi(text + 12);
  } else if (strncmp(text, "replay:", 7) == 0) {
    strategy = REPLAY;
    open_replay(text + 7);
  }
  for (change_count = 0; change_count < points && change_count < 64; change_count++)
    change_points[change_count] = 1 + next_random() % (expected ? expected : 1);
}

/* Anybody who can run, with the lock held; -1 if there is nobody. `but` is left out. */
static int any_runnable(int but) {
  int found = -1, seen = 0;
  for (int t = 0; t < thread_count; t++)
    if (threads[t].state == RUNNABLE && t != but && next_random() % (uint64_t)++seen == 0) found = t;
  return found;
}

static int highest_priority(int but) {
  int found = -1;
  for (int t = 0; t < thread_count; t++)
    if (threads[t].state == RUNNABLE && t != but && (found < 0 || threads[t].priority > threads[found].priority)) found = t;
  return found;
}

/* Those who slept long enough, or all that sleep or wait with a limit if nobody else can run. */
static void wake_sleepers(int nobody) {
  uint64_t earliest = UINT64_MAX;
  for (int t = 0; t < thread_count; t++)
    if (threads[t].state == SLEEPING && threads[t].wakes_at < earliest) earliest = threads[t].wakes_at;
  for (int t = 0; t < thread_count; t++) {
    struct thread *thread = &threads[t];
    if (thread->state == SLEEPING && (thread->wakes_at <= steps || (nobody && thread->wakes_at == earliest))) thread->state = RUNNABLE;
  }
  if (!nobody || earliest != UINT64_MAX) return;
  for (int t = 0; t < thread_count; t++)
    if (threads[t].state == WAITING && threads[t].timed) {
      threads[t].state = RUNNABLE;
      threads[t].woken = 0;
      return;
    }
}

static int is_change_point(void) {
  for (int i = 0; i < change_count; i++)
    if (change_points[i] == steps) return 1;
  return 0;
}

/* Who has the next turn, with the lock held. `me` may go on if it is RUNNABLE. */
static int choose(int me) {
  int able = threads[me].state == RUNNABLE;
  steps++;
  wake_sleepers(0);
  if (strategy == REPLAY) {
    while (replayed_next < replayed_count &&
           (replayed[replayed_next].op != OP_SWITCH || replayed[replayed_next].address < steps))
      replayed_next++;
    if (replayed_next < replayed_count && replayed[replayed_next].address == steps) {
      int next = replayed[replayed_next++].other;
      if (next < thread_count && threads[next].state == RUNNABLE) return next;
    }
    if (able) return me;
  }
  if (able && ++threads[me].run > QUANTUM) {
    threads[me].run = 0;
    threads[me].priority = lowest_priority--;
    int other = any_runnable(me);
    if (other >= 0) return other;
  }
  int next = -1;
  switch (strategy) {
  case PCT:
    if (able && is_change_point()) threads[me].priority = lowest_priority--;
    next = highest_priority(-1);
    break;
  case PREEMPTIONS:
    if (able && !is_change_point()) return me;
    next = any_runnable(able ? me : -1);
    if (next < 0 && able) return me;
    break;
  default:
    if (able && (uint32_t)next_random() > switch_chance) return me;
    next = any_runnable(-1);
  }
  if (next >= 0) return next;
  wake_sleepers(1);
  return any_runnable(-1);
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

static void pass_turn(void) {
  int me = (int)(self - threads);
  int next = choose(me);
  if (next < 0) deadlock();
  if (buffered_model) buffer_switch(me, next, steps);
  if (next == me) unlock();
  else hand_over(me, next, 1);
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
  if (strategy == REPLAY) return pass_turn();
  steps++;
  wake_sleepers(0);
  self->priority = lowest_priority--;
  int next = strategy == PCT ? highest_priority(me) : any_runnable(me);
  if (next < 0) wake_sleepers(1), next = any_runnable(me);
  if (next < 0) return unlock();
  if (buffered_model) buffer_switch(me, next, steps);
  hand_over(me, next, 1);
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
      if (threads[t].state == WAITING && threads[t].waits_for == object && next_random() % (uint64_t)++seen == 0) found = t;
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
  threads[t] = (struct thread){ .state = RUNNABLE, .priority = (int64_t)(next_random() >> 2) };
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
  read_strategy();
  buffers_start();
  int main_thread = schedule_add();
  self = &threads[main_thread];
  self->go = 1;
  current = main_thread;
  pthread_t thread;
  record_real_create(&thread, watchdog, 0);
}
