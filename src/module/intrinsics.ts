// diptych's additions to a machine. A library model written in C calls `__diptych_NAME`, and `link` turns such calls
// into intrinsics. Readers emit only `va_start`, `landing`, `jump`, `leave`, `require` and `spurious` themselves.

import type { Type } from './type.js';

/** `text` is a string literal, `test` and `op` are constants that `tests` and `changes` list, `order` is a C11 order as a number. */
type Operand = Type | 'text' | 'test' | 'op' | 'order';

export interface Intrinsic {
  readonly takes: readonly Operand[];
  /** Operands that may follow, all or none. */
  readonly mayTake?: readonly Operand[];
  readonly returns?: Type;
  /** Control does not come back. */
  readonly never?: true;
}

/** By their numbers in `diptych.h`: the cell compared with the value. */
export const tests = ['EQ', 'NE', 'GE', 'LT'] as const;
export const changes = ['SET', 'ADD', 'OR', 'AND'] as const;

const entries = {
  spawn: { takes: ['ptr', 'ptr', 'ptr', 'ptr'], returns: 'i32' },
  /** The same; the function has a third argument, which the thread knows where its creator does. */
  spawn_with: { takes: ['ptr', 'ptr', 'ptr', 'ptr', 'i64'], returns: 'i32' },
  end: { takes: [], never: true },
  join: { takes: ['i32'] },
  self: { takes: [], returns: 'i32' },
  threads: { takes: [], returns: 'i32' },
  of_thread: { takes: ['ptr', 'i32'], returns: 'ptr' },
  exit_now: { takes: ['i32'], never: true },
  /** The second address is the object that `%p` in the text names. */
  take: { takes: ['ptr', 'test', 'i32', 'op', 'i32', 'ptr', 'text'], returns: 'i32' },
  await: { takes: ['ptr', 'test', 'i32', 'order', 'ptr', 'text'], returns: 'i32' },
  try_change: { takes: ['ptr', 'test', 'i32', 'op', 'i32', 'order'], returns: 'i32' },
  give_back: { takes: ['ptr', 'i32', 'order'] },
  interruptible: { takes: ['i32'] },
  spurious: { takes: ['ptr'], returns: 'i32' },
  /** A condition and a mutex, their marks, the thread's gate, and its cell for the mark of the mutex (passes/conditions.ts). */
  waits_with: { takes: ['ptr', 'ptr', 'i32', 'i32', 'ptr', 'ptr'] },
  atomic_begin: { takes: [] },
  atomic_end: { takes: [] },
  /** In a section: it is a load of several cells, and no fence. */
  only_loads: { takes: [] },
  /** 0 stands for any value of the result's type. Two texts may follow: what 0 and 1 mean in traces. */
  choose: { takes: ['i32'], mayTake: ['text', 'text'], returns: 'i32' },
  any: { takes: ['ptr', 'i64'] },
  assume: { takes: ['i32'] },
  require: { takes: ['i32', 'text', 'text'] },
  /** The kind of the reason, and its detail (passes/cuts.ts). */
  cut: { takes: ['text', 'text'], never: true },
  /** The thread may stop here, as at a cut, or go on: the answer is bounded. */
  may_cut: { takes: ['text', 'text'] },
  /** The character that `%c` in the text stands for may follow. */
  refuse: { takes: ['text'], mayTake: ['i32'] },
  known: { takes: ['i64'], returns: 'i32' },
  changes: { takes: ['ptr'] },
  /** Whether something may write the int; the next such int of an array behind that index, or the number of its elements. */
  written: { takes: ['ptr'], returns: 'i32' },
  next_written: { takes: ['ptr', 'i32', 'i32'], returns: 'i32' },
  /** The program uses the first address with the second; whether it does (settle/uses.ts). */
  uses: { takes: ['ptr', 'ptr'] },
  used: { takes: ['ptr', 'ptr'], returns: 'i32' },
  allocate: { takes: ['i64', 'i64', 'i32'], returns: 'ptr' },
  release: { takes: ['ptr'] },
  /** The end of a block that was allocated for a function. 0 is no block. */
  leave: { takes: ['ptr'] },
  block_size: { takes: ['ptr'], returns: 'i64' },
  destroy: { takes: ['ptr', 'i64'] },
  copy: { takes: ['ptr', 'ptr', 'i64'] },
  fill: { takes: ['ptr', 'i32', 'i64'] },
  compare: { takes: ['ptr', 'ptr', 'i64'], returns: 'i32' },
  reads: { takes: ['ptr', 'i64'] },
  /** The second address is a local of the function, which ends with the call. 0: it is not known when the function returns. */
  landing: { takes: ['ptr', 'ptr'], returns: 'i32' },
  jump: { takes: ['ptr', 'i32'], never: true },
  between: { takes: ['ptr'] },
  between_end: { takes: [] },
  /** Whether a function is among those that were inlined around it. */
  within: { takes: ['ptr'], returns: 'i32' },
  /** Whether the signal of that number comes here: a choice. */
  comes: { takes: ['i32'], returns: 'i32' },
  symbol: { takes: ['text'], returns: 'ptr' },
  /** Calls the module's constructors, with the arguments of main, or its destructors. */
  before_main: { takes: ['i32', 'ptr', 'ptr'] },
  after_main: { takes: [] },
  /** Fills the `va_list` at the address for the arguments behind the named ones of this function. */
  va_start: { takes: ['ptr'] },
} as const satisfies Record<string, Intrinsic>;

export type IntrinsicName = keyof typeof entries;
export const intrinsics: Readonly<Record<IntrinsicName, Intrinsic>> = entries;
export const isIntrinsic = (name: string): name is IntrinsicName => Object.hasOwn(entries, name);

/** Intrinsics that start a thread. */
export const spawning: ReadonlySet<string> = new Set<IntrinsicName>(['spawn', 'spawn_with']);

/** Intrinsics that only ask, and whose results propagation may know. */
export const asking: ReadonlySet<string> = new Set<IntrinsicName>([
  'self',
  'threads',
  'known',
  'written',
  'next_written',
  'used',
  'symbol',
  'of_thread',
]);

/** The prefix of functions that stand for an intrinsic. */
export const intrinsicPrefix = '__diptych_';

/** Flags of `allocate`. */
export const allocateFlags = { zeroed: 1, ofFunction: 2 } as const;
