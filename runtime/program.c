/*
 * Runs a whole C program many times, each time in a process of its own, and prints how often each final state of its globals
 * was seen.
 *
 * TEST is a file that includes the program with its main renamed to program_main and then defines
 *   OBSERVED          how many values a state has
 *   static void observe(int64_t *values)
 *   static const int sizes[]   bytes of each
 *
 * usage: program RUNS SECONDS    no run begins after so many seconds, and none lasts longer than ten;
 * prints one line  sizes BYTES ...  and then lines  COUNT VALUE ...  or  COUNT !HOW
 * where HOW is `signal N`, `time` or `status N` for a run that did not end by itself with status 0.
 */
#define _GNU_SOURCE
#include TEST
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct result { volatile int done; int64_t values[OBSERVED > 0 ? OBSERVED : 1]; };
static struct result *result;
static volatile int returned;

/* Not if the program called exit: its threads were cut off then, and what memory holds is no final state. */
static void at_end(void) {
  if (!returned) return;
  observe(result->values);
  result->done = 1;
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

#undef main
int main(int argc, char **argv) {
  long runs = argc > 1 ? atol(argv[1]) : 100;
  long seconds = argc > 2 ? atol(argv[2]) : 60;
  time_t end = time(0) + seconds;
  result = mmap(0, sizeof *result, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (result == MAP_FAILED) return 70;
  for (long i = 0; i < runs && (i == 0 || time(0) < end); i++) {
    result->done = 0;
    pid_t child = fork();
    if (child < 0) return 71;
    if (child == 0) {
      int null = open("/dev/null", O_RDWR);
      dup2(null, 0);
      dup2(null, 1);
      dup2(null, 2);
      alarm(seconds < 10 ? (unsigned)seconds : 10);
      atexit(at_end);
      ((int (*)(int, char **))program_main)(1, argv);
      returned = 1;
      /* a final state is one in which every thread has ended, whether main waited for it or not */
      pthread_exit(0);
    }
    int status;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    char line[32 * (OBSERVED + 2)] = "";
    if (WIFSIGNALED(status)) {
      if (WTERMSIG(status) == SIGALRM) strcpy(line, "!time");
      else sprintf(line, "!signal %d", WTERMSIG(status));
    } else if (!result->done) sprintf(line, "!status %d", WEXITSTATUS(status));
    else
      for (int v = 0, at = 0; v < OBSERVED; v++) at += sprintf(line + at, "%lld ", (long long)result->values[v]);
    count(line);
  }
  printf("sizes");
  for (int v = 0; v < OBSERVED; v++) printf(" %d", sizes[v]);
  printf("\n");
  count(0);
  return 0;
}
