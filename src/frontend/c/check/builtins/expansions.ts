// Library functions that are others with their arguments put differently.

import { unsupported } from '../../diagnostics.js';
import { mostSemaphoreNames } from '../../library/index.js';
import type { Value } from '../../typed.js';
import { constantValue } from '../constants.js';
import { functionNamed } from '../scope.js';
import { type BuiltinCall, entry, integerArgument, type Library } from './table.js';
import { expanded } from './template.js';
import { text } from './verification.js';

const as = (name: string, arity: number, template: string) =>
  entry(name, arity, (call) => expanded(call, template));

/** The quotient and the rest, in the struct that the header has for them. */
const division = (name: string, type: string) =>
  as(
    name,
    2,
    `({ ${type} __lib_n = (A0), __lib_d = (A1); (struct __${name}){ __lib_n / __lib_d, __lib_n % __lib_d }; })`,
  );

/** A number of bytes that is known is written as it is: memcpy looks at it. */
function copiesAndPasses(call: BuiltinCall): Value {
  const count = constantValue(integerArgument(call, 2)) === undefined ? '__lib_m' : '(A2)';
  return expanded(
    call,
    `({ __typeof__((A0) + 0) __lib_p = (A0); unsigned long __lib_m = (A2);
      memcpy(__lib_p, (A1), ${count}); (void *)((char *)__lib_p + __lib_m); })`,
  );
}

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

/** The text is written twice: to know how long it is, and into a block of that length. */
function printsToBlock(call: BuiltinCall): Value {
  const others = call.args.slice(2).map((_, i) => i + 2);
  const kept = others.map((i) => `__typeof__((A${i}) + 0) __lib_a${i} = (A${i});`).join(' ');
  const given = ['(A1)', ...others.map((i) => `__lib_a${i}`)].join(', ');
  return expanded(
    call,
    `({ ${kept} int __lib_l = snprintf((char *)0, 0, ${given}); char *__lib_t = (char *)malloc(__lib_l + 1);
      snprintf(__lib_t, __lib_l + 1, ${given}); *(A0) = __lib_t; __lib_l; })`,
  );
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

/** `sem_open("/name", ...)`: names are numbers. */
function ofNamedSemaphore(call: BuiltinCall): Value {
  const name = text(call.args[0]);
  if (name === undefined) return unsupported(`${call.name} of a name that is no literal`, call.args[0].at);
  const { semaphores } = call.context.unit;
  const number = semaphores.get(name) ?? semaphores.size;
  if (number === mostSemaphoreNames)
    return unsupported(`more than ${mostSemaphoreNames} names of semaphores`, call.args[0].at);
  semaphores.set(name, number);
  if (call.name === 'sem_unlink') return expanded(call, `__lib_i_sem_unlink(${number})`);
  const value = call.args.length === 4 ? '(A3)' : '0';
  return expanded(call, `__lib_i_sem_open(${number}, (A1), ${value})`);
}

/** `klee_range(a, b, name)`: from a up to b, which it does not reach. */
const range =
  '({ int __lib_a = (A0), __lib_b = (A1), __lib_r = __VERIFIER_nondet_int(); __VERIFIER_assume(__lib_a <= __lib_r && __lib_r < __lib_b); __lib_r; })';

export const expansions: Library = new Map([
  entry('dlsym', 2, symbolOf),
  as('klee_range', 3, range),
  as('klee_int', 1, '__VERIFIER_nondet_int()'),
  as('klee_silent_exit', 1, 'exit(A0)'),
  division('div', 'int'),
  division('ldiv', 'long'),
  division('lldiv', 'long long'),
  division('imaxdiv', 'long'),
  as('send', 4, '((void)(A3), write((A0), (A1), (A2)))'),
  as('sendto', 6, '((void)(A3), (void)(A4), (void)(A5), write((A0), (A1), (A2)))'),
  as('bzero', 2, 'memset((A0), 0, (A1))'),
  as('explicit_bzero', 2, 'memset((A0), 0, (A1))'),
  as('memset_explicit', 3, 'memset((A0), (A1), (A2))'),
  as('free_sized', 2, '((void)(A1), free(A0))'),
  as('free_aligned_sized', 3, '((void)(A1), (void)(A2), free(A0))'),
  as('bcopy', 3, 'memmove((A1), (A0), (A2))'),
  as('bcmp', 3, 'memcmp((A0), (A1), (A2))'),
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
  entry('sem_open', [2, 4], ofNamedSemaphore),
  entry('sem_unlink', 1, ofNamedSemaphore),
  entry('mempcpy', 3, copiesAndPasses),
  entry('asprintf', [2, Number.POSITIVE_INFINITY], printsToBlock),
]);
