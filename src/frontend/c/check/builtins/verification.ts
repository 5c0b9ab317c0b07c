// assert and the functions by which verifiers let a program speak to them, and library calls without meaning here.

import type { Expression } from '../../ast.js';
import { unsupported } from '../../diagnostics.js';
import { hasEffect } from '../../effects.js';
import { stringValues } from '../../literals.js';
import type { Value } from '../../typed.js';
import {
  boolType,
  type CType,
  charType,
  doubleType,
  floatType,
  intType,
  longType,
  shortType,
  signedCharType,
  unsignedCharType,
  unsignedLongType,
  unsignedShortType,
  unsignedType,
  voidType,
} from '../../types.js';
import { coerce, convert } from '../conversions.js';
import { usingStandard } from './standardStreams.js';
import { usingStream } from './streams.js';
import { argument, type BuiltinCall, condition, doing, entry, type Library, meaning } from './table.js';

const fail = (call: BuiltinCall): Value => doing({ op: 'fail', message: `${call.name}()` }, call);

/** The characters of a string that is written there. */
export function text(e: Expression | undefined): string | undefined {
  if (e?.kind !== 'string') return undefined;
  const chars = e.parts.flatMap((part) => stringValues(part) ?? []);
  return String.fromCharCode(...chars.map((char) => char & 0xff));
}

const assertion = (call: BuiltinCall): Value =>
  doing(
    {
      op: 'assert',
      condition: condition(call, 0),
      message: text(call.args[1]) ?? call.written ?? 'assertion',
    },
    call,
  );

const assumption = (call: BuiltinCall): Value => doing({ op: 'assume', condition: condition(call, 0) }, call);

/** The execution goes nowhere that is of interest. */
const pointless = (call: BuiltinCall): Value =>
  doing({ op: 'assume', condition: { kind: 'const', value: 0, type: intType, at: call.at } }, call);

/** The expected value is evaluated and has no meaning. */
function expected(call: BuiltinCall): Value {
  const value = argument(call, 0);
  if (!hasEffect(call.args[1])) return value;
  return { kind: 'comma', left: argument(call, 1), right: value, type: value.type, at: call.at };
}

/** Arguments other than string literals are evaluated: printf reads what it prints. */
export const ignored = (call: BuiltinCall): Value => ignoredBut(call);

function ignoredBut(call: BuiltinCall, but?: number): Value {
  const isRead = (index: number): boolean => index !== but && call.args[index].kind !== 'string';
  const args = [...call.args.keys()].filter(isRead).map((index) => argument(call, index));
  return meaning({ op: 'ignore', args }, call);
}

/** The call succeeds and returns an argument: the character or the number of bytes that was written. */
const returning =
  (index: number, type: CType, as: CType = type) =>
  (call: BuiltinCall): Value => {
    const given = convert(coerce(argument(call, index), as, call.args[index].at), type);
    return { kind: 'comma', left: ignoredBut(call, index), right: given, type, at: call.at };
  };

/** Verifiers speak of the same things under names of their own. */
const nondetPrefixes = [
  '__VERIFIER_nondet_',
  'nondet_',
  '__CPROVER_nondet_',
  '__ESBMC_nondet_',
  '__DAT3M_nondet_',
  '__CSEQ_nondet_',
];

const nondets: readonly (readonly [string, CType])[] = [
  ['int', intType],
  ['uint', unsignedType],
  ['unsigned', unsignedType],
  ['long', longType],
  ['ulong', unsignedLongType],
  ['char', charType],
  ['uchar', unsignedCharType],
  ['short', shortType],
  ['ushort', unsignedShortType],
  ['bool', boolType],
  ['_Bool', boolType],
  ['size_t', unsignedLongType],
  ['unsigned_int', unsignedType],
  ['unsigned_char', unsignedCharType],
  ['unsigned_short', unsignedShortType],
  ['unsigned_long', unsignedLongType],
  ['u8', unsignedCharType],
  ['u16', unsignedShortType],
  ['u32', unsignedType],
  ['u64', unsignedLongType],
  ['uint8_t', unsignedCharType],
  ['uint16_t', unsignedShortType],
  ['uint32_t', unsignedType],
  ['uint64_t', unsignedLongType],
  ['int8_t', signedCharType],
  ['int16_t', shortType],
  ['int32_t', intType],
  ['int64_t', longType],
  ['S8', signedCharType],
  ['longlong', longType],
  ['ulonglong', unsignedLongType],
  ['loff_t', longType],
  ['pthread_t', unsignedLongType],
  ['sector_t', unsignedLongType],
  ['float', floatType],
  ['double', doubleType],
  ['pointer', { kind: 'pointer', to: voidType }],
  ['pchar', { kind: 'pointer', to: charType }],
];

const some = Number.POSITIVE_INFINITY;

/** They do nothing that others can notice, and what they return says that all went well. */
const ignoredFunctions: readonly string[] = ['sleep', 'usleep', 'srand', 'srandom'];

/** The same, of a stream. */
const ignoredOfStreams: readonly string[] = ['setvbuf', 'setbuf', 'setlinebuf'];

export const verification: Library = new Map([
  entry('__diptych_assert', 2, assertion),
  entry('assert', 1, assertion),
  entry('__VERIFIER_assert', 1, assertion),
  entry('__CPROVER_assert', [1, 2], assertion),
  entry('__VERIFIER_assume', 1, assumption),
  entry('__CPROVER_assume', 1, assumption),
  entry('assume_abort_if_not', 1, assumption),
  entry('abort', 0, (call) => (call.context.unit.namesErrors ? pointless(call) : fail(call))),
  entry('__assert_fail', 4, (call) =>
    doing({ op: 'fail', message: text(call.args[0]) ?? 'assertion' }, call),
  ),
  entry('reach_error', [0, some], fail),
  entry('__VERIFIER_error', [0, some], fail),
  entry('__builtin_trap', 0, fail),
  entry('__builtin_unreachable', 0, fail),
  // C23's, of <stddef.h>
  entry('unreachable', 0, fail),
  ...['exit', '_exit', '_Exit', 'quick_exit'].map((name) =>
    entry(name, 1, (call) =>
      doing({ op: 'exit', status: argument(call, 0), handlers: name === 'exit' }, call),
    ),
  ),
  ...nondets.flatMap(([name, type]) =>
    nondetPrefixes.map((prefix) => entry(prefix + name, 0, (call) => meaning({ op: 'nondet' }, call, type))),
  ),
  // any number that rand() may be
  ...['rand', 'random'].map((name) =>
    entry(name, 0, (call) =>
      meaning(
        { op: 'nondet', range: { from: 0, to: 2_147_483_647 } },
        call,
        name === 'rand' ? intType : longType,
      ),
    ),
  ),
  ...[
    '__ESBMC_assume',
    '__DAT3M_assume',
    '__CSEQ_assume',
    'assume',
    '__VERIFIER_assume_abort_if_not',
    'klee_assume',
    '__goblint_assume',
  ].map((name) => entry(name, 1, assumption)),
  ...[
    '__ESBMC_assert',
    '__CSEQ_assert',
    'klee_assert',
    'model_assert',
    'MODEL_ASSERT',
    '__goblint_check',
    '__goblint_assert',
  ].map((name) => entry(name, [1, 3], assertion)),
  ...['split_begin', 'split_end', 'bounded', 'globalize'].map((hint) =>
    entry(`__goblint_${hint}`, 1, ignored),
  ),
  ...[
    ['__ESBMC_atomic_begin', '__ESBMC_atomic_end'],
    ['__ESBMC_really_atomic_begin', '__ESBMC_really_atomic_end'],
    ['__CPROVER_atomic_begin', '__CPROVER_atomic_end'],
    ['__DAT3M_atomic_begin', '__DAT3M_atomic_end'],
    ['__CSEQ_atomic_begin', '__CSEQ_atomic_end'],
  ].flatMap(([begin, end]) => [
    entry(begin, 0, (call) => doing({ op: 'atomic-begin' }, call)),
    entry(end, 0, (call) => doing({ op: 'atomic-end' }, call)),
  ]),
  entry('__CPROVER_fence', [1, some], (call) =>
    doing({ op: 'fence', order: { kind: 'const', value: 5, type: intType, at: call.at } }, call),
  ),
  ...['__CPROVER_precondition', '__CPROVER_postcondition'].map((name) => entry(name, [1, 2], assertion)),
  // values that a trace should show, and places that should be reached
  ...['__CPROVER_input', '__CPROVER_output', '__CPROVER_printf', '__CPROVER_cover', '__ESBMC_cover'].map(
    (name) => entry(name, [1, some], ignored),
  ),
  entry('__ESBMC_unreachable', 0, fail),
  ...['__ESBMC_yield', '__ESBMC_switch_thread', '__VERIFIER_yield'].map((name) => entry(name, 0, ignored)),
  entry('__ESBMC_unroll', 1, ignored),
  entry('__VERIFIER_atomic_begin', 0, (call) => doing({ op: 'atomic-begin' }, call)),
  entry('__VERIFIER_atomic_end', 0, (call) => doing({ op: 'atomic-end' }, call)),
  entry('__builtin_expect', 2, expected),
  ...[
    '__VERIFIER_loop_begin',
    '__VERIFIER_loop_end',
    '__VERIFIER_spin_start',
    '__VERIFIER_loop_bound',
    '__VERIFIER_isolate_application',
    '__VERIFIER_make_cb',
  ].map((name) => entry(name, [0, some], ignored)),
  entry('__VERIFIER_make_interrupt_handler', 0, (call) => doing({ op: 'interrupts', what: 'mark' }, call)),
  entry('__VERIFIER_disable_irq', 0, (call) => doing({ op: 'interrupts', what: 'disable' }, call)),
  entry('__VERIFIER_enable_irq', 0, (call) => doing({ op: 'interrupts', what: 'enable' }, call)),
  entry('__VERIFIER_spin_end', 1, ignored),
  // in programs without longjmp they return once
  ...['setjmp', '_setjmp', 'sigsetjmp', '__sigsetjmp'].map((name) =>
    entry(name, [1, 2], (call) =>
      call.context.unit.jumpsBack
        ? unsupported(
            `${name} in such a place`,
            call.at,
            'call it at the beginning of a statement, an if or a switch',
          )
        : ignored(call),
    ),
  ),
  ...ignoredFunctions.map((name) => entry(name, [1, some], ignored)),
  ...ignoredOfStreams.map((name) => entry(name, [1, some], usingStream(0, ignored))),
  // of none, it is about all of them
  ...['fflush', 'fflush_unlocked'].map((name) => entry(name, 1, usingStream(0, ignored, true))),
  ...['', '_unlocked'].flatMap((suffix) => [
    entry(`putchar${suffix}`, 1, usingStandard('stdout', returning(0, intType, unsignedCharType))),
    entry(`putc${suffix}`, 2, usingStream(1, returning(0, intType, unsignedCharType))),
    entry(`fputc${suffix}`, 2, usingStream(1, returning(0, intType, unsignedCharType))),
  ]),
]);
