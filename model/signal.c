/*
 * Signals. Actions belong to the process, masks and signals that wait to threads. A signal that a thread sends itself, and one that it
 * unblocks, is delivered before the function that did it returns. A signal of another thread may come between any two events of the
 * thread that it is sent to: `between` says so.
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
static _Thread_local unsigned long __model_blocked;
/* 1 while the signal waits for the thread; and for any thread. */
static _Thread_local int __model_pending[MODEL_MOST_SIGNAL + 1];
static int __model_process_pending[MODEL_MOST_SIGNAL + 1];
/* Written where a signal is sent to another thread. */
static int __model_sends;

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

static void __model_default_action(int number) {
  if (__model_does_nothing(number)) return;
  if (__model_stops(number)) __diptych_refuse("a signal that stops the process");
  if (__model_is_wrong(number)) abort();
  _exit(128 + number);
}

/* A handler that is told about the signal: a process sent it, this one. */
static void __model_inform(void (*handler)(int), int number) {
  siginfo_t information = {.si_signo = number, .si_code = SI_USER};
  information.si_pid = getpid();
  ((void (*)(int, siginfo_t *, void *))(void *)handler)(number, &information, 0);
}

static void __model_deliver(void);

static void __model_handle(int number) {
  struct model_action *action = &__model_actions[number];
  void (*handler)(int) = __atomic_load_n(&action->handler, __ATOMIC_RELAXED);
  if (handler == SIG_IGN) return;
  if (handler == SIG_DFL) {
    __model_default_action(number);
    return;
  }
  unsigned long before = __model_blocked;
  int flags = __atomic_load_n(&action->flags, __ATOMIC_RELAXED);
  if (flags & SA_RESETHAND) __atomic_store_n(&action->handler, SIG_DFL, __ATOMIC_RELAXED);
  __model_blocked = before | __atomic_load_n(&action->mask, __ATOMIC_RELAXED) | (flags & SA_NODEFER ? 0 : __model_bit(number));
  if (flags & SA_SIGINFO) __model_inform(handler, number);
  else handler(number);
  __model_blocked = before;
}

/* Takes the signal if it waits for this thread, or for any. */
static int __model_claim(int number) {
  if (__atomic_load_n(&__model_pending[number], __ATOMIC_RELAXED) &&
      __atomic_exchange_n(&__model_pending[number], 0, __ATOMIC_RELAXED))
    return 1;
  return __atomic_load_n(&__model_process_pending[number], __ATOMIC_RELAXED) &&
         __atomic_exchange_n(&__model_process_pending[number], 0, __ATOMIC_RELAXED);
}

/* Signals that wait and are not blocked. */
static void __model_deliver(void) {
  for (int number = 1; number <= MODEL_MOST_SIGNAL; number++)
    if (!(__model_blocked & __model_bit(number)) && __model_claim(number)) __model_handle(number);
}

int sigaction(int number, const struct sigaction *given, struct sigaction *before) {
  if (!__model_is_signal(number) || number == SIGKILL || number == SIGSTOP) return __model_fail(EINVAL);
  struct model_action *action = &__model_actions[number];
  if (before) {
    before->sa_handler = __atomic_load_n(&action->handler, __ATOMIC_RELAXED);
    before->sa_flags = __atomic_load_n(&action->flags, __ATOMIC_RELAXED);
    *__model_set(&before->sa_mask) = __atomic_load_n(&action->mask, __ATOMIC_RELAXED);
  }
  if (given) {
    __atomic_store_n(&action->flags, given->sa_flags, __ATOMIC_RELAXED);
    __atomic_store_n(&action->mask, *__model_set(&given->sa_mask), __ATOMIC_RELAXED);
    __atomic_store_n(&action->handler, given->sa_handler, __ATOMIC_RELAXED);
  }
  return 0;
}

sighandler_t signal(int number, sighandler_t handler) {
  if (!__model_is_signal(number) || number == SIGKILL || number == SIGSTOP || handler == SIG_ERR) {
    errno = EINVAL;
    return SIG_ERR;
  }
  struct model_action *action = &__model_actions[number];
  sighandler_t before = __atomic_load_n(&action->handler, __ATOMIC_RELAXED);
  __atomic_store_n(&action->flags, SA_RESTART, __ATOMIC_RELAXED);
  __atomic_store_n(&action->mask, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&action->handler, handler, __ATOMIC_RELAXED);
  return before;
}
sighandler_t bsd_signal(int number, sighandler_t handler) { return signal(number, handler); }
sighandler_t ssignal(int number, sighandler_t handler) { return signal(number, handler); }

int pthread_sigmask(int how, const sigset_t *given, sigset_t *before) {
  unsigned long now = __model_blocked;
  if (before) *__model_set(before) = now;
  if (!given) return 0;
  if (how == SIG_BLOCK) now |= *__model_set(given);
  else if (how == SIG_UNBLOCK) now &= ~*__model_set(given);
  else if (how == SIG_SETMASK) now = *__model_set(given);
  else return EINVAL;
  __model_blocked = now & ~(__model_bit(SIGKILL) | __model_bit(SIGSTOP));
  __model_deliver();
  return 0;
}
int sigprocmask(int how, const sigset_t *given, sigset_t *before) {
  int code = pthread_sigmask(how, given, before);
  return code ? __model_fail(code) : 0;
}

static unsigned long __model_waiting_signals(void) {
  unsigned long set = 0;
  for (int number = 1; number <= MODEL_MOST_SIGNAL; number++)
    if (__atomic_load_n(&__model_pending[number], __ATOMIC_RELAXED) ||
        __atomic_load_n(&__model_process_pending[number], __ATOMIC_RELAXED))
      set |= __model_bit(number);
  return set;
}
int sigpending(sigset_t *set) {
  *__model_set(set) = __model_waiting_signals();
  return 0;
}

int raise(int number) {
  if (number < 0 || number > MODEL_MOST_SIGNAL) return __model_fail(EINVAL);
  if (number == 0) return 0;
  if (__model_blocked & __model_bit(number)) __atomic_store_n(&__model_pending[number], 1, __ATOMIC_RELAXED);
  else __model_handle(number);
  return 0;
}

int pthread_kill(pthread_t handle, int number) {
  int t = __model_named_thread(handle);
  if (number < 0 || number > MODEL_MOST_SIGNAL) return EINVAL;
  if (number == 0) return 0;
  if (t == __diptych_self()) return raise(number);
  __atomic_store_n(&__model_sends, 1, __ATOMIC_RELAXED);
  __atomic_exchange_n((int *)__model_of_thread(&__model_pending[number], t), 1, __ATOMIC_SEQ_CST);
  return 0;
}

/* A signal for the process goes to any thread that does not block it; to a process of one thread, before kill returns. */
int kill(pid_t process, int number) {
  if (number < 0 || number > MODEL_MOST_SIGNAL) return __model_fail(EINVAL);
  if (process != 0 && process != getpid() && process != -getpid()) return __model_fail(ESRCH);
  if (number == 0) return 0;
  if (__diptych_threads() == 1) return raise(number);
  __atomic_store_n(&__model_sends, 1, __ATOMIC_RELAXED);
  __atomic_exchange_n(&__model_process_pending[number], 1, __ATOMIC_SEQ_CST);
  return 0;
}

/* Where signals of other threads may come. Called when a thread begins; nothing where no thread sends one. */
void __model_begin_signals(void) {
  if (!__diptych_known(__atomic_load_n(&__model_sends, __ATOMIC_RELAXED))) __diptych_between(__model_deliver);
}

/* A signal of the set: one that waits, or the first that comes. */
static int __model_take_signal(unsigned long set) {
  for (int number = 1; number <= MODEL_MOST_SIGNAL; number++)
    if (set & __model_bit(number) && __model_claim(number)) return number;
  int many = __builtin_popcountl(set), chosen = many > 1 ? __diptych_choose(many) : 0;
  if (many > 1) __diptych_interruptible(1);
  for (int number = 1; number <= MODEL_MOST_SIGNAL; number++)
    if (set & __model_bit(number) && chosen-- == 0) {
      int own = !__diptych_known(__atomic_load_n(&__model_pending[number], __ATOMIC_RELAXED));
      int *cell = own ? &__model_pending[number] : &__model_process_pending[number];
      __diptych_take(cell, DIPTYCH_EQ, 1, DIPTYCH_SET, 0, cell, "a signal");
      if (many > 1) __diptych_interruptible(0);
      return number;
    }
  return 0;
}
int sigwait(const sigset_t *restrict set, int *restrict number) {
  *number = __model_take_signal(*__model_set(set));
  return 0;
}
int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict information) {
  int number = __model_take_signal(*__model_set(set));
  if (information) information->si_signo = number;
  return number;
}
int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict information, const struct timespec *restrict time) {
  (void)time;
  if (__diptych_choose(2) && !(__model_waiting_signals() & *__model_set(set))) return __model_fail(EAGAIN);
  return sigwaitinfo(set, information);
}

static int __model_is_handled(int number) {
  void (*handler)(int) = __atomic_load_n(&__model_actions[number].handler, __ATOMIC_RELAXED);
  return handler != SIG_DFL && handler != SIG_IGN;
}

/* Waits until the handler of a signal has run. Which signals have one is known where the mask is not. */
static int __model_suspend(unsigned long mask) {
  unsigned long before = __model_blocked;
  int many = 0, chosen = 0;
  __model_blocked = mask & ~(__model_bit(SIGKILL) | __model_bit(SIGSTOP));
  for (int number = 1; number <= MODEL_MOST_SIGNAL; number++) many += __model_is_handled(number);
  if (many > 1) {
    chosen = __diptych_choose(many);
    __diptych_interruptible(1);
  }
  for (int number = 1; number <= MODEL_MOST_SIGNAL; number++)
    if (__model_is_handled(number) && chosen-- == 0) {
      __diptych_assume(!(__model_blocked & __model_bit(number)));
      int own = !__diptych_known(__atomic_load_n(&__model_pending[number], __ATOMIC_RELAXED));
      int *cell = own ? &__model_pending[number] : &__model_process_pending[number];
      __diptych_take(cell, DIPTYCH_EQ, 1, DIPTYCH_SET, 0, cell, "a signal");
      if (many > 1) __diptych_interruptible(0);
      __model_handle(number);
    }
  __model_blocked = before;
  __model_deliver();
  return __model_fail(EINTR);
}
int sigsuspend(const sigset_t *set) { return __model_suspend(*__model_set(set)); }
int pause(void) { return __model_suspend(__model_blocked); }

/* A timer of the process: its signal comes at any time from now on. Without a time it is cancelled. */
static void __model_set_timer(int number, int runs) {
  __atomic_store_n(&__model_sends, 1, __ATOMIC_RELAXED);
  __atomic_exchange_n(&__model_process_pending[number], runs, __ATOMIC_SEQ_CST);
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
