/*
 * Functions of the C library that block, start threads or touch memory of the program. Those that block are tried; a thread that
 * would block gives the turn away and tries again when it is woken.
 */
#define _GNU_SOURCE
#include "hooks.h"
#include "log.h"
#include "schedule.h"
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PC __builtin_return_address(0)
#define REAL(name, type, ...)                                    \
  static type (*real)(__VA_ARGS__);                              \
  if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

static pthread_key_t end_key;

struct start { void *(*function)(void *); void *argument; int thread; };

static int real_create(pthread_t *thread, const pthread_attr_t *attr, void *(*function)(void *), void *argument) {
  REAL(pthread_create, int, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  return real(thread, attr, function, argument);
}

int record_real_create(pthread_t *thread, void *(*function)(void *), void *argument) {
  return real_create(thread, 0, function, argument);
}

static void end_thread(void) {
  if (!self || self->state == ENDED) return;
  self->inside = 1;
  hook_settle();
  hook_event(OP_EXIT, 0, 0, 0, 0, 0);
  schedule_end();
  self = 0;
}

/* Destructors of other keys still run hooks: this one comes last of four rounds. */
static void key_round(void *round) {
  intptr_t n = (intptr_t)round;
  if (n < 3) pthread_setspecific(end_key, (void *)(n + 1));
  else end_thread();
}

static void *run_thread(void *argument) {
  struct start start = *(struct start *)argument;
  schedule_begin(start.thread);
  free(argument);
  pthread_setspecific(end_key, (void *)1);
  return start.function(start.argument);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*function)(void *), void *argument) {
  if (!hook_enter()) return real_create(thread, attr, function, argument);
  schedule_point();
  int number = schedule_add();
  struct start *start = malloc(sizeof *start);
  *start = (struct start){ function, argument, number };
  int kind = PTHREAD_CREATE_JOINABLE;
  if (attr) pthread_attr_getdetachstate(attr, &kind);
  threads[number].detached = kind == PTHREAD_CREATE_DETACHED;
  int error = real_create(thread, attr, run_thread, start);
  if (error) {
    threads[number].state = ENDED;
    free(start);
  } else {
    threads[number].pthread = (unsigned long)*thread;
    hook_event(OP_SPAWN, 0, 0, number, 0, PC);
  }
  hook_leave();
  return error;
}

static struct thread *find_thread(pthread_t thread) {
  for (int t = thread_count - 1; t >= 0; t--)
    if (threads[t].pthread == (unsigned long)thread && !threads[t].detached) return &threads[t];
  return 0;
}

static int join(pthread_t thread, void **result, int timed, const void *pc) {
  REAL(pthread_join, int, pthread_t, void **);
  struct thread *other = find_thread(thread);
  if (!other || !hook_enter()) return real(thread, result);
  self->waits_at = pc;
  schedule_point();
  while (other->state != ENDED)
    if (!schedule_wait(other, timed) && other->state != ENDED) {
      hook_leave();
      return ETIMEDOUT;
    }
  hook_event(OP_JOIN, 0, 0, (int)(other - threads), 0, pc);
  int error = real(thread, result);
  other->detached = 1;
  hook_leave();
  return error;
}
int pthread_join(pthread_t thread, void **result) { return join(thread, result, 0, PC); }
int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *t) { (void)t; return join(thread, result, 1, PC); }
int pthread_tryjoin_np(pthread_t thread, void **result) {
  struct thread *other = find_thread(thread);
  return other && other->state != ENDED ? EBUSY : join(thread, result, 0, PC);
}
int pthread_detach(pthread_t thread) {
  REAL(pthread_detach, int, pthread_t);
  struct thread *other = find_thread(thread);
  if (other) other->detached = 1;
  return real(thread);
}

/* Locks of any kind: `try` is the real function that does not block, EBUSY means taken. */
static int take(void *object, int (*try)(void *), int block, int timed, const void *pc) {
  if (!hook_enter()) return -1;
  self->waits_at = pc;
  schedule_point();
  int error = try(object);
  while (error == EBUSY && block) {
    if (!schedule_wait(object, timed) && timed) {
      hook_leave();
      return ETIMEDOUT;
    }
    error = try(object);
  }
  if (error == 0 || error == EOWNERDEAD) hook_event(OP_LOCK, object, 0, 0, 0, pc);
  hook_leave();
  return error;
}
static int give(void *object, int (*real)(void *), const void *pc) {
  if (!hook_enter()) return real(object);
  schedule_point();
  hook_event(OP_UNLOCK, object, 0, 0, 0, pc);
  int error = real(object);
  schedule_wake(object, MOST_THREADS);
  hook_leave();
  return error;
}

#define TRY(name, T) \
  static int try_##name(void *object) { REAL(name, int, T *); return real(object); }
TRY(pthread_mutex_trylock, pthread_mutex_t)
TRY(pthread_mutex_unlock, pthread_mutex_t)
TRY(pthread_rwlock_tryrdlock, pthread_rwlock_t)
TRY(pthread_rwlock_trywrlock, pthread_rwlock_t)
TRY(pthread_rwlock_unlock, pthread_rwlock_t)
TRY(pthread_spin_trylock, volatile pthread_spinlock_t)
TRY(pthread_spin_unlock, volatile pthread_spinlock_t)

/* trylock knows no owner that waits for itself: a recursive or checked lock answers by its kind, a normal one waits for ever. */
#define LOCK(name, T, tries, block, timed, ...)                                                      \
  int name(T *object __VA_ARGS__) {                                                                  \
    int error = take((void *)object, try_##tries, block, timed, PC);                                 \
    return error < 0 ? fall_back_##name(object) : error;                                             \
  }
static int fall_back_pthread_mutex_lock(pthread_mutex_t *m) { REAL(pthread_mutex_lock, int, pthread_mutex_t *); return real(m); }
static int fall_back_pthread_mutex_trylock(pthread_mutex_t *m) { return try_pthread_mutex_trylock(m); }
static int fall_back_pthread_mutex_timedlock(pthread_mutex_t *m) { return fall_back_pthread_mutex_lock(m); }
static int fall_back_pthread_mutex_clocklock(pthread_mutex_t *m) { return fall_back_pthread_mutex_lock(m); }
static int fall_back_pthread_rwlock_rdlock(pthread_rwlock_t *m) { REAL(pthread_rwlock_rdlock, int, pthread_rwlock_t *); return real(m); }
static int fall_back_pthread_rwlock_wrlock(pthread_rwlock_t *m) { REAL(pthread_rwlock_wrlock, int, pthread_rwlock_t *); return real(m); }
static int fall_back_pthread_rwlock_tryrdlock(pthread_rwlock_t *m) { return try_pthread_rwlock_tryrdlock(m); }
static int fall_back_pthread_rwlock_trywrlock(pthread_rwlock_t *m) { return try_pthread_rwlock_trywrlock(m); }
static int fall_back_pthread_rwlock_timedrdlock(pthread_rwlock_t *m) { return fall_back_pthread_rwlock_rdlock(m); }
static int fall_back_pthread_rwlock_timedwrlock(pthread_rwlock_t *m) { return fall_back_pthread_rwlock_wrlock(m); }
static int fall_back_pthread_spin_lock(volatile pthread_spinlock_t *m) { REAL(pthread_spin_lock, int, volatile pthread_spinlock_t *); return real(m); }
static int fall_back_pthread_spin_trylock(volatile pthread_spinlock_t *m) { return try_pthread_spin_trylock((void *)m); }
#define TIME , const struct timespec *limit
#define CLOCK , clockid_t clock, const struct timespec *limit
LOCK(pthread_mutex_lock, pthread_mutex_t, pthread_mutex_trylock, 1, 0)
LOCK(pthread_mutex_trylock, pthread_mutex_t, pthread_mutex_trylock, 0, 0)
LOCK(pthread_mutex_timedlock, pthread_mutex_t, pthread_mutex_trylock, 1, 1, TIME)
LOCK(pthread_mutex_clocklock, pthread_mutex_t, pthread_mutex_trylock, 1, 1, CLOCK)
LOCK(pthread_rwlock_rdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock, 1, 0)
LOCK(pthread_rwlock_wrlock, pthread_rwlock_t, pthread_rwlock_trywrlock, 1, 0)
LOCK(pthread_rwlock_tryrdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock, 0, 0)
LOCK(pthread_rwlock_trywrlock, pthread_rwlock_t, pthread_rwlock_trywrlock, 0, 0)
LOCK(pthread_rwlock_timedrdlock, pthread_rwlock_t, pthread_rwlock_tryrdlock, 1, 1, TIME)
LOCK(pthread_rwlock_timedwrlock, pthread_rwlock_t, pthread_rwlock_trywrlock, 1, 1, TIME)
LOCK(pthread_spin_lock, volatile pthread_spinlock_t, pthread_spin_trylock, 1, 0)
LOCK(pthread_spin_trylock, volatile pthread_spinlock_t, pthread_spin_trylock, 0, 0)
int pthread_mutex_unlock(pthread_mutex_t *m) { return give(m, try_pthread_mutex_unlock, PC); }
int pthread_rwlock_unlock(pthread_rwlock_t *m) { return give(m, try_pthread_rwlock_unlock, PC); }
int pthread_spin_unlock(volatile pthread_spinlock_t *m) { return give((void *)m, try_pthread_spin_unlock, PC); }

static int wait_for(pthread_cond_t *cond, pthread_mutex_t *mutex, int timed, const void *pc) {
  self->waits_at = pc;
  hook_event(OP_UNLOCK, mutex, 0, 0, 0, pc);
  try_pthread_mutex_unlock(mutex);
  schedule_wake(mutex, MOST_THREADS);
  int woken = schedule_wait(cond, timed);
  while (try_pthread_mutex_trylock(mutex) == EBUSY) schedule_wait(mutex, 0);
  hook_event(OP_LOCK, mutex, 0, 0, 0, pc);
  return woken ? 0 : ETIMEDOUT;
}
int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) {
  REAL(pthread_cond_wait, int, pthread_cond_t *, pthread_mutex_t *);
  if (!hook_enter()) return real(cond, mutex);
  schedule_point();
  wait_for(cond, mutex, 0, PC);
  hook_leave();
  return 0;
}
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *limit) {
  REAL(pthread_cond_timedwait, int, pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  if (!hook_enter()) return real(cond, mutex, limit);
  schedule_point();
  int error = wait_for(cond, mutex, 1, PC);
  hook_leave();
  return error;
}
int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *limit) {
  (void)clock;
  return pthread_cond_timedwait(cond, mutex, limit);
}
static int wake(pthread_cond_t *cond, int most, int (*real)(pthread_cond_t *)) {
  if (!hook_enter()) return real(cond);
  schedule_point();
  schedule_wake(cond, most);
  hook_leave();
  return 0;
}
int pthread_cond_signal(pthread_cond_t *cond) { REAL(pthread_cond_signal, int, pthread_cond_t *); return wake(cond, 1, real); }
int pthread_cond_broadcast(pthread_cond_t *cond) { REAL(pthread_cond_broadcast, int, pthread_cond_t *); return wake(cond, MOST_THREADS, real); }

/* A semaphore hands its history on like a lock that is given and taken. */
static int try_sem(void *s) { REAL(sem_trywait, int, sem_t *); return real(s) == 0 ? 0 : errno == EAGAIN ? EBUSY : errno; }
static int sem_answer(int error) {
  if (error == 0) return 0;
  errno = error == EBUSY ? EAGAIN : error;
  return -1;
}
int sem_wait(sem_t *s) { REAL(sem_wait, int, sem_t *); int e = take(s, try_sem, 1, 0, PC); return e < 0 ? real(s) : sem_answer(e); }
int sem_trywait(sem_t *s) { REAL(sem_trywait, int, sem_t *); int e = take(s, try_sem, 0, 0, PC); return e < 0 ? real(s) : sem_answer(e); }
int sem_timedwait(sem_t *s, const struct timespec *t) {
  REAL(sem_timedwait, int, sem_t *, const struct timespec *);
  int e = take(s, try_sem, 1, 1, PC);
  return e < 0 ? real(s, t) : sem_answer(e);
}
static int real_sem_post(void *s) { REAL(sem_post, int, sem_t *); return real(s); }
int sem_post(sem_t *s) { return give(s, real_sem_post, PC); }

/* Barriers and once-flags are kept here, by address. */
struct object { const void *address; unsigned count, arrived, round; int state; };
static struct object objects[4096];
static struct object *object_at(const void *address) {
  for (size_t i = 0, at = (uintptr_t)address / 8 % 4096; i < 4096; i++, at = (at + 1) % 4096) {
    if (objects[at].address == address) return &objects[at];
    if (!objects[at].address) {
      objects[at].address = address;
      return &objects[at];
    }
  }
  abort();
}
int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr, unsigned count) {
  REAL(pthread_barrier_init, int, pthread_barrier_t *, const pthread_barrierattr_t *, unsigned);
  int error = real(b, attr, count);
  if (!error && self) *object_at(b) = (struct object){ .address = b, .count = count };
  return error;
}
int pthread_barrier_wait(pthread_barrier_t *b) {
  REAL(pthread_barrier_wait, int, pthread_barrier_t *);
  if (!hook_enter()) return real(b);
  schedule_point();
  struct object *object = object_at(b);
  self->waits_at = PC;
  int last = ++object->arrived >= object->count;
  hook_event(OP_UNLOCK, b, 0, 0, 0, PC);
  if (last) {
    object->arrived = 0;
    object->round++;
    schedule_wake(b, MOST_THREADS);
  } else
    for (unsigned round = object->round; object->round == round;) schedule_wait(b, 0);
  hook_event(OP_LOCK, b, 0, 0, 0, PC);
  hook_leave();
  return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}
int pthread_once(pthread_once_t *once, void (*function)(void)) {
  REAL(pthread_once, int, pthread_once_t *, void (*)(void));
  if (!hook_enter()) return real(once, function);
  schedule_point();
  struct object *object = object_at(once);
  if (object->state == 0) {
    object->state = 1;
    hook_leave();
    real(once, function);
    if (hook_enter()) {
      object->state = 2;
      hook_event(OP_UNLOCK, once, 0, 0, 0, PC);
      schedule_wake(once, MOST_THREADS);
    }
  } else
    while (object->state == 1) schedule_wait(once, 0);
  hook_event(OP_LOCK, once, 0, 0, 0, PC);
  hook_leave();
  return 0;
}

/* Time is counted in scheduling points: a microsecond is one, and there are at most a thousand. */
static uint64_t points(long seconds, long nanoseconds) {
  return seconds > 0 || nanoseconds > 1000000 ? 1000 : 1 + (uint64_t)nanoseconds / 1000;
}
static void doze(uint64_t for_points) {
  if (!hook_enter()) return;
  schedule_sleep(for_points);
  hook_leave();
}
unsigned sleep(unsigned seconds) { doze(points(seconds, 0)); return 0; }
int usleep(useconds_t t) { doze(points(0, (long)t * 1000)); return 0; }
int nanosleep(const struct timespec *t, struct timespec *left) {
  if (left) *left = (struct timespec){ 0, 0 };
  doze(points(t->tv_sec, t->tv_nsec));
  return 0;
}
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t, struct timespec *left) {
  (void)clock;
  if (left) *left = (struct timespec){ 0, 0 };
  doze(flags ? 1000 : points(t->tv_sec, t->tv_nsec));
  return 0;
}
int sched_yield(void) {
  if (!hook_enter()) return 0;
  schedule_yield();
  hook_leave();
  return 0;
}

/* System calls that may block: others go on meanwhile. */
#define BLOCKING(type, name, parameters, types, arguments) \
  type name parameters {                                   \
    REAL(name, type, types);                               \
    if (!hook_enter()) return real arguments;              \
    schedule_outside();                                    \
    type result = real arguments;                          \
    int error = errno;                                     \
    schedule_inside();                                     \
    hook_leave();                                          \
    errno = error;                                         \
    return result;                                         \
  }
#define T(...) __VA_ARGS__
BLOCKING(ssize_t, read, (int f, void *b, size_t n), T(int, void *, size_t), (f, b, n))
BLOCKING(ssize_t, recv, (int f, void *b, size_t n, int g), T(int, void *, size_t, int), (f, b, n, g))
BLOCKING(ssize_t, recvfrom, (int f, void *b, size_t n, int g, struct sockaddr *a, socklen_t *l), T(int, void *, size_t, int, struct sockaddr *, socklen_t *), (f, b, n, g, a, l))
BLOCKING(ssize_t, recvmsg, (int f, struct msghdr *m, int g), T(int, struct msghdr *, int), (f, m, g))
BLOCKING(int, accept, (int f, struct sockaddr *a, socklen_t *l), T(int, struct sockaddr *, socklen_t *), (f, a, l))
BLOCKING(int, poll, (struct pollfd *f, nfds_t n, int t), T(struct pollfd *, nfds_t, int), (f, n, t))
BLOCKING(int, select, (int n, fd_set *r, fd_set *w, fd_set *e, struct timeval *t), T(int, fd_set *, fd_set *, fd_set *, struct timeval *), (n, r, w, e, t))
BLOCKING(int, epoll_wait, (int f, struct epoll_event *e, int n, int t), T(int, struct epoll_event *, int, int), (f, e, n, t))
BLOCKING(pid_t, waitpid, (pid_t p, int *s, int o), T(pid_t, int *, int), (p, s, o))

/* The futex system call, by which some libraries block: the two common operations are the scheduler's. */
long syscall(long number, ...) {
  REAL(syscall, long, long, ...);
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
  if (number != SYS_futex || !hook_enter()) return real(number, a, b, c, d, e, f);
  self->waits_at = PC;
  int operation = (int)b & 127, *word = (int *)a;
  long result = 0;
  if (operation == 0 || operation == 9) {
    schedule_point();
    if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != (int)c) {
      errno = EAGAIN;
      result = -1;
    } else if (!schedule_wait(word, d != 0)) {
      errno = ETIMEDOUT;
      result = -1;
    }
  } else if (operation == 1 || operation == 10) {
    schedule_point();
    schedule_wake(word, (int)c);
  } else
    result = real(number, a, b, c, d, e, f);
  hook_leave();
  return result;
}

/* Memory of the heap: an address that is used again is another object. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);
static void *allocated(void *block, size_t size, const void *pc) {
  if (block && hook_enter()) {
    hook_event(OP_ALLOC, block, size, 0, 0, pc);
    hook_leave();
  }
  return block;
}
void *malloc(size_t size) { return allocated(__libc_malloc(size), size, PC); }
void *calloc(size_t n, size_t size) { return allocated(__libc_calloc(n, size), n * size, PC); }
void *realloc(void *old, size_t size) { return allocated(__libc_realloc(old, size), size, PC); }
void *memalign(size_t alignment, size_t size) { return allocated(__libc_memalign(alignment, size), size, PC); }
void *aligned_alloc(size_t alignment, size_t size) { return allocated(__libc_memalign(alignment, size), size, PC); }
int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = allocated(__libc_memalign(alignment, size), size, PC);
  return *block ? 0 : ENOMEM;
}
size_t malloc_usable_size(void *);
void free(void *block) {
  if (block && hook_enter()) {
    hook_event(OP_FREE, block, malloc_usable_size(block), 0, 0, PC);
    hook_leave();
  }
  __libc_free(block);
}

/* Blocks of bytes, which compilers make of assignments too (diptych cc keeps the calls). */
void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  hook_range(OP_READ, from, n, PC);
  hook_range(OP_WRITE, to, n, PC);
  for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = ((const volatile char *)from)[i];
  return to;
}
void *memmove(void *to, const void *from, size_t n) {
  hook_range(OP_READ, from, n, PC);
  hook_range(OP_WRITE, to, n, PC);
  if ((uintptr_t)to < (uintptr_t)from)
    for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = ((const volatile char *)from)[i];
  else
    for (size_t i = n; i-- > 0;) ((volatile char *)to)[i] = ((const volatile char *)from)[i];
  return to;
}
void *memset(void *to, int value, size_t n) {
  hook_range(OP_WRITE, to, n, PC);
  for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = (char)value;
  return to;
}
void *__tsan_memcpy(void *to, const void *from, size_t n) { return memcpy(to, from, n); }
void *__tsan_memmove(void *to, const void *from, size_t n) { return memmove(to, from, n); }
void *__tsan_memset(void *to, int value, size_t n) { return memset(to, value, n); }

void *dlopen(const char *path, int flags) {
  REAL(dlopen, void *, const char *, int);
  void *library = real(path, flags);
  log_maps();
  return library;
}

static void end_program(void) {
  if (!self) return;
  int entered = !self->inside;
  self->inside = 1;
  if (entered) hook_settle();
  log_flag(LOG_ENDED);
  extern void schedule_stop(void);
  schedule_stop();
}

static void in_child(void) {
  log_detach();
  self = 0;
}

__attribute__((constructor(101))) static void start(void) {
  log_open();
  if (!log_header()) return;
  pthread_key_create(&end_key, key_round);
  schedule_start();
  self->inside = 1;
  self->pthread = (unsigned long)pthread_self();
  pthread_atfork(0, 0, in_child);
  atexit(end_program);
  self->inside = 0;
}
