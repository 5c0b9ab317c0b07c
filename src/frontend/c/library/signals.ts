// Signals: the rules of POSIX for numbers and sets. lower/signals.ts delivers the signals.

import type { LibraryPart } from './part.js';

/** The part for sigaction. The program's call passes it the members of the struct (check/builtins/signals.ts). */
export const act = 'i_act';
/** The handler, the flags and the set that a signal has now. */
export const handlerNow = 'i_handler';
export const flagsNow = 'i_handler_flags';
export const maskNow = 'i_handler_mask';
/** The part for pthread_sigmask. */
export const changeMask = 'i_change_mask';
/** The part for a signal without an action. */
export const defaultAction = 'i_default_action';
/** There where something is put into sets: else the one in the struct that sigaction is given is empty, or has no value. */
export const handlerSet = 'i_handler_set';

/** Only there if some handler looks at it. */
export const signalInformation = 'i_signal_information';

/** The part for sigwait with a set in memory. */
export const sigwait = 'i_sigwait';

const EINVAL = 22;
const ESRCH = 3;
const EAGAIN = 11;
const EINTR = 4;

/** The first 64 signals of a set. */
const bits = '*(unsigned long *)set';

const sets: readonly LibraryPart[] = [
  ['i_sigemptyset', `int N(void *set) { ${bits} = 0; return 0; }`],
  ['i_sigfillset', `int N(void *set) { __diptych_signal_member(0); ${bits} = -1ul; return 0; }`],
  ...[
    ['i_sigaddset', '|= 1ul << (number - 1)', '__diptych_signal_member(number);'],
    ['i_sigdelset', '&= ~(1ul << (number - 1))', ''],
  ].map(
    ([name, change, member]): LibraryPart => [
      name,
      `int N(void *set, int number) { ${member} if (number < 1 || number > 64) return __lib_i_fail(${EINVAL}); ${bits} ${change}; return 0; }`,
    ],
  ),
  [
    'i_sigismember',
    `int N(const void *set, int number) {
      if (number < 1 || number > 64) return __lib_i_fail(${EINVAL});
      return (int)(${bits} >> (number - 1) & 1);
    }`,
  ],
  ['i_sigisemptyset', `int N(const void *set) { return ${bits} == 0; }`],
];

/** SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS and SIGQUIT say that something went wrong. */
const wrong =
  'number == 3 || number == 4 || number == 5 || number == 6 || number == 7 || number == 8 || number == 11 || number == 31';

/** The information for handlers that ask for it. */
const told: readonly LibraryPart[] = [
  [
    signalInformation,
    `struct { int number, error, code, process; void *address; } N[65] = {${Array.from({ length: 65 }, (_, i) => `{${i}}`).join()}};`,
  ],
];

const actions: readonly LibraryPart[] = [
  [defaultAction, `void N(int number) { if (${wrong}) abort(); _exit(128 + number); }`],
  ...told,
  [
    act,
    `int N(int number, void (*handler)(int), int flags, unsigned long mask) {
      if (number < 1 || number > 64 || number == 9 || number == 19) return __lib_i_fail(${EINVAL});
      __diptych_signal_act(number, handler, flags, mask, __lib_${signalInformation});
      return 0;
      (void)__lib_${defaultAction};
    }`,
  ],
  [handlerNow, 'void (*N(int number))(int) { return (void (*)(int))__diptych_signal_handler(number); }'],
  [flagsNow, 'int N(int number) { return __diptych_signal_flags(number); }'],
  [maskNow, 'unsigned long N(int number) { return __diptych_signal_handler_mask(number); }'],
  ...['signal', 'bsd_signal', 'ssignal'].map(
    (name): LibraryPart => [
      name,
      `void (*N(int number, void (*handler)(int)))(int) {
        void (*before)(int);
        if (number < 1 || number > 64 || (unsigned long)handler == -1ul) { __lib_i_fail(${EINVAL}); return (void (*)(int))-1; }
        before = __lib_${handlerNow}(number);
        return __lib_${act}(number, handler, 0x10000000, 0) ? (void (*)(int))-1 : before;
      }`,
    ],
  ),
];

/** In programs that put something into sets. */
export const handlerSets: readonly LibraryPart[] = [[handlerSet, 'void N(void) {}']];

/** The signals that a thread blocks. SIGKILL and SIGSTOP cannot be blocked. */
const masks: readonly LibraryPart[] = [
  [
    changeMask,
    `int N(int how, unsigned long given) {
      unsigned long now = __diptych_signal_mask();
      if (how == 0) now |= given;
      else if (how == 1) now &= ~given;
      else if (how == 2) now = given;
      else return ${EINVAL};
      __diptych_signal_set_mask(now & ~(1ul << 8 | 1ul << 18));
      return 0;
    }`,
  ],
  ['sigpending', `int N(void *set) { ${bits} = __diptych_signal_pending(); return 0; }`],
];

const sending: readonly LibraryPart[] = [
  [
    'raise',
    `int N(int number) {
      if (number < 0 || number > 64) return __lib_i_fail(${EINVAL});
      if (number != 0) __diptych_signal_raise(number);
      return 0;
      (void)__lib_${defaultAction};
    }`,
  ],
  [
    'pthread_kill',
    `int N(unsigned long thread, int number) {
      int of = __diptych_used_thread(thread);
      if (number < 0 || number > 64) return ${EINVAL};
      if (number != 0) __diptych_signal_send(of, number);
      return 0;
      (void)__lib_${defaultAction};
    }`,
  ],
  [
    'kill',
    `int N(int process, int number) {
      if (number < 0 || number > 64) return __lib_i_fail(${EINVAL});
      if (process != 0 && process != __lib_getpid() && process != -__lib_getpid()) return __lib_i_fail(${ESRCH});
      if (number != 0) __diptych_signal_kill(number);
      return 0;
      (void)__lib_${defaultAction};
    }`,
  ],
  ['alarm', 'unsigned N(unsigned seconds) { __diptych_signal_arrange(14, seconds); return 0; }'],
  ['ualarm', 'unsigned N(unsigned us, unsigned again) { __diptych_signal_arrange(14, us); return 0; }'],
  [
    'setitimer',
    `int N(int which, const void *timer, void *before) {
      if (which < 0 || which > 2) return __lib_i_fail(${EINVAL});
      __diptych_signal_arrange(which == 0 ? 14 : which == 1 ? 26 : 27, timer ? ((const long *)timer)[2] | ((const long *)timer)[3] : 0);
      return 0;
    }`,
  ],
];

const waiting: readonly LibraryPart[] = [
  [sigwait, `int N(const void *set, int *number) { *number = __diptych_signal_take(${bits}); return 0; }`],
  [
    'sigwaitinfo',
    `int N(const void *set, void *information) {
      int number = __diptych_signal_take(${bits});
      if (information) *(int *)information = number;
      return number;
    }`,
  ],
  [
    'sigtimedwait',
    `int N(const void *set, void *information, const void *time) {
      if (__diptych_choose(2) && !(__diptych_signal_pending() & ${bits})) return __lib_i_fail(${EAGAIN});
      return __lib_sigwaitinfo(set, information);
    }`,
  ],
  [
    'sigsuspend',
    `int N(const void *set) {
      __diptych_signal_suspend(${bits} & ~(1ul << 8 | 1ul << 18));
      return __lib_i_fail(${EINTR});
    }`,
  ],
  [
    'pause',
    `int N(void) {
      __diptych_signal_suspend(__diptych_signal_mask());
      return __lib_i_fail(${EINTR});
    }`,
  ],
];

export const signals: readonly LibraryPart[] = [...sets, ...actions, ...masks, ...sending, ...waiting];
