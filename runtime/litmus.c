/*
 * Runs one litmus test on the processor, many times, and prints how often each final state was seen.
 *
 * The test is a C file that `TEST` names. It defines
 *   THREADS, LOCATIONS, REGISTERS  how many threads, locations and saved registers there are
 *   LINE                           bytes from one location to the next, two cache lines or more
 *   WIDE                           1 if values have 64 bits, 0 if they have 32
 *   static const struct cell cells[]                 initial values of all cells
 *   static thread_function *const threads[THREADS]   the code: the row of one instance, where registers are saved
 *   static const int observed[]                      what a state shows: register n >= 0, or the cell at offset ~n of the row
 *
 * A run is one instance of the test: a row of locations, in memory below 2 GB, so that an address fits 32 bits. Threads go through a
 * batch of instances side by side, in random order. What makes them collide, and their stores late, is drawn anew for each batch or run:
 * - cores: neighbours, those half of the machine apart (one is often the other half of a core), or any; pinned;
 * - where each thread has a core of its own they meet before each instance, and agree on a tick of the clock to begin at;
 * - how far apart they begin: from not at all to some hundred ticks;
 * - who holds a location's cache line beforehand: shared, owned, in no cache, or as it is;
 * - a store just before the test to a line that is in no cache: what the test stores waits behind it in the store buffer. (It is of
 *   no location of the test, so it changes nothing of what TSO allows.)
 *
 * usage: litmus RUNS SECONDS SEED    prints lines  COUNT VALUE VALUE ...  where @N is the address N bytes into the row. After
 * so many seconds, or told so by SIGTERM, no further batch is begun.
 */
#define _GNU_SOURCE
#include "harness.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

/* A cell at an offset of the row: a number, or the address of another offset if target >= 0. */
struct cell { int offset; int64_t value; int target; };
typedef void thread_function(char *row, int64_t *registers);

#include TEST

#if defined __x86_64__ || defined __i386__
#define TICKS() __builtin_ia32_rdtsc()
#define FLUSH(line) __builtin_ia32_clflush(line)
#define TIMED 1
#define COARSE 0
#define COUNT_DOWN 400
#elif defined __aarch64__
static inline uint64_t ticks(void) {
  uint64_t now;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(now));
  return now;
}
#define TICKS() ticks()
#define FLUSH(line) __asm__ volatile("dc civac, %0" : : "r"(line) : "memory")
#define TIMED 1
#define COARSE 1
#define COUNT_DOWN 10
#else
#define TICKS() 1ull
#define FLUSH(line) ((void)(line))
#define TIMED 0
#define COARSE 1
#define COUNT_DOWN 0
#endif
/* COARSE: a tick is long, so threads begin apart by turns of a loop. COUNT_DOWN: ticks from the agreement to the beginning. */
#define CELLS ((int)(sizeof cells / sizeof cells[0]))
#define ROW ((LOCATIONS > 0 ? LOCATIONS : 1) * LINE)
#define BATCH 512
#define SHOWN ((int)(sizeof observed / sizeof observed[0]))

static char *rows;
/* A register is saved by one thread, the others leave it 0: no line of cache is written by two. */
static int64_t outputs[THREADS][BATCH][REGISTERS > 0 ? REGISTERS : 1];
static pthread_barrier_t batch_start, batch_end;
static volatile long batches;
static uint64_t seed;
static int instance_of[BATCH];

/* Where threads meet before a run: how many are there, and when it begins. */
struct meeting { int arrived; uint64_t begin; } __attribute__((aligned(128)));
static struct meeting meetings[BATCH];
struct slow { volatile int word; } __attribute__((aligned(4096)));
static struct slow slow_lines[THREADS][2];

/* How a batch is run. */
static struct mode { int timed, apart, caches, slow, core[THREADS]; } mode;
#define MOST_POLLS 2000 /* clocks of cores may differ, and a thread may have lost its core */

/* After the batch. */
static void end_soon(int signal) { ending = signal; }

static uint64_t next(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static void shuffle(int *items, int count, uint64_t *random) {
  for (int k = count - 1; k > 0; k--) {
    int other = (int)(next(random) % (uint64_t)(k + 1)), kept = items[k];
    items[k] = items[other];
    items[other] = kept;
  }
}

static void draw_mode(long batch, uint64_t *random) {
  static const int apart[] = { 1, 16, 64, 512 };
  uint64_t dice = next(random);
  mode.timed = TIMED && (dice & 3) != 0;
  mode.apart = apart[dice >> 2 & 3];
  mode.caches = (dice >> 4 & 3) != 0;
  mode.slow = (dice >> 6 & 3) != 0;
  if (batch % 4 != 0) return; /* to move costs time */
  int kind = (int)(dice >> 8 & 3), start = (int)(next(random) % (uint64_t)cores), half = cores / 2;
  static int any[CPU_SETSIZE];
  for (int i = 0; i < cores; i++) any[i] = i;
  if (kind > 1) shuffle(any, cores, random);
  for (int t = 0; t < THREADS; t++) {
    int place = kind == 1 && (THREADS + 1) / 2 <= half ? t % 2 * half + t / 2 : t;
    mode.core[t] = any[(start + place) % cores];
  }
}

/* Adding 0 takes the line for its thread and leaves its value, also where another thread is already at work. */
static void bring(char *cell, uint64_t how) {
  switch (how & 3) {
  case 1: (void)*(volatile int32_t *)cell; break;
  case 2: __atomic_fetch_add((int32_t *)cell, 0, __ATOMIC_RELAXED); break;
  case 3: FLUSH(cell); break;
  }
}

/* Ends when all threads are here, at about the same time but for `late`. */
static void meet(struct meeting *meeting, int late) {
  int polls = 0;
  if (__atomic_add_fetch(&meeting->arrived, 1, __ATOMIC_SEQ_CST) == THREADS)
    __atomic_store_n(&meeting->begin, TICKS() + COUNT_DOWN, __ATOMIC_RELEASE);
  uint64_t begin;
  while ((begin = __atomic_load_n(&meeting->begin, __ATOMIC_ACQUIRE)) == 0)
    if (++polls % MOST_POLLS == 0) sched_yield();
  if (mode.timed)
    for (polls = 0; (int64_t)(TICKS() - begin) < (COARSE ? 0 : late) && polls < MOST_POLLS; polls++) {}
  if (!mode.timed || COARSE)
    for (; late > 0; late--) __asm__ volatile("" ::: "memory");
}

static void *run_thread(void *argument) {
  int self = (int)(intptr_t)argument, core = -1;
  uint64_t random = seed + 0x9e3779b97f4a7c15ull * (uint64_t)(self + 1);
  for (long batch = 0; batch < batches; batch++) {
    pthread_barrier_wait(&batch_start);
    if (mode.core[self] != core) pin(core = mode.core[self]);
    for (int k = 0; k < BATCH; k++) {
      int instance = instance_of[k];
      char *row = rows + (size_t)instance * ROW;
      int64_t *registers = outputs[self][instance];
      uint64_t dice = next(&random), caches = next(&random);
      int slow = mode.slow ? (int)(dice >> 60 & 3) : 0;
      for (int l = 0; mode.caches && l < LOCATIONS && l < 32; l++) bring(row + (size_t)l * LINE, caches >> 2 * l);
      for (int i = 0; i < slow && i < 2; i++) FLUSH((void *)&slow_lines[self][i]);
      if (THREADS <= cores) meet(&meetings[k], (int)(dice >> 32 & (uint64_t)(mode.apart - 1)));
      else if ((dice >> 40 & 63) == 0) sched_yield();
      for (int i = 0; i < slow && i < 2; i++) slow_lines[self][i].word = k;
      threads[self](row, registers);
    }
    pthread_barrier_wait(&batch_end);
  }
  return 0;
}

/* How often each state was seen: open addressing, doubled when half full. */
struct state { int64_t count; int64_t values[SHOWN > 0 ? SHOWN : 1]; };
static struct state *states;
static size_t capacity = 64, used;

static struct state *find(const int64_t *values) {
  uint64_t hash = 1469598103934665603ull;
  for (int i = 0; i < SHOWN; i++) hash = (hash ^ (uint64_t)values[i]) * 1099511628211ull;
  for (size_t at = hash & (capacity - 1);; at = (at + 1) & (capacity - 1))
    if (states[at].count == 0 || memcmp(states[at].values, values, sizeof(int64_t) * SHOWN) == 0) return &states[at];
}

static void count(const int64_t *values, int64_t times) {
  struct state *found = find(values);
  if (found->count == 0) {
    memcpy(found->values, values, sizeof(int64_t) * SHOWN);
    used++;
  }
  found->count += times;
  if (used * 2 <= capacity) return;
  struct state *old = states;
  size_t before = capacity;
  states = calloc(capacity *= 2, sizeof *states);
  if (!states) exit(70);
  used = 0;
  for (size_t i = 0; i < before; i++)
    if (old[i].count > 0) count(old[i].values, old[i].count);
  free(old);
}

/* An address is shown by its offset, whichever instance it is of; the mark is a bit pattern that no test computes. */
#define ADDRESS 0x5eaddeed00000000ll

static int64_t shown(const char *row, int64_t value) {
  int64_t offset = value - (int64_t)(uintptr_t)row;
  return offset >= 0 && offset < ROW ? ADDRESS | offset : value;
}

int main(int argc, char **argv) {
  long runs = argc > 1 ? atol(argv[1]) : 1000;
  time_t end = time(0) + (argc > 2 ? atol(argv[2]) : 60);
  seed = argc > 3 ? strtoull(argv[3], 0, 10) * 2 + 1 : 1;
  start_harness(end_soon);
  batches = (runs + BATCH - 1) / BATCH;
  for (uintptr_t low = 0x10000000; low < 0x70000000; low += 0x08000000) {
    rows = mmap((void *)low, (size_t)BATCH * ROW, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if ((uintptr_t)rows == low) break;
  }
  states = calloc(capacity, sizeof *states);
  if ((uintptr_t)rows > 0x7fffffff || !states) return 70;
  pthread_barrier_init(&batch_start, 0, THREADS + 1);
  pthread_barrier_init(&batch_end, 0, THREADS + 1);
  pthread_t thread;
  for (int t = 0; t < THREADS; t++)
    if (pthread_create(&thread, 0, run_thread, (void *)(intptr_t)t)) return 71;
  uint64_t random = seed;
  for (int k = 0; k < BATCH; k++) instance_of[k] = k;
  for (long batch = 0; batch < batches; batch++) {
    shuffle(instance_of, BATCH, &random);
    draw_mode(batch, &random);
    memset(meetings, 0, sizeof meetings);
    memset(outputs, 0, sizeof outputs);
    for (int k = 0; k < BATCH; k++)
      for (int c = 0; c < CELLS; c++) {
        char *row = rows + (size_t)k * ROW;
        int64_t value = cells[c].target < 0 ? cells[c].value : (int64_t)(uintptr_t)(row + cells[c].target);
        memcpy(row + cells[c].offset, &value, WIDE ? 8 : 4);
      }
    if (ending || time(0) >= end) batches = batch + 1;
    pthread_barrier_wait(&batch_start);
    pthread_barrier_wait(&batch_end);
    long rest = runs - batch * BATCH;
    for (int k = 0; k < BATCH && k < rest; k++) {
      char *row = rows + (size_t)k * ROW;
      int64_t values[SHOWN > 0 ? SHOWN : 1];
      for (int i = 0; i < SHOWN; i++) {
        int place = observed[i];
        int64_t value = 0;
        for (int t = 0; place >= 0 && t < THREADS; t++) value |= outputs[t][k][place];
        if (place < 0) memcpy(&value, row + ~place, WIDE ? 8 : 4);
        values[i] = shown(row, WIDE ? value : (int32_t)value);
      }
      count(values, 1);
    }
  }
  for (size_t i = 0; i < capacity; i++) {
    if (states[i].count == 0) continue;
    printf("%lld", (long long)states[i].count);
    for (int v = 0; v < SHOWN; v++) {
      long long value = states[i].values[v];
      if ((value & ~0xffffffffll) == ADDRESS) printf(" @%lld", value & 0xffffffff);
      else printf(" %lld", value);
    }
    printf("\n");
  }
  return 0;
}
