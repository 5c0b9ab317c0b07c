// gcc's own functions, and some of clang's: hints, bits, overflow, constants, variable arguments.

import { toInteger } from '../../../../program/integer.js';
import type { BitOperation } from '../../builtin.js';
import { typeError, unsupported } from '../../diagnostics.js';
import { hasEffect } from '../../effects.js';
import type { Value } from '../../typed.js';
import {
  type CType,
  doubleType,
  intType,
  longLongType,
  longType,
  typeName,
  unsignedLongLongType,
  unsignedLongType,
  unsignedShortType,
  unsignedType,
  voidPointer,
  voidType,
} from '../../types.js';
import { constantValue } from '../constants.js';
import { coerce, constantOf, convert, promote } from '../conversions.js';
import { checkValue } from '../expressions.js';
import { requireAssignable } from '../places.js';
import { functionNamed } from '../scope.js';
import { counterOf, countValue, vaListPlace } from '../variadic.js';
import { expanded } from './macros.js';
import {
  alsoEvaluating,
  argument,
  type BuiltinCall,
  doing,
  entry,
  integerArgument,
  type Library,
  meaning,
  resultTarget,
} from './table.js';

const some = Number.POSITIVE_INFINITY;

/** gcc's numbers for kinds of types (typeclass.h). */
function typeClass(type: CType): number {
  if (type.kind === 'struct') return type.struct.union ? 13 : 12;
  return type.kind === 'pointer' ? 5 : type.kind === 'float' ? 8 : type.kind === 'integer' ? 1 : 0;
}

/** Arguments are evaluated, and nothing else happens. */
const nothing = (call: BuiltinCall): Value =>
  doing({ op: 'ignore', args: call.args.map((_, i) => argument(call, i)) }, call);

const suffixes: readonly (readonly [string, CType, 32 | 64])[] = [
  ['', unsignedType, 32],
  ['l', unsignedLongType, 64],
  ['ll', unsignedLongLongType, 64],
];

const sameBits =
  (from: CType, to: CType) =>
  (call: BuiltinCall): Value =>
    meaning({ op: 'same-bits', value: coerce(argument(call, 0), from, call.at) }, call, to);

const counts: readonly BitOperation[] = ['popcount', 'parity', 'clz', 'ctz', 'ffs', 'clrsb'];

const bits = (what: BitOperation, type: CType, width: 16 | 32 | 64, result: CType) => (call: BuiltinCall) => {
  const operand = coerce(argument(call, 0), type, call.args[0].at);
  const known = constantValue(operand);
  const value =
    known === undefined ? undefined : constantBits(what, BigInt.asUintN(width, BigInt(known)), width);
  if (value !== undefined)
    return constantOf(toInteger(BigInt.asIntN(width === 64 ? 64 : 32, value)), call.at, result);
  return meaning({ op: 'bits', what, operand, width }, call, result);
};

/** Where constants are asked for: `char a[__builtin_popcount(7)]`. Undefined where there is no value. */
function constantBits(what: BitOperation, value: bigint, width: number): bigint | undefined {
  const text = value.toString(2).padStart(width, '0');
  const ones = [...text].filter((c) => c === '1').length;
  switch (what) {
    case 'popcount':
      return BigInt(ones);
    case 'parity':
      return BigInt(ones % 2);
    case 'clz':
      return value === 0n ? undefined : BigInt(text.indexOf('1'));
    case 'ctz':
      return value === 0n ? undefined : BigInt(width - 1 - text.lastIndexOf('1'));
    case 'ffs':
      return BigInt(value === 0n ? 0 : width - text.lastIndexOf('1'));
    case 'clrsb': {
      const other = text.indexOf(text[0] === '1' ? '0' : '1');
      return BigInt((other < 0 ? width : other) - 1);
    }
    case 'bswap':
      return BigInt(`0b${(text.match(/.{8}/g) ?? []).reverse().join('')}`);
  }
}

const overflow = (operator: '+' | '-' | '*', of?: CType) => (call: BuiltinCall) => {
  const [left, right] = [0, 1].map((i) => {
    const value = argument(call, i);
    return of === undefined ? promote(value) : coerce(value, of, call.args[i].at);
  });
  const place = resultTarget(call, 2);
  const wrong = [left, right, place].find(({ type }) => type.kind !== 'integer');
  if (wrong !== undefined)
    return typeError(`${call.name} needs integers, not ${typeName(wrong.type)}`, call.at);
  return meaning({ op: 'overflow', operator, left, right, place }, call);
};

const operators: readonly (readonly [string, '+' | '-' | '*'])[] = [
  ['add', '+'],
  ['sub', '-'],
  ['mul', '*'],
];

const signs: readonly (readonly [string, readonly CType[]])[] = [
  ['s', [intType, longType, longLongType]],
  ['u', [unsignedType, unsignedLongType, unsignedLongLongType]],
];

/** A va_list counts: starting sets it to the first argument, copying copies the count. */
const start = (call: BuiltinCall): Value => {
  const list = vaListPlace(call.context, call.args[0]);
  requireAssignable(list, call.at);
  if (call.context.function?.type.variadic !== true)
    return unsupported('va_start in a function without ...', call.at);
  const value = meaning({ op: 'va-start' }, call, unsignedLongType);
  const place = counterOf(list);
  return convert({ kind: 'assign', place, value, type: unsignedLongType, at: call.at }, voidType);
};

const copy = (call: BuiltinCall): Value => {
  const [to, from] = call.args.map((arg) => vaListPlace(call.context, arg));
  requireAssignable(to, call.at);
  const place = counterOf(to);
  const value = countValue(from);
  return convert({ kind: 'assign', place, value, type: unsignedLongType, at: call.at }, voidType);
};

/** The value of a library's symbol with a literal name, if diptych knows it as a value. */
function symbolOf(call: BuiltinCall): Value {
  const [, e] = call.args;
  const name = e.kind === 'string' ? e.parts.join('').replaceAll('"', '') : undefined;
  const { context, at } = call;
  // a program that has a function of that name wants the other one
  if (name === undefined || context.unit.defined.has(name) || functionNamed(context, name) === undefined)
    return unsupported('dlsym of this name', at);
  return expanded(call, '__diptych_symbol_value', ['A0', name]);
}

export const compiler: Library = new Map([
  entry('__diptych_bits', 1, sameBits(doubleType, unsignedLongType)),
  entry('__diptych_double', 1, sameBits(unsignedLongType, doubleType)),
  entry('__builtin_va_start', [1, 2], start),
  entry('__builtin_va_copy', 2, copy),
  entry('__builtin_va_end', 1, (call) => {
    const list = vaListPlace(call.context, call.args[0]);
    return doing({ op: 'ignore', args: hasEffect(call.args[0]) ? [countValue(list)] : [] }, call);
  }),
  ...counts.flatMap((what) =>
    suffixes.map(([suffix, type, width]) =>
      entry(`__builtin_${what}${suffix}`, 1, bits(what, type, width, intType)),
    ),
  ),
  entry('__builtin_bswap16', 1, bits('bswap', unsignedShortType, 16, unsignedShortType)),
  entry('__builtin_bswap32', 1, bits('bswap', unsignedType, 32, unsignedType)),
  entry('__builtin_bswap64', 1, bits('bswap', unsignedLongType, 64, unsignedLongType)),
  ...operators.flatMap(([word, operator]) => [
    entry(`__builtin_${word}_overflow`, 3, overflow(operator)),
    ...signs.flatMap(([sign, types]) =>
      types.map((type, i) =>
        entry(`__builtin_${sign}${word}${'l'.repeat(i)}_overflow`, 3, overflow(operator, type)),
      ),
    ),
  ]),
  entry('__builtin_constant_p', 1, (call) =>
    constantOf(
      call.args[0].kind === 'string' || constantValue(argument(call, 0)) !== undefined ? 1 : 0,
      call.at,
    ),
  ),
  entry('__builtin_classify_type', 1, (call) => constantOf(typeClass(argument(call, 0).type), call.at)),
  entry('__builtin_choose_expr', 3, (call) => {
    const which = constantValue(argument(call, 0));
    if (which === undefined) return unsupported('__builtin_choose_expr without a constant', call.at);
    return checkValue(call.context, call.args[which !== 0 ? 1 : 2]);
  }),
  entry('__builtin_expect_with_probability', 3, (call) => alsoEvaluating(call, [1, 2], argument(call, 0))),
  entry('__builtin_assume_aligned', [2, 3], (call) =>
    alsoEvaluating(call, [1, 2], convert(argument(call, 0), voidPointer)),
  ),
  entry('dlsym', 2, symbolOf),
  entry('__builtin_object_size', 2, (call) => constantOf(-1, call.at, unsignedLongType)),
  ...['__builtin_ia32_pause', '__builtin_ia32_lfence', '__builtin_prefetch', '__builtin___clear_cache'].map(
    (name) => entry(name, [0, some], nothing),
  ),
  entry('__builtin_alloca', 1, (call) =>
    meaning(
      { op: 'alloc', bytes: integerArgument(call, 0), ofFunction: true, zeroed: false },
      call,
      voidPointer,
    ),
  ),
]);
