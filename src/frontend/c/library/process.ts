// What a program says to its surroundings: what it does when it ends, streams, its command line.

import { options } from './options.js';
import type { LibraryPart } from './part.js';

/** Functions that atexit may be given; a program that gives it more is cut there, like a loop at its bound. */
const most = 8;

const ENOENT = 2;
const EIO = 5;
const EBADF = 9;
const EACCES = 13;
const EINVAL = 22;
const ENOTTY = 25;

/** What the process does last. */
export const atProcessExit = 'i_process_exit';

const ends: readonly LibraryPart[] = [
  ['i_ends_count', 'int N;'],
  ['i_ends', `void (*N[${most}])(void);`],
  [
    'atexit',
    `int N(void (*f)(void)) {
      __diptych_before_end("atexit");
      int k = __atomic_fetch_add(&__lib_i_ends_count, 1, 5);
      if (k >= ${most}) for (;;);
      __lib_i_ends[k] = f;
      return 0;
    }`,
  ],
  [
    atProcessExit,
    `void N(void) {
      int count = __lib_i_ends_count;
      for (int k = ${most - 1}; k >= 0; k--)
        if (k < count) __lib_i_ends[k]();
    }`,
  ],
];

/** Streams are numbers: 0 is none, 16 to 48 are the standard ones. Files may be there or not. */
const streams: readonly LibraryPart[] = [
  [
    'fopen',
    'void *N(const char *path, const char *mode) { __diptych_reads_text(path); __diptych_reads_text(mode); return __lib_i_perhaps() ? 0 : (void *)64; }',
  ],
  [
    'fdopen',
    'void *N(int file, const char *mode) { __diptych_reads_text(mode); return __lib_i_perhaps() ? 0 : (void *)64; }',
  ],
  ['tmpfile', 'void *N(void) { return __lib_i_perhaps() ? 0 : (void *)64; }'],
  ...[
    'fclose',
    'ferror',
    'ferror_unlocked',
    'feof',
    'feof_unlocked',
    'clearerr',
    'clearerr_unlocked',
    'rewind',
    'flockfile',
    'funlockfile',
  ].map(
    (name): LibraryPart => [
      name,
      /^(ferror|feof)/.test(name)
        ? 'int N(void *stream) { return __diptych_choose(2); }'
        : 'int N(void *stream) { return 0; }',
    ],
  ),
  // the standard ones are 0 to 2
  ['fileno', 'int N(void *stream) { return (long)stream / 16 - 1; }'],
  // what is looked for is there, or is not, or is not to be seen
  [
    'i_perhaps',
    `int N(void) { return __diptych_choose(2) ? __lib_i_fail(__diptych_choose(2) ? ${ENOENT} : ${EACCES}) : 0; }`,
  ],
  [
    'fgets',
    `char *N(char *s, int size, void *stream) {
      int i;
      if (size < 1 || __diptych_choose(2)) return 0;
      for (i = 0; i < size - 1; i++) {
        int c = __diptych_choose(256);
        if (c == 0 && i > 0) break;
        s[i] = c;
        if (c == 10) {
          i++;
          break;
        }
      }
      s[i] = 0;
      return s;
    }`,
  ],
  [
    'read',
    `long N(int file, void *buffer, unsigned long size) {
      long count;
      if (file < 0) return __lib_i_fail(${EBADF});
      count = __diptych_choose(2147483647) - 1l;
      if (count < 0 || count > (long)size) return __lib_i_fail(${EIO});
      for (long i = 0; i < count; i++) ((char *)buffer)[i] = __diptych_choose(256);
      return count;
    }`,
  ],
  ...['remove', 'unlink'].map(
    (name): LibraryPart => [
      name,
      'int N(const char *path) { __diptych_reads_text(path); return __lib_i_perhaps(); }',
    ],
  ),
];

const commandLine: readonly LibraryPart[] = [
  ...options,
  ['error', 'void N(int status, int code, const char *format, ...) { if (status) exit(status); }'],
  ['getenv', 'char *N(const char *name) { __diptych_reads_text(name); return 0; }'],
  ['getpid', 'int N(void) { return 1000; }'],
  ['getppid', 'int N(void) { return 1; }'],
  ['gettid', 'int N(void) { return 999 + __diptych_self(); }'],
  [
    'setlocale',
    `char *N(int category, const char *locale) {
      if (locale == 0 || *locale == 0) return "C";
      return (locale[0] == 'C' && locale[1] == 0) || __lib_strcmp(locale, "POSIX") == 0 ? "C" : 0;
    }`,
  ],
  ...['getuid', 'geteuid', 'getgid', 'getegid'].map(
    (name): LibraryPart => [name, 'unsigned N(void) { return 1000; }'],
  ),
  ...['getpgrp', 'getsid'].map((name): LibraryPart => [name, 'int N() { return 1000; }']),
  ['access', 'int N(const char *path, int how) { __diptych_reads_text(path); return __lib_i_perhaps(); }'],
  [
    'rename',
    'int N(const char *from, const char *to) { __diptych_reads_text(from); __diptych_reads_text(to); return __lib_i_perhaps(); }',
  ],
  ['tzset', 'void N(void) { }'],
  ['mallopt', 'int N(int what, int value) { return 1; }'],
  ['i_concurrency', 'int N;'],
  ['pthread_getconcurrency', 'int N(void) { return __atomic_load_n(&__lib_i_concurrency, 0); }'],
  [
    'pthread_setconcurrency',
    'int N(int level) { if (level < 0) return 22; __atomic_store_n(&__lib_i_concurrency, level, 0); return 0; }',
  ],
  [
    'sched_get_priority_max',
    'int N(int policy) { return policy == 1 || policy == 2 ? 99 : policy == 0 || policy == 3 || policy == 5 ? 0 : __lib_i_fail(22); }',
  ],
  [
    'sched_get_priority_min',
    'int N(int policy) { return policy == 1 || policy == 2 ? 1 : policy == 0 || policy == 3 || policy == 5 ? 0 : __lib_i_fail(22); }',
  ],
  [
    'clock_getres',
    `int N(int clock, void *t) {
      if (!__lib_i_is_any_clock(clock)) return __lib_i_fail(${EINVAL});
      if (t) {
        ((long *)t)[0] = 0;
        ((long *)t)[1] = 1;
      }
      return 0;
    }`,
  ],
  ['sched_setaffinity', 'int N(int process, unsigned long size, const void *set) { return 0; }'],
  ['sched_getcpu', 'int N(void) { return __diptych_choose(1024); }'],
  ['getpagesize', 'int N(void) { return 4096; }'],
  [
    'isatty',
    `int N(int file) {
      if (file >= 0 && __diptych_choose(2)) return 1;
      __lib_i_fail(file < 0 ? ${EBADF} : ${ENOTTY});
      return 0;
    }`,
  ],
  // the size of a page (_SC_PAGESIZE) is known, numbers of processors and other things are any
  [
    'sysconf',
    `long N(int name) { return name < 0 ? __lib_i_fail(${EINVAL}) : name == 30 ? 4096 : 1 + __diptych_choose(1024); }`,
  ],
  ['get_nprocs', 'int N(void) { return 1 + __diptych_choose(1024); }'],
  ['get_nprocs_conf', 'int N(void) { return 1 + __diptych_choose(1024); }'],
];

export const processes: readonly LibraryPart[] = [...ends, ...streams, ...commandLine];
