// Timed waits: one attempt. An attempt that succeeds could as well have come when the object was free. An attempt that gives up does so
// while the object is not free. So a timed wait is never part of a deadlock. Invalid times are refused as in glibc: by semaphores and
// rwlocks at once, by mutexes where there is something to wait for.

import type { LibraryPart } from './part.js';

const EINVAL = 22;
const ETIMEDOUT = 110;

interface Attempt {
  /** C that tries, and what it yields when it would have to wait. */
  readonly tries: string;
  readonly busy: number;
  /** C that looks at what must not be waited for. */
  readonly before?: string;
  /** The time is looked at before anything is tried. */
  readonly timeFirst?: boolean;
  /** C that says that it failed. */
  readonly fails?: (code: number) => string;
}

/** `name`, which waits until a time, and its like that is told the clock too: `timedlock` and `clocklock`. */
export function timed(
  name: string,
  { tries, busy, before = '', timeFirst = false, fails = String }: Attempt,
): readonly LibraryPart[] {
  const noTime = `if (!__lib_i_is_time(t)) return ${fails(EINVAL)};`;
  const body = `${timeFirst ? noTime : ''}
    int r = ${tries};
    if (r != ${busy}) return r;
    ${before}
    ${timeFirst ? '' : noTime}
    return ${fails(ETIMEDOUT)};`;
  return [
    [name, `int N(void *o, const void *t) { ${body} }`],
    [
      name.replace('timed', 'clock'),
      `int N(void *o, int clock, const void *t) { if (!__lib_i_is_clock(clock)) return ${fails(EINVAL)}; ${body} }`,
    ],
  ];
}

/** Functions that wait for some time. The program does not see how long, but they say whether they could. */
export const pauses = ['nanosleep', 'clock_nanosleep', 'thrd_sleep'];

export const times: readonly LibraryPart[] = [
  ['i_is_pause', 'int N(const void *t) { return ((const long *)t)[0] >= 0 && __lib_i_is_time(t); }'],
  [
    'i_nanosleep',
    `int N(const void *t, void *rest) { return __lib_i_is_pause(t) ? 0 : __lib_i_fail(${EINVAL}); }`,
  ],
  [
    'i_clock_nanosleep',
    `int N(int clock, int flags, const void *t, void *rest) {
      return __lib_i_is_any_clock(clock) && __lib_i_is_pause(t) ? 0 : ${EINVAL};
    }`,
  ],
  // an error is neither 0 nor the -1 of a signal
  ['i_thrd_sleep', 'int N(const void *t, void *rest) { return __lib_i_is_pause(t) ? 0 : -2; }'],
  ['i_is_any_clock', 'int N(int clock) { return clock >= 0 && clock <= 11 && clock != 10; }'],
  // CLOCK_REALTIME or CLOCK_MONOTONIC
  ['i_is_clock', 'int N(int clock) { return clock == 0 || clock == 1; }'],
  [
    'pthread_cond_clockwait',
    `int N(void *c, void *m, int clock, const void *t) {
      return __lib_i_is_clock(clock) ? pthread_cond_timedwait(c, m, t) : ${EINVAL};
    }`,
  ],
  [
    'i_is_time',
    `int N(const void *t) {
      long nanoseconds = ((const long *)t)[1];
      return nanoseconds >= 0 && nanoseconds < 1000000000;
    }`,
  ],
];
