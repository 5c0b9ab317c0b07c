// malloc and its kin. A sizeof in the size tells the type of a block, or the type of the pointer that receives the
// result does. Without either, its bytes become cells as they are used.

import { toInteger } from '../../../../program/integer.js';
import { present } from '../../../../support/present.js';
import { unsupported } from '../../diagnostics.js';
import { hasEffect } from '../../effects.js';
import { signalFunctions } from '../../library/index.js';
import type { Value } from '../../typed.js';
import { type CType, intType, sizeOf, unsignedLongType, voidPointer } from '../../types.js';
import { constantValue } from '../constants.js';
import { coerce, constantOf } from '../conversions.js';
import { factorOf } from './bytes.js';
import { argument, type BuiltinCall, doing, entry, integerArgument, type Library, meaning } from './table.js';
import { expanded } from './template.js';

/** The type in a size: `sizeof(T)`, `n * sizeof(T)`; of a sum, the first. */
export function typeIn(bytes: Value): CType | undefined {
  switch (bytes.kind) {
    case 'const':
      return bytes.sizeofType;
    case 'convert':
      return typeIn(bytes.operand);
    case 'binary':
      return bytes.op === '+' || bytes.op === '*' ? (typeIn(bytes.left) ?? typeIn(bytes.right)) : undefined;
    case 'conditional':
      return typeIn(bytes.whenFalse);
    default:
      return undefined;
  }
}

export function allocate(call: BuiltinCall, bytes: Value, zeroed: boolean, alignment?: Value): Value {
  const of = typeIn(bytes);
  return meaning(
    { op: 'alloc', bytes, zeroed, ofMalloc: true, ...present({ of, alignment }) },
    call,
    voidPointer,
  );
}

/** The array without a length that a struct ends with. */
function flexibleMember(type: CType): string | undefined {
  const last = type.kind === 'struct' ? type.struct.layout?.fields.at(-1) : undefined;
  return last?.type.kind === 'array' && last.type.length === 0 ? last.name : undefined;
}

const copiedObjects = `for (__lib_i = 0; __lib_i < __lib_n / sizeof(E); __lib_i++)
  memcpy(__lib_d + __lib_i, __lib_s + __lib_i, sizeof(E));`;

/** A part of an element at the end is none that could be used. */
const copiedWithTail = (tail: string): string => `*__lib_d = *__lib_s;
  for (__lib_i = 0; __builtin_offsetof(E, ${tail}) + (__lib_i + 1) * sizeof __lib_s->${tail}[0] <= __lib_n; __lib_i++)
    memcpy(&__lib_d->${tail}[__lib_i], &__lib_s->${tail}[__lib_i], sizeof __lib_s->${tail}[0]);`;

/** A new block with what the old one held, object by object. Of 0 bytes it is free, as glibc has it. */
function resize(call: BuiltinCall): Value {
  call.context.unit.resizes = true;
  const bytes = integerArgument(call, 1);
  const old = argument(call, 0);
  if (constantValue(old) === 0) return allocate(call, bytes, false);
  const { type } = old;
  const held = type.kind === 'pointer' && type.to.kind !== 'void' ? type.to : typeIn(bytes);
  const size = (held === undefined ? undefined : sizeOf(held)) ?? 1;
  const tail = held === undefined ? undefined : flexibleMember(held);
  if (tail === undefined && factorOf(bytes) % size !== 0)
    return unsupported('realloc to a number of bytes that may end inside an object', call.args[1].at);
  const typed = type.kind === 'pointer' && type.to.kind !== 'void';
  if (!typed && held !== undefined)
    return unsupported('realloc of a void pointer to a block of another type', call.args[0].at);
  return expanded(
    call,
    `({ E *__lib_d, *__lib_s = (A0); unsigned long __lib_z = (A1), __lib_n, __lib_i;
      if (__lib_s != 0 && __lib_z == 0) { free(__lib_s); __lib_d = 0; }
      else {
        __lib_d = (E *)malloc(__lib_z);
        if (__lib_s != 0 && __lib_z >> 47 == 0) {
          __lib_n = __diptych_block_size(__lib_s);
          __lib_n = __lib_n < __lib_z ? __lib_n : __lib_z;
          ${tail === undefined ? copiedObjects : copiedWithTail(tail)}
          free(__lib_s);
        }
      }
      (void *)__lib_d; })`.replace(/\bE\b/g, typed ? 'typeof(*(A0))' : 'char'),
  );
}

/** Whether so many objects of that size have more bytes than can be counted, if both are known. */
function isTooMuch(call: BuiltinCall, count: number, size: number): boolean {
  const [a, b] = [count, size].map((index) => constantValue(integerArgument(call, index)));
  if (a === undefined || b === undefined) return false;
  return BigInt.asUintN(64, BigInt(a)) * BigInt.asUintN(64, BigInt(b)) >= 2n ** 64n;
}

const narrow = (value: Value): boolean =>
  (value.type.kind === 'integer' && value.type.size < 8) ||
  (value.kind === 'convert' && narrow(value.operand));

/** The size of a calloc, or more than there is if the product of its arguments overflows. */
function zeroedBytes(call: BuiltinCall): Value {
  const { at } = call;
  const most = constantOf(-1, at, unsignedLongType);
  if (isTooMuch(call, 0, 1)) return most;
  const [left, right] = [integerArgument(call, 0), integerArgument(call, 1)];
  const bytes: Value = { kind: 'binary', op: '*', left, right, type: unsignedLongType, at };
  const [count, size] = [constantValue(left), constantValue(right)];
  if (call.args.some(hasEffect)) return bytes;
  if (count === undefined && size === undefined)
    return expanded(
      call,
      '((A1) != 0 && (unsigned long)(A0) > -1ul / (A1) ? -1ul : (unsigned long)(A0) * (A1))',
    );
  const known = size ?? count ?? 0;
  const other = size === undefined ? right : left;
  const factor = BigInt.asUintN(64, BigInt(known));
  if (factor < 2n || (narrow(other) && factor < 2n ** 31n)) return bytes;
  const limit = constantOf(toInteger(BigInt.asIntN(64, (2n ** 64n - 1n) / factor)), at, unsignedLongType);
  const condition: Value = { kind: 'binary', op: '>u', left: other, right: limit, type: intType, at };
  return { kind: 'conditional', condition, whenTrue: most, whenFalse: bytes, type: unsignedLongType, at };
}

const ENOMEM = 12;

/** More than can be counted is refused, and the block stays. */
function resizeArray(call: BuiltinCall): Value {
  const none = `(${signalFunctions.fail}(${ENOMEM}), (void *)0)`;
  if (isTooMuch(call, 1, 2)) return expanded(call, `((void)(A0), ${none})`);
  // an expression without effect tells the type of the block
  const [count, size] = ['(A1)', '(A2)'].map((arg, i) => (hasEffect(call.args[i + 1]) ? `__lib_${i}` : arg));
  const kept = [count, size].flatMap((name, i) => (name.startsWith('_') ? [`${name} = (A${i + 1})`] : []));
  const resized = `realloc((A0), ${count} * ${size})`;
  const checked = `(${size} != 0 && ${count} > -1ul / ${size} ? ${none} : ${resized})`;
  return expanded(call, kept.length === 0 ? checked : `({ unsigned long ${kept.join()}; ${checked}; })`);
}

export const memory: Library = new Map([
  entry('malloc', 1, (call) => allocate(call, integerArgument(call, 0), false)),
  entry('calloc', 2, (call) => allocate(call, zeroedBytes(call), true)),
  ...['aligned_alloc', 'memalign'].map((name) =>
    entry(name, 2, (call) => allocate(call, integerArgument(call, 1), false, integerArgument(call, 0))),
  ),
  // CBMC's own: the second argument says whether it holds 0 at first
  entry('__CPROVER_allocate', 2, (call) => {
    const zeroed = constantValue(argument(call, 1));
    if (zeroed === undefined) return unsupported(`${call.name} with a choice that is no constant`, call.at);
    return allocate(call, integerArgument(call, 0), zeroed !== 0);
  }),
  entry('valloc', 1, (call) =>
    allocate(call, integerArgument(call, 0), false, constantOf(4096, call.at, unsignedLongType)),
  ),
  entry('posix_memalign', 3, (call) =>
    // a size without an effect tells what the block holds
    expanded(
      call,
      `({ unsigned long __lib_a = (A1)${hasEffect(call.args[2]) ? ', __lib_z = (A2)' : ''}; int __lib_e = 22; __typeof__((A0) + 0) __lib_o = (A0);
        if (__lib_a >= 8 && (__lib_a & (__lib_a - 1)) == 0) {
          if (${hasEffect(call.args[2]) ? '__lib_z' : '(A2)'} >> 47 != 0) __lib_e = ${ENOMEM};
          else { void *__lib_p = aligned_alloc(__lib_a, ${hasEffect(call.args[2]) ? '__lib_z' : '(A2)'}); *__lib_o = __lib_p; __lib_e = 0; } }
        __lib_e; })`,
    ),
  ),
  entry('free', 1, (call) =>
    doing({ op: 'free', pointer: coerce(argument(call, 0), voidPointer, call.args[0].at) }, call),
  ),
  entry('realloc', 2, resize),
  entry('reallocarray', 3, resizeArray),
  entry('__diptych_block_size', 1, (call) =>
    meaning({ op: 'block-size', pointer: argument(call, 0) }, call, unsignedLongType),
  ),
]);
