// The operations that library functions become: pthreads and C11 threads, C11 atomics, and GCC's __atomic and __sync.

import type { MemoryOrder } from '../../program/memoryOrder.js';
import type { AssertedFinding, FetchOp } from '../../program/statement.js';
import type { Diagnostic } from '../../support/diagnostic.js';
import type { FunctionSymbol, Place, Value, Variable } from './typed.js';
import type { CType } from './types.js';

export type BitOperation = 'popcount' | 'parity' | 'clz' | 'ctz' | 'ffs' | 'clrsb' | 'bswap';

/**
 * `act` (signal, handler, flags, mask, information) sets an action. `handler`, `flags`, `handler-mask` (signal) read
 * it. `mask`, `set-mask` (set) read and set the signals that the thread blocks. `raise` (signal), `send` (thread,
 * signal) and `kill` (signal) address the thread itself, another thread, the process. `arrange` (signal, when): the
 * signal comes by itself. `suspend` (set) waits for a handler, `take` (set) for a signal. `pending` is the set of
 * waiting signals. `member` is a signal that the program's sets may hold, 0 if it may be any.
 */
export const signalRequests = [
  'act',
  'handler',
  'flags',
  'handler-mask',
  'mask',
  'set-mask',
  'raise',
  'send',
  'kill',
  'arrange',
  'suspend',
  'take',
  'pending',
  'member',
] as const;
type SignalRequest = (typeof signalRequests)[number];

/** The comparison of an attempt between the cell and its value. */
export const attemptTests = ['==', '>=', '!='] as const;

export type Builtin =
  | { readonly op: 'atomic-load'; readonly place: Place; readonly order: Value }
  | {
      readonly op: 'atomic-store';
      readonly place: Place;
      readonly value: Value;
      readonly order: Value;
      /** Not an atomic access to C. */
      readonly initialises?: boolean;
    }
  | {
      readonly op: 'atomic-rmw';
      readonly place: Place;
      readonly rmw: FetchOp | 'xchg';
      readonly value: Value;
      readonly order: Value;
      readonly result: 'old' | 'new';
    }
  | {
      readonly op: 'atomic-cas';
      readonly place: Place;
      /** A place receives the value found when the exchange fails. */
      readonly expected:
        | { readonly kind: 'value'; readonly value: Value }
        | { readonly kind: 'place'; readonly place: Place };
      readonly desired: Value;
      readonly order: Value;
      /** The order of one that fails, which only loads. */
      readonly failure: Value;
      /** Whether it may fail though it finds what it expects; it may not if nothing is said. */
      readonly weak?: Value;
      readonly result: 'success' | 'old';
    }
  | { readonly op: 'fence'; readonly order: Value }
  | { readonly op: 'store-fence' }
  /** `handle` receives the thread. */
  | {
      readonly op: 'thread-create';
      readonly handle?: Place;
      readonly start: Value;
      readonly argument: Value;
      readonly attributes?: Value;
    }
  /** A thread that runs a statement, with its own copies of the locals of the function around. */
  | { readonly op: 'thread-start'; readonly body: FunctionSymbol }
  /** `result` receives what the thread returned. 0, or `itself` for a thread that would wait for itself. */
  | {
      readonly op: 'thread-join';
      readonly thread: Value;
      readonly result?: Place;
      readonly itself: number;
    }
  | { readonly op: 'thread-exit'; readonly value: Value }
  /** The thread's handle, as it is `named`, or its index. */
  | { readonly op: 'thread-self'; readonly named: boolean }
  /** The index of the thread that a handle names. */
  | { readonly op: 'thread-index'; readonly thread: Value; readonly uses?: true }
  /** 0, or ESRCH if there is no such thread. */
  | { readonly op: 'thread-detach'; readonly thread: Value }
  /** `mark`: the next thread that is created is an interrupt handler of this one. */
  | { readonly op: 'interrupts'; readonly what: 'mark' | 'disable' | 'enable' }
  /** An operation of the library's functions on signals (lower/signals.ts). */
  | { readonly op: 'signal'; readonly what: SignalRequest; readonly args: readonly Value[] }
  | { readonly op: 'lock' | 'unlock'; readonly mutex: Place }
  /** A lock or a condition. */
  | { readonly op: 'object-init'; readonly object: Place }
  /** 0 when it got the lock, else `busy`. `looks`: it looks first whether the lock is free. */
  | { readonly op: 'trylock'; readonly mutex: Place; readonly busy: number; readonly looks: boolean }
  /** Waits until the cell is the value, or at least it; then sets it to `change`, or adds that. */
  | {
      readonly op: 'take';
      readonly cell: Place;
      readonly test: '==' | '>=';
      readonly value: Value;
      readonly leaves: '=' | '+';
      readonly change: Value;
    }
  /** Waits like `take`, and reads. */
  /** The same without waiting: the value of the cell before, which is left as it is if the test fails. Its order is that of success. */
  | {
      readonly op: 'try';
      readonly cell: Place;
      readonly test: (typeof attemptTests)[number];
      readonly value: Value;
      readonly leaves: '=' | '+';
      readonly change: Value;
      readonly order: MemoryOrder;
    }
  | { readonly op: 'await'; readonly cell: Place; readonly test: '==' | '>='; readonly value: Value }
  /** Sets the cell, which must hold `holder`, to 0. */
  | { readonly op: 'give-back'; readonly cell: Place; readonly holder: Value }
  /** The object whose first ints these are begins to exist, without a value, or ends. */
  | { readonly op: 'destroy'; readonly pointer: Value; readonly ints: number }
  /**
   * This thread comes to the barrier, leaves it, or waits until no thread is about to leave it
   * (lower/threads/barriers.ts).
   */
  | { readonly op: 'barrier'; readonly does: 'comes' | 'leaves' | 'destroys'; readonly barrier: Value }
  /** The cancellation state of a thread (absent: of this one); `change` is done in the same step. */
  | {
      readonly op: 'cancel-state';
      readonly thread?: Value;
      readonly change?: { readonly rmw: '|' | '&'; readonly value: Value };
    }
  /** Wakes the thread if it waits for a condition. */
  | { readonly op: 'cancel-wake'; readonly thread: Value }
  /** The following call is understood before the process ends, and not in its last actions. */
  | { readonly op: 'before-end'; readonly name: string }
  /** The program needs more of something than diptych has: it is cut here. */
  | { readonly op: 'limit'; readonly most: string }
  | { readonly op: 'cleanup-push'; readonly handler: Value; readonly argument: Value }
  | { readonly op: 'cleanup-pop'; readonly execute: Value }
  /** `signalled`: it does not return without a signal. */
  | {
      readonly op: 'cond-wait';
      readonly cond: Place;
      readonly mutex: Place;
      /** It waits until a time: `isTime` says whether it is one, otherwise the result is `invalid`; `timeout` when it is over. */
      readonly timed?: { readonly isTime: Value; readonly timeout: number; readonly invalid: number };
      readonly signalled: boolean;
      /** The result if the mutex checks the waiter, and the waiter does not hold it. */
      readonly notOwner: number;
    }
  | { readonly op: 'cond-signal' | 'cond-broadcast'; readonly cond: Place }
  | { readonly op: 'cond-destroy'; readonly cond: Place; readonly name: string }
  /** Sleeps if the word holds the value, until woken: 1; else 0. Wakes so many at the word: how many. (lower/threads/futexes.ts) */
  | { readonly op: 'futex-wait'; readonly cell: Place; readonly value: Value; readonly timed: boolean }
  | { readonly op: 'futex-wake'; readonly word: Value; readonly count: Value }
  /** `of` says what the block will hold, if that is known. */
  | {
      readonly op: 'alloc';
      readonly bytes: Value;
      /** It ends with its function. */
      readonly ofFunction?: true;
      readonly of?: CType;
      readonly zeroed: boolean;
      /** It may be given to free and realloc. */
      readonly ofMalloc?: true;
      /** It is this array of computed length, which ends with its scope. */
      readonly array?: Variable;
      /** Its address is a multiple of this, which is a power of 2. */
      readonly alignment?: Value;
    }
  /** How many bytes were asked for when the block was taken. */
  | { readonly op: 'block-size'; readonly pointer: Value }
  | { readonly op: 'free'; readonly pointer: Value }
  /** memset, memcpy, memcmp over a constant number of bytes. */
  | {
      readonly op: 'fill';
      readonly target: Value;
      /** Of each byte; absent: every cell has any value. */
      readonly value?: Value;
      readonly bytes: number;
      /** The function that is called. */
      readonly name: string;
    }
  /** memset of 0 over a number of bytes that is no constant, behind a variable; `written`: how it is done. */
  | { readonly op: 'zeroing'; readonly target: Value; readonly bytes: Value; readonly written: Value }
  | {
      readonly op: 'copy';
      readonly target: Value;
      readonly source: Value;
      readonly bytes: number;
      /** Everything is read before anything is written. */
      readonly overlapping: boolean;
    }
  | { readonly op: 'compare'; readonly left: Value; readonly right: Value; readonly bytes: number }
  | {
      readonly op: 'assert';
      readonly condition: Value;
      readonly message: string;
      readonly finding?: AssertedFinding;
    }
  | { readonly op: 'assume'; readonly condition: Value }
  | { readonly op: 'fail'; readonly message: string }
  | { readonly op: 'nondet'; readonly range?: { readonly from: number; readonly to: number } }
  /** The value that setjmp leaves in its buffer; `variable` receives longjmp's argument. */
  | { readonly op: 'landing'; readonly variable: Variable }
  | { readonly op: 'jump-back'; readonly number: Value; readonly value: Value }
  /** Evaluates the arguments of a function without a body, which may do something that is not looked at. */
  | {
      readonly op: 'unknown';
      readonly name: string;
      readonly args: readonly Value[];
      readonly writes: boolean;
    }
  /** `loads`: a section that only loads is a load, and no fence. */
  | { readonly op: 'atomic-begin' | 'atomic-end'; readonly loads?: true }
  /** Behind an end of a section that is one because the thread ends there. */
  | { readonly op: 'ends-thread' }
  /** Ends the process; `handlers`: after what was given to atexit is done. */
  | { readonly op: 'exit'; readonly status: Value; readonly handlers: boolean }
  /** Stands where something is that is not supported: `construct`, a mistake, or what `Mistakes` knows. */
  | { readonly op: 'refused'; readonly construct?: string; readonly mistake?: Diagnostic }
  /** The number of the first argument that `...` received. */
  | { readonly op: 'va-start' }
  /** Counting and turning bits; `width` of the operand. */
  | {
      readonly op: 'bits';
      readonly what: BitOperation;
      readonly operand: Value;
      readonly width: 16 | 32 | 64;
    }
  /** Arithmetic as if integers had no end; `place` receives what is left in its type. Yields whether that is something else. */
  | {
      readonly op: 'overflow';
      readonly operator: '+' | '-' | '*';
      readonly left: Value;
      readonly right: Value;
      readonly place: Place;
    }
  /** Reads a string, or `most` bytes, and drops it. `most` of a string: its precision. */
  | {
      readonly op: 'reads';
      readonly what: 'text' | 'bytes';
      readonly pointer: Value;
      readonly most?: Value;
    }
  /** The bits of a double as an integer, or the other way round. */
  | { readonly op: 'same-bits'; readonly value: Value }
  /** Whether it is known where it points to, and that this is a string literal. */
  | { readonly op: 'is-literal'; readonly pointer: Value }
  /** Evaluates its arguments and yields 0; where the result is used, yields what `count` computes of them instead. */
  | {
      readonly op: 'ignore';
      readonly args: readonly Value[];
      readonly count?: Value;
      /** It must know what its arguments are: one without a value is a finding. */
      readonly looksAt?: true;
    };

export type BuiltinOf<O extends Builtin['op']> = Extract<Builtin, { op: O }>;
