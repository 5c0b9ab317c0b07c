// The headers of the standard library that concurrent programs include: only types, constants and macros.

export const assertHeader = `#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) __diptych_assert(condition, #condition)
#endif
#define static_assert _Static_assert
`;

export const stddefHeader = `#pragma once
#ifndef NULL
#define NULL ((void *)0)
#endif
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef int wchar_t;
#define offsetof(type, member) ((size_t)&((type *)0)->member)
#define __builtin_offsetof(type, member) ((size_t)&((type *)0)->member)
`;

export const stdboolHeader = `#pragma once
#define bool _Bool
#define true 1
#define false 0
`;

export const stdintHeader = `#pragma once
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
typedef long intmax_t;
typedef unsigned long uintmax_t;
${['fast', 'least']
  .flatMap((kind) => [8, 16, 32, 64].map((bits) => [kind, bits] as const))
  .map(
    ([kind, bits]) =>
      // glibc takes long for the fast types of 16 and 32 bits
      `typedef int${kind === 'fast' && bits > 8 ? 64 : bits}_t int_${kind}${bits}_t;\ntypedef uint${kind === 'fast' && bits > 8 ? 64 : bits}_t uint_${kind}${bits}_t;\n`,
  )
  .join('')}#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807L - 1)
#define INT64_MAX 9223372036854775807L
#define UINT64_MAX 18446744073709551615UL
#define INTPTR_MIN INT64_MIN
#define INTPTR_MAX INT64_MAX
#define UINTPTR_MAX UINT64_MAX
#define INTMAX_MIN INT64_MIN
#define INTMAX_MAX INT64_MAX
#define UINTMAX_MAX UINT64_MAX
#define SIZE_MAX UINT64_MAX
#define PTRDIFF_MIN INT64_MIN
#define PTRDIFF_MAX INT64_MAX
#define INT8_C(c) c
#define INT16_C(c) c
#define INT32_C(c) c
#define INT64_C(c) c##L
#define UINT8_C(c) c
#define UINT16_C(c) c
#define UINT32_C(c) c##U
#define UINT64_C(c) c##UL
#define INTMAX_C(c) c##L
#define UINTMAX_C(c) c##UL
`;

export const limitsHeader = `#pragma once
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
#define LONG_MIN (-9223372036854775807L - 1)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MIN (-9223372036854775807LL - 1)
#define LLONG_MAX 9223372036854775807LL
#define ULLONG_MAX 18446744073709551615ULL
`;

export const stdlibHeader = `#pragma once
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
`;

export const stdioHeader = `#pragma once
#include <stddef.h>
typedef int FILE;
#define stdin ((FILE *)0)
#define stdout ((FILE *)0)
#define stderr ((FILE *)0)
#define EOF (-1)
`;

export const errnoHeader = `#pragma once
#define EPERM 1
#define EAGAIN 11
#define ENOMEM 12
#define EBUSY 16
#define EINVAL 22
#define EDEADLK 35
#define ETIMEDOUT 110
`;
