// Timed waits: one attempt. One that gets what it waits for could as well have come when that was there, and one that gives up does
// so while it is not; so a timed wait is never part of a deadlock.

import type { LibraryPart } from './part.js';

const EINVAL = 22;
const ETIMEDOUT = 110;

interface Attempt {
  /** C that tries, and what it yields when it would have to wait. */
  readonly tries: string;
  readonly busy: number;
  /** C that looks at what must not be waited for. */
  readonly before?: string;
  /** C that says that it failed. */
  readonly fails?: (code: number) => string;
}

/** `name`, which waits until a time, and its like that is told the clock too: `timedlock` and `clocklock`. */
export function timed(
  name: string,
  { tries, busy, before = '', fails = String }: Attempt,
): readonly LibraryPart[] {
  const body = `int r = ${tries};
    if (r != ${busy}) return r;
    ${before}
    return __lib_i_is_time(t) ? ${fails(ETIMEDOUT)} : ${fails(EINVAL)};`;
  return [
    [name, `int N(void *o, const void *t) { ${body} }`],
    [
      name.replace('timed', 'clock'),
      `int N(void *o, int clock, const void *t) { if (!__lib_i_is_clock(clock)) return ${fails(EINVAL)}; ${body} }`,
    ],
  ];
}

export const times: readonly LibraryPart[] = [
  // CLOCK_REALTIME or CLOCK_MONOTONIC
  ['i_is_clock', 'int N(int clock) { return clock == 0 || clock == 1; }'],
  [
    'pthread_cond_clockwait',
    `int N(void *c, void *m, int clock, const void *t) {
      return __lib_i_is_clock(clock) && __lib_i_is_time(t) ? pthread_cond_timedwait(c, m, t) : ${EINVAL};
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
