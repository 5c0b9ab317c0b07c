// POSIX threads and C11 <threads.h>.

import { present } from '../../../../support/present.js';
import type { Expression } from '../../ast.js';
import { typeError, unsupported } from '../../diagnostics.js';
import type { FunctionSymbol, Place, Value } from '../../typed.js';
import { intType, pointerTo, typeName, unsignedLongType, voidPointer } from '../../types.js';
import { constantValue } from '../constants.js';
import { coerce, convert } from '../conversions.js';
import { derefPlace } from '../places.js';
import {
  alsoEvaluating,
  argument,
  type BuiltinCall,
  doing,
  entry,
  integerArgument,
  type Library,
  meaning,
  objectTarget,
  resultTarget,
} from './table.js';
import { expanded } from './template.js';

/** EBUSY of pthreads; thrd_busy of C11. */
const busy = { pthread: 16, c11: 1 } as const;
/** EDEADLK; thrd_error. */
const itself = { pthread: 35, c11: 2 } as const;
/** ETIMEDOUT and EINVAL; thrd_timedout and thrd_error. */
const untilTime = {
  pthread: { timeout: 110, invalid: 22 },
  c11: { timeout: 4, invalid: 2 },
} as const;

/** EPERM, and thrd_error. */
const notOwner = { pthread: 1, c11: 2 } as const;

/** An argument that is a null pointer, rather than the address of something. */
const isNull = (call: BuiltinCall, index: number): boolean => {
  const arg = call.args[index];
  return !(arg.kind === 'unary' && arg.op === '&') && constantValue(argument(call, index)) === 0;
};

/** Where the handle goes; a number is an address and a pointer has the room of a handle, as gcc has it with a warning. */
function handleOf(call: BuiltinCall): Place {
  const [arg] = call.args;
  const isNumber = arg.kind !== 'unary' && argument(call, 0).type.kind === 'integer';
  if (!isNumber) {
    const place = resultTarget(call, 0);
    if (place.type.kind !== 'pointer' && place.type.kind !== 'void') return place;
  }
  return derefPlace(convert(argument(call, 0), { kind: 'pointer', to: unsignedLongType }), arg.at);
}

/** The type that a start routine is converted to; a null pointer fails as a call through it would. */
const startType = pointerTo({
  kind: 'function',
  result: voidPointer,
  parameters: [voidPointer],
  variadic: false,
  unspecified: false,
});

/** A function that is only named where a thread starts in it is none that a pointer may hold. */
function routineOf(call: BuiltinCall, start: number): Value {
  const named = namedFunction(call, call.args[start]);
  const addressed = named?.addressed;
  const routine = argument(call, start);
  if (named !== undefined && addressed === false) named.addressed = false;
  // `(void *)f`, as programs write it when the function has another type
  const hidden = routine.type.kind === 'pointer' && routine.type.to.kind === 'void';
  return hidden || constantValue(routine) === 0 ? convert(routine, startType) : routine;
}

function namedFunction(call: BuiltinCall, e: Expression): FunctionSymbol | undefined {
  if (e.kind === 'cast') return namedFunction(call, e.operand);
  if (e.kind === 'unary' && e.op === '&') return namedFunction(call, e.operand);
  const symbol = e.kind === 'name' ? call.context.scope.lookup(e.name) : undefined;
  return symbol?.kind === 'function' ? symbol.function : undefined;
}

function create(call: BuiltinCall, start: number): Value {
  const handle = isNull(call, 0) ? undefined : handleOf(call);
  if (handle !== undefined && handle.type.kind !== 'integer')
    return typeError(
      `${call.name} stores the thread in a thread handle, not in ${typeName(handle.type)}`,
      call.at,
    );
  const routine = routineOf(call, start);
  if (routine.type.kind !== 'pointer' || routine.type.to.kind !== 'function')
    return typeError(`${call.name} needs a function to start`, call.args[start].at);
  if (routine.type.to.parameters.length > 1)
    return typeError('a thread starts in a function of one parameter', call.args[start].at);
  const attributes = start === 2 && !isNull(call, 1) ? argument(call, 1) : undefined;
  return meaning(
    {
      op: 'thread-create',
      ...present({ handle }),
      start: routine,
      argument: coerce(argument(call, start + 1), voidPointer, call.args[start + 1].at),
      ...present({ attributes }),
    },
    call,
  );
}

/** Where the result goes, also if the program says `void *` for where. */
function resultOfJoin(call: BuiltinCall): Place {
  const at = call.args[1].at;
  const place = resultTarget(call, 1);
  if (place.type.kind !== 'void') return place;
  return derefPlace(convert(argument(call, 1), { kind: 'pointer', to: voidPointer }), at);
}

const join = (itself: number) => (call: BuiltinCall) => {
  const thread = integerArgument(call, 0);
  if (call.args.length < 2 || isNull(call, 1)) return meaning({ op: 'thread-join', thread, itself }, call);
  call.context.unit.joinsWithResult = true;
  return meaning({ op: 'thread-join', thread, result: resultOfJoin(call), itself }, call);
};

function ownName(call: BuiltinCall): Value {
  call.context.unit.namesMain = true;
  return meaning({ op: 'thread-self', named: true }, call, unsignedLongType);
}

const lock = (op: 'lock' | 'unlock') => (call: BuiltinCall) =>
  meaning({ op, mutex: objectTarget(call, 0) }, call);

const initialise = (call: BuiltinCall): Value =>
  alsoEvaluating(call, [1], meaning({ op: 'object-init', object: objectTarget(call, 0) }, call));

const tryLock = (value: number, looks: boolean) => (call: BuiltinCall) =>
  meaning({ op: 'trylock', mutex: objectTarget(call, 0), busy: value, looks }, call);

const wait =
  (until?: (typeof untilTime)[keyof typeof untilTime], signalled = false) =>
  (call: BuiltinCall) =>
    meaning(
      {
        op: 'cond-wait',
        cond: objectTarget(call, 0),
        mutex: objectTarget(call, 1),
        signalled,
        notOwner: notOwner[call.name.includes('cnd') ? 'c11' : 'pthread'],
        ...present({ timed: until === undefined ? undefined : { ...until, isTime: expanded(call, isTime) } }),
      },
      call,
    );

/** Reads the struct timespec, two longs, that the third argument points to. */
const isTime = `({ const long *__lib_t = (const long *)(A2); long __lib_s = __lib_t[0], __lib_n = __lib_t[1];
  __lib_n >= 0 && __lib_n < 1000000000; })`;

const wake = (op: 'cond-signal' | 'cond-broadcast') => (call: BuiltinCall) =>
  meaning({ op, cond: objectTarget(call, 0) }, call);

const destroyCondition = (call: BuiltinCall) => {
  call.context.unit.destroysConditions = true;
  return meaning({ op: 'cond-destroy', cond: objectTarget(call, 0), name: call.name }, call);
};

const detach = (call: BuiltinCall): Value =>
  meaning({ op: 'thread-detach', thread: integerArgument(call, 0) }, call);

/** Arguments are evaluated, the result is 0. */
const nothing = (call: BuiltinCall): Value =>
  meaning({ op: 'ignore', args: call.args.map((_, i) => argument(call, i)) }, call);

export const threads: Library = new Map([
  entry('pthread_create', 4, (call) => create(call, 2)),
  entry('pthread_join', 2, join(itself.pthread)),
  entry('pthread_exit', 1, (call) =>
    doing({ op: 'thread-exit', value: coerce(argument(call, 0), voidPointer, call.at) }, call),
  ),
  entry('pthread_self', 0, ownName),
  entry('pthread_equal', 2, (call) => ({
    kind: 'binary',
    op: '==',
    left: integerArgument(call, 0),
    right: integerArgument(call, 1),
    type: intType,
    at: call.at,
  })),
  ...['pthread_mutex', 'pthread_spin'].flatMap((prefix) => [
    entry(`${prefix}_init`, 2, initialise),
    entry(`${prefix}_lock`, 1, lock('lock')),
    entry(`${prefix}_destroy`, 1, nothing),
  ]),
  entry('pthread_mutex_unlock', 1, lock('unlock')),
  entry('pthread_mutex_trylock', 1, tryLock(busy.pthread, true)),
  entry('pthread_spin_trylock', 1, tryLock(busy.pthread, false)),
  entry('pthread_cond_init', 2, initialise),
  entry('pthread_cond_destroy', 1, destroyCondition),
  entry('__diptych_signalled_wait', 2, wait(undefined, true)),
  entry('__diptych_signalled_timedwait', 3, wait(untilTime.pthread, true)),
  entry('pthread_cond_wait', 2, wait()),
  entry('pthread_cond_timedwait', 3, wait(untilTime.pthread)),
  entry('pthread_cond_signal', 1, wake('cond-signal')),
  entry('pthread_cond_broadcast', 1, wake('cond-broadcast')),
  entry('pthread_detach', 1, detach),
  // calls that matter to other schedulers, and names for people
  entry('pthread_setschedprio', 2, nothing),
  ...['pthread_setaffinity_np', 'pthread_attr_setaffinity_np'].map((name) => entry(name, 3, nothing)),
  // in programs that cancel no thread (library/cancellation.ts)
  entry('pthread_testcancel', 0, nothing),
  entry('sched_yield', 0, nothing),
  entry('pthread_yield', 0, nothing),

  entry('thrd_create', 3, (call) => create(call, 1)),
  entry('thrd_join', [1, 2], join(itself.c11)),
  // executions in which the thread was joined by then
  entry('__goblint_assume_join', 1, join(itself.pthread)),
  entry('thrd_exit', 1, (call) =>
    doing({ op: 'thread-exit', value: coerce(argument(call, 0), intType, call.at) }, call),
  ),
  entry('thrd_current', 0, ownName),
  ...['__VERIFIER_tid', '__ESBMC_get_thread_id'].map((name) =>
    entry(name, 0, (call) => meaning({ op: 'thread-self', named: false }, call, unsignedLongType)),
  ),
  entry('thrd_equal', 2, (call) => ({
    kind: 'binary',
    op: '==',
    left: integerArgument(call, 0),
    right: integerArgument(call, 1),
    type: intType,
    at: call.at,
  })),
  entry('thrd_yield', 0, nothing),
  entry('thrd_detach', 1, detach),
  entry('mtx_init', 2, (call) => {
    const kind = constantValue(argument(call, 1));
    if (kind !== 0 && kind !== 2) return unsupported('a mutex of this kind', call.args[1].at);
    return initialise(call);
  }),
  entry('mtx_lock', 1, lock('lock')),
  entry('mtx_unlock', 1, lock('unlock')),
  entry('mtx_trylock', 1, tryLock(busy.c11, true)),
  entry('mtx_destroy', 1, nothing),
  entry('cnd_init', 1, initialise),
  entry('cnd_destroy', 1, destroyCondition),
  entry('__diptych_signalled_cnd_wait', 2, wait(undefined, true)),
  entry('__diptych_signalled_cnd_timedwait', 3, wait(untilTime.c11, true)),
  entry('cnd_wait', 2, wait()),
  entry('cnd_timedwait', 3, wait(untilTime.c11)),
  entry('cnd_signal', 1, wake('cond-signal')),
  entry('cnd_broadcast', 1, wake('cond-broadcast')),
]);
