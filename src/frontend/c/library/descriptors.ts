// Descriptors, as C: files and connections to the outside. A read gives any bytes, a lookup finds something or does not, and written bytes
// are not kept. A descriptor is a number that no other open call gives, and bad once it was closed. Pipes have other descriptors
// (pipes.ts).

import type { LibraryPart } from './part.js';

const EBADF = 9;
const EINVAL = 22;
const ECONNREFUSED = 111;

/** How many descriptors a thread has numbers for of its own. */
const ownNumbers = 16;

/** As `read` in process.ts. */
const received = (
  parameters: string,
  before: string,
): string => `long N(int file, void *buffer, unsigned long size${parameters}) {
  ${before}
  return __lib_i_read(file, buffer, size);
}`;

/** A function of a path, or of a descriptor, that does what it is to do or fails. */
const ofPath = (name: string, others = ''): LibraryPart => [
  name,
  `int N(const char *path${others}) { __diptych_reads_text(path); return __lib_i_perhaps(); }`,
];
const ofFile = (name: string, others = ''): LibraryPart => [
  name,
  `int N(int file${others}) { return __lib_i_bad(file) ? __lib_i_fail(${EBADF}) : 0; }`,
];

const files: readonly LibraryPart[] = [
  ['i_bad', 'int N(int file) { return file < 0; }'],
  ['i_opened', '_Thread_local int N;'],
  ['i_descriptor', `int N(void) { return 3 + ${ownNumbers} * (__diptych_self() - 1) + __lib_i_opened++; }`],
  ...['open', 'open64'].map(
    (name): LibraryPart => [
      name,
      'int N(const char *path, int flags, ...) { __diptych_reads_text(path); return __lib_i_perhaps() ? -1 : __lib_i_descriptor(); }',
    ],
  ),
  [
    'openat',
    'int N(int folder, const char *path, int flags, ...) { __diptych_reads_text(path); return __lib_i_perhaps() ? -1 : __lib_i_descriptor(); }',
  ],
  [
    'creat',
    'int N(const char *path, unsigned mode) { __diptych_reads_text(path); return __lib_i_perhaps() ? -1 : __lib_i_descriptor(); }',
  ],
  [
    'mkstemp',
    'int N(char *path) { __diptych_reads_text(path); return __lib_i_perhaps() ? -1 : __lib_i_descriptor(); }',
  ],
  ofFile('fsync'),
  ofFile('fdatasync'),
  ofFile('ftruncate', ', long size'),
  ofFile('fchmod', ', unsigned mode'),
  ['sync', 'void N(void) { }'],
  ['dup', `int N(int file) { return __lib_i_bad(file) ? __lib_i_fail(${EBADF}) : __lib_i_descriptor(); }`],
  [
    'dup2',
    `int N(int file, int as) {
      if (__lib_i_bad(file) || as < 0) return __lib_i_fail(${EBADF});
      __lib_i_opens(as);
      return as;
    }`,
  ],
  ['i_opens', 'void N(int file) { }'],
  [
    'lseek',
    `long N(int file, long offset, int from) {
      if (__lib_i_bad(file)) return __lib_i_fail(${EBADF});
      if (from < 0 || from > 2 || (from == 0 && offset < 0)) return __lib_i_fail(${EINVAL});
      return from == 0 ? offset : __diptych_choose(2147483648);
    }`,
  ],
  ['pread', received(', long offset', `if (offset < 0) return __lib_i_fail(${EINVAL});`)],
  ...['mkdir', 'chmod'].map((name) => ofPath(name, ', unsigned mode')),
  ofPath('rmdir'),
  ofPath('chdir'),
  // F_DUPFD, F_GETFD, F_GETFL; what locks a file has it, or waits outside
  [
    'fcntl',
    `int N(int file, int command, ...) {
      if (__lib_i_bad(file)) return __lib_i_fail(${EBADF});
      if (command == 0 || command == 1030) return __lib_i_descriptor();
      if (command == 1) return __diptych_choose(2);
      if (command == 3) return __diptych_choose(65536);
      if (command != 2 && command != 4) __diptych_unknown_request();
      return 0;
    }`,
  ],
];

/** Descriptors that it is known of whether they are open. */
const known = 256;

/** Of programs that close some. */
export const closing: readonly LibraryPart[] = [
  // the standard ones are open at first, and no others
  ['i_open', `char N[${known}] = { 1, 1, 1 };`],
  [
    'i_descriptor',
    `int N(void) {
      int file = 3 + ${ownNumbers} * (__diptych_self() - 1) + __lib_i_opened++;
      __lib_i_opens(file);
      return file;
    }`,
  ],
  [
    'i_bad',
    `int N(int file) { return file < 0 || (file < ${known} && !__atomic_load_n(&__lib_i_open[file], 0)); }`,
  ],
  ['i_opens', `void N(int file) { if (file < ${known}) __atomic_store_n(&__lib_i_open[file], 1, 0); }`],
  ['close', 'int N(int file) { return __lib_i_closes(file); }'],
  [
    'i_closes',
    `int N(int file) {
      if (file < 0 || (file < ${known} && !__atomic_exchange_n(&__lib_i_open[file], 0, 5))) return __lib_i_fail(${EBADF});
      return 0;
    }`,
  ],
];

/** Any address of IPv4, as far as there is room for it. */
const address = `if (address) {
  unsigned *length = size;
  if (*length >= 2) *(unsigned short *)address = 2;
  if (*length >= 4) ((unsigned short *)address)[1] = __diptych_choose(65536);
  if (*length >= 8) ((unsigned *)address)[1] = __VERIFIER_nondet_uint();
  if (*length >= 16) {
    ${[8, 9, 10, 11, 12, 13, 14, 15].map((i) => `((unsigned char *)address)[${i}] = 0;`).join(' ')}
  }
  *length = 16;
}`;

const sockets: readonly LibraryPart[] = [
  ['socket', 'int N(int domain, int type, int protocol) { return __lib_i_descriptor(); }'],
  ofFile('bind', ', const void *address, unsigned size'),
  ofFile('listen', ', int most'),
  [
    'connect',
    `int N(int file, const void *address, unsigned size) {
      if (__lib_i_bad(file)) return __lib_i_fail(${EBADF});
      return __diptych_choose(2) ? __lib_i_fail(${ECONNREFUSED}) : 0;
    }`,
  ],
  [
    'accept',
    `int N(int file, void *address, void *size) {
      if (__lib_i_bad(file)) return __lib_i_fail(${EBADF});
      ${address}
      return __lib_i_descriptor();
    }`,
  ],
  ofFile('shutdown', ', int how'),
  ofFile('setsockopt', ', int level, int name, const void *value, unsigned size'),
  ['recv', received(', int flags', '')],
  ['recvfrom', received(', int flags, void *address, void *size_', address.replace('= size;', '= size_;'))],
  [
    'inet_addr',
    'unsigned N(const char *text) { __diptych_reads_text(text); return __VERIFIER_nondet_uint(); }',
  ],
  [
    'inet_pton',
    `int N(int family, const char *text, void *to) {
      __diptych_reads_text(text);
      if (__diptych_choose(2)) return 0;
      for (int i = 0; i < (family == 10 ? 16 : 4); i++) ((unsigned char *)to)[i] = __diptych_choose(256);
      return 1;
    }`,
  ],
];

/** The ready events are any of the requested ones. Without a limit of time at least one is ready. */
const waits: readonly LibraryPart[] = [
  [
    'i_ready',
    `int N(int count, unsigned long *set) {
      int ready = 0;
      for (int i = 0; set && i < count; i++) {
        unsigned long bit = 1ul << i % 64;
        if (!(set[i / 64] & bit)) continue;
        if (__diptych_choose(2)) ready++;
        else set[i / 64] &= ~bit;
      }
      return ready;
    }`,
  ],
  [
    'i_select',
    `int N(int count, void *in, void *out, void *other, const void *time) {
      int ready = __lib_i_ready(count, in);
      ready += __lib_i_ready(count, out);
      ready += __lib_i_ready(count, other);
      __VERIFIER_assume(ready > 0 || time != 0);
      return ready;
    }`,
  ],
  [
    'i_poll',
    `int N(void *files, unsigned long count, int time) {
      int ready = 0;
      for (unsigned long i = 0; i < count; i++) {
        short *events = (short *)((char *)files + 8 * i + 4);
        int found = *(int *)((char *)files + 8 * i) < 0 ? 0 : __diptych_choose(65536) & (events[0] | 56);
        events[1] = found;
        if (found) ready++;
      }
      __VERIFIER_assume(ready > 0 || time >= 0);
      return ready;
    }`,
  ],
];

export const descriptors: readonly LibraryPart[] = [...files, ...sockets, ...waits];
