/* Threads, and the program itself: where they begin and end. */
#define _GNU_SOURCE
#include "hooks.h"
#include "buffers.h"
#include "interpose.h"
#include "log.h"
#include "schedule.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

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
  if (self->hold) schedule_point();
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

static void note_stack(void) {
  if (!buffered_model) return;
  int inside = self->inside;
  self->inside = 1;
  pthread_attr_t attr;
  void *low = 0;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attr) == 0) {
    pthread_attr_getstack(&attr, &low, &size);
    pthread_attr_destroy(&attr);
  }
  self->stack_low = (uintptr_t)low;
  self->stack_high = (uintptr_t)low + size;
  self->inside = inside;
}

static void *run_thread(void *argument) {
  struct start start = *(struct start *)argument;
  schedule_begin(start.thread);
  note_stack();
  self->inside = 1; /* what is freed here is not the program's */
  free(argument);
  self->inside = 0;
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
  buffer_drain_all();
  log_flag(LOG_ENDED);
  schedule_stop();
}

static void in_child(void) {
  log_detach();
  self = 0;
}

/* Whoever records may be killed: then nobody is left to end this program. */
static void end_with_parent(void) {
  const char *parent = getenv("DIPTYCH_PARENT");
  if (parent && atol(parent) == (long)getppid()) prctl(PR_SET_PDEATHSIG, SIGKILL);
}

__attribute__((constructor(101))) static void start(void) {
  end_with_parent();
  log_open();
  if (!log_header()) return;
  pthread_key_create(&end_key, key_round);
  schedule_start();
  self->inside = 1;
  self->pthread = (unsigned long)pthread_self();
  note_stack();
  pthread_atfork(0, 0, in_child);
  atexit(end_program);
  self->inside = 0;
}
