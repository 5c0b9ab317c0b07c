// memset, memcpy, memmove, memcmp. A known number of bytes is moved cell by cell (lower/memory/blocks.ts). Another
// number is moved object by object of the pointed-to type if it is a multiple of its size, else byte by byte.

import { toNumber } from '../../../../program/integer.js';
import { typeError } from '../../diagnostics.js';
import type { Value } from '../../typed.js';
import { intType, sizeOf, unsignedCharType, voidPointer } from '../../types.js';
import { pointedTo } from '../../unconverted.js';
import { constantValue } from '../constants.js';
import { coerce, convert } from '../conversions.js';
import { argument, type BuiltinCall, doing, entry, integerArgument, type Library, meaning } from './table.js';
import { expanded } from './template.js';

/** The argument as written, without the conversion to void *. */
const pointer = (call: BuiltinCall, index: number): Value => {
  const value = argument(call, index);
  if (value.type.kind === 'integer' && constantValue(value) === 0) return convert(value, voidPointer);
  if (value.type.kind !== 'pointer') return typeError(`${call.name} needs a pointer`, call.args[index].at);
  return value;
};

/** A number that the value is certainly a multiple of. */
export function factorOf(value: Value): number {
  const known = constantValue(value);
  if (known !== undefined) return Math.abs(toNumber(known));
  if (value.kind === 'convert') return factorOf(value.operand);
  if (value.kind !== 'binary') return 1;
  if (value.op === '*') return factorOf(value.left) * factorOf(value.right);
  if (value.op === '+' || value.op === '-') return common(factorOf(value.left), factorOf(value.right));
  return 1;
}

const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b));

/** The argument that says what is moved at a time; undefined: bytes. */
function unitOf(call: BuiltinCall, pointers: readonly number[], bytes: Value): number | undefined {
  const sized = pointers.flatMap((index) => {
    const type = pointedTo(pointer(call, index));
    const size = type === undefined ? undefined : sizeOf(type);
    return size === undefined ? [] : [{ index, size }];
  });
  const [widest] = sized.toSorted((a, b) => b.size - a.size);
  if (widest === undefined || widest.size === 1) return undefined;
  return factorOf(bytes) % widest.size === 0 ? widest.index : undefined;
}

/** `knownLength` if the number of bytes is known; else the template, in which E is the type moved at a time. */
function overBytes(
  call: BuiltinCall,
  pointers: readonly number[],
  knownLength: (bytes: number) => Value,
  template: string,
  index = 2,
): Value {
  const count = integerArgument(call, index);
  const known = constantValue(count);
  if (known !== undefined) return knownLength(toNumber(known));
  const unit = unitOf(call, pointers, count);
  return expanded(call, template.replace(/\bE\b/g, unit === undefined ? 'char' : `typeof(*(A${unit}))`));
}

const sides =
  'E *__lib_d = (E *)(A0); E *__lib_s = (E *)(A1); unsigned long __lib_n = (A2) / sizeof(E), __lib_i;';
const each = 'for (__lib_i = 0; __lib_i < __lib_n; __lib_i++)';
const copied = (name: string): string => `${name}(__lib_d + __lib_i, __lib_s + __lib_i, sizeof(E));`;

const templates = {
  memset: `({ E *__lib_d = (E *)(A0); int __lib_c = (A1); unsigned long __lib_n = (A2) / sizeof(E), __lib_i;
    ${each} memset(__lib_d + __lib_i, __lib_c, sizeof(E));
    (void *)__lib_d; })`,
  any: `({ E *__lib_d = (E *)(A0); unsigned long __lib_n = (A1) / sizeof(E), __lib_i;
    ${each} __VERIFIER_nondet_memory(__lib_d + __lib_i, sizeof(E)); })`,
  memcpy: `({ ${sides} ${each} ${copied('memcpy')} (void *)__lib_d; })`,
  memmove: `({ ${sides}
    if ((unsigned long)__lib_d <= (unsigned long)__lib_s) ${each} ${copied('memmove')}
    else for (__lib_i = __lib_n; __lib_i > 0; __lib_i--)
      memmove(__lib_d + __lib_i - 1, __lib_s + __lib_i - 1, sizeof(E));
    (void *)__lib_d; })`,
  memcmp: `({ ${sides} int __lib_r = 0;
    for (__lib_i = 0; __lib_i < __lib_n && __lib_r == 0; __lib_i++)
      __lib_r = memcmp(__lib_d + __lib_i, __lib_s + __lib_i, sizeof(E));
    __lib_r; })`,
};

const copying = (name: 'memcpy' | 'memmove') =>
  entry(name, 3, (call) =>
    overBytes(
      call,
      [0, 1],
      (bytes) =>
        meaning(
          {
            op: 'copy',
            target: pointer(call, 0),
            source: pointer(call, 1),
            bytes,
            overlapping: name === 'memmove',
          },
          call,
          voidPointer,
        ),
      templates[name],
    ),
  );

/** Memory that may hold anything from here on. */
const choosing = (name: string, count: number | readonly [number, number]) =>
  entry(name, count, (call) => {
    const target = pointer(call, 0);
    const knownLength = (bytes: number): Value => doing({ op: 'fill', target, bytes, name }, call);
    return overBytes(call, [0], knownLength, templates.any, 1);
  });

export const bytes: Library = new Map([
  choosing('__VERIFIER_nondet_memory', 2),
  choosing('__CPROVER_havoc_slice', 2),
  choosing('klee_make_symbolic', [2, 3]),
  entry('memset', 3, (call) => {
    const target = pointer(call, 0);
    const value = convert(coerce(argument(call, 1), intType, call.args[1].at), unsignedCharType);
    const written = overBytes(
      call,
      [0],
      (bytes) => meaning({ op: 'fill', target, value, bytes, name: call.name }, call, voidPointer),
      templates.memset,
    );
    const isZeroing =
      written.kind === 'statements' &&
      constantValue(value) === 0 &&
      target.kind === 'load' &&
      target.place.kind === 'variable';
    if (!isZeroing) return written;
    return meaning({ op: 'zeroing', target, bytes: integerArgument(call, 2), written }, call, voidPointer);
  }),
  copying('memcpy'),
  copying('memmove'),
  entry('memcmp', 3, (call) =>
    overBytes(
      call,
      [0, 1],
      (bytes) => meaning({ op: 'compare', left: pointer(call, 0), right: pointer(call, 1), bytes }, call),
      templates.memcmp,
    ),
  ),
]);
