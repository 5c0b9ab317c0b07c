// Signals. One that has a handler comes once, or does not; its handler runs at any time, beside all threads. (A signal that
// interrupts a thread does less than that: what is shown of one that waits for its own thread may be no behaviour of the program.)

import type { LibraryPart } from './part.js';

/** Handlers a program may name. */
const most = 8;

/** Those that come of what a thread does wrong, which is a finding: SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS. */
const faults =
  'number == 4 || number == 5 || number == 6 || number == 7 || number == 8 || number == 11 || number == 31';

/** What sigaction does; the program's call of it says what is in the struct it is given (check/builtins/signals.ts). */
export const act = 'i_act';
/** The handler and the flags that a signal had before; none is known where signals come by themselves. */
export const handlerBefore = 'i_handler_before';
export const flagsBefore = 'i_flags_before';

/** The first 64 signals of a set. */
const bits = '*(unsigned long *)set';

const sets: readonly LibraryPart[] = [
  ['sigemptyset', `int N(void *set) { ${bits} = 0; return 0; }`],
  ['sigfillset', `int N(void *set) { ${bits} = -1ul; return 0; }`],
  ...[
    ['sigaddset', '|= 1ul << (number - 1)'],
    ['sigdelset', '&= ~(1ul << (number - 1))'],
  ].map(
    ([name, change]): LibraryPart => [
      name,
      `int N(void *set, int number) { if (number < 1 || number > 64) return -1; ${bits} ${change}; return 0; }`,
    ],
  ),
  [
    'sigismember',
    `int N(const void *set, int number) { return number < 1 || number > 64 ? -1 : (int)(${bits} >> (number - 1) & 1); }`,
  ],
];

/** Any signal of the set may come while a thread waits for it; with an empty one it waits for ever. */
const waiting: readonly LibraryPart[] = [
  [
    'i_wait_for_signal',
    `int N(const void *set) {
      int number = 1 + __diptych_choose(64);
      __VERIFIER_assume(${bits} >> (number - 1) & 1);
      return number;
    }`,
  ],
  ['sigwait', 'int N(const void *set, int *number) { *number = __lib_i_wait_for_signal(set); return 0; }'],
];

/** The signals that a thread blocks; `then` is what follows a change of them. SIGKILL and SIGSTOP cannot be blocked. */
function masks(then: string): readonly LibraryPart[] {
  return [
    ['i_signal_mask', '_Thread_local unsigned long N;'],
    [
      'pthread_sigmask',
      `int N(int how, const void *set, void *old) {
        unsigned long before = __lib_i_signal_mask, now = before;
        if (set) {
          unsigned long given = ${bits};
          if (how == 0) now |= given;
          else if (how == 1) now &= ~given;
          else if (how == 2) now = given;
          else return 22;
        }
        if (old) *(unsigned long *)old = before;
        if (set) {
          __lib_i_signal_mask = now & ~(1ul << 8 | 1ul << 18);
          ${then}
        }
        return 0;
      }`,
    ],
    [
      'sigprocmask',
      `int N(int how, const void *set, void *old) {
        int error = __lib_pthread_sigmask(how, set, old);
        return error ? __lib_i_fail(error) : 0;
      }`,
    ],
  ];
}

export const signals: readonly LibraryPart[] = [
  ...sets,
  ...waiting,
  ['i_signal_count', 'int N;'],
  ['i_signal_numbers', `int N[${most}];`],
  ['i_signal_handlers', `void (*N[${most}])(int);`],
  ['i_signal_informed', `void (*N[${most}])(int, void *, void *);`],
  ['i_signal_information', `struct { int number, error, code, process; void *address; } N[${most}];`],
  [
    'i_signal_comes',
    `void *N(void *argument) {
      long k = (long)argument;
      int number = __lib_i_signal_numbers[k];
      if (__lib_i_signal_informed[k]) {
        __lib_i_signal_information[k].number = number;
        __lib_i_signal_informed[k](number, &__lib_i_signal_information[k], 0);
      } else __lib_i_signal_handlers[k](number);
      return 0;
    }`,
  ],
  [
    'i_handle',
    `void N(int number, void (*handler)(int), int informed) {
      unsigned long thread;
      long k;
      if (handler == 0 || (unsigned long)handler == 1 || (unsigned long)handler == (unsigned long)-1) return;
      if (${faults}) return;
      k = __lib_i_signal_count++;
      __diptych_misuse(k < ${most}, "more handlers of signals than diptych has room for");
      __lib_i_signal_numbers[k] = number;
      if (informed) __lib_i_signal_informed[k] = (void (*)(int, void *, void *))handler;
      else __lib_i_signal_handlers[k] = handler;
      pthread_create(&thread, 0, __lib_i_signal_comes, (void *)k);
    }`,
  ],
  [
    'signal',
    'void (*N(int number, void (*handler)(int)))(int) { __lib_i_handle(number, handler, 0); return 0; }',
  ],
  [
    act,
    'int N(int number, void (*handler)(int), int flags) { __lib_i_handle(number, handler, flags & 4); return 0; }',
  ],
  [handlerBefore, 'void (*N(int number))(int) { return 0; }'],
  [flagsBefore, 'int N(int number) { return 0; }'],
  ...masks(''),
  ['alarm', 'unsigned N(unsigned seconds) { return 0; }'],
  ['setitimer', 'int N(int which, const void *timer, void *before) { return 0; }'],
];

/** Names of a program that sends signals itself: in it they come from there, and from nowhere else. */
export const senders: readonly string[] = ['raise', 'pthread_kill'];

/** Signals that end nothing if they have no handler: SIGCHLD, SIGCONT, SIGURG, SIGWINCH. */
const idle = 'number == 17 || number == 18 || number == 23 || number == 28';

/** `raise` runs the handler as a call does; a signal to another thread runs it beside all threads. */
export const sentSignals: readonly LibraryPart[] = [
  ['i_signal_actions', 'void (*N[65])(int);'],
  ['i_signal_informs', 'int N[65];'],
  ['i_signal_sent', 'struct { int number, error, code, process; void *address; } N;'],
  [
    'i_handle',
    `void N(int number, void (*handler)(int), int informed) {
      if (number < 1 || number > 64) return;
      __lib_i_signal_actions[number] = handler;
      __lib_i_signal_informs[number] = informed;
    }`,
  ],
  [
    'signal',
    `void (*N(int number, void (*handler)(int)))(int) {
      void (*before)(int);
      if (number < 1 || number > 64) return (void (*)(int))-1;
      before = __lib_i_signal_actions[number];
      __lib_i_handle(number, handler, 0);
      return before;
    }`,
  ],
  [
    handlerBefore,
    'void (*N(int number))(int) { return number < 1 || number > 64 ? 0 : __lib_i_signal_actions[number]; }',
  ],
  [
    flagsBefore,
    'int N(int number) { return number < 1 || number > 64 ? 0 : __lib_i_signal_informs[number]; }',
  ],
  [
    'i_signal_handled',
    `void N(int number) {
      void (*handler)(int) = __lib_i_signal_actions[number];
      if ((unsigned long)handler == 1) return;
      if (handler == 0) {
        if (${idle}) return;
        if (number == 3 || ${faults}) abort();
        _exit(128 + number);
      }
      if (__lib_i_signal_informs[number]) {
        __lib_i_signal_sent.number = number;
        ((void (*)(int, void *, void *))handler)(number, &__lib_i_signal_sent, 0);
      } else handler(number);
    }`,
  ],
  ['i_signal_pending', '_Thread_local unsigned long N;'],
  [
    'i_signal_unblocked',
    `void N(void) {
      unsigned long ready = __lib_i_signal_pending & ~__lib_i_signal_mask;
      while (ready) {
        int number = __builtin_ctzl(ready);
        __lib_i_signal_pending &= ~(1ul << number);
        __lib_i_signal_handled(number + 1);
        ready = __lib_i_signal_pending & ~__lib_i_signal_mask;
      }
    }`,
  ],
  ...masks('__lib_i_signal_unblocked();'),
  [
    'i_wait_for_signal',
    `int N(const void *set) {
      unsigned long here = __lib_i_signal_pending & ${bits};
      int number = __diptych_choose(64);
      __VERIFIER_assume((here ? here : ${bits}) >> number & 1);
      __lib_i_signal_pending &= ~(1ul << number);
      return number + 1;
    }`,
  ],
  [
    'i_signal_to_itself',
    `void N(int number) {
      if (__lib_i_signal_mask >> (number - 1) & 1) __lib_i_signal_pending |= 1ul << (number - 1);
      else __lib_i_signal_handled(number);
    }`,
  ],
  [
    'raise',
    `int N(int number) {
      if (number < 0 || number > 64) return -1;
      if (number != 0) __lib_i_signal_to_itself(number);
      return 0;
    }`,
  ],
  ['i_signal_reaches', 'void *N(void *number) { __lib_i_signal_handled((int)(long)number); return 0; }'],
  [
    'pthread_kill',
    `int N(unsigned long thread, int number) {
      unsigned long beside;
      if (number < 0 || number > 64) return 22;
      if (number == 0) return 0;
      if (thread == pthread_self()) __lib_i_signal_to_itself(number);
      else pthread_create(&beside, 0, __lib_i_signal_reaches, (void *)(long)number);
      return 0;
    }`,
  ],
];
