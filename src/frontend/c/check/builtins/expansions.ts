// Library functions that are others with their arguments put differently.

import { unsupported } from '../../diagnostics.js';
import type { Value } from '../../typed.js';
import { functionNamed } from '../scope.js';
import { type BuiltinCall, entry, type Library } from './table.js';
import { expanded } from './template.js';

const as = (name: string, arity: number, template: string) =>
  entry(name, arity, (call) => expanded(call, template));

/** The quotient and the rest, in the struct that the header has for them. */
const division = (name: string, type: string) =>
  as(
    name,
    2,
    `({ ${type} __lib_n = (A0), __lib_d = (A1); (struct __${name}){ __lib_n / __lib_d, __lib_n % __lib_d }; })`,
  );

/** The value of a library's symbol with a literal name, if diptych knows it as a value. */
function symbolOf(call: BuiltinCall): Value {
  const [, e] = call.args;
  const name = e.kind === 'string' ? e.parts.join('').replaceAll('"', '') : undefined;
  const { context, at } = call;
  // a program that has a function of that name wants the other one
  if (name === undefined || context.unit.defined.has(name) || functionNamed(context, name) === undefined)
    return unsupported('dlsym of this name', at);
  return expanded(call, `((void)(A0), (void *)${name})`);
}

/** Which kind of number it is (FP_NAN, FP_INFINITE, FP_ZERO, FP_SUBNORMAL, FP_NORMAL), in the type that it has. */
const kindOf = ([nan, infinite, zero, subnormal, normal]: readonly string[], number: string): string =>
  `({ __typeof__(${number} + 0.0f) __lib_x = ${number}; __lib_x != __lib_x ? ${nan} : __lib_x == 0 ? ${zero}
      : __lib_x - __lib_x != 0 ? ${infinite}
      : (__lib_x < 0 ? -__lib_x : __lib_x) < (sizeof __lib_x == 4 ? 0x1p-126 : 0x1p-1022) ? ${subnormal} : ${normal}; })`;

/** CBMC's names, for floats and for doubles. */
const classes: readonly (readonly [string, string])[] = [
  ['isnan', kindOf(['1', '0', '0', '0', '0'], '(A0)')],
  ['isinf', kindOf(['0', '1', '0', '0', '0'], '(A0)')],
  ['isfinite', kindOf(['0', '0', '1', '1', '1'], '(A0)')],
  ['isnormal', kindOf(['0', '0', '0', '0', '1'], '(A0)')],
  ['sign', '({ union { double of; long bits; } __lib_u; __lib_u.of = (A0); __lib_u.bits < 0; })'],
];

const overflows: readonly (readonly [string, string])[] = [
  ['plus', 'add'],
  ['minus', 'sub'],
  ['mult', 'mul'],
];

export const expansions: Library = new Map([
  entry('dlsym', 2, symbolOf),
  division('div', 'int'),
  division('ldiv', 'long'),
  division('lldiv', 'long long'),
  division('imaxdiv', 'long'),
  as('fpclassify', 1, kindOf(['0', '1', '2', '3', '4'], '(A0)')),
  as('__builtin_fpclassify', 6, kindOf(['(A0)', '(A1)', '(A4)', '(A3)', '(A2)'], '(A5)')),
  as('__builtin_isinf_sign', 1, kindOf(['0', '__lib_x < 0 ? -1 : 1', '0', '0', '0'], '(A0)')),
  as('isnormal', 1, kindOf(['0', '0', '0', '0', '1'], '(A0)')),
  ...classes.flatMap(([name, template]) =>
    ['f', 'd'].map((suffix) => as(`__CPROVER_${name}${suffix}`, 1, template)),
  ),
  ...overflows.map(([name, operation]) =>
    as(
      `__CPROVER_overflow_${name}`,
      2,
      `({ __typeof__((A0) + (A1)) __lib_r; __builtin_${operation}_overflow((A0), (A1), &__lib_r); })`,
    ),
  ),
  as(
    '__CPROVER_overflow_unary_minus',
    1,
    '({ __typeof__(-(A0)) __lib_r; __builtin_sub_overflow((__typeof__(-(A0)))0, (A0), &__lib_r); })',
  ),
]);
