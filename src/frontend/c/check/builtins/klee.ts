// What KLEE's programs say: `klee_make_symbolic(&x, sizeof x, "x")` gives an object any value.

import { toNumber } from '../../../../program/integer.js';
import type { Value } from '../../typed.js';
import { type CType, sizeOf, unqualified } from '../../types.js';
import { constantValue } from '../constants.js';
import { argument, type BuiltinCall, entry, integerArgument, type Library } from './table.js';
import { expanded } from './template.js';

const integers: ReadonlyMap<number, string> = new Map([
  [1, 'uchar'],
  [2, 'ushort'],
  [4, 'uint'],
  [8, 'ulong'],
]);

/** What chooses a value of the type, if that is a number. */
function chooser(type: CType): string | undefined {
  if (type.kind === 'float' && sizeOf(type) !== 16) return sizeOf(type) === 4 ? 'float' : 'double';
  return type.kind !== 'integer' ? undefined : type.name === '_Bool' ? 'bool' : integers.get(type.size);
}

/** A number is chosen as one, an array of them one by one, anything else byte by byte. */
function symbolic(call: BuiltinCall): Value {
  const { type } = argument(call, 0);
  const to = type.kind === 'pointer' ? unqualified(type.to) : type;
  const element = to.kind === 'array' ? unqualified(to.of) : to;
  const size = constantValue(integerArgument(call, 1));
  const isWhole = size !== undefined && toNumber(size) % (sizeOf(element) ?? 0) === 0;
  const any = isWhole ? chooser(element) : undefined;
  const one = to.kind === 'array' ? '(*(A0))[0]' : '*(A0)';
  const cell = any === undefined ? 'unsigned char' : `__typeof__(${one})`;
  return expanded(
    call,
    `({ ${cell} *__lib_p = (${cell} *)(A0);
      for (unsigned long __lib_i = 0; __lib_i < (A1) / sizeof *__lib_p; __lib_i++) __lib_p[__lib_i] = __VERIFIER_nondet_${any ?? 'uchar'}();
      (void)0; })`,
  );
}

/** `klee_range(a, b, name)`: from a up to b, which it does not reach. */
const range =
  '({ int __lib_a = (A0), __lib_b = (A1), __lib_r = __VERIFIER_nondet_int(); __VERIFIER_assume(__lib_a <= __lib_r && __lib_r < __lib_b); __lib_r; })';

export const klee: Library = new Map([
  entry('klee_make_symbolic', [2, 3], symbolic),
  entry('klee_int', [0, 1], (call) => expanded(call, '__VERIFIER_nondet_int()')),
  entry('klee_range', [2, 3], (call) => expanded(call, range)),
]);
