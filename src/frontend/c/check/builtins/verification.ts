// assert and the functions by which verifiers let a program speak to them, and library calls without meaning here.

import { present } from '../../../../support/present.js';
import type { Expression } from '../../ast.js';
import { stringValues } from '../../literals.js';
import type { Value } from '../../typed.js';
import {
  boolType,
  type CType,
  charType,
  intType,
  longType,
  shortType,
  unsignedCharType,
  unsignedLongType,
  unsignedShortType,
  unsignedType,
} from '../../types.js';
import { argument, type BuiltinCall, condition, doing, entry, type Library, meaning } from './table.js';

const fail = (call: BuiltinCall): Value => doing({ op: 'fail', message: `${call.name}()` }, call);

function text(e: Expression | undefined): string | undefined {
  if (e?.kind !== 'string') return undefined;
  const chars = e.parts.flatMap((part) => stringValues(part) ?? []);
  return String.fromCharCode(...chars.map((char) => char & 0xff));
}

const assertion = (call: BuiltinCall): Value =>
  doing({ op: 'assert', condition: condition(call, 0), message: text(call.args[1]) ?? 'assertion' }, call);

const assumption = (call: BuiltinCall): Value => doing({ op: 'assume', condition: condition(call, 0) }, call);

/** Arguments other than string literals are evaluated: printf reads what it prints. */
const ignored = (call: BuiltinCall): Value =>
  meaning(
    { op: 'ignore', args: call.args.flatMap((arg, i) => (arg.kind === 'string' ? [] : [argument(call, i)])) },
    call,
  );

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
];

/** Small types have a range; 32 bits have none. */
function rangeOf(type: CType): { from: number; to: number } | undefined {
  if (type.kind !== 'integer' || type.size >= 4) return undefined;
  if (type.bool) return { from: 0, to: 1 };
  const values = type.size === 1 ? 256 : 65_536;
  return type.signed ? { from: -values / 2, to: values / 2 - 1 } : { from: 0, to: values - 1 };
}

const some = Number.POSITIVE_INFINITY;

export const verification: Library = new Map([
  entry('__diptych_assert', 2, assertion),
  entry('assert', 1, assertion),
  entry('__VERIFIER_assert', 1, assertion),
  entry('__CPROVER_assert', [1, 2], assertion),
  entry('__VERIFIER_assume', 1, assumption),
  entry('__CPROVER_assume', 1, assumption),
  entry('assume_abort_if_not', 1, assumption),
  entry('abort', 0, fail),
  entry('__assert_fail', 4, (call) =>
    doing({ op: 'fail', message: text(call.args[0]) ?? 'assertion' }, call),
  ),
  entry('reach_error', 0, fail),
  entry('__VERIFIER_error', 0, fail),
  entry('__builtin_trap', 0, fail),
  entry('__builtin_unreachable', 0, fail),
  entry('exit', 1, (call) => doing({ op: 'exit' }, call)),
  entry('_exit', 1, (call) => doing({ op: 'exit' }, call)),
  ...nondets.map(([name, type]) =>
    entry(`__VERIFIER_nondet_${name}`, 0, (call) => {
      const range = rangeOf(type);
      return meaning({ op: 'nondet', ...present({ range }) }, call, type);
    }),
  ),
  entry('__VERIFIER_atomic_begin', 0, (call) => doing({ op: 'atomic-begin' }, call)),
  entry('__VERIFIER_atomic_end', 0, (call) => doing({ op: 'atomic-end' }, call)),
  entry('__builtin_expect', 2, (call) => argument(call, 0)),
  ...['__VERIFIER_loop_begin', '__VERIFIER_spin_start'].map((name) => entry(name, 0, ignored)),
  entry('__VERIFIER_spin_end', 1, ignored),
  ...['printf', 'fprintf', 'puts', 'putchar', 'fputs', 'perror', 'fflush', 'sleep', 'usleep', 'srand'].map(
    (name) => entry(name, [1, some], ignored),
  ),
]);
