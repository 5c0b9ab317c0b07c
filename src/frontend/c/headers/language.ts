// The headers that belong to the language rather than to its library.

export const stdargHeader = (): string => `#pragma once
typedef __builtin_va_list va_list;
typedef __builtin_va_list __gnuc_va_list;
#define va_start(list, ...) __builtin_va_start(list, ##__VA_ARGS__)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(list) __builtin_va_end(list)
`;

const floatConstants = 'MANT_DIG DIG DECIMAL_DIG MIN_EXP MAX_EXP MIN_10_EXP MAX_10_EXP MAX MIN EPSILON'.split(
  ' ',
);

/** The compiler says all of it. */
export const floatHeader = (): string => `#pragma once
#define FLT_RADIX __FLT_RADIX__
#define FLT_EVAL_METHOD __FLT_EVAL_METHOD__
#define FLT_ROUNDS 1
#define DECIMAL_DIG __DECIMAL_DIG__
${['FLT', 'DBL', 'LDBL']
  .flatMap((type) => [
    `#define ${type}_TRUE_MIN __${type}_DENORM_MIN__\n`,
    ...floatConstants.map((name) => `#define ${type}_${name} __${type}_${name}__\n`),
  ])
  .join('')}`;

export const iso646Header = (): string => `#pragma once
#define and &&
#define and_eq &=
#define bitand &
#define bitor |
#define compl ~
#define not !
#define not_eq !=
#define or ||
#define or_eq |=
#define xor ^
#define xor_eq ^=
`;

/** C23's arithmetic that says whether it overflows. */
export const stdckdintHeader = (): string => `#pragma once
#define __STDC_VERSION_STDCKDINT_H__ 202311L
#define ckd_add(result, a, b) ((_Bool)__builtin_add_overflow((a), (b), (result)))
#define ckd_sub(result, a, b) ((_Bool)__builtin_sub_overflow((a), (b), (result)))
#define ckd_mul(result, a, b) ((_Bool)__builtin_mul_overflow((a), (b), (result)))
`;

/** The types of <stdbit.h>, by the ends of its functions' names. */
const bitTypes = [
  ['uc', 'char'],
  ['us', 'short'],
  ['ui', 'int'],
  ['ul', 'long'],
  ['ull', 'long long'],
];

/** Of a number `n` of `bits` bits. */
const bitFunctions: readonly (readonly [string, string])[] = [
  ['leading_zeros', 'n ? __builtin_clzll(n) - (64 - bits) : bits'],
  ['leading_ones', 'n == max ? bits : __builtin_clzll(n ^ max) - (64 - bits)'],
  ['trailing_zeros', 'n ? __builtin_ctzll(n) : bits'],
  ['trailing_ones', 'n == max ? bits : __builtin_ctzll(n ^ max)'],
  ['first_leading_zero', 'n == max ? 0 : __builtin_clzll(n ^ max) - (64 - bits) + 1'],
  ['first_leading_one', 'n ? __builtin_clzll(n) - (64 - bits) + 1 : 0'],
  ['first_trailing_zero', 'n == max ? 0 : __builtin_ctzll(n ^ max) + 1'],
  ['first_trailing_one', 'n ? __builtin_ctzll(n) + 1 : 0'],
  ['count_zeros', 'bits - __builtin_popcountll(n)'],
  ['count_ones', '__builtin_popcountll(n)'],
  ['has_single_bit', 'n != 0 && (n & (n - 1)) == 0'],
  ['bit_width', 'n ? 64 - __builtin_clzll(n) : 0'],
  ['bit_floor', 'n ? 1ull << (63 - __builtin_clzll(n)) : 0'],
  ['bit_ceil', 'n <= 1 ? 1 : n > max / 2 + 1 ? 0 : 1ull << (64 - __builtin_clzll(n - 1))'],
];

/** The result of a function of `<stdbit.h>`: a number of bits, a truth value, or a number of the argument's type. */
const resultOf = (name: string): string =>
  name === 'has_single_bit' ? '_Bool' : /floor|ceil/.test(name) ? '__typeof__(x)' : 'unsigned';

export const stdbitHeader = (): string => `#pragma once
#define __STDC_VERSION_STDBIT_H__ 202311L
#define __STDC_ENDIAN_LITTLE__ 1234
#define __STDC_ENDIAN_BIG__ 4321
#define __STDC_ENDIAN_NATIVE__ 1234
${bitFunctions
  .map(
    ([name, of]) => `#define stdc_${name}(x) ((${resultOf(name)})({ __typeof__(x) __lib_x = (x); \\
  unsigned long long n = __lib_x, max = (__typeof__(__lib_x))-1; int bits = 8 * sizeof __lib_x; ${of}; }))
${bitTypes.map(([end, type]) => `#define stdc_${name}_${end}(x) stdc_${name}((unsigned ${type})(x))\n`).join('')}`,
  )
  .join('')}`;
