/*
 * Runs a whole C program many times, each time in a process of its own, and prints how often each final state of its globals
 * was seen.
 *
 * The program is compiled by itself, its main renamed to diptych_program_main, and followed by
 *   const int diptych_observed           how many values a state has
 *   void diptych_observe(long long *)    puts them there
 *   const int diptych_sizes[]            bytes of each
 *
 * To create a thread takes much longer than what it does, so threads wait at a gate, each on a core of its own if there are enough, until
 * somebody joins one and all have come; or for a while, if nobody does. The linker puts the functions below in place of the library's
 * (--wrap).
 *
 * usage: program RUNS SECONDS    no run begins after so many seconds, and none lasts longer than ten;
 * prints one line  sizes BYTES ...  and then lines  COUNT VALUE ...  or  COUNT !HOW
 * where HOW is `signal N`, `time` or `status N` for a run that did not end by itself with status 0.
 */
#define _GNU_SOURCE
#include "harness.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern const int diptych_observed, diptych_sizes[];
extern void diptych_observe(long long *values);
extern int diptych_program_main(int, char **);

struct result { volatile int done; long long values[]; };
static struct result *result;
static volatile int returned;

/* Not if the program called exit: its threads were cut off then, and what memory holds is no final state. */
static void at_end(void) {
  if (!returned) return;
  diptych_observe(result->values);
  result->done = 1;
}

static volatile pid_t running;
static void end_soon(int signal) {
  ending = signal;
  if (running > 0) kill(running, SIGKILL);
}

static int created, arrived, opened;
#define PATIENCE_NS 300000

static long nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec % 1000 * 1000000000l + now.tv_nsec;
}

static void gate(void) {
  int mine = __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
  if (cores > 1) pin((mine + (int)getpid()) % cores);
  for (long start = nanoseconds(), polls = 0; nanoseconds() - start < PATIENCE_NS; polls++) {
    if (__atomic_load_n(&opened, __ATOMIC_ACQUIRE) &&
        __atomic_load_n(&arrived, __ATOMIC_ACQUIRE) >= __atomic_load_n(&created, __ATOMIC_ACQUIRE)) return;
    if (polls % 16 == 0 && __atomic_load_n(&created, __ATOMIC_RELAXED) > cores) sched_yield();
  }
}

struct start { void *(*function)(void *); int (*simple)(void *); void *argument; };

static struct start *start_of(struct start values) {
  struct start *start = malloc(sizeof *start);
  if (!start) _exit(70);
  *start = values;
  __atomic_fetch_add(&created, 1, __ATOMIC_SEQ_CST);
  return start;
}
static void *begin(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  gate();
  return start.function(start.argument);
}
static int begin_simple(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  gate();
  return start.simple(start.argument);
}
static int uncreated(int error, struct start *start) {
  if (error) {
    __atomic_fetch_sub(&created, 1, __ATOMIC_SEQ_CST);
    free(start);
  }
  return error;
}

/* C11's threads are those of POSIX here: a thread is a number of the size of a pointer. */
int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __real_thrd_create(pthread_t *, int (*)(void *), void *);
int __real_pthread_join(pthread_t, void **);
int __real_thrd_join(pthread_t, int *);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*function)(void *), void *argument) {
  struct start *start = start_of((struct start){ .function = function, .argument = argument });
  return uncreated(__real_pthread_create(thread, attr, begin, start), start);
}
int __wrap_thrd_create(pthread_t *thread, int (*function)(void *), void *argument) {
  struct start *start = start_of((struct start){ .simple = function, .argument = argument });
  return uncreated(__real_thrd_create(thread, begin_simple, start), start);
}
int __wrap_pthread_join(pthread_t thread, void **result) {
  __atomic_store_n(&opened, 1, __ATOMIC_RELEASE);
  return __real_pthread_join(thread, result);
}
int __wrap_thrd_join(pthread_t thread, int *result) {
  __atomic_store_n(&opened, 1, __ATOMIC_RELEASE);
  return __real_thrd_join(thread, result);
}

static void count(const char *line) {
  static struct line { char *text; long count; } *lines;
  static size_t used, capacity;
  if (!line) {
    for (size_t i = 0; i < used; i++) printf("%ld %s\n", lines[i].count, lines[i].text);
    return;
  }
  for (size_t i = 0; i < used; i++)
    if (strcmp(lines[i].text, line) == 0) {
      lines[i].count++;
      return;
    }
  if (used == capacity) lines = realloc(lines, (capacity = capacity ? 2 * capacity : 16) * sizeof *lines);
  if (!lines) _exit(70);
  lines[used].text = strdup(line);
  lines[used++].count = 1;
}

int main(int argc, char **argv) {
  long runs = argc > 1 ? atol(argv[1]) : 100;
  long seconds = argc > 2 ? atol(argv[2]) : 60;
  time_t end = time(0) + seconds;
  start_harness(end_soon);
  result = mmap(0, sizeof *result + sizeof(long long) * (size_t)diptych_observed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (result == MAP_FAILED) return 70;
  for (long i = 0; i < runs && !ending && (i == 0 || time(0) < end); i++) {
    result->done = 0;
    pid_t child = fork();
    if (child < 0) return 71;
    if (child == 0) {
      die_with_parent();
      signal(SIGTERM, SIG_DFL);
      int null = open("/dev/null", O_RDWR);
      dup2(null, 0);
      dup2(null, 1);
      dup2(null, 2);
      alarm(seconds < 10 ? (unsigned)seconds : 10);
      atexit(at_end);
      diptych_program_main(1, argv);
      returned = 1;
      __atomic_store_n(&opened, 1, __ATOMIC_RELEASE);
      /* a final state is one in which every thread has ended, whether main waited for it or not */
      pthread_exit(0);
    }
    running = child;
    if (ending) kill(child, SIGKILL); /* told so in between */
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    running = 0;
    if (ending) break;
    char line[32 * (diptych_observed + 2)];
    line[0] = 0;
    if (WIFSIGNALED(status)) {
      if (WTERMSIG(status) == SIGALRM) strcpy(line, "!time");
      else sprintf(line, "!signal %d", WTERMSIG(status));
    } else if (!result->done) sprintf(line, "!status %d", WEXITSTATUS(status));
    else
      for (int v = 0, at = 0; v < diptych_observed; v++) at += sprintf(line + at, "%lld ", result->values[v]);
    count(line);
  }
  printf("sizes");
  for (int v = 0; v < diptych_observed; v++) printf(" %d", diptych_sizes[v]);
  printf("\n");
  count(0);
  return 0;
}
