/* How the process begins and ends, and what it knows of its surroundings. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "include/objects.h"

int main(int argc, char **argv, char **environment);

/* The passes start here. */
void __diptych_start(int argc, char **argv, char **environment);
void __diptych_start(int argc, char **argv, char **environment) {
  if (__model_has_signals()) __model_begin_signals(0);
  __diptych_before_main(argc, argv, environment);
  exit(main(argc, argv, environment));
}

/* Functions for the end of the process; a program that gives more is cut there, as a loop is at its bound. */
enum { MODEL_MOST_ENDS = 8 };
struct model_end {
  void (*f)(void *);
  void *argument;
};
static int __model_end_count;
static struct model_end __model_at_end[MODEL_MOST_ENDS];
static int __model_quick_end_count;
static struct model_end __model_at_quick_end[MODEL_MOST_ENDS];

static int __model_add_end(int *count, struct model_end *ends, void (*f)(void *), void *argument) {
  int k = __atomic_fetch_add(count, 1, __ATOMIC_SEQ_CST);
  if (k >= MODEL_MOST_ENDS) __diptych_cut("limit", "8 functions of atexit");
  __atomic_store_n(&ends[k].argument, argument, __ATOMIC_RELAXED);
  __atomic_store_n(&ends[k].f, f, __ATOMIC_RELAXED);
  return 0;
}

static void __model_run_ends(int *count, struct model_end *ends) {
  int n = __atomic_load_n(count, __ATOMIC_SEQ_CST);
  for (int k = MODEL_MOST_ENDS - 1; k >= 0; k--)
    if (k < n) __atomic_load_n(&ends[k].f, __ATOMIC_RELAXED)(__atomic_load_n(&ends[k].argument, __ATOMIC_RELAXED));
}

static void __model_without_argument(void *f) { ((void (*)(void))f)(); }

int atexit(void (*f)(void)) {
  return __model_add_end(&__model_end_count, __model_at_end, __model_without_argument, (void *)f);
}

int at_quick_exit(void (*f)(void)) {
  return __model_add_end(&__model_quick_end_count, __model_at_quick_end, __model_without_argument, (void *)f);
}

/* Destructors of C++ for objects with static storage. */
int __cxa_atexit(void (*f)(void *), void *argument, void *handle);
int __cxa_atexit(void (*f)(void *), void *argument, void *handle) {
  (void)handle;
  return __model_add_end(&__model_end_count, __model_at_end, f, argument);
}

void exit(int status) {
  if (__diptych_written(&__model_end_count)) __model_run_ends(&__model_end_count, __model_at_end);
  __diptych_after_main();
  if (__diptych_written(&__model_has_handlers)) __model_leave_handlers();
  __diptych_exit_now(status);
}

void quick_exit(int status) {
  if (__diptych_written(&__model_quick_end_count)) __model_run_ends(&__model_quick_end_count, __model_at_quick_end);
  __diptych_exit_now(status);
}

void _exit(int status) { __diptych_exit_now(status); }
void _Exit(int status) { __diptych_exit_now(status); }

/* In programs that name their errors (reach_error and the like), an abort is only the end of an execution. */
void abort(void) {
  if (!__diptych_symbol("reach_error") && !__diptych_symbol("__VERIFIER_error"))
    __diptych_require(0, "assertion", "abort()");
  __diptych_assume(0);
  __builtin_unreachable();
}

pid_t getpid(void) { return 1000; }
pid_t getppid(void) { return 1; }
pid_t gettid(void) { return 1000 + __diptych_self(); }
uid_t getuid(void) { return 1000; }
uid_t geteuid(void) { return 1000; }
gid_t getgid(void) { return 1000; }
gid_t getegid(void) { return 1000; }
int getpagesize(void) { return 4096; }

/* The size of a page is known; numbers of processors and other things are any. */
long sysconf(int name) {
  if (name < 0) return __model_fail(EINVAL);
  return name == _SC_PAGESIZE ? 4096 : 1 + __diptych_choose(1024);
}
int get_nprocs(void) { return 1 + __diptych_choose(1024); }
int get_nprocs_conf(void) { return 1 + __diptych_choose(1024); }

/* What it is given runs in fork, which is not known. */
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) {
  (void)before, (void)parent, (void)child;
  return 0;
}
