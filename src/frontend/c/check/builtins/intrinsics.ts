// Operations that the library written in C (library/) cannot express in C, and the names of the library that are
// refused.

import { toNumber } from '../../../../program/integer.js';
import { memoryOrders } from '../../../../program/memoryOrder.js';
import { bug } from '../../../../support/diagnostic.js';
import type { Expression } from '../../ast.js';
import { attemptTests } from '../../builtin.js';
import { typeError, unsupported } from '../../diagnostics.js';
import { stringValues } from '../../literals.js';
import type { Value } from '../../typed.js';
import { intType, longType, voidPointer } from '../../types.js';
import { constantValue } from '../constants.js';
import { coerce } from '../conversions.js';
import {
  argument,
  type BuiltinCall,
  condition,
  doing,
  entry,
  integerArgument,
  type Library,
  meaning,
  sharedTarget,
} from './table.js';
import { expanded } from './template.js';

function number(call: BuiltinCall, index: number): number {
  const value = constantValue(argument(call, index));
  return value === undefined
    ? typeError(`${call.name} needs a constant`, call.args[index].at)
    : toNumber(value);
}

const integer = (call: BuiltinCall, index: number): Value =>
  coerce(argument(call, index), intType, call.args[index].at);

const test = (call: BuiltinCall): '==' | '>=' => (number(call, 1) === 0 ? '==' : '>=');

function text(e: Expression): string {
  const parts = e.kind === 'string' ? e.parts.flatMap((part) => stringValues(part) ?? []) : [];
  return String.fromCharCode(...parts);
}

const destroy = (call: BuiltinCall) =>
  doing({ op: 'destroy', pointer: argument(call, 0), ints: number(call, 1) }, call);

const atBarrier = (does: 'comes' | 'leaves' | 'destroys') => (call: BuiltinCall) =>
  doing({ op: 'barrier', does, barrier: argument(call, 0) }, call);

const cancelling = (rmw: '|' | '&') => (call: BuiltinCall) =>
  meaning(
    { op: 'cancel-state', thread: integerArgument(call, 0), change: { rmw, value: integer(call, 1) } },
    call,
  );

const refusals: readonly (readonly [hint: string, ...names: string[]])[] = [
  ['one process is checked', 'fork', 'vfork', 'wait', 'waitpid', 'shm_open'],
  ['signals reach handlers and threads that wait for them', 'signalfd'],
  ['read and fread, of one buffer, read any bytes; __VERIFIER_nondet_int() is any int', 'readv'],
  ['files are not modelled', 'freopen', 'ioctl'],
  ['communication between threads through it is not modelled', 'eventfd', 'mkfifo'],
  ['sprintf, snprintf and asprintf make text of numbers', 'vasprintf'],
  ['long doubles are not read from text', 'strtold'],
  [
    'of the functions on floating-point numbers, diptych knows those that compare, round and scale, the square root, and powers of whole numbers',
    ...'cbrt exp exp2 log log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh hypot fma'.split(' '),
  ],
  ['priorities are not modelled', 'pthread_mutex_setprioceiling', 'pthread_mutex_getprioceiling'],
];

/** `syscall(SYS_futex, word, operation, value, time, word2, bits)`, of which the last may be left out. */
function futex(call: BuiltinCall): Value {
  const given = (index: number): string => (index < call.args.length ? `(A${index})` : '0');
  const word2 = call.args.length > 5 ? '(void)(A5), ' : '';
  return expanded(
    call,
    `(${word2}(long)__lib_i_futex((void *)${given(1)}, (int)${given(2)}, (int)${given(3)}, (const void *)${given(4)}, (int)${given(6)}))`,
  );
}

/** `syscall(SYS_gettid)`, which glibc had no function for until 2019. */
function systemCall(call: BuiltinCall): Value {
  const number = call.args.length > 0 ? constantValue(argument(call, 0)) : undefined;
  switch (number === undefined ? undefined : toNumber(number)) {
    case 24:
      return expanded(call, '0l');
    case 186:
      return expanded(call, '(999l + __diptych_self())');
    case 202:
      return futex(call);
    default:
      return unsupported('syscall', call.at, 'the known system calls are futex, gettid and sched_yield');
  }
}

const isZero = (call: BuiltinCall, index: number): boolean =>
  call.args[index] !== undefined && constantValue(argument(call, index)) === 0;

/** A wait for no descriptor only sleeps: `select(0, NULL, NULL, NULL, &tv)`, `poll(NULL, 0, 10)`. */
function sleeping(call: BuiltinCall): Value {
  const isPoll = call.name === 'poll';
  const count = isPoll ? 1 : 0;
  const sets = isPoll ? [] : [1, 2, 3];
  const limit = isPoll ? 2 : 4;
  const limited = isPoll
    ? call.args.length === 3 && Number(constantValue(argument(call, limit)) ?? 0) >= 0
    : call.args.length === 5 && !isZero(call, limit);
  if (limited && isZero(call, count) && sets.every((index) => isZero(call, index)))
    return expanded(call, `((void)(A${limit}), 0)`);
  return expanded(
    call,
    isPoll
      ? '__lib_i_poll((A0), (A1), (A2))'
      : '__lib_i_select((A0), (void *)(A1), (void *)(A2), (void *)(A3), (void *)(A4))',
  );
}

export const intrinsics: Library = new Map([
  entry('poll', 3, sleeping),
  entry('select', 5, sleeping),
  entry('syscall', [0, Number.POSITIVE_INFINITY], systemCall),
  entry('__diptych_take', 5, (call) =>
    doing(
      {
        op: 'take',
        cell: sharedTarget(call, 0),
        test: test(call),
        value: integer(call, 2),
        leaves: number(call, 3) === 0 ? '=' : '+',
        change: integer(call, 4),
      },
      call,
    ),
  ),
  entry('__diptych_try', 6, (call) =>
    meaning(
      {
        op: 'try',
        cell: sharedTarget(call, 0),
        test: attemptTests[number(call, 1)],
        value: integer(call, 2),
        leaves: number(call, 3) === 0 ? '=' : '+',
        change: integer(call, 4),
        order: memoryOrders[number(call, 5)],
      },
      call,
    ),
  ),
  entry('__diptych_await', 3, (call) =>
    meaning({ op: 'await', cell: sharedTarget(call, 0), test: test(call), value: integer(call, 2) }, call),
  ),
  entry('__diptych_futex_wait', 3, (call) =>
    meaning(
      {
        op: 'futex-wait',
        cell: sharedTarget(call, 0),
        value: integer(call, 1),
        timed: number(call, 2) === 1,
      },
      call,
    ),
  ),
  entry('__diptych_futex_wake', 2, (call) =>
    meaning({ op: 'futex-wake', word: argument(call, 0), count: integer(call, 1) }, call),
  ),
  entry('__diptych_unknown_futex', 0, (call) =>
    unsupported(
      'this operation on a futex',
      call.at,
      'FUTEX_WAIT and FUTEX_WAKE are known, also those that name all bits',
    ),
  ),
  entry('__diptych_unknown_request', 0, (call) =>
    unsupported('this request to a file', call.at, 'fcntl is known to tell and set flags, and to duplicate'),
  ),
  entry('__diptych_jumps_out', 0, (call) => unsupported('a jump out of a function inside another', call.at)),
  entry('__diptych_landing', 1, (call) => {
    const variable = call.context.unit.landings.get(text(call.args[0])) ?? bug('setjmp without its variable');
    return meaning({ op: 'landing', variable }, call, longType);
  }),
  ...['longjmp', '_longjmp', 'siglongjmp', '__longjmp_chk'].map((name) =>
    entry(name, 2, (call) => expanded(call, '__diptych_jump_back(*(long *)(A0), (A1))')),
  ),
  entry('__diptych_jump_back', 2, (call) =>
    doing({ op: 'jump-back', number: argument(call, 0), value: integer(call, 1) }, call),
  ),
  entry('__diptych_give_back', 2, (call) =>
    doing({ op: 'give-back', cell: sharedTarget(call, 0), holder: integer(call, 1) }, call),
  ),
  entry('__diptych_self', 0, (call) => ({
    kind: 'binary',
    op: '+',
    left: meaning({ op: 'thread-self', named: false }, call),
    right: { kind: 'const', value: 1, type: intType, at: call.at },
    type: intType,
    at: call.at,
  })),
  entry('__diptych_thread', 1, (call) =>
    meaning({ op: 'thread-index', thread: integerArgument(call, 0) }, call),
  ),
  entry('__diptych_used_thread', 1, (call) =>
    meaning({ op: 'thread-index', thread: integerArgument(call, 0), uses: true }, call),
  ),
  entry('__diptych_cancel_state', 0, (call) => meaning({ op: 'cancel-state' }, call)),
  entry('__diptych_cancel_state_of', 1, (call) =>
    meaning({ op: 'cancel-state', thread: integerArgument(call, 0) }, call),
  ),
  entry('__diptych_cancel_or', 2, cancelling('|')),
  entry('__diptych_cancel_and', 2, cancelling('&')),
  entry('__diptych_cancel_wake', 1, (call) =>
    doing({ op: 'cancel-wake', thread: integerArgument(call, 0) }, call),
  ),
  entry('__diptych_cancel_asynchronously', 0, (call) =>
    unsupported(
      'asynchronous cancellation',
      call.at,
      'threads are cancelled where they wait, or test for it',
    ),
  ),
  entry('__diptych_before_end', 1, (call) => doing({ op: 'before-end', name: text(call.args[0]) }, call)),
  entry('__diptych_limit', 1, (call) => doing({ op: 'limit', most: text(call.args[0]) }, call)),
  entry('__diptych_destroy', 2, destroy),
  entry('__diptych_comes', 1, atBarrier('comes')),
  entry('__diptych_leaves', 1, atBarrier('leaves')),
  entry('__diptych_all_left', 1, atBarrier('destroys')),
  entry('__diptych_choose', 1, (call) =>
    meaning({ op: 'nondet', range: { from: 0, to: number(call, 0) - 1 } }, call),
  ),
  ...(
    [
      ['__diptych_misuse', 'misuse'],
      ['__diptych_bounds', 'out-of-bounds'],
    ] as const
  ).map(([name, finding]) =>
    entry(name, 2, (call) =>
      doing({ op: 'assert', condition: condition(call, 0), message: text(call.args[1]), finding }, call),
    ),
  ),
  /** In a static initialiser: tells that there are such mutexes (library/index.ts). */
  entry('__diptych_mutex_kind', 1, (call) => argument(call, 0)),
  entry('__diptych_cleanup_push', 2, (call) =>
    doing(
      {
        op: 'cleanup-push',
        handler: argument(call, 0),
        argument: coerce(argument(call, 1), voidPointer, call.args[1].at),
      },
      call,
    ),
  ),
  entry('__diptych_cleanup_pop', 1, (call) => doing({ op: 'cleanup-pop', execute: integer(call, 0) }, call)),
  ...refusals.flatMap(([hint, ...names]) =>
    names.map((name) =>
      entry(name, [0, Number.POSITIVE_INFINITY], (call) => unsupported(name, call.at, hint)),
    ),
  ),
]);
