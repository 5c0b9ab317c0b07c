#pragma once
#include <time.h>
#include <sys/select.h>
typedef int __itimer_which_t;
struct itimerval { struct timeval it_interval, it_value; };
#define TIMEVAL_TO_TIMESPEC(tv, ts) \
  do { \
    (ts)->tv_sec = (tv)->tv_sec; \
    (ts)->tv_nsec = (tv)->tv_usec * 1000; \
  } while (0)
#define TIMESPEC_TO_TIMEVAL(tv, ts) \
  do { \
    (tv)->tv_sec = (ts)->tv_sec; \
    (tv)->tv_usec = (ts)->tv_nsec / 1000; \
  } while (0)
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timercmp(a, b, than) \
  ((a)->tv_sec == (b)->tv_sec ? (a)->tv_usec than (b)->tv_usec : (a)->tv_sec than (b)->tv_sec)
#define timeradd(a, b, sum) \
  do { \
    (sum)->tv_sec = (a)->tv_sec + (b)->tv_sec; \
    (sum)->tv_usec = (a)->tv_usec + (b)->tv_usec; \
    if ((sum)->tv_usec >= 1000000) { ++(sum)->tv_sec; (sum)->tv_usec -= 1000000; } \
  } while (0)
#define timersub(a, b, difference) \
  do { \
    (difference)->tv_sec = (a)->tv_sec - (b)->tv_sec; \
    (difference)->tv_usec = (a)->tv_usec - (b)->tv_usec; \
    if ((difference)->tv_usec < 0) { --(difference)->tv_sec; (difference)->tv_usec += 1000000; } \
  } while (0)
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
