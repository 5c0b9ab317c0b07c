/* Time: what a clock says is any time, and how long a thread sleeps nobody sees. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "include/objects.h"

enum { MODEL_ANY = 2147483647, MODEL_SECOND = 1000000000 };

/* A load of which nothing is used is none: the address is looked at in any case. */
int __model_is_time(const struct timespec *t) {
  __diptych_require(t != 0, "invalid-address", "the time to wait for is at a null pointer");
  return t->tv_nsec >= 0 && t->tv_nsec < MODEL_SECOND;
}
int __model_is_pause(const struct timespec *t) { return t->tv_sec >= 0 && __model_is_time(t); }
int __model_is_clock(int clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }
int __model_is_any_clock(int clock) { return clock >= 0 && clock <= 11 && clock != 10; }

time_t time(time_t *t) {
  long now = __diptych_choose(MODEL_ANY);
  if (t) *t = now;
  return now;
}

clock_t clock(void) { return __diptych_choose(MODEL_ANY); }

static void __model_now(struct timespec *t) {
  t->tv_sec = __diptych_choose(MODEL_ANY);
  t->tv_nsec = __diptych_choose(MODEL_SECOND);
}

int clock_gettime(clockid_t clock, struct timespec *t) {
  if (!__model_is_any_clock(clock)) return __model_fail(EINVAL);
  __model_now(t);
  return 0;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone) {
  (void)zone;
  t->tv_sec = __diptych_choose(MODEL_ANY);
  t->tv_usec = __diptych_choose(1000000);
  return 0;
}

int timespec_get(struct timespec *t, int base) {
  if (base != TIME_UTC) return 0;
  __model_now(t);
  return base;
}

/*
 * The clock of a thread for Rust and C++, which compare times with times. Between two looks at it a short time goes by or a long one, longer than
 * any wait of a program. It never runs backwards in its thread. Nobody can tell how late it is at the first look.
 */
static _Thread_local int __model_looks;
enum { MODEL_FIRST_LOOK = 1 << 30, MODEL_LONG_TIME = 1 << 26 };
long __model_clock_seconds(void) {
  __model_looks = __model_looks == 0 ? 1 : __model_looks + __diptych_choose(2);
  return MODEL_FIRST_LOOK + (long)__model_looks * MODEL_LONG_TIME;
}
void __model_clock_sleeps(void) {
  if (__model_looks != 0) __model_looks++;
}

unsigned sleep(unsigned seconds) {
  (void)seconds;
  __model_cancel_point();
  return 0;
}

int usleep(useconds_t microseconds) {
  (void)microseconds;
  __model_cancel_point();
  return 0;
}

int nanosleep(const struct timespec *t, struct timespec *rest) {
  (void)rest;
  __model_cancel_point();
  __model_clock_sleeps();
  return __model_is_pause(t) ? 0 : __model_fail(EINVAL);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t, struct timespec *rest) {
  (void)flags, (void)rest;
  __model_cancel_point();
  return __model_is_any_clock(clock) && __model_is_pause(t) ? 0 : EINVAL;
}

int thrd_sleep(const struct timespec *t, struct timespec *rest) {
  (void)rest;
  /* neither 0 nor the -1 of a signal */
  return __model_is_pause(t) ? 0 : -2;
}
