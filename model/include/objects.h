/*
 * The objects of pthreads as the model uses them. They lie where glibc has them: the static initialisers of its headers make a mutex of
 * the right kind, and everything else begins as zeros. Handles of threads are numbers: that of the thread, and one of its own for main.
 *
 * Names that begin with __model_ are the model's own.
 */
#ifndef DIPTYCH_OBJECTS_H
#define DIPTYCH_OBJECTS_H

#include <pthread.h>
#include <semaphore.h>

#include "diptych.h"

/* The holder is the number of the thread plus 1; the kind lies at byte 16. */
struct model_mutex {
  int holder;
  /* How often its holder has locked a recursive mutex. */
  int depth;
  /* Of a robust mutex: MODEL_DIED or MODEL_LOST. */
  int fate;
  int unused;
  int kind;
};

enum { MODEL_NORMAL = 0, MODEL_RECURSIVE = 1, MODEL_ERRORCHECK = 2, MODEL_ADAPTIVE = 3, MODEL_KINDS = 3, MODEL_ROBUST = 16 };
/* The holder of a robust mutex died; a thread unlocked it without making it consistent. */
enum { MODEL_DIED = 1, MODEL_LOST = 2 };

/* 0: free, n: n readers, -t: thread t - 1 writes. */
struct model_rwlock {
  int state;
};

struct model_semaphore {
  int value;
};

/* The number of arrivals, and the number of threads that make a round: 0 for one that is not initialised. */
struct model_barrier {
  int come;
  int round;
};

/* The number of threads that wait, kept where several threads may. */
struct model_condition {
  int waiting;
};

_Static_assert(sizeof(struct model_mutex) <= sizeof(pthread_mutex_t), "a mutex has the room of glibc's");
_Static_assert(sizeof(struct model_semaphore) <= sizeof(sem_t), "a semaphore has the room of glibc's");
_Static_assert(sizeof(struct model_barrier) <= sizeof(pthread_barrier_t), "a barrier has the room of glibc's");

/* pthread_self() of main: beyond the number of every thread, and divisible by the numbers up to 16. */
enum { MODEL_MAIN = 720720 };

/* The number that a gate holds while its thread waits for the object: never MODEL_OPEN or MODEL_CLOSED. */
enum { MODEL_OPEN = 0, MODEL_CLOSED = 1 };
/* A small function. It is put where it is called when the library is made, so that no program has to follow the call. */
#define MODEL_SMALL static inline __attribute__((always_inline))

MODEL_SMALL int __model_mark(const void *object) { return (int)(long)object; }

/* Sets errno and returns -1. */
int __model_fail(int code);
/* The number of the thread with that handle; -1 for 0, which is the handle of no thread. */
MODEL_SMALL int __model_thread(unsigned long handle) { return handle == MODEL_MAIN ? 0 : handle == 0 ? -1 : (int)handle; }
extern int __model_explicit_scheduling;
/* The same, and a finding if there is no such thread. */
int __model_named_thread(unsigned long handle);
/* Whether t can be a point of time, and whether it can be a span of time. */
int __model_is_time(const struct timespec *t);
int __model_is_pause(const struct timespec *t);
/* Whether that is a clock that waits are told by, and whether it is one at all. */
int __model_is_clock(int clock);
int __model_is_any_clock(int clock);
/* What the clock of the thread says, and that a long time goes by. */
long __model_clock_seconds(void);
void __model_clock_sleeps(void);

/* The gate of a thread: MODEL_CLOSED, MODEL_OPEN once it is woken, or the mark of the condition that it waits for. */
extern _Thread_local int __model_gate;
/* Bits of MODEL_CANCELLED and so on; written only in programs that cancel threads. */
extern _Thread_local int __model_cancel;
enum { MODEL_CANCELLED = 1, MODEL_UNCANCELLABLE = 2, MODEL_WOKEN_BY_CANCEL = 4 };
/* Whether some thread may cancel this one: a constant, after propagation. */
extern _Thread_local int __model_cancel_sent;
MODEL_SMALL int __model_may_be_cancelled(void) { return __diptych_written(&__model_cancel_sent); }
/* Whether this thread is cancelled and acts on it, and ends it then. */
int __model_cancelled(void);
void __model_cancel_point(void);
/* 1 once the thread has ended. */
extern _Thread_local int __model_ended;
int __model_has_ended(unsigned long handle);

/* What runs when a thread ends early: a function of the model, or the frame of a pthread_cleanup_push. */
struct model_cleanup {
  struct model_cleanup *previous;
  void (*routine)(void *);
  void *argument;
  long *landing;
};
extern _Thread_local struct model_cleanup *__model_cleanups;

/* Interrupt handlers of verifiers: written where there are any; points at which they may come; whether one may; a thread that joins one of
   its own; a thread that ends. */
extern int __model_has_handlers;
void __model_handler_points(void);
int __model_handlers_may_come(void);
int __model_join_handler(int t);
void __model_leave_handlers(void);
/* A thread begins, with the signals that its creator blocks: from here on signals may come, if there are any. */
void __model_begin_signals(unsigned long blocked);
/* Whether there are any: a constant, after propagation. The first is written by a program that has to do with signals. */
extern int __model_used[];
MODEL_SMALL int __model_has_signals(void) { return __diptych_written(&__model_used[0]) || __diptych_written(&__model_has_handlers); }
/* A thread starts another: the signals that it blocks. */
unsigned long __model_inherited_mask(void);

/* Written by a program that makes a robust mutex. No static initialiser makes one. */
extern int __model_has_robust;
MODEL_SMALL int __model_is_robust(const struct model_mutex *m) {
  return __diptych_written(&__model_has_robust) && (m->kind & MODEL_ROBUST) != 0;
}
/* A robust mutex that was taken, and one that is about to be given back. */
int __model_robust_taken(struct model_mutex *m);
void __model_robust_leaves(struct model_mutex *m);
/* What a thread does last. */
void __model_robust_dies(void);
void __model_destroy_values(void);
/* Written by a program that has keys. */
extern int __model_key_count;
void __model_destroy_objects(void);
extern _Thread_local struct model_object_end *__model_object_ends;
void __model_end_thread(void *result) __attribute__((noreturn));
/* A wait for a condition: the thread registers, gives back its mutex, and then waits to be woken. */
void __model_register(struct model_condition *c);
void __model_pass(struct model_condition *c, int timed);

#endif
