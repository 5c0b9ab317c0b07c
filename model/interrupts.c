/*
 * Interrupt handlers, as Dartagnan's programs register them. A handler runs once, in the thread that registered it, between any two of its
 * events. While it runs, its thread stands still and nothing interrupts it. A handler that has not come when its thread ends comes later, as
 * a thread of its own: that thread is there from the beginning and waits to be let go.
 *
 * `link` makes one call of __VERIFIER_make_interrupt_handler and the pthread_create behind it: __model_create_handler.
 */
#include <signal.h>

#include "include/objects.h"

enum { MODEL_MOST_HANDLERS = 4 };
struct model_handler {
  void *(*f)(void *);
  void *argument;
  int thread;
  int registered;
  int pending;
};
static _Thread_local struct model_handler __model_handlers[MODEL_MOST_HANDLERS];
static _Thread_local int __model_disabled;
/* What the thread of a handler is told at the end of the thread that registered it. */
enum { MODEL_RUNS = 1, MODEL_HAS_COME = 2 };
static _Thread_local int __model_shown_handler;
/* A cell that no thread writes, for a thread that waits for a handler that cannot come. */
static int __model_shown_interrupt;
int __model_has_handlers;

static void __model_begin_handler(void *start, void *argument, unsigned long blocked) {
  (void)blocked;
  int told = __diptych_await(&__model_shown_handler, DIPTYCH_GE, MODEL_RUNS, __ATOMIC_ACQUIRE, &__model_shown_handler, "the end of its thread");
  if (told == MODEL_RUNS) ((void *(*)(void *))start)(argument);
  __diptych_end();
}

int __model_create_handler(pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int __model_create_handler(pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  (void)attributes;
  __atomic_store_n(&__model_has_handlers, 1, __ATOMIC_RELAXED);
  int t = __diptych_spawn_with(__model_begin_handler, (void *)start, argument, handle, 0), found = 0;
  for (int k = 0; k < MODEL_MOST_HANDLERS; k++)
    if (!found && !__model_handlers[k].registered) {
      found = 1;
      __model_handlers[k].f = start;
      __model_handlers[k].argument = argument;
      __model_handlers[k].thread = t;
      __model_handlers[k].registered = 1;
      __model_handlers[k].pending = 1;
    }
  if (!found) __diptych_cut("limit", "4 interrupt handlers of a thread");
  return 0;
}

void __VERIFIER_make_interrupt_handler(void);
void __VERIFIER_make_interrupt_handler(void) { __diptych_refuse("an interrupt handler without a pthread_create right behind it is not supported"); }
void __VERIFIER_disable_irq(void);
void __VERIFIER_disable_irq(void) {
  __diptych_between(0);
  __model_disabled = 1;
  __diptych_between_end();
}
void __VERIFIER_enable_irq(void);
void __VERIFIER_enable_irq(void) { __model_disabled = 0; }

static void __model_run_handler(int k) {
  __model_handlers[k].pending = 0;
  __model_handlers[k].f(__model_handlers[k].argument);
}

static int __model_offer_handler(int k) {
  if (!__model_handlers[k].pending || __model_disabled || !__diptych_choose(2)) return 0;
  __model_run_handler(k);
  return 1;
}

/* Every order of four is a part of this one. Nothing comes in a round if nothing has come in the round before. */
void __model_handler_points(void) {
  int come = __model_offer_handler(0);
  come |= __model_offer_handler(1);
  come |= __model_offer_handler(2);
  come |= __model_offer_handler(3);
  if (!come) return;
  come = __model_offer_handler(0);
  come |= __model_offer_handler(1);
  come |= __model_offer_handler(2);
  if (!come) return;
  come = __model_offer_handler(0);
  come |= __model_offer_handler(3);
  come |= __model_offer_handler(1);
  if (!come) return;
  __model_offer_handler(0);
  __model_offer_handler(2);
}

int __model_handlers_may_come(void) {
  int may = 0;
  for (int k = 0; k < MODEL_MOST_HANDLERS; k++) may |= __model_handlers[k].pending && !__model_disabled;
  return may;
}

/* A thread that joins a handler of its own waits until it has come. 0: it is another thread. */
int __model_join_handler(int t) {
  int own = 0;
  for (int k = 0; k < MODEL_MOST_HANDLERS; k++)
    if (__model_handlers[k].registered && __model_handlers[k].thread == t) {
      own = 1;
      __diptych_between(0);
      if (__model_handlers[k].pending && !__model_disabled) __model_run_handler(k);
      __diptych_between_end();
      if (__model_handlers[k].pending)
        __diptych_take(&__model_shown_interrupt, DIPTYCH_EQ, 1, DIPTYCH_SET, 1, &__model_shown_interrupt, "an interrupt handler");
    }
  return own;
}

/* At the end of a thread: of several handlers that are left, all come, each in a thread of its own. None does when the process ends. */
void __model_leave_handlers(void) {
  __diptych_between(0);
  for (int k = 0; k < MODEL_MOST_HANDLERS; k++)
    if (__model_handlers[k].registered) {
      int *told = __diptych_of_thread(&__model_shown_handler, __model_handlers[k].thread);
      if (__diptych_self() != 0 && __model_handlers[k].pending && !__model_disabled) __atomic_store_n(told, MODEL_RUNS, __ATOMIC_RELEASE);
      else __atomic_store_n(told, MODEL_HAS_COME, __ATOMIC_RELEASE);
      __model_handlers[k].pending = 0;
    }
  __diptych_between_end();
}
