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
      `typedef int${bits}_t int_${kind}${bits}_t;\ntypedef uint${bits}_t uint_${kind}${bits}_t;\n`,
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
