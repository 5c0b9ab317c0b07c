/* Sleeping, yielding, and system calls that may block: others go on meanwhile. */
#define _GNU_SOURCE
#include "hooks.h"
#include "buffers.h"
#include "interpose.h"
#include "schedule.h"
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Time is counted in scheduling points: a microsecond is one, and there are at most a thousand. */
static uint64_t points(long seconds, long nanoseconds) {
  return seconds > 0 || nanoseconds > 1000000 ? 1000 : 1 + (uint64_t)nanoseconds / 1000;
}
static void doze(uint64_t for_points, uint64_t ns) {
  if (!hook_enter()) return;
  schedule_sleep(for_points, ns);
  hook_leave();
}
#define SECOND 1000000000ull
unsigned sleep(unsigned seconds) { doze(points(seconds, 0), seconds * SECOND); return 0; }
int usleep(useconds_t t) { doze(points(0, (long)t * 1000), (uint64_t)t * 1000); return 0; }
int nanosleep(const struct timespec *t, struct timespec *left) {
  if (left) *left = (struct timespec){ 0, 0 };
  doze(points(t->tv_sec, t->tv_nsec), (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec);
  return 0;
}
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *t, struct timespec *left) {
  (void)clock;
  if (left) *left = (struct timespec){ 0, 0 };
  doze(flags ? 1000 : points(t->tv_sec, t->tv_nsec), flags ? SECOND : (uint64_t)t->tv_sec * SECOND + (uint64_t)t->tv_nsec);
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
/* A call that can go on at once keeps the turn: where it is given away is for the seed to say, not for the system. */
static int would_block(int file) {
  REAL(poll, int, struct pollfd *, nfds_t, int);
  struct pollfd asked = { .fd = file, .events = POLLOUT };
  int error = errno, ready = real(&asked, 1, 0);
  errno = error;
  return ready == 0;
}
#define SENDING(type, name, parameters, types, arguments) \
  type name parameters {                                   \
    REAL(name, type, types);                               \
    if (!self || self->inside || !would_block(f) || !hook_enter()) return real arguments; \
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
BLOCKING(int, accept4, (int f, struct sockaddr *a, socklen_t *l, int g), T(int, struct sockaddr *, socklen_t *, int), (f, a, l, g))
BLOCKING(int, connect, (int f, const struct sockaddr *a, socklen_t l), T(int, const struct sockaddr *, socklen_t), (f, a, l))
SENDING(ssize_t, write, (int f, const void *b, size_t n), T(int, const void *, size_t), (f, b, n))
SENDING(ssize_t, send, (int f, const void *b, size_t n, int g), T(int, const void *, size_t, int), (f, b, n, g))
SENDING(ssize_t, sendto, (int f, const void *b, size_t n, int g, const struct sockaddr *a, socklen_t l), T(int, const void *, size_t, int, const struct sockaddr *, socklen_t), (f, b, n, g, a, l))
SENDING(ssize_t, sendmsg, (int f, const struct msghdr *m, int g), T(int, const struct msghdr *, int), (f, m, g))
BLOCKING(ssize_t, readv, (int f, const struct iovec *v, int n), T(int, const struct iovec *, int), (f, v, n))
SENDING(ssize_t, writev, (int f, const struct iovec *v, int n), T(int, const struct iovec *, int), (f, v, n))
BLOCKING(int, ppoll, (struct pollfd *f, nfds_t n, const struct timespec *t, const sigset_t *s), T(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *), (f, n, t, s))
BLOCKING(int, epoll_pwait, (int f, struct epoll_event *e, int n, int t, const sigset_t *s), T(int, struct epoll_event *, int, int, const sigset_t *), (f, e, n, t, s))
BLOCKING(int, fsync, (int f), T(int), (f))
BLOCKING(int, flock, (int f, int o), T(int, int), (f, o))
BLOCKING(pid_t, wait, (int *s), T(int *), (s))
BLOCKING(pid_t, waitpid, (pid_t p, int *s, int o), T(pid_t, int *, int), (p, s, o))

/* The futex system call, by which some libraries block: the two common operations are the scheduler's. */
long syscall(long number, ...) {
  REAL(syscall, long, long, ...);
  va_list list;
  va_start(list, number);
  long a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long), d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);
  va_end(list);
#ifdef SYS_membarrier
  if (number == SYS_membarrier && a & (1 | 2 | 8 | 32 | 128)) { /* those that fence, not those that ask or register */
    long answer = real(number, a, b, c, d, e, f);
    if (answer == 0) hook_fence_all(PC);
    return answer;
  }
#endif
  if (number != SYS_futex || !hook_enter()) return real(number, a, b, c, d, e, f);
  self->waits_at = PC;
  buffer_drain();
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
