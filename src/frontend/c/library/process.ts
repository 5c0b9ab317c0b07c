// A program and its surroundings: the end of the process, streams, the command line.

import { options } from './options.js';
import type { LibraryPart } from './part.js';

/** Functions that atexit may be given; a program that gives it more is cut there, like a loop at its bound. */
const most = 8;

const EPERM = 1;
const ENOENT = 2;
const EIO = 5;
const EBADF = 9;
const EACCES = 13;
const EINVAL = 22;
const ENOTTY = 25;

/** The part that the process runs last. */
export const atProcessExit = 'i_process_exit';

const ends: readonly LibraryPart[] = [
  ['i_ends_count', 'int N;'],
  ['i_ends', `void (*N[${most}])(void);`],
  [
    'atexit',
    `int N(void (*f)(void)) {
      __diptych_before_end("atexit");
      int k = __atomic_fetch_add(&__lib_i_ends_count, 1, 5);
      if (k >= ${most}) __diptych_limit("${most} functions of atexit");
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

/** The descriptor that fileno returns for a stream of fopen. No other call returns it, and it is not known whether it was closed. */
const descriptorOfStreams = 800;

/**
 * Streams: 0 is none, 16 to 48 are the standard ones. Others are blocks that are used from their middle, so that only fclose frees them.
 * Files may be there or not.
 */
const streams: readonly LibraryPart[] = [
  // a null pointer stands for the program itself, so that dlsym finds what it has in any case
  ['dlopen', 'void *N(const char *path, int flags) { return __lib_i_perhaps() ? 0 : (void *)64; }'],
  ['dlclose', 'int N(void *handle) { return 0; }'],
  ['i_stream', 'void *N(void) { int *block = malloc(32); block[4] = 0; return block + 4; }'],
  // a file that is not there is one only to programs that look: that malloc fails is not tried either
  [
    'i_uses',
    `void N(void *stream) {
      if (stream == 0) __VERIFIER_assume(!__atomic_load_n(&__lib_i_not_there, 0));
      if ((unsigned long)stream - 1 >= 48) (void)*(int *)stream;
    }`,
  ],
  ['i_not_there', 'int N;'],
  [
    'i_open_stream',
    `void *N(void) {
      if (!__lib_i_perhaps()) return __lib_i_stream();
      __atomic_store_n(&__lib_i_not_there, 1, 0);
      return 0;
    }`,
  ],
  [
    'fclose',
    'int N(void *stream) { __lib_i_uses(stream); if ((unsigned long)stream > 48) free((int *)stream - 4); return 0; }',
  ],
  [
    'fopen',
    'void *N(const char *path, const char *mode) { __diptych_reads_text(path); __diptych_reads_text(mode); return __lib_i_open_stream(); }',
  ],
  [
    'fdopen',
    'void *N(int file, const char *mode) { __diptych_reads_text(mode); return __lib_i_open_stream(); }',
  ],
  [
    'popen',
    'void *N(const char *command, const char *mode) { __diptych_reads_text(command); __diptych_reads_text(mode); return __lib_i_open_stream(); }',
  ],
  ['pclose', `int N(void *stream) { __lib_fclose(stream); return __diptych_choose(65537) - 1; }`],
  [
    'system',
    'int N(const char *command) { if (command) __diptych_reads_text(command); return __diptych_choose(65537) - 1; }',
  ],
  [
    'ungetc',
    'int N(int c, void *stream) { __lib_i_uses(stream); return c == -1 || __diptych_choose(2) ? -1 : (unsigned char)c; }',
  ],
  ...['fseek', 'fseeko'].map(
    (name): LibraryPart => [
      name,
      `int N(void *stream, long offset, int from) { __lib_i_uses(stream); return __diptych_choose(2) ? __lib_i_fail(${EINVAL}) : 0; }`,
    ],
  ),
  ...['ftell', 'ftello'].map(
    (name): LibraryPart => [
      name,
      `long N(void *stream) { __lib_i_uses(stream); return __diptych_choose(2) ? __lib_i_fail(${EBADF}) : __diptych_choose(2147483647); }`,
    ],
  ),
  [
    'fread',
    `unsigned long N(void *buffer, unsigned long size, unsigned long count, void *stream) {
      __lib_i_uses(stream);
      unsigned long read = __diptych_choose(2147483647);
      if (size == 0 || read > count) read = 0;
      for (unsigned long i = 0; i < read * size; i++) ((char *)buffer)[i] = __diptych_choose(256);
      return read;
    }`,
  ],
  ['tmpfile', 'void *N(void) { return __lib_i_open_stream(); }'],
  ...[
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
        ? 'int N(void *stream) { __lib_i_uses(stream); return __diptych_choose(2); }'
        : 'int N(void *stream) { __lib_i_uses(stream); return 0; }',
    ],
  ),
  // the standard ones are 0 to 2
  [
    'fileno',
    `int N(void *stream) { __lib_i_uses(stream); return (unsigned long)stream > 48 ? ${descriptorOfStreams} : (long)stream / 16 - 1; }`,
  ],
  // the file exists, or does not, or is not accessible
  [
    'i_perhaps',
    `int N(void) { return __diptych_choose(2) ? __lib_i_fail(__diptych_choose(2) ? ${ENOENT} : ${EACCES}) : 0; }`,
  ],
  [
    'fgets',
    `char *N(char *s, int size, void *stream) {
      int i;
      __lib_i_uses(stream);
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
  // no line is too long for it, not even one that is for any array
  [
    'gets',
    `char *N(char *s) {
      int i, c;
      if (__diptych_choose(2)) return 0;
      __diptych_bounds(!__diptych_choose(2), "a line that is longer than the array it is read into");
      for (i = 0; (c = __diptych_choose(256)) != 0 && c != 10; i++) s[i] = c;
      s[i] = 0;
      return s;
    }`,
  ],
  [
    'i_read',
    `long N(int file, void *buffer, unsigned long size) {
      long count;
      if (__lib_i_bad(file)) return __lib_i_fail(${EBADF});
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

/** For programs that close one of the standard streams. A later use of the stream, or a second close, is found. */
export const closingStandard: readonly LibraryPart[] = [
  ['i_standard_closed', 'char N[4];'],
  [
    'i_uses_standard',
    'void N(void *stream) { __diptych_misuse(!__atomic_load_n(&__lib_i_standard_closed[(long)stream / 16], 0), "use of a stream that was closed"); }',
  ],
  [
    'i_uses',
    `void N(void *stream) {
      if (stream == 0) __VERIFIER_assume(!__atomic_load_n(&__lib_i_not_there, 0));
      if ((unsigned long)stream - 1 >= 48) (void)*(int *)stream;
      else __lib_i_uses_standard(stream);
    }`,
  ],
  [
    'fclose',
    `int N(void *stream) {
      __lib_i_uses(stream);
      if ((unsigned long)stream > 48) free((int *)stream - 4);
      else __atomic_store_n(&__lib_i_standard_closed[(long)stream / 16], 1, 0);
      return 0;
    }`,
  ],
];

const commandLine: readonly LibraryPart[] = [
  ...options,
  ['error', 'void N(int status, int code, const char *format, ...) { if (status) exit(status); }'],
  // the environment is empty: a pointer to the null pointer at its end
  ['i_environment', 'char *N[1];'],
  ['environ', 'char **N = __lib_i_environment;'],
  ['program_invocation_name', 'char *N = "program";'],
  ['program_invocation_short_name', 'char *N = "program";'],
  ['getenv', 'char *N(const char *name) { __diptych_reads_text(name); return 0; }'],
  ['secure_getenv', 'char *N(const char *name) { return getenv(name); }'],
  ['getpid', 'int N(void) { return 1000; }'],
  // the functions would run in fork, which is refused
  ['pthread_atfork', 'int N(void (*before)(void), void (*parent)(void), void (*child)(void)) { return 0; }'],
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
  // of a machine with up to 64 processors
  [
    'i_processors',
    `void N(unsigned long size, unsigned long *set) {
      set[0] = 1 + (unsigned long)__diptych_choose(2147483647);
      for (unsigned long k = 1; k < size / 8; k++) set[k] = 0;
    }`,
  ],
  [
    'sched_getaffinity',
    'int N(int process, unsigned long size, void *set) { __lib_i_processors(size, set); return 0; }',
  ],
  [
    'pthread_getaffinity_np',
    'int N(unsigned long thread, unsigned long size, void *set) { __lib_i_processors(size, set); return 0; }',
  ],
  [
    'i_count_bits',
    `int N(const unsigned long *bits, int words) {
      int n = 0;
      for (int k = 0; k < words; k++) n += __builtin_popcountl(bits[k]);
      return n;
    }`,
  ],
  // times and counts are any, as the clocks' are
  [
    'i_any_numbers',
    'void N(void *to, int count) { for (int k = 0; k < count; k++) ((long *)to)[k] = __diptych_choose(2147483647); }',
  ],
  [
    'getrusage',
    `int N(int who, void *usage) {
      if (who != 0 && who != -1 && who != 1) return __lib_i_fail(${EINVAL});
      __lib_i_any_numbers(usage, 18);
      ((long *)usage)[1] = __diptych_choose(1000000);
      ((long *)usage)[3] = __diptych_choose(1000000);
      return 0;
    }`,
  ],
  ['times', 'long N(void *t) { if (t) __lib_i_any_numbers(t, 4); return __diptych_choose(2147483647); }'],
  [
    'getrlimit',
    `int N(int what, void *limit) {
      long now, most;
      if (what < 0 || what > 15) return __lib_i_fail(${EINVAL});
      now = __diptych_choose(2147483647);
      most = __diptych_choose(2147483647);
      ((unsigned long *)limit)[0] = now;
      ((unsigned long *)limit)[1] = most < now ? -1ul : most;
      return 0;
    }`,
  ],
  [
    'setrlimit',
    `int N(int what, const void *limit) {
      if (what < 0 || what > 15 || ((unsigned long *)limit)[0] > ((unsigned long *)limit)[1]) return __lib_i_fail(${EINVAL});
      return __diptych_choose(2) ? __lib_i_fail(${EPERM}) : 0;
    }`,
  ],
  ['getpriority', 'int N(int which, unsigned who) { return __diptych_choose(40) - 20; }'],
  [
    'setpriority',
    `int N(int which, unsigned who, int priority) { return __diptych_choose(2) ? __lib_i_fail(${EACCES}) : 0; }`,
  ],
  [
    'nice',
    `int N(int more) { return __diptych_choose(2) ? __lib_i_fail(${EPERM}) : __diptych_choose(40) - 20; }`,
  ],
  [
    'gethostname',
    `int N(char *name, unsigned long size) {
      if (size < 10) return __lib_i_fail(36);
      __lib_strcpy(name, "localhost");
      return 0;
    }`,
  ],
  [
    'getcwd',
    `char *N(char *path, unsigned long size) {
      if (path == 0) return __lib_strdup("/");
      if (size < 2) {
        __lib_i_fail(size == 0 ? ${EINVAL} : 34);
        return 0;
      }
      return __lib_strcpy(path, "/");
    }`,
  ],
  ['sched_getcpu', 'int N(void) { return __diptych_choose(1024); }'],
  ['getpagesize', 'int N(void) { return 4096; }'],
  [
    'isatty',
    `int N(int file) {
      int bad = __lib_i_bad(file);
      if (!bad && __diptych_choose(2)) return 1;
      __lib_i_fail(bad ? ${EBADF} : ${ENOTTY});
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
