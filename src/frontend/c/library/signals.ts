// Signals. One that has a handler comes once, or does not; its handler runs at any time, beside all threads. (A signal that
// interrupts a thread does less than that: what is shown of one that waits for its own thread may be no behaviour of the program.)

import type { LibraryPart } from './part.js';

/** Handlers a program may name. */
const most = 8;

/** What sigaction does; the program's call of it says what is in the struct it is given (check/builtins/signals.ts). */
export const act = 'i_act';

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
  ...['sigprocmask', 'pthread_sigmask'].map(
    (name): LibraryPart => [name, 'int N(int how, const void *set, void *old) { return 0; }'],
  ),
  ['alarm', 'unsigned N(unsigned seconds) { return 0; }'],
];
