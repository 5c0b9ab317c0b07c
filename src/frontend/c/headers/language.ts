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
