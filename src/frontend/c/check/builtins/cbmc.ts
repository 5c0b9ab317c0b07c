// CBMC's functions beside assertions and assumptions: whole arrays and enums. Their objects are
// arrays and variables named in the call. The size of the object behind a pointer is known to CBMC only.

import type { SourceSpan } from '../../../../program/statement.js';
import type { Expression } from '../../ast.js';
import { typeError, unsupported } from '../../diagnostics.js';
import type { Value } from '../../typed.js';
import { sameType } from '../../types.js';
import { constantOf } from '../conversions.js';
import { operandOf } from '../expressions.js';
import { expanded } from './macros.js';
import { type BuiltinCall, entry, type Library } from './table.js';

function arrayOf({ context, args, name }: BuiltinCall, index: number) {
  const { type } = operandOf(context, args[index]);
  return type.kind === 'array' && type.length !== undefined
    ? { of: type.of, length: type.length }
    : unsupported(`${name} of anything but an array of known length`, args[index].at);
}

function setsAll(call: BuiltinCall): Value {
  arrayOf(call, 0);
  return expanded(call, '__diptych_array_set');
}

/** As much as both have; `all`: it must be all. */
const copiesAll =
  (all: boolean) =>
  (call: BuiltinCall): Value => {
    const [to, from] = [arrayOf(call, 0), arrayOf(call, 1)];
    if (!sameType(to.of, from.of) || from.length > to.length || (all && from.length < to.length))
      return unsupported(`${call.name} of arrays that are not alike`, call.at);
    return expanded(call, '__diptych_array_copy');
  };

function comparesAll(call: BuiltinCall): Value {
  const [left, right] = [arrayOf(call, 0), arrayOf(call, 1)];
  if (!sameType(left.of, right.of) || left.length !== right.length) return constantOf(0, call.at);
  return expanded(call, '__diptych_array_equal');
}

/** The variable of which this is a part. */
function rootOf(e: Expression): Expression | undefined {
  if (e.kind === 'name') return e;
  if (e.kind === 'index') return rootOf(e.array);
  return e.kind === 'member' && !e.arrow ? rootOf(e.object) : undefined;
}

function forgets(call: BuiltinCall): Value {
  const { context, at } = call;
  const [given] = call.args;
  const isAddress = given.kind === 'unary' && given.op === '&';
  const root = rootOf(isAddress ? given.operand : given);
  const isNamed = root !== undefined && (isAddress || operandOf(context, given).type.kind === 'array');
  // an element reached through a pointer is no part of the pointer
  if (!isNamed || operandOf(context, root).type.kind === 'pointer')
    return unsupported(`${call.name} of an object that is not named there`, at);
  return expanded({ ...call, args: [root] }, '__diptych_forget');
}

function isEnumerator(call: BuiltinCall): Value {
  const { type } = operandOf(call.context, call.args[0]);
  const values =
    type.kind === 'integer' && type.enumeration !== undefined
      ? call.context.unit.enumerators.get(type.enumeration)
      : undefined;
  if (values === undefined) return typeError(`${call.name} needs an enum`, call.args[0].at);
  const { at } = call;
  const found: Expression = { kind: 'name', name: '__lib_e', at };
  const tests = [...new Set(values)].map(
    (value): Expression => ({ kind: 'binary', op: '==', left: found, right: numberOf(value, at), at }),
  );
  const test = tests.reduce((left, right) => ({ kind: 'binary', op: '||', left, right, at }));
  return expanded({ ...call, args: [call.args[0], test] }, '__diptych_enumerator');
}

function numberOf(value: bigint, at: SourceSpan): Expression {
  const number: Expression = { kind: 'number', text: `${value < 0n ? -value : value}`, at };
  return value < 0n ? { kind: 'unary', op: '-', operand: number, at } : number;
}

export const cbmc: Library = new Map([
  entry('__CPROVER_array_set', 2, setsAll),
  entry('__CPROVER_array_copy', 2, copiesAll(true)),
  entry('__CPROVER_array_replace', 2, copiesAll(false)),
  entry('__CPROVER_array_equal', 2, comparesAll),
  entry('__CPROVER_havoc_object', 1, forgets),
  entry('__CPROVER_enum_is_in_range', 1, isEnumerator),
]);
