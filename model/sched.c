/*
 * What a program says to the scheduler and asks of it. Every order of steps is looked at whatever it says. A program that changes something
 * may not be allowed to, and is told any policy and priority afterwards.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <unistd.h>

#include "include/files.h"
#include "include/objects.h"

int sched_yield(void) { return 0; }

static int __model_has_priorities(int policy) { return policy == SCHED_FIFO || policy == SCHED_RR; }
static int __model_is_policy(int policy) {
  return policy == SCHED_OTHER || __model_has_priorities(policy) || policy == SCHED_BATCH || policy == SCHED_IDLE;
}

static int __model_fits(int policy, const struct sched_param *p) {
  if (__model_has_priorities(policy)) return p->sched_priority >= 1 && p->sched_priority <= 99;
  return __model_is_policy(policy) && p->sched_priority == 0;
}

/* Written by a program that changes something, and so a constant in all others. */
static int __model_scheduling_changes;
/* Written by a program with threads whose attributes say how they are scheduled: main is none of them. */
int __model_explicit_scheduling;
static int __model_policy(int thread) {
  if (__atomic_load_n(&__model_scheduling_changes, __ATOMIC_RELAXED)) return __diptych_choose(3);
  return thread != 0 && __atomic_load_n(&__model_explicit_scheduling, __ATOMIC_RELAXED) ? __diptych_choose(3) : 0;
}
/* 0 is the thread that calls, the number of the process is main. */
static int __model_task(pid_t process) { return process == 0 ? __diptych_self() : process != getpid(); }
static int __model_priority(int policy) { return policy == 0 ? 0 : 1 + __diptych_choose(99); }

static int __model_change(int policy, const struct sched_param *p) {
  if (!__model_fits(policy, p)) return EINVAL;
  __atomic_store_n(&__model_scheduling_changes, 1, __ATOMIC_RELAXED);
  return __diptych_choose(2) ? EPERM : 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *p) {
  (void)thread;
  return __model_change(policy, p);
}
int sched_setscheduler(pid_t process, int policy, const struct sched_param *p) {
  (void)process;
  int code = __model_change(policy, p);
  return code ? __model_fail(code) : 0;
}
int sched_setparam(pid_t process, const struct sched_param *p) {
  (void)process;
  if (p->sched_priority < 0 || p->sched_priority > 99) return __model_fail(EINVAL);
  __atomic_store_n(&__model_scheduling_changes, 1, __ATOMIC_RELAXED);
  return __diptych_choose(2) ? __model_fail(EPERM) : 0;
}
int pthread_setschedprio(pthread_t thread, int priority) {
  (void)thread, (void)priority;
  __atomic_store_n(&__model_scheduling_changes, 1, __ATOMIC_RELAXED);
  return 0;
}
int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *p) {
  *policy = __model_policy(__model_thread(thread));
  p->sched_priority = __model_priority(*policy);
  return 0;
}
int sched_getscheduler(pid_t process) {
  return __model_policy(__model_task(process));
}
int sched_getparam(pid_t process, struct sched_param *p) {
  p->sched_priority = __model_priority(__model_policy(__model_task(process)));
  return 0;
}
int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
  if (__model_has_ended(thread)) return ESRCH;
  *clock = CLOCK_THREAD_CPUTIME_ID;
  return 0;
}
int sched_get_priority_max(int policy) {
  return __model_is_policy(policy) ? (__model_has_priorities(policy) ? 99 : 0) : __model_fail(EINVAL);
}
int sched_get_priority_min(int policy) {
  return __model_is_policy(policy) ? __model_has_priorities(policy) : __model_fail(EINVAL);
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  (void)thread, (void)size, (void)set;
  return 0;
}
int pthread_attr_setaffinity_np(pthread_attr_t *a, size_t size, const cpu_set_t *set) {
  (void)a, (void)size, (void)set;
  return 0;
}
int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set) {
  (void)process, (void)size, (void)set;
  return 0;
}
int sched_getcpu(void) { return __diptych_choose(1024); }

static int __model_concurrency;
int pthread_getconcurrency(void) { return __atomic_load_n(&__model_concurrency, __ATOMIC_RELAXED); }
int pthread_setconcurrency(int level) {
  if (level < 0) return EINVAL;
  __atomic_store_n(&__model_concurrency, level, __ATOMIC_RELAXED);
  return 0;
}

/* A name of more than 15 characters is none. */
int pthread_setname_np(pthread_t thread, const char *name) {
  int k = 0;
  (void)thread;
  __model_reads_part(name, 16);
  while (k < 16 && name[k]) k++;
  return k < 16 ? 0 : ERANGE;
}
