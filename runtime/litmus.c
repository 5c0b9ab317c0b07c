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
 * A run is one instance of the test: a row of locations, in memory below 2 GB, so that an address fits 32 bits. Threads are pinned.
 * They go through a batch of instances side by side; where each has a core of its own they meet before each instance, which
 * makes them collide.
 *
 * usage: litmus RUNS SECONDS SEED    prints lines  COUNT VALUE VALUE ...  where @N is the address N bytes into the row. After
 * so many seconds no further batch is begun.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
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
#define RELAX() __builtin_ia32_pause()
#else
#define RELAX() __asm__ volatile("" ::: "memory")
#endif
#define CELLS ((int)(sizeof cells / sizeof cells[0]))
#define ROW ((LOCATIONS > 0 ? LOCATIONS : 1) * LINE)
#define BATCH 512
#define SHOWN ((int)(sizeof observed / sizeof observed[0]))

static char *rows;
static int64_t outputs[BATCH][REGISTERS > 0 ? REGISTERS : 1];
static volatile int arrived[BATCH * 16];
static pthread_barrier_t batch_start, batch_end;
static volatile long batches;
static int cores, core_of[CPU_SETSIZE];
static uint64_t seed;
static int instance_of[BATCH];

static uint64_t next(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static void pin(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core_of[core % cores], &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

static void *run_thread(void *argument) {
  int self = (int)(intptr_t)argument;
  int meet = THREADS <= cores;
  uint64_t random = seed + 0x9e3779b97f4a7c15ull * (uint64_t)(self + 1);
  int64_t *registers;
  for (long batch = 0; batch < batches; batch++) {
    pin(self + (int)(batch / 4));
    pthread_barrier_wait(&batch_start);
    for (int k = 0; k < BATCH; k++) {
      int instance = instance_of[k];
      char *row = rows + (size_t)instance * ROW;
      uint64_t dice = next(&random);
      registers = outputs[instance];
      /* Some cells are brought close beforehand: which caches hold a cell decides what is slow. */
      for (int l = 0; l < LOCATIONS && l < 16; l++)
        if (dice >> l & 1) (void)*(volatile int32_t *)(row + (size_t)l * LINE);
      if (meet) {
        __atomic_fetch_add(&arrived[k * 16], 1, __ATOMIC_SEQ_CST);
        while (__atomic_load_n(&arrived[k * 16], __ATOMIC_ACQUIRE) < THREADS) RELAX();
        for (int wait = (int)(dice >> 32 & 15); wait > 0; wait--) __asm__ volatile("" ::: "memory");
      } else if ((dice >> 40 & 63) == 0)
        sched_yield();
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
  cpu_set_t allowed;
  sched_getaffinity(0, sizeof allowed, &allowed);
  for (int i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET(i, &allowed)) core_of[cores++] = i;
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
    for (int k = BATCH - 1; k > 0; k--) {
      int other = (int)(next(&random) % (uint64_t)(k + 1)), kept = instance_of[k];
      instance_of[k] = instance_of[other];
      instance_of[other] = kept;
    }
    memset((void *)arrived, 0, sizeof arrived);
    memset(outputs, 0, sizeof outputs);
    for (int k = 0; k < BATCH; k++)
      for (int c = 0; c < CELLS; c++) {
        char *row = rows + (size_t)k * ROW;
        int64_t value = cells[c].target < 0 ? cells[c].value : (int64_t)(uintptr_t)(row + cells[c].target);
        memcpy(row + cells[c].offset, &value, WIDE ? 8 : 4);
      }
    if (time(0) >= end) batches = batch + 1;
    pthread_barrier_wait(&batch_start);
    pthread_barrier_wait(&batch_end);
    long rest = runs - batch * BATCH;
    for (int k = 0; k < BATCH && k < rest; k++) {
      char *row = rows + (size_t)k * ROW;
      int64_t values[SHOWN > 0 ? SHOWN : 1];
      for (int i = 0; i < SHOWN; i++) {
        int place = observed[i];
        int64_t value = place >= 0 ? outputs[k][place] : *(int64_t *)(row + ~place);
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
