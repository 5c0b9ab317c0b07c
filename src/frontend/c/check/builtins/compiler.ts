// gcc's own functions: bits, overflow, variable arguments, choices by constants. Those that C can say are macros (macros.ts).

import type { BitOperation } from '../../builtin.js';
import { typeError, unsupported } from '../../diagnostics.js';
import { hasEffect } from '../../effects.js';
import type { Place, Value } from '../../typed.js';
import type { CType } from '../../types.js';
import * as types from '../../types.js';
import { constantValue } from '../constants.js';
import { coerce, constantOf, convert, promote } from '../conversions.js';
import { checkValue } from '../expressions.js';
import { requireAssignable } from '../places.js';
import { counterOf, countValue, vaListPlace } from '../variadic.js';
import * as table from './table.js';
import { argument, type BuiltinCall, doing, entries, meaning } from './table.js';

/** The suffixes of names, and the types that they stand for. */
const unsignedTypes: readonly (readonly [string, CType, 32 | 64])[] = [
  ['', types.unsignedType, 32],
  ['l', types.unsignedLongType, 64],
  ['ll', types.unsignedLongLongType, 64],
];

const sameBits =
  (from: CType, to: CType) =>
  (call: BuiltinCall): Value =>
    meaning({ op: 'same-bits', value: coerce(argument(call, 0), from, call.at) }, call, to);

const bits =
  (what: BitOperation, type: CType, width: 16 | 32 | 64, result: CType) =>
  (call: BuiltinCall): Value => {
    const operand = coerce(argument(call, 0), type, call.args[0].at);
    return meaning({ op: 'bits', what, operand, width }, call, result);
  };

const counts: readonly BitOperation[] = ['popcount', 'parity', 'clz', 'ctz', 'ffs', 'clrsb'];

/** `of`: the type of the operands, where the name says it. */
const overflow = (operator: '+' | '-' | '*', of?: CType) => (call: BuiltinCall) => {
  const [left, right] = [0, 1].map((i) => {
    const value = argument(call, i);
    return of === undefined ? promote(value) : coerce(value, of, call.args[i].at);
  });
  const place = table.resultTarget(call, 2);
  const wrong = [left, right, place].find(({ type }) => type.kind !== 'integer');
  if (wrong !== undefined)
    return typeError(`${call.name} needs integers, not ${types.typeName(wrong.type)}`, call.at);
  return meaning({ op: 'overflow', operator, left, right, place }, call);
};

const operators = [
  ['add', '+'],
  ['sub', '-'],
  ['mul', '*'],
] as const;

const overflowTypes: readonly (readonly [string, CType?])[] = [
  [''],
  ['s#', types.intType],
  ['s#l', types.longType],
  ['s#ll', types.longLongType],
  ['u#', types.unsignedType],
  ['u#l', types.unsignedLongType],
  ['u#ll', types.unsignedLongLongType],
];

/** A va_list counts: starting sets it to the first argument, copying copies the count. */
function setCount(call: BuiltinCall, list: Place, value: Value): Value {
  requireAssignable(list, call.at);
  const type = types.unsignedLongType;
  return convert({ kind: 'assign', place: counterOf(list), value, type, at: call.at }, types.voidType);
}

function start(call: BuiltinCall): Value {
  const list = vaListPlace(call.context, call.args[0]);
  if (call.context.function?.type.variadic !== true)
    return unsupported('va_start in a function without ...', call.at);
  return setCount(call, list, meaning({ op: 'va-start' }, call, types.unsignedLongType));
}

function copy(call: BuiltinCall): Value {
  const [to, from] = call.args.map((arg) => vaListPlace(call.context, arg));
  return setCount(call, to, countValue(from));
}

function end(call: BuiltinCall): Value {
  const list = vaListPlace(call.context, call.args[0]);
  return doing({ op: 'ignore', args: hasEffect(call.args[0]) ? [countValue(list)] : [] }, call);
}

function isConstant(call: BuiltinCall): Value {
  const known = call.args[0].kind === 'string' || constantValue(argument(call, 0)) !== undefined;
  return constantOf(known ? 1 : 0, call.at);
}

function chosen(call: BuiltinCall): Value {
  const which = constantValue(argument(call, 0));
  if (which === undefined) return unsupported('__builtin_choose_expr without a constant', call.at);
  return checkValue(call.context, call.args[which !== 0 ? 1 : 2]);
}

function alloca(call: BuiltinCall): Value {
  const bytes = table.integerArgument(call, 0);
  return meaning({ op: 'alloc', bytes, ofFunction: true, zeroed: false }, call, types.voidPointer);
}

export const compiler: table.Library = new Map([
  ...entries('__diptych_bits', 1, sameBits(types.doubleType, types.unsignedLongType)),
  ...entries('__diptych_double', 1, sameBits(types.unsignedLongType, types.doubleType)),
  ...entries('__builtin_va_start', [1, 2], start),
  ...entries('__builtin_va_copy', 2, copy),
  ...entries('__builtin_va_end', 1, end),
  ...counts.flatMap((what) =>
    unsignedTypes.flatMap(([suffix, type, width]) =>
      entries(`__builtin_${what}${suffix}`, 1, bits(what, type, width, types.intType)),
    ),
  ),
  ...entries('__builtin_bswap16', 1, bits('bswap', types.unsignedShortType, 16, types.unsignedShortType)),
  ...entries('__builtin_bswap32', 1, bits('bswap', types.unsignedType, 32, types.unsignedType)),
  ...entries('__builtin_bswap64', 1, bits('bswap', types.unsignedLongType, 64, types.unsignedLongType)),
  ...operators.flatMap(([word, operator]) =>
    overflowTypes.flatMap(([name, type]) =>
      entries(`__builtin_${name.replace('#', word) || word}_overflow`, 3, overflow(operator, type)),
    ),
  ),
  ...entries('__builtin_constant_p', 1, isConstant),
  ...entries('__builtin_choose_expr', 3, chosen),
  ...entries('__builtin_ia32_pause', 0, table.ignored),
  ...entries('__builtin_alloca', 1, alloca),
]);
