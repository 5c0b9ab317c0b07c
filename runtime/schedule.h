/* Who runs. One thread has the turn; it keeps it from one scheduling point to the next. */
#ifndef DIPTYCH_SCHEDULE_H
#define DIPTYCH_SCHEDULE_H
#include <stdint.h>
#pragma GCC visibility push(hidden) /* the program may use the same names */

#define MOST_THREADS 1024

enum thread_state { NO_THREAD, RUNNABLE, WAITING, SLEEPING, OUTSIDE, ENDED };

struct thread {
  volatile int go;          /* futex: 1 when it has the turn */
  enum thread_state state;
  const void *waits_for;    /* WAITING: an object, by its address */
  const void *waits_at;     /* the call that waits */
  uint64_t wakes_at;        /* SLEEPING: a scheduling point */
  uint64_t wakes_ns;        /* SLEEPING or timed: when, on the clock, if the threads that could run are in system calls */
  int tid;                  /* the system's number */
  int64_t priority;         /* PCT */
  uint64_t run;             /* scheduling points since it got the turn */
  int inside;               /* in the runtime: hooks do nothing */
  int timed;                /* WAITING with a limit: it may be woken by time */
  int woken;                /* by a signal, not by time */
  /* The last plain write, whose value is known at the next hook. */
  uint64_t pending_record, pending_address;
  int pending_size;
  int pending_buffered;
  uint64_t pending_before;
  uint64_t hold;            /* it rests until this scheduling point */
  uintptr_t stack_low, stack_high;
  unsigned long pthread;
  int detached;
};

extern struct thread threads[MOST_THREADS];
extern int thread_count;
extern __thread struct thread *self;

void schedule_start(void);
uint64_t schedule_random(void);
int schedule_add(void);                       /* a new thread, runnable; its number */
void schedule_begin(int thread);              /* called by the new thread: waits for its first turn */
void schedule_point(void);                    /* perhaps somebody else goes on first */
void schedule_yield(void);                    /* somebody else goes on, if anybody can */
int schedule_wait(const void *object, int timed); /* until woken: 1, or by time: 0 */
void schedule_wake(const void *object, int most);
void schedule_sleep(uint64_t points, uint64_t ns); /* how long in points, and on the clock */
void schedule_outside(void);                  /* gives the turn up for a system call that may block */
void schedule_inside(void);
void schedule_end(void);                      /* the calling thread is done */
void schedule_stop(void);                     /* the program is */
#pragma GCC visibility pop
#endif
