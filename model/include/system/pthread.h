#pragma once
#include <__stddef.h>
#include <errno.h>
typedef unsigned long pthread_t;
#ifdef DIPTYCH_NO_SPURIOUS_WAKEUPS
#define pthread_cond_wait __diptych_signalled_wait
#define pthread_cond_timedwait __diptych_signalled_timedwait
#define pthread_cond_clockwait(cond, mutex, clock, time) ({ int __clock = (clock); \
  __clock == 0 || __clock == 1 ? __diptych_signalled_timedwait(cond, mutex, time) : EINVAL; })
#endif
#include <time.h>
#include <sched.h>
typedef struct { int __lock; int __count; int __owner; int __nusers; int __kind; } pthread_mutex_t;
typedef struct { int __lock; } pthread_spinlock_t;
typedef struct { int __waited; } pthread_cond_t;
typedef struct { int __state; } pthread_rwlock_t;
typedef struct { int __come; int __count; } pthread_barrier_t;
typedef int pthread_once_t;
typedef unsigned int pthread_key_t;
typedef struct { int __values[8]; void *__stack; } pthread_attr_t;
typedef int pthread_mutexattr_t;
typedef int pthread_condattr_t;
typedef int pthread_rwlockattr_t;
typedef int pthread_barrierattr_t;
#define PTHREAD_MUTEX_INITIALIZER { 0 }
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP { 0, 0, 0, 0, 1 }
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP { 0, 0, 0, 0, 2 }
#define PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP { 0 }
#define PTHREAD_COND_INITIALIZER { 0 }
#define PTHREAD_RWLOCK_INITIALIZER { 0 }
#define PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP { 0 }
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
#define PTHREAD_MUTEX_TIMED_NP 0
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_MUTEX_FAST_NP 0
#define PTHREAD_MUTEX_ADAPTIVE_NP 3
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_RECURSIVE_NP 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_ERRORCHECK_NP 2
#define PTHREAD_MUTEX_STALLED 0
#define PTHREAD_MUTEX_ROBUST 1
#define PTHREAD_MUTEX_STALLED_NP 0
#define PTHREAD_MUTEX_ROBUST_NP 1
#define PTHREAD_MUTEX_POLICY_FAIRSHARE_NP 1
#define PTHREAD_MUTEX_POLICY_FIRSTFIT_NP 3
#define PTHREAD_RWLOCK_PREFER_READER_NP 0
#define PTHREAD_RWLOCK_PREFER_WRITER_NP 1
#define PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP 2
#define PTHREAD_RWLOCK_DEFAULT_NP 0
#define PTHREAD_PRIO_NONE 0
#define PTHREAD_PRIO_INHERIT 1
#define PTHREAD_PRIO_PROTECT 2
#define PTHREAD_SCOPE_SYSTEM 0
#define PTHREAD_SCOPE_PROCESS 1
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED ((void *)-1)
typedef struct { struct { long __jmp_buf[8]; int __mask_was_saved; } __cancel_jmp_buf[1]; void *__pad[4]; } __pthread_unwind_buf_t;
#define pthread_cleanup_push(handler, argument) do { __pthread_unwind_buf_t __cancel_buf; \
  void (*__cancel_routine)(void *) = (handler); void *__cancel_arg = (argument); \
  if (__sigsetjmp((void *)__cancel_buf.__cancel_jmp_buf, 0)) { __cancel_routine(__cancel_arg); __pthread_unwind_next(&__cancel_buf); } \
  __pthread_register_cancel(&__cancel_buf); do {
#define pthread_cleanup_pop(execute) } while (0); __pthread_unregister_cancel(&__cancel_buf); \
  if (execute) __cancel_routine(__cancel_arg); } while (0)
#define pthread_yield() sched_yield()
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
