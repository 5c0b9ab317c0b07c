/*
 * Signals. Actions belong to the process, masks and signals that wait to threads. A signal that a thread sends itself, and one that it
 * unblocks, is delivered before the function that did it returns. A signal of another thread or from outside may come between any two
 * events of a thread: `between` says so.
 *
 * A signal comes from outside if it has a handler and the program sends no signals itself: once to each thread. One that a timer was set
 * for comes once, to one thread, also where the program sends others.
 *
 * Plain variables of a thread are touched by that thread alone and become registers. Most of the others are only asked whether anything
 * writes them, which is decided before the program runs.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

#include "include/objects.h"

enum { MODEL_MOST_SIGNAL = 64 };

struct model_action {
  void (*handler)(int);
  int flags;
  unsigned long mask;
};
static struct model_action __model_actions[MODEL_MOST_SIGNAL + 1];
/* The same for main alone. It is read where no other thread changes actions. */
static _Thread_local struct model_action __model_actions_of_main[MODEL_MOST_SIGNAL + 1];

/* The set of signals that the thread blocks, and whether each of them is blocked. */
static _Thread_local unsigned long __model_blocked;
static _Thread_local int __model_blocks[MODEL_MOST_SIGNAL + 1];
/* The thread has sent itself the signal while it blocked it. */
static _Thread_local int __model_waiting[MODEL_MOST_SIGNAL + 1];
/* The signal is still to come from outside. */
static _Thread_local int __model_coming[MODEL_MOST_SIGNAL + 1];
/* A handler has run. */
static _Thread_local int __model_ran;
/* The thread has started others. */
static _Thread_local int __model_started;

/* Signals that threads send to a thread, and to the process: reports name these cells. MODEL_NO_MORE: no thread sends one any more. */
enum { MODEL_NO_SIGNAL, MODEL_ONE_SIGNAL, MODEL_NO_MORE };
static _Thread_local int __model_shown_signals[MODEL_MOST_SIGNAL + 1];
static int __model_shown_signals_of_process[MODEL_MOST_SIGNAL + 1];
/* A cell that no thread writes, for a thread that waits for a signal that cannot come. */
static int __model_shown_signal;

/* Written where a signal is sent or has an action, where it may have a handler, where a timer is set for it. Of number 0: of any signal. */
int __model_used[MODEL_MOST_SIGNAL + 1];
static int __model_handled[MODEL_MOST_SIGNAL + 1];
static int __model_timed[MODEL_MOST_SIGNAL + 1];
/* Written where an action has flags and masks of that kind. */
static int __model_undeferred[MODEL_MOST_SIGNAL + 1];
static int __model_reset[MODEL_MOST_SIGNAL + 1];
static int __model_informed[MODEL_MOST_SIGNAL + 1];
static int __model_masked[MODEL_MOST_SIGNAL + 1];
/* Written where other threads than main change actions, and where handlers change what is blocked. */
static int __model_others_act;
static int __model_handlers_block;
/* Written where a signal is sent; where one is sent to the thread, and to the process. */
static int __model_sends;
static _Thread_local int __model_is_sent[MODEL_MOST_SIGNAL + 1];
static int __model_is_sent_to_process[MODEL_MOST_SIGNAL + 1];

#define MODEL_NOTE(place) __atomic_store_n(&(place), 1, __ATOMIC_RELAXED)
#define MODEL_NEXT(number) __diptych_next_written(__model_used, number, MODEL_MOST_SIGNAL + 1)
#define MODEL_EACH_SIGNAL(number) for (int number = MODEL_NEXT(0); number <= MODEL_MOST_SIGNAL; number = MODEL_NEXT(number))

/* Those of them that may come from other threads or from outside. It is written out, since inlining takes one call at a time. */
#define MODEL_EACH_COMING(number)                                                                                      \
  MODEL_EACH_SIGNAL(number)                                                                                            \
  if (((!__diptych_written(&__model_sends) || __diptych_written(&__model_timed[number])) &&                            \
       __diptych_written(&__model_handled[number])) ||                                                                 \
      __diptych_written(&__model_is_sent[number]) || __diptych_written(&__model_is_sent_to_process[number]))

static void __model_note_use(int number) {
  MODEL_NOTE(__model_used[0]);
  MODEL_NOTE(__model_used[number]);
}

static unsigned long __model_bit(int number) { return 1ul << (number - 1); }
static int __model_is_signal(int number) { return number >= 1 && number <= MODEL_MOST_SIGNAL; }
static unsigned long *__model_set(const sigset_t *set) { return (unsigned long *)set; }

int sigemptyset(sigset_t *set) {
  *__model_set(set) = 0;
  return 0;
}
int sigfillset(sigset_t *set) {
  *__model_set(set) = -1ul;
  return 0;
}
int sigaddset(sigset_t *set, int number) {
  if (!__model_is_signal(number)) return __model_fail(EINVAL);
  *__model_set(set) |= __model_bit(number);
  return 0;
}
int sigdelset(sigset_t *set, int number) {
  if (!__model_is_signal(number)) return __model_fail(EINVAL);
  *__model_set(set) &= ~__model_bit(number);
  return 0;
}
int sigismember(const sigset_t *set, int number) {
  if (!__model_is_signal(number)) return __model_fail(EINVAL);
  return (*__model_set(set) & __model_bit(number)) != 0;
}
int sigisemptyset(const sigset_t *set) { return *__model_set(set) == 0; }

static int __model_does_nothing(int number) {
  return number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH;
}
static int __model_stops(int number) { return number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU; }
/* These say that something went wrong. */
static int __model_is_wrong(int number) {
  return number == SIGQUIT || number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGBUS || number == SIGFPE ||
         number == SIGSEGV || number == SIGSYS;
}

/* These come of mistakes of a thread, which are findings. */
static int __model_is_fault(int number) { return number != SIGQUIT && __model_is_wrong(number); }

/* `may_be`: the signal may as well be another. */
static void __model_default_action(int number, int may_be) {
  if (__model_does_nothing(number)) return;
  if (__model_stops(number)) {
    if (may_be) __diptych_cut("unroll", "");
    __diptych_refuse("a signal that stops the process is not supported");
  }
  if (__model_is_wrong(number)) abort();
  _exit(128 + number);
}

static int __model_is_main_acting(void) { return __diptych_self() == 0 && !__diptych_written(&__model_others_act); }

/* The parts of the action of a signal. */
#define MODEL_ACTION(type, part)                                                                                      \
  static type __model_##part##_of(int number) {                                                                       \
    return __model_is_main_acting() ? __model_actions_of_main[number].part                                            \
                                    : __atomic_load_n(&__model_actions[number].part, __ATOMIC_ACQUIRE);               \
  }                                                                                                                   \
  static void __model_set_##part##_of(int number, type value) {                                                       \
    if (__diptych_self() != 0) __atomic_store_n(&__model_others_act, 1, __ATOMIC_RELAXED);                             \
    if (__model_is_main_acting()) __model_actions_of_main[number].part = value;                                       \
    if (__diptych_threads() > 1) __atomic_store_n(&__model_actions[number].part, value, __ATOMIC_RELEASE);            \
  }
MODEL_ACTION(sighandler_t, handler)
MODEL_ACTION(int, flags)
MODEL_ACTION(unsigned long, mask)

/* Whether the signal comes from outside; each thread then knows itself whether it is still to come, unless a timer sends it to one of several. */
static int __model_is_from_outside(int number) {
  return (!__diptych_written(&__model_sends) || __diptych_written(&__model_timed[number])) && __diptych_written(&__model_handled[number]) &&
         !__model_is_fault(number);
}
static int __model_comes_here(int number) {
  return __model_is_from_outside(number) && (__diptych_threads() == 1 || !__diptych_written(&__model_timed[number]));
}

static void __model_set_mask(unsigned long mask) {
  __model_blocked = mask;
  MODEL_EACH_SIGNAL(number) __model_blocks[number] = mask >> (number - 1) & 1;
}

static int __model_interrupts(int ask);

/* A point between two events. */
static void __model_point(void) {
  __diptych_between(0);
  __diptych_between_end();
}

/* A handler has three parameters or fewer. One that asks for it is told about the signal: a process sent it, this one. */
typedef void (*model_handler)(int, siginfo_t *, void *);

/* Runs the handler with more signals blocked. Signals that wait then are delivered by the caller. */
static void __model_run(int number, sighandler_t handler) {
  unsigned long before = __model_blocked, mask = __diptych_written(&__model_masked[number]) ? __model_mask_of(number) : 0;
  int all = __diptych_written(&__model_masked[number]) || __diptych_written(&__model_handlers_block);
  int own = __model_blocks[number], blocks[MODEL_MOST_SIGNAL + 1];
  if (__diptych_written(&__model_reset[number]) && __model_flags_of(number) & SA_RESETHAND) __model_set_handler_of(number, SIG_DFL);
  if (all) {
    MODEL_EACH_SIGNAL(other) {
      blocks[other] = __model_blocks[other];
      if (mask >> (other - 1) & 1) __model_blocks[other] = 1;
    }
  }
  if (!__diptych_written(&__model_undeferred[number]) || !(__model_flags_of(number) & SA_NODEFER)) {
    mask |= __model_bit(number);
    __model_blocks[number] = 1;
  }
  __model_blocked = before | mask;
  __diptych_between(__model_interrupts);
  if (__diptych_written(&__model_informed[number])) {
    siginfo_t information = {.si_signo = number, .si_code = SI_USER};
    information.si_pid = getpid();
    ((model_handler)(void *)handler)(number, __model_flags_of(number) & SA_SIGINFO ? &information : 0, 0);
  } else ((model_handler)(void *)handler)(number, 0, 0);
  __diptych_between_end();
  __model_blocked = before;
  if (all) {
    MODEL_EACH_SIGNAL(other) __model_blocks[other] = blocks[other];
  } else __model_blocks[number] = own;
  __model_ran = 1;
}

static void __model_handle(int number, int may_be) {
  sighandler_t handler = __model_handler_of(number);
  if (handler == SIG_IGN) return;
  if (handler == SIG_DFL) __model_default_action(number, may_be);
  else __model_run(number, handler);
}

/* Delivers signals that the thread has sent itself and no longer blocks. Each of several may be the first. */
static void __model_deliver(void) {
  for (;;) {
    int ready = 0, first = 0;
    MODEL_EACH_SIGNAL(number) ready += __model_waiting[number] && !__model_blocks[number];
    if (ready == 0) return;
    if (ready > 1) first = __diptych_choose(ready);
    MODEL_EACH_SIGNAL(number) if (__model_waiting[number] && !__model_blocks[number] && first-- == 0) {
      __model_waiting[number] = 0;
      __model_handle(number, 1);
    }
  }
}

static void __model_send_to_itself(int number, int may_be) {
  if (__model_blocks[number]) __model_waiting[number] = 1;
  else {
    __model_handle(number, may_be);
    __model_deliver();
  }
}

/* Cells in which the signal may be for this thread: bits of MODEL_OWN and MODEL_COMMON. */
enum { MODEL_OWN = 1, MODEL_COMMON = 2 };
static int __model_cells(int number) {
  if (__diptych_threads() == 1 || __model_comes_here(number)) return 0;
  return (__diptych_written(&__model_is_sent[number]) ? MODEL_OWN : 0) |
         (__diptych_written(&__model_is_sent_to_process[number]) ? MODEL_COMMON : 0);
}
static int __model_has_handler(int number) {
  sighandler_t handler = __model_handler_of(number);
  return handler != SIG_DFL && handler != SIG_IGN;
}

/* A signal comes from outside only while it has a handler. */
static void __model_handle_arrived(int number) {
  if (__model_is_from_outside(number)) {
    sighandler_t handler = __model_handler_of(number);
    __diptych_assume(handler != SIG_DFL && handler != SIG_IGN);
    __model_run(number, handler);
  } else __model_handle(number, 1);
}

/* Whether the signal may reach the thread here. */
static int __model_may_come(int number) {
  if (__model_blocks[number]) return 0;
  if (__model_is_main_acting() && __model_is_from_outside(number) && !__model_has_handler(number)) return 0;
  return __model_comes_here(number) ? __model_coming[number] : __model_cells(number) != 0;
}

/* Takes a signal that is in the cell, in executions in which there is one. */
static void __model_claim(int *cell) {
  __diptych_assume(__atomic_exchange_n(cell, MODEL_NO_SIGNAL, __ATOMIC_SEQ_CST) == MODEL_ONE_SIGNAL);
}

static void __model_offer(int number) {
  if (!__model_may_come(number)) return;
  if (__model_comes_here(number)) {
    if (!__diptych_comes(number)) return;
    __model_coming[number] = 0;
  } else {
    int cells = __model_cells(number), way = __diptych_choose(cells == (MODEL_OWN | MODEL_COMMON) ? 3 : 2);
    if (way == 0) return;
    if (cells == MODEL_OWN || (cells != MODEL_COMMON && way == 1)) __model_claim(&__model_shown_signals[number]);
    if (cells == MODEL_COMMON || (cells != MODEL_OWN && way == 2)) __model_claim(&__model_shown_signals_of_process[number]);
  }
  __model_handle_arrived(number);
  __model_deliver();
}

/* Every order of two signals at a point: each once, and the first again. */
static void __model_points(void) {
  int first = 0, more = 0;
  MODEL_EACH_COMING(number) {
    if (first == 0) first = number;
    else more = 1;
    __model_offer(number);
  }
  if (more) __model_offer(first);
}

/* Whether a signal may end a wait that begins here. If other threads may send one, either some does, or from now on none does. */
static int __model_may_end_wait(void) {
  int may = 0, cells = 0;
  MODEL_EACH_COMING(number) {
    int own = __model_cells(number), comes = __model_may_come(number);
    may |= comes;
    if (own && comes) cells |= own;
  }
  if (!cells || !may) return may;
  if (__diptych_choose(2)) return 1;
  MODEL_EACH_COMING(number) if (__model_may_come(number)) {
    int own = __model_cells(number);
    if (own & MODEL_OWN)
      __diptych_assume(__atomic_exchange_n(&__model_shown_signals[number], MODEL_NO_MORE, __ATOMIC_SEQ_CST) != MODEL_ONE_SIGNAL);
    if (own & MODEL_COMMON)
      __diptych_assume(__atomic_exchange_n(&__model_shown_signals_of_process[number], MODEL_NO_MORE, __ATOMIC_SEQ_CST) != MODEL_ONE_SIGNAL);
  }
  return 0;
}

/* Runs between two events of the thread. */
static int __model_interrupts(int ask) {
  int handlers = __diptych_written(&__model_has_handlers);
  if (ask == DIPTYCH_WAITS) {
    if (handlers && __model_handlers_may_come()) return 1;
    return __model_may_end_wait();
  }
  if (ask == DIPTYCH_COMES) {
    if (handlers) __model_handler_points();
    __model_points();
    return 0;
  }
  MODEL_EACH_COMING(number) if (__model_may_come(number)) {
    if (__diptych_choose(2)) __diptych_cut("unroll", "");
    return 0;
  }
  return 0;
}

/* Called when a thread begins, with the signals that its creator blocks. */
void __model_begin_signals(unsigned long blocked) {
  if (!__model_has_signals()) return;
  __model_set_mask(blocked);
  MODEL_EACH_SIGNAL(number) if (__model_comes_here(number) && !__diptych_written(&__model_timed[number])) __model_coming[number] = 1;
  __diptych_between(__model_interrupts);
}

/* Called when a thread starts another: the signals that it blocks. */
unsigned long __model_inherited_mask(void) {
  __model_started = 1;
  return __model_blocked;
}

/* A new action that ignores the signal drops one that waits. */
static void __model_act_on(int number, sighandler_t handler, int flags, unsigned long mask) {
  if (handler != SIG_DFL && handler != SIG_IGN) MODEL_NOTE(__model_handled[number]);
  if (flags & SA_NODEFER) MODEL_NOTE(__model_undeferred[number]);
  if (flags & SA_RESETHAND) MODEL_NOTE(__model_reset[number]);
  if (flags & SA_SIGINFO) MODEL_NOTE(__model_informed[number]);
  if (mask) MODEL_NOTE(__model_masked[number]);
  __model_set_flags_of(number, flags);
  __model_set_mask_of(number, mask);
  __model_set_handler_of(number, handler);
  if (handler != SIG_IGN && !(handler == SIG_DFL && __model_does_nothing(number))) return;
  __model_waiting[number] = 0;
  if (__model_is_from_outside(number)) return;
  for (int t = 0; t < __diptych_threads(); t++) {
    int *cell = __diptych_of_thread(&__model_shown_signals[number], t);
    if (__diptych_written(__diptych_of_thread(&__model_is_sent[number], t))) __atomic_fetch_and(cell, MODEL_NO_MORE, __ATOMIC_SEQ_CST);
  }
  if (__diptych_written(&__model_is_sent_to_process[number]))
    __atomic_fetch_and(&__model_shown_signals_of_process[number], MODEL_NO_MORE, __ATOMIC_SEQ_CST);
}

static void __model_act(int number, sighandler_t handler, int flags, unsigned long mask) {
  __model_note_use(number);
  __diptych_between(0);
  MODEL_EACH_SIGNAL(one) if (one == number) __model_act_on(one, handler, flags, mask);
  __diptych_between_end();
}

int sigaction(int number, const struct sigaction *given, struct sigaction *before) {
  if (!__model_is_signal(number) || (given && (number == SIGKILL || number == SIGSTOP))) return __model_fail(EINVAL);
  if (before) {
    before->sa_handler = __model_handler_of(number);
    before->sa_flags = __model_flags_of(number);
    *__model_set(&before->sa_mask) = __model_mask_of(number);
  }
  if (given) __model_act(number, given->sa_handler, given->sa_flags, *__model_set(&given->sa_mask));
  return 0;
}

sighandler_t signal(int number, sighandler_t handler) {
  if (!__model_is_signal(number) || number == SIGKILL || number == SIGSTOP || handler == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  sighandler_t before = __model_handler_of(number);
  __model_act(number, handler, SA_RESTART, 0);
  return before;
}
sighandler_t bsd_signal(int number, sighandler_t handler) { return signal(number, handler); }
sighandler_t ssignal(int number, sighandler_t handler) { return signal(number, handler); }

/* Delivers the signals that other threads have sent while the thread blocked them. */
static void __model_deliver_sent(int number) {
  int cells = __model_is_from_outside(number) ? 0 : __model_cells(number);
  if (cells & MODEL_OWN &&
      __atomic_fetch_and(&__model_shown_signals[number], MODEL_NO_MORE, __ATOMIC_SEQ_CST) == MODEL_ONE_SIGNAL) {
    __model_handle(number, 0);
    __model_deliver();
  }
  if (cells & MODEL_COMMON &&
      __atomic_fetch_and(&__model_shown_signals_of_process[number], MODEL_NO_MORE, __ATOMIC_SEQ_CST) == MODEL_ONE_SIGNAL) {
    __model_handle(number, 0);
    __model_deliver();
  }
}

int pthread_sigmask(int how, const sigset_t *given, sigset_t *before) {
  unsigned long now = __model_blocked;
  int blocks[MODEL_MOST_SIGNAL + 1];
  if (before) *__model_set(before) = now;
  if (!given) return 0;
  if (how == SIG_BLOCK) now |= *__model_set(given);
  else if (how == SIG_UNBLOCK) now &= ~*__model_set(given);
  else if (how == SIG_SETMASK) now = *__model_set(given);
  else return EINVAL;
  __model_point();
  if (__diptych_within((void *)__model_run)) MODEL_NOTE(__model_handlers_block);
  MODEL_EACH_SIGNAL(number) blocks[number] = __model_blocks[number];
  __model_set_mask(now & ~(__model_bit(SIGKILL) | __model_bit(SIGSTOP)));
  __model_deliver();
  MODEL_EACH_SIGNAL(number) if (blocks[number] && !__model_blocks[number]) __model_deliver_sent(number);
  __model_point();
  return 0;
}
int sigprocmask(int how, const sigset_t *given, sigset_t *before) {
  int code = pthread_sigmask(how, given, before);
  return code ? __model_fail(code) : 0;
}

static int __model_is_in(int *cell) { return __atomic_load_n(cell, __ATOMIC_ACQUIRE) == MODEL_ONE_SIGNAL; }

static unsigned long __model_pending_signals(void) {
  unsigned long set = 0;
  MODEL_EACH_SIGNAL(number) {
    int cells = __model_is_from_outside(number) ? 0 : __model_cells(number), is_there = __model_waiting[number];
    if (cells & MODEL_OWN) is_there |= __model_is_in(&__model_shown_signals[number]);
    if (cells & MODEL_COMMON) is_there |= __model_is_in(&__model_shown_signals_of_process[number]);
    if (is_there && __model_blocks[number]) set |= __model_bit(number);
  }
  return set;
}
int sigpending(sigset_t *set) {
  *__model_set(set) = __model_pending_signals();
  return 0;
}

/* In programs that send signals none comes from outside, unless only handlers send them. */
static void __model_note_sending(int number) {
  __model_note_use(number);
  if (!__diptych_within((void *)__model_run)) MODEL_NOTE(__model_sends);
}

/* One that is there already is the same signal. */
static void __model_leave_signal(int *cell) {
  __diptych_assume(__atomic_fetch_or(cell, MODEL_ONE_SIGNAL, __ATOMIC_SEQ_CST) < MODEL_NO_MORE);
}

int raise(int number) {
  if (number < 0 || number > MODEL_MOST_SIGNAL) return __model_fail(EINVAL);
  if (number == 0) return 0;
  __model_note_sending(number);
  __model_point();
  MODEL_EACH_SIGNAL(one) if (one == number) __model_send_to_itself(one, !__diptych_known(number));
  return 0;
}

int pthread_kill(pthread_t handle, int number) {
  int t = __model_named_thread(handle);
  if (number < 0 || number > MODEL_MOST_SIGNAL) return EINVAL;
  if (number == 0) return 0;
  if (t == __diptych_self()) return raise(number);
  __model_note_sending(number);
  __model_point();
  MODEL_EACH_SIGNAL(one) if (one == number) {
    MODEL_NOTE(*(int *)__diptych_of_thread(&__model_is_sent[one], t));
    __model_leave_signal(__diptych_of_thread(&__model_shown_signals[one], t));
  }
  return 0;
}

/* A signal for the process goes to any thread that does not block it. If this one does not, one of them takes it before kill returns. */
static void __model_kill(int number, int may_be) {
  if (__diptych_threads() == 1 || (__diptych_self() == 0 && !__model_started && !__model_blocks[number])) {
    __model_send_to_itself(number, may_be);
    return;
  }
  int *cell = &__model_shown_signals_of_process[number];
  MODEL_NOTE(__model_is_sent_to_process[number]);
  if (__model_blocks[number]) __model_leave_signal(cell);
  else if (__diptych_choose(2)) {
    __model_handle(number, may_be);
    __model_deliver();
  } else {
    __model_leave_signal(cell);
    __diptych_between(0);
    __diptych_interruptible(1);
    __diptych_await(cell, DIPTYCH_EQ, MODEL_NO_SIGNAL, __ATOMIC_RELAXED, cell, "a thread that takes the signal");
    __diptych_interruptible(0);
    __diptych_between_end();
  }
}
int kill(pid_t process, int number) {
  if (number < 0 || number > MODEL_MOST_SIGNAL) return __model_fail(EINVAL);
  if (process != 0 && process != getpid() && process != -getpid()) return __model_fail(ESRCH);
  if (number == 0) return 0;
  __model_note_sending(number);
  __model_point();
  MODEL_EACH_SIGNAL(one) if (one == number) __model_kill(one, !__diptych_known(number));
  return 0;
}

/* Ways in which the signal may reach the thread while it waits: 0, 1 or 2 of them. */
static int __model_ways(int number) {
  int cells = __model_cells(number);
  if (__model_comes_here(number)) return 1;
  return (cells & MODEL_OWN ? 1 : 0) + (cells & MODEL_COMMON ? 1 : 0);
}

static void __model_wait_for_nothing(void) {
  __diptych_take(&__model_shown_signal, DIPTYCH_EQ, 1, DIPTYCH_SET, 1, &__model_shown_signal, "a signal");
}

static void __model_take_from(int *cell, int several) {
  if (several) {
    __diptych_interruptible(1);
    __diptych_take(cell, DIPTYCH_EQ, MODEL_ONE_SIGNAL, DIPTYCH_SET, MODEL_NO_SIGNAL, cell, "a signal");
    __diptych_interruptible(0);
  } else __diptych_take(cell, DIPTYCH_EQ, MODEL_ONE_SIGNAL, DIPTYCH_SET, MODEL_NO_SIGNAL, cell, "a signal");
}

/* Waits until the signal arrives in that way. */
static void __model_arrive(int number, int way, int several) {
  if (__model_comes_here(number)) {
    __diptych_assume(__model_coming[number]);
    __model_coming[number] = 0;
  } else if (__model_cells(number) == MODEL_OWN) __model_take_from(&__model_shown_signals[number], several);
  else if (__model_cells(number) == MODEL_COMMON || way == 1) __model_take_from(&__model_shown_signals_of_process[number], several);
  else __model_take_from(&__model_shown_signals[number], several);
}

/* A signal of the set: one that the thread has sent itself, or the first that comes. From outside any of them comes. */
static int __model_take_signal(unsigned long set) {
  int own = 0, ways = 0, chosen, taken = 0;
  MODEL_EACH_SIGNAL(number) own += __model_waiting[number] && set >> (number - 1) & 1;
  if (own) {
    chosen = __diptych_choose(own);
    MODEL_EACH_SIGNAL(number) if (__model_waiting[number] && set >> (number - 1) & 1 && chosen-- == 0) {
      __model_waiting[number] = 0;
      taken = number;
    }
    return taken;
  }
  if (!__diptych_written(&__model_sends)) {
    if (set == 0) __model_wait_for_nothing();
    if (__diptych_known(set)) {
      chosen = __diptych_choose(__builtin_popcountl(set));
      for (int number = 1; number <= MODEL_MOST_SIGNAL; number++)
        if (set >> (number - 1) & 1 && chosen-- == 0) taken = number;
      return taken;
    }
    taken = 1 + __diptych_choose(MODEL_MOST_SIGNAL);
    __diptych_assume(set >> (taken - 1) & 1);
    return taken;
  }
  MODEL_EACH_SIGNAL(number) if (set >> (number - 1) & 1) ways += __model_ways(number);
  if (ways == 0) __model_wait_for_nothing();
  chosen = __diptych_choose(ways);
  MODEL_EACH_SIGNAL(number) if (set >> (number - 1) & 1) {
    int own_ways = __model_ways(number);
    if (chosen >= 0 && chosen < own_ways) {
      __model_arrive(number, chosen, ways > 1);
      taken = number;
    }
    chosen -= own_ways;
  }
  return taken;
}
/* A signal that comes during the wait may as well come before or after it. */
static int __model_wait_signal(unsigned long set) {
  __diptych_between(0);
  int number = __model_take_signal(set);
  __diptych_between_end();
  return number;
}
int sigwait(const sigset_t *restrict set, int *restrict number) {
  *number = __model_wait_signal(*__model_set(set));
  return 0;
}
int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict information) {
  int number = __model_wait_signal(*__model_set(set));
  if (information) information->si_signo = number;
  return number;
}
int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict information, const struct timespec *restrict time) {
  (void)time;
  if (__diptych_choose(2) && !(__model_pending_signals() & *__model_set(set))) return __model_fail(EAGAIN);
  return sigwaitinfo(set, information);
}

/* Waits for a signal that is not blocked, and runs its handler. */
static void __model_wait_for_handler(void) {
  int ways = 0, here = 0, coming = 0, chosen;
  MODEL_EACH_SIGNAL(number) {
    ways += __model_ways(number);
    if (__model_comes_here(number)) {
      here = 1;
      coming |= __model_coming[number];
    }
  }
  if (ways == 0 || (here && !coming)) __model_wait_for_nothing();
  chosen = __diptych_choose(ways);
  MODEL_EACH_SIGNAL(number) {
    int own_ways = __model_ways(number);
    if (chosen >= 0 && chosen < own_ways) {
      __diptych_assume(!__model_blocks[number]);
      __model_arrive(number, chosen, ways > 1);
      __model_handle_arrived(number);
      __model_deliver();
      __diptych_assume(__model_ran);
    }
    chosen -= own_ways;
  }
}

/* With this blocked, waits until a handler has run. */
static int __model_suspend(unsigned long mask) {
  unsigned long before = __model_blocked;
  __diptych_between(0);
  __model_set_mask(mask & ~(__model_bit(SIGKILL) | __model_bit(SIGSTOP)));
  __model_ran = 0;
  __model_deliver();
  if (!__model_ran) __model_wait_for_handler();
  __model_set_mask(before);
  __model_deliver();
  __diptych_between_end();
  return __model_fail(EINTR);
}
int sigsuspend(const sigset_t *set) { return __model_suspend(*__model_set(set)); }
int pause(void) { return __model_suspend(__model_blocked); }

/* A timer of the process: its signal comes at any time from now on. Without a time it is cancelled. */
static void __model_set_timer(int number, int runs) {
  __model_note_use(number);
  MODEL_NOTE(__model_timed[number]);
  __model_point();
  if (__model_comes_here(number)) __model_coming[number] = runs;
  else if (__model_is_from_outside(number)) {
    MODEL_NOTE(__model_is_sent_to_process[number]);
    __atomic_exchange_n(&__model_shown_signals_of_process[number], runs, __ATOMIC_SEQ_CST);
  }
}
unsigned alarm(unsigned seconds) {
  __model_set_timer(SIGALRM, seconds != 0);
  return 0;
}
useconds_t ualarm(useconds_t time, useconds_t again) {
  (void)again;
  __model_set_timer(SIGALRM, time != 0);
  return 0;
}
int setitimer(__itimer_which_t which, const struct itimerval *restrict timer, struct itimerval *restrict before) {
  (void)before;
  if (which != ITIMER_REAL && which != ITIMER_VIRTUAL && which != ITIMER_PROF) return __model_fail(EINVAL);
  int number = which == ITIMER_REAL ? SIGALRM : which == ITIMER_VIRTUAL ? SIGVTALRM : SIGPROF;
  __model_set_timer(number, timer != 0 && (timer->it_value.tv_sec != 0 || timer->it_value.tv_usec != 0));
  return 0;
}
