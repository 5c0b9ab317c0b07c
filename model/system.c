/* What a process asks of the system: limits and uses are any numbers within their bounds. Other programs take its place, or are not found. */
#define _GNU_SOURCE
#include <errno.h>
#include <error.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "include/files.h"
#include "include/objects.h"

enum { MODEL_ANY_NUMBER = 2147483647, MODEL_NICE_VALUES = 40, MODEL_LEAST_NICE = -20 };

static long __model_any_number(void) { return __diptych_choose(MODEL_ANY_NUMBER); }

int getrusage(__rusage_who_t of, struct rusage *usage) {
  if (of != RUSAGE_SELF && of != RUSAGE_CHILDREN && of != RUSAGE_THREAD) return __model_fail(EINVAL);
  long *numbers = (long *)usage;
  for (unsigned k = 0; k < sizeof *usage / sizeof *numbers; k++) numbers[k] = __model_any_number();
  usage->ru_utime.tv_usec = __diptych_choose(1000000);
  usage->ru_stime.tv_usec = __diptych_choose(1000000);
  return 0;
}

static int __model_is_resource(int resource) { return resource >= 0 && resource < (int)RLIM_NLIMITS; }
int getrlimit(__rlimit_resource_t resource, struct rlimit *limit) {
  if (!__model_is_resource(resource)) return __model_fail(EINVAL);
  unsigned long now = __model_any_number(), most = __model_any_number();
  limit->rlim_cur = now;
  limit->rlim_max = most < now ? RLIM_INFINITY : most;
  return 0;
}
int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
  if (!__model_is_resource(resource) || limit->rlim_cur > limit->rlim_max) return __model_fail(EINVAL);
  return __diptych_choose(2) ? __model_fail(EPERM) : 0;
}

static int __model_any_nice(void) { return __diptych_choose(MODEL_NICE_VALUES) + MODEL_LEAST_NICE; }
int getpriority(__priority_which_t which, id_t of) {
  (void)which, (void)of;
  return __model_any_nice();
}
int setpriority(__priority_which_t which, id_t of, int priority) {
  (void)which, (void)of, (void)priority;
  return __diptych_choose(2) ? __model_fail(EACCES) : 0;
}
int nice(int more) {
  (void)more;
  return __diptych_choose(2) ? __model_fail(EPERM) : __model_any_nice();
}

int gethostname(char *name, size_t size) {
  if (size < sizeof "localhost") return __model_fail(ENAMETOOLONG);
  strcpy(name, "localhost");
  return 0;
}
char *getcwd(char *path, size_t size) {
  if (path == 0) return strdup("/");
  if (size < 2) {
    __model_fail(size == 0 ? EINVAL : ERANGE);
    return 0;
  }
  return strcpy(path, "/");
}
pid_t getpgrp(void) { return 1000; }
pid_t getsid(pid_t process) {
  (void)process;
  return 1000;
}

int clock_getres(clockid_t clock, struct timespec *t) {
  if (!__model_is_any_clock(clock)) return __model_fail(EINVAL);
  if (t) {
    t->tv_sec = 0;
    t->tv_nsec = 1;
  }
  return 0;
}

/* The processors of a machine with up to 64 of them. */
static void __model_processors(size_t size, cpu_set_t *set) {
  unsigned long *words = (unsigned long *)set;
  words[0] = 1 + __model_any_number();
  for (size_t k = 1; k < size / sizeof *words; k++) words[k] = 0;
}
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
  (void)process;
  __model_processors(size, set);
  return 0;
}
int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  (void)thread;
  __model_processors(size, set);
  return 0;
}
int __sched_cpucount(size_t size, const cpu_set_t *set) {
  const unsigned long *words = (const unsigned long *)set;
  int count = 0;
  for (size_t k = 0; k < size / sizeof *words; k++) count += __builtin_popcountl(words[k]);
  return count;
}

/* The message is for people. */
void error(int status, int code, const char *format, ...) {
  (void)code, (void)format;
  if (status) exit(status);
}

static int __model_replaced(const char *path) {
  __model_reads_text(path);
  if (__diptych_choose(2)) return __model_fail(__diptych_choose(2) ? ENOENT : EACCES);
  _exit(0);
}
int execl(const char *path, const char *first, ...) {
  (void)first;
  return __model_replaced(path);
}
int execlp(const char *path, const char *first, ...) {
  (void)first;
  return __model_replaced(path);
}
int execle(const char *path, const char *first, ...) {
  (void)first;
  return __model_replaced(path);
}
int execv(const char *path, char *const *arguments) {
  (void)arguments;
  return __model_replaced(path);
}
int execvp(const char *path, char *const *arguments) { return execv(path, arguments); }
int execve(const char *path, char *const *arguments, char *const *environment) {
  (void)environment;
  return execv(path, arguments);
}
int execvpe(const char *path, char *const *arguments, char *const *environment) { return execve(path, arguments, environment); }
