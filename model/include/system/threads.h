#pragma once
#ifdef DIPTYCH_NO_SPURIOUS_WAKEUPS
#define cnd_wait __diptych_signalled_cnd_wait
#define cnd_timedwait __diptych_signalled_cnd_timedwait
#endif
typedef unsigned long thrd_t;
typedef int (*thrd_start_t)(void *);
#include <time.h>
typedef struct { int __lock; int __count; int __owner; int __nusers; int __kind; } mtx_t;
typedef struct { int __waited; } cnd_t;
typedef struct { int __state; } once_flag;
typedef unsigned int tss_t;
typedef void (*tss_dtor_t)(void *);
#define ONCE_FLAG_INIT { 0 }
#define TSS_DTOR_ITERATIONS 4
enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };
#define mtx_plain 0
#define mtx_recursive 1
#define mtx_timed 2
#define thread_local _Thread_local
