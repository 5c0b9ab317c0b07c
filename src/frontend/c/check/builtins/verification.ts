// assert and its kin: a failed assertion is told with the text of its condition, which a call of a function does not carry.

import { bug } from '../../../../support/diagnostic.js';
import type { Expression } from '../../ast.js';
import { unsupported } from '../../diagnostics.js';
import { hasEffect } from '../../effects.js';
import { stringValues } from '../../literals.js';
import type { Value } from '../../typed.js';
import { intType } from '../../types.js';
import { argument, type BuiltinCall, condition, doing, entry, type Library, meaning } from './table.js';

const fail = (call: BuiltinCall): Value => doing({ op: 'fail', message: `${call.name}()` }, call);

/** The characters of a string that is written there. */
function text(e: Expression | undefined): string | undefined {
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

/** Its arguments are evaluated. */
const ignored = (call: BuiltinCall): Value =>
  meaning({ op: 'ignore', args: call.args.map((_, index) => argument(call, index)) }, call);

const some = Number.POSITIVE_INFINITY;

/** A function that is refused, by its name and with a hint. */
function refused({ args: [function_, hint], at }: BuiltinCall): Value {
  const name = function_.kind === 'name' ? function_.name : bug('a refused function has no name');
  return unsupported(name, at, text(hint));
}

export const verification: Library = new Map([
  entry('__diptych_refused', 2, refused),
  entry('__diptych_assert', 2, assertion),
  entry('assert', 1, assertion),
  entry('__VERIFIER_assert', 1, assertion),
  entry('__CPROVER_assert', [1, 2], assertion),
  entry('__VERIFIER_assume', 1, assumption),
  entry('__CPROVER_assume', 1, assumption),
  entry('assume_abort_if_not', 1, assumption),
  entry('abort', 0, (call) => (call.context.unit.namesErrors ? pointless(call) : fail(call))),
  entry('reach_error', [0, some], fail),
  entry('__VERIFIER_error', [0, some], fail),
  entry('__builtin_trap', 0, fail),
  entry('__builtin_unreachable', 0, fail),
  // C23's, of <stddef.h>
  entry('unreachable', 0, fail),
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
  ...['__CPROVER_precondition', '__CPROVER_postcondition'].map((name) => entry(name, [1, 2], assertion)),
  // places that should be reached
  ...['__CPROVER_cover', '__ESBMC_cover'].map((name) => entry(name, [1, some], ignored)),
  entry('__ESBMC_unreachable', 0, fail),
  entry('__builtin_expect', 2, expected),
]);
