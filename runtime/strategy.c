/*
 * Who comes next. DIPTYCH_SCHEDULE says how it is chosen:
 *   random[:P]       at each point, with probability P (0.3), anybody who can run
 *   pct:D            priorities by seed, lowered at D - 1 points (Burckhardt and others, ASPLOS 2010); DIPTYCH_LENGTH is the number of
 *                    points to expect
 *   preemptions:K    nobody is interrupted but at K points
 *   replay:FILE      as the switches of an earlier log say
 * DIPTYCH_MOST, if it is there, is the number of points after which the run is cut off (status 67): its log is whole up to then.
 * A thread that keeps the turn for very long without waiting (a spin loop) gives it up once.
 */
#define _GNU_SOURCE
#include "strategy.h"
#include "record.h"
#include "schedule.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define QUANTUM 2000

volatile uint64_t steps;
static uint64_t random_state;
static enum { RANDOM, PCT, PREEMPTIONS, REPLAY } strategy;
static uint32_t switch_chance = 0x4ccccccc; /* 0.3 of 2^32 */
static uint64_t change_points[64];
static int change_count;
static int64_t lowest_priority = -1;
static const struct record *replayed;
static uint64_t replayed_count, replayed_next;
static uint64_t most;

uint64_t schedule_random(void) {
  uint64_t z = (random_state += 0x9e3779b97f4a7c15ull);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

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

void strategy_start(void) {
  const char *text = getenv("DIPTYCH_SCHEDULE"), *seed = getenv("DIPTYCH_SEED"), *length = getenv("DIPTYCH_LENGTH");
  const char *limit = getenv("DIPTYCH_MOST");
  most = limit ? strtoull(limit, 0, 10) : 0;
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
    change_points[change_count] = 1 + schedule_random() % (expected ? expected : 1);
}

int any_runnable(int but) {
  int found = -1, seen = 0;
  for (int t = 0; t < thread_count; t++)
    if (threads[t].state == RUNNABLE && t != but && schedule_random() % (uint64_t)++seen == 0) found = t;
  return found;
}

static int highest_priority(int but) {
  int found = -1;
  for (int t = 0; t < thread_count; t++)
    if (threads[t].state == RUNNABLE && t != but && (found < 0 || threads[t].priority > threads[found].priority)) found = t;
  return found;
}

static int someone_outside(void) {
  for (int t = 0; t < thread_count; t++)
    if (threads[t].state == OUTSIDE) return 1;
  return 0;
}

/*
 * Those who slept long enough, or all that sleep or wait with a limit if nobody else can run. While threads are in system calls time
 * passes by itself: a thread that sleeps again and again would fill the log while the others wait for the world. Then the watchdog
 * wakes sleepers by the clock.
 */
static void wake_sleepers(int nobody) {
  if (nobody && someone_outside()) nobody = 0;
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

static void step(void) {
  if (++steps == most) {
    schedule_stop();
    _exit(67);
  }
  wake_sleepers(0);
}

static int is_change_point(void) {
  for (int i = 0; i < change_count; i++)
    if (change_points[i] == steps) return 1;
  return 0;
}

int choose(int me) {
  int able = threads[me].state == RUNNABLE;
  step();
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
    if (able && (uint32_t)schedule_random() > switch_chance) return me;
    next = any_runnable(-1);
  }
  if (next >= 0) return next;
  wake_sleepers(1);
  return any_runnable(-1);
}

int choose_other(int me) {
  if (strategy == REPLAY) return choose(me);
  step();
  threads[me].priority = lowest_priority--;
  int next = strategy == PCT ? highest_priority(me) : any_runnable(me);
  if (next >= 0) return next;
  wake_sleepers(1);
  next = any_runnable(me);
  return next >= 0 ? next : me;
}

int64_t first_priority(void) { return (int64_t)(schedule_random() >> 2); }
