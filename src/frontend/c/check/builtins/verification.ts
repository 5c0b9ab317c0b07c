// assert and its kin: a failed assertion is told with the text of its condition, which a call of a function does not carry.

import { bug } from '../../../../support/diagnostic.js';
import type { Expression } from '../../ast.js';
import { unsupported } from '../../diagnostics.js';
import { hasEffect } from '../../effects.js';
import { stringValues } from '../../literals.js';
import type { Value } from '../../typed.js';
import { constantOf, scalar } from '../conversions.js';
import { anyNumber, argument, type BuiltinCall, doing, entries, ignored, type Library } from './table.js';

const fail = (call: BuiltinCall): Value => doing({ op: 'fail', message: `${call.name}()` }, call);

/** The characters of a string that is written there. */
function text(e: Expression | undefined): string | undefined {
  if (e?.kind !== 'string') return undefined;
  const chars = e.parts.flatMap((part) => stringValues(part) ?? []);
  return String.fromCharCode(...chars.map((char) => char & 0xff));
}

function assertion(call: BuiltinCall): Value {
  const message = text(call.args[1]) ?? call.written ?? 'assertion';
  return doing({ op: 'assert', condition: scalar(argument(call, 0)), message }, call);
}

const assumption = (call: BuiltinCall): Value =>
  doing({ op: 'assume', condition: scalar(argument(call, 0)) }, call);

/** To programs whose errors have names of their own, `abort()` ends an execution of no interest. */
const abort = (call: BuiltinCall): Value =>
  call.context.unit.namesErrors
    ? doing({ op: 'assume', condition: constantOf(0, call.at) }, call)
    : fail(call);

/** The expected value is evaluated and has no meaning. */
function expected(call: BuiltinCall): Value {
  const value = argument(call, 0);
  if (!hasEffect(call.args[1])) return value;
  return { kind: 'comma', left: argument(call, 1), right: value, type: value.type, at: call.at };
}

/** A function that is refused, by its name and with a hint. */
function refused({ args: [function_, hint], at }: BuiltinCall): Value {
  const name = function_.kind === 'name' ? function_.name : bug('a refused function has no name');
  return unsupported(name, at, text(hint));
}

export const verification: Library = new Map([
  ...entries('__diptych_refused', 2, refused),
  ...entries('assert __VERIFIER_assert', 1, assertion),
  ...entries('__diptych_assert', 2, assertion),
  ...entries('__CPROVER_assert __CPROVER_precondition __CPROVER_postcondition', [1, 2], assertion),
  ...entries('__ESBMC_assert __CSEQ_assert klee_assert model_assert MODEL_ASSERT', [1, 3], assertion),
  ...entries('__goblint_check __goblint_assert', [1, 3], assertion),
  ...entries('__VERIFIER_assume __CPROVER_assume __ESBMC_assume __DAT3M_assume __CSEQ_assume', 1, assumption),
  ...entries('assume klee_assume __goblint_assume', 1, assumption),
  ...entries('assume_abort_if_not __VERIFIER_assume_abort_if_not', 1, assumption),
  ...entries('abort', 0, abort),
  ...entries('reach_error __VERIFIER_error', anyNumber, fail),
  // unreachable is C23's, of <stddef.h>
  ...entries('__builtin_trap __builtin_unreachable unreachable __ESBMC_unreachable', 0, fail),
  // places that should be reached
  ...entries('__CPROVER_cover __ESBMC_cover', [1, Number.POSITIVE_INFINITY], ignored),
  ...entries('__builtin_expect', 2, expected),
]);
