// CBMC's functions beside assertions and assumptions: whole arrays, enums, saturating arithmetic. Their objects are
// arrays and variables named in the call. The size of the object behind a pointer is known to CBMC only.

import type { Expression } from '../../ast.js';
import { typeError, unsupported } from '../../diagnostics.js';
import type { Value } from '../../typed.js';
import { sameType } from '../../types.js';
import { constantOf } from '../conversions.js';
import { operandOf } from '../expressions.js';
import { type BuiltinCall, entry, type Library } from './table.js';
import { expanded } from './template.js';

function arrayOf({ context, args, name }: BuiltinCall, index: number) {
  const { type } = operandOf(context, args[index]);
  return type.kind === 'array' && type.length !== undefined
    ? { of: type.of, length: type.length }
    : unsupported(`${name} of anything but an array of known length`, args[index].at);
}

function setsAll(call: BuiltinCall): Value {
  arrayOf(call, 0);
  return expanded(
    call,
    `({ __typeof__((A0)[0]) __lib_v = (A1);
      for (unsigned long __lib_i = 0; __lib_i < sizeof(A0) / sizeof((A0)[0]); __lib_i++) (A0)[__lib_i] = __lib_v; })`,
  );
}

/** As much as both have; `all`: it must be all. */
const copiesAll =
  (all: boolean) =>
  (call: BuiltinCall): Value => {
    const [to, from] = [arrayOf(call, 0), arrayOf(call, 1)];
    if (!sameType(to.of, from.of) || from.length > to.length || (all && from.length < to.length))
      return unsupported(`${call.name} of arrays that are not alike`, call.at);
    return expanded(call, '(void)memcpy((A0), (A1), sizeof(A1))');
  };

function comparesAll(call: BuiltinCall): Value {
  const [left, right] = [arrayOf(call, 0), arrayOf(call, 1)];
  if (!sameType(left.of, right.of) || left.length !== right.length) return constantOf(0, call.at);
  return expanded(
    call,
    `({ int __lib_e = 1;
      for (unsigned long __lib_i = 0; __lib_i < sizeof(A0) / sizeof((A0)[0]); __lib_i++)
        if ((A0)[__lib_i] != (A1)[__lib_i]) __lib_e = 0;
      __lib_e; })`,
  );
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
  return expanded({ ...call, args: [root] }, '__VERIFIER_nondet_memory(&(A0), sizeof(A0))');
}

function isEnumerator(call: BuiltinCall): Value {
  const { type } = operandOf(call.context, call.args[0]);
  const values =
    type.kind === 'integer' && type.enumeration !== undefined
      ? call.context.unit.enumerators.get(type.enumeration)
      : undefined;
  if (values === undefined) return typeError(`${call.name} needs an enum`, call.args[0].at);
  const tests = [...new Set(values)].map((value) => `__lib_e == ${value}`);
  return expanded(call, `({ __typeof__(A0) __lib_e = (A0); ${tests.join(' || ')}; })`);
}

/** The greatest and least number of the type of x. */
const extremes = `__typeof__(__lib_a) __lib_top = (__typeof__(__lib_a))-1 < 1 ? (1ul << (8 * sizeof __lib_a - 1)) - 1 : -1ul;`;

const saturating = (operation: 'add' | 'sub', above: string) =>
  `({ __typeof__(A0) __lib_a = (A0); __typeof__(A1) __lib_b = (A1); ${extremes} __typeof__(__lib_a) __lib_r;
    __builtin_${operation}_overflow(__lib_a, __lib_b, &__lib_r) ? (${above}) ? __lib_top : (__typeof__(__lib_a))~__lib_top : __lib_r; })`;

const as = (name: string, arity: number, template: string) =>
  entry(name, arity, (call) => expanded(call, template));

export const cbmc: Library = new Map([
  entry('__CPROVER_array_set', 2, setsAll),
  entry('__CPROVER_array_copy', 2, copiesAll(true)),
  entry('__CPROVER_array_replace', 2, copiesAll(false)),
  entry('__CPROVER_array_equal', 2, comparesAll),
  entry('__CPROVER_havoc_object', 1, forgets),
  entry('__CPROVER_enum_is_in_range', 1, isEnumerator),
  as('__CPROVER_saturating_plus', 2, saturating('add', '__lib_b > 0')),
  as('__CPROVER_saturating_minus', 2, saturating('sub', '__lib_b < 0')),
]);
