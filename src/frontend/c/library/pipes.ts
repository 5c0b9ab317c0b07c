// Pipes, as C: rings of units, which are scalars with their layout (check/builtins/pipes.ts). Writing is one step. Reading waits until
// there is something, or the end for writing is closed. Each end has one descriptor. Data that does not fit a ring is cut like a loop at
// its bound. So is data that is read in other pieces than it was written in.

import type { LibraryPart } from './part.js';

const EBADF = 9;

/** The most pipes of a program that makes them in several places or in a loop. `mostUnits`: the most units in one at a time. */
const most = 4;
export const mostUnits = 32;

/** The descriptors of the first pipe begin here; those to read from are even. */
const firstEnd = 900;

/** Closing the end for writing adds this to the number of units. */
const ended = 1048576;

/** A reader subtracts this from the number of units, so that other readers wait. */
const reads = 16777216;

/** A program that may have more than one pipe mentions this name. */
export const manyPipes = 'i_many_pipes';

/** The functions that make pipes. Every program with pipes mentions one of them. */
export const pipeNames = ['pipe', 'pipe2'];

const isOpen = (end: number): string => `__atomic_load_n(&__lib_i_pipe_ends[2 * pipe + ${end}], 0)`;

/** Before units are taken, which others wait for: how many there are, 0 at the end of what was written, or -1. */
const takes = (waits: string): LibraryPart => [
  'i_pipe_takes',
  `int N(int file, int most) {
    int pipe = __lib_i_pipe_of(file), *count = &__lib_i_pipe_counts[pipe], have;
    if (file % 2 == 1 || !${isOpen(0)}) return __lib_i_fail(${EBADF});
    if (most == 0) return 0;
    ${waits}
    have = (__atomic_load_n(count, 0) + ${reads}) % ${ended};
    if (have == 0) __atomic_fetch_add(count, ${reads}, 5);
    return have < most ? have : most;
  }`,
];

const puts: LibraryPart = [
  'i_pipe_puts',
  `int N(int file, int units) {
    int pipe = __lib_i_pipe_of(file);
    if (file % 2 == 0 || !${isOpen(1)}) return __lib_i_fail(${EBADF});
    if (units == 0) return 0;
    __diptych_take(&__lib_i_pipe_writers[pipe], 0, 0, 0, 1);
    if (!${isOpen(0)}) __lib_i_broken_pipe();
    if (__lib_i_pipe_tails[pipe] + units - __atomic_load_n(&__lib_i_pipe_heads[pipe], 0) > ${mostUnits})
      __diptych_limit("${mostUnits} units of data in a pipe");
    return units;
  }`,
];

const place = (end: string): string => `pipe * ${mostUnits} + (__lib_i_pipe_${end}[pipe] + i) % ${mostUnits}`;

/** Access to one unit while no other thread uses the same end, and the step after all units are taken or put. */
const units: readonly LibraryPart[] = [
  [
    'i_pipe_unit',
    () => `long N(int file, int i, int layout) {
      int pipe = __lib_i_pipe_of(file), k = ${place('heads')};
      if (__lib_i_pipe_layouts[k] != layout) for (;;);
      return __lib_i_pipe_values[k];
    }`,
  ],
  [
    'i_pipe_taken',
    () => `void N(int file, int units) {
      int pipe = __lib_i_pipe_of(file);
      __atomic_store_n(&__lib_i_pipe_heads[pipe], __lib_i_pipe_heads[pipe] + units, 0);
      __atomic_fetch_add(&__lib_i_pipe_counts[pipe], ${reads} - units, 5);
    }`,
  ],
  [
    'i_pipe_store',
    () => `void N(int file, int i, int layout, long value) {
      int pipe = __lib_i_pipe_of(file), k = ${place('tails')};
      __lib_i_pipe_layouts[k] = layout;
      __lib_i_pipe_values[k] = value;
    }`,
  ],
  [
    'i_pipe_put',
    () => `void N(int file, int units) {
      int pipe = __lib_i_pipe_of(file);
      __lib_i_pipe_tails[pipe] += units;
      __atomic_fetch_add(&__lib_i_pipe_counts[pipe], units, 5);
      __diptych_give_back(&__lib_i_pipe_writers[pipe], 1);
    }`,
  ],
];

const refusing = (name: string, parameters: string): LibraryPart => [
  name,
  `int N(${parameters}) { __diptych_beside_pipes("${name.replace('i_', '')}"); return 0; }`,
];

const rings = (count: number, of: string): readonly LibraryPart[] => [
  ['i_pipe_number', 'int N;'],
  ['i_pipe_ends', `int N[${2 * count}];`],
  ...['heads', 'tails', 'counts', 'writers'].map(
    (what): LibraryPart => [`i_pipe_${what}`, `int N[${count}];`],
  ),
  ['i_pipe_values', `long N[${count * mostUnits}];`],
  ['i_pipe_layouts', `int N[${count * mostUnits}];`],
  ['i_is_pipe', `int N(int file) { return file >= ${firstEnd} && file < ${firstEnd + 2 * count}; }`],
  ['i_pipe_of', `int N(int file) { return ${of}; }`],
  [
    'pipe',
    () => `int N(int *ends) {
      int k = __atomic_fetch_add(&__lib_i_pipe_number, 1, 5);
      if (k >= ${count}) __diptych_limit("${count} pipes");
      __atomic_store_n(&__lib_i_pipe_ends[2 * k], 1, 0);
      __atomic_store_n(&__lib_i_pipe_ends[2 * k + 1], 1, 0);
      ends[0] = ${firstEnd} + 2 * k;
      ends[1] = ${firstEnd + 1} + 2 * k;
      return 0;
    }`,
  ],
];

export const severalPipes: readonly LibraryPart[] = [
  [manyPipes, 'void N(void) { }'],
  ...rings(most, `(file - ${firstEnd}) / 2`),
];

export const onePipe: readonly LibraryPart[] = [
  ...rings(1, '0'),
  ['i_too_much', 'void N(void) { for (;;); }'],
  // SIGPIPE, which has no handler here
  ['i_broken_pipe', 'void N(void) { _exit(141); }'],
  // O_CLOEXEC says nothing
  [
    'pipe2',
    () => `int N(int *ends, int flags) {
      if (flags != 0 && flags != 524288) __diptych_beside_pipes("pipe2 with flags");
      return __lib_pipe(ends);
    }`,
  ],
  ...units,
  takes(`__diptych_take(count, 1, 1, 1, -${reads});`),
  puts,
  [
    'close',
    () => `int N(int file) {
      int was = 1;
      if (!__lib_i_is_pipe(file)) return __lib_i_closes(file);
      __VERIFIER_atomic_begin();
      was = __lib_i_pipe_ends[file - ${firstEnd}];
      __lib_i_pipe_ends[file - ${firstEnd}] = 0;
      if (was && file % 2 == 1) __lib_i_pipe_counts[__lib_i_pipe_of(file)] += ${ended};
      __VERIFIER_atomic_end();
      return was ? 0 : __lib_i_fail(${EBADF});
    }`,
  ],
  // close-on-exec says nothing
  [
    'fcntl',
    () => `int N(int file, int command, ...) {
      if (command != 1 && command != 2) __diptych_beside_pipes("fcntl");
      return __lib_i_bad(file) ? __lib_i_fail(${EBADF}) : 0;
    }`,
  ],
  refusing('dup', 'int file'),
  refusing('dup2', 'int file, int as'),
  refusing('i_poll', 'void *files, unsigned long count, int time'),
  refusing('i_select', 'int count, void *in, void *out, void *other, const void *time'),
  ['fdopen', 'void *N(int file, const char *mode) { __diptych_beside_pipes("fdopen"); return 0; }'],
];

/** Where threads may be cancelled while they read. */
export const cancelledPipes: readonly LibraryPart[] = [
  takes(`do {
      __lib_pthread_testcancel();
      have = __atomic_load_n(count, 0);
    } while (have <= 0 || !__sync_bool_compare_and_swap(count, have, have - ${reads}));`),
];

/** Where SIGPIPE may be handled, or ignored. */
export const signalledPipes: readonly LibraryPart[] = [['i_broken_pipe', 'void N(void) { for (;;); }']];
