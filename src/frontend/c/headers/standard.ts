// The headers of the standard library that concurrent programs include: only types, constants and macros.

export const assertHeader = (): string => `#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) __diptych_assert(condition, #condition)
#endif
#define static_assert _Static_assert
`;

/** The part of <stddef.h> that other headers bring. */
export const sizesHeader = (): string => `#pragma once
#ifndef NULL
#define NULL ((void *)0)
#endif
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef int wchar_t;
#define __builtin_offsetof(type, member) ((size_t)&((type *)0)->member)
`;

export const stddefHeader = (): string => `#pragma once
#include <__stddef.h>
#define offsetof(type, member) ((size_t)&((type *)0)->member)
typedef struct { _Alignas(16) long __long; _Alignas(16) long __double; } max_align_t;
typedef void *nullptr_t;
`;

export const stdboolHeader = (): string => `#pragma once
#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
`;

export const stdintHeader = (): string => `#pragma once
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
  .join('')}#define WCHAR_MIN (-2147483647 - 1)
#define WCHAR_MAX 2147483647
#define WINT_MIN 0U
#define WINT_MAX 4294967295U
#define SIG_ATOMIC_MIN (-2147483647 - 1)
#define SIG_ATOMIC_MAX 2147483647
#define INT8_MIN (-128)
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
#define INT_LEAST8_MIN INT8_MIN
#define INT_LEAST8_MAX INT8_MAX
#define UINT_LEAST8_MAX UINT8_MAX
#define INT_LEAST16_MIN INT16_MIN
#define INT_LEAST16_MAX INT16_MAX
#define UINT_LEAST16_MAX UINT16_MAX
#define INT_LEAST32_MIN INT32_MIN
#define INT_LEAST32_MAX INT32_MAX
#define UINT_LEAST32_MAX UINT32_MAX
#define INT_LEAST64_MIN INT64_MIN
#define INT_LEAST64_MAX INT64_MAX
#define UINT_LEAST64_MAX UINT64_MAX
#define INT_FAST8_MIN INT8_MIN
#define INT_FAST8_MAX INT8_MAX
#define UINT_FAST8_MAX UINT8_MAX
#define INT_FAST16_MIN INT64_MIN
#define INT_FAST16_MAX INT64_MAX
#define UINT_FAST16_MAX UINT64_MAX
#define INT_FAST32_MIN INT64_MIN
#define INT_FAST32_MAX INT64_MAX
#define UINT_FAST32_MAX UINT64_MAX
#define INT_FAST64_MIN INT64_MIN
#define INT_FAST64_MAX INT64_MAX
#define UINT_FAST64_MAX UINT64_MAX
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

export const limitsHeader = (): string => `#pragma once
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
#define MB_LEN_MAX 16
#define SSIZE_MAX LONG_MAX
#define LONG_LONG_MIN LLONG_MIN
#define LONG_LONG_MAX LLONG_MAX
#define ULONG_LONG_MAX ULLONG_MAX
#define PATH_MAX 4096
#define IOV_MAX 1024
#define NAME_MAX 255
#define PTHREAD_KEYS_MAX 1024
#define PTHREAD_STACK_MIN 16384
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
#define SEM_VALUE_MAX 2147483647
`;

export const stdlibHeader = (): string => `#pragma once
#include <__shortNames.h>
#include <sys/wait.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
typedef struct __div { int quot, rem; } div_t;
typedef struct __ldiv { long quot, rem; } ldiv_t;
typedef struct __lldiv { long long quot, rem; } lldiv_t;
`;

export const stdioHeader = (): string => `#pragma once
#include <__stddef.h>
typedef long ssize_t, off_t;
typedef struct _IO_FILE { } FILE;
#ifdef __DIPTYCH_MODEL__
extern FILE *stdin, *stdout, *stderr;
#else
#define stdin ((FILE *)16)
#define stdout ((FILE *)32)
#define stderr ((FILE *)48)
#endif
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define L_tmpnam 20
#define FILENAME_MAX 4096
#define EOF (-1)
#define BUFSIZ 8192
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
`;

/** The error codes of Linux, by number from 1; `-` is an unused code. */
const errorNames: readonly string[] =
  `EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST EXDEV ENODEV
ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EDEADLK ENAMETOOLONG ENOLCK
ENOSYS ENOTEMPTY ELOOP - ENOMSG EIDRM ECHRNG EL2NSYNC EL3HLT EL3RST ELNRNG EUNATCH ENOCSI EL2HLT EBADE EBADR EXFULL ENOANO EBADRQC
EBADSLT - EBFONT ENOSTR ENODATA ETIME ENOSR ENONET ENOPKG EREMOTE ENOLINK EADV ESRMNT ECOMM EPROTO EMULTIHOP EDOTDOT EBADMSG EOVERFLOW
ENOTUNIQ EBADFD EREMCHG ELIBACC ELIBBAD ELIBSCN ELIBMAX ELIBEXEC EILSEQ ERESTART ESTRPIPE EUSERS ENOTSOCK EDESTADDRREQ EMSGSIZE
EPROTOTYPE ENOPROTOOPT EPROTONOSUPPORT ESOCKTNOSUPPORT EOPNOTSUPP EPFNOSUPPORT EAFNOSUPPORT EADDRINUSE EADDRNOTAVAIL ENETDOWN
ENETUNREACH ENETRESET ECONNABORTED ECONNRESET ENOBUFS EISCONN ENOTCONN ESHUTDOWN ETOOMANYREFS ETIMEDOUT ECONNREFUSED EHOSTDOWN
EHOSTUNREACH EALREADY EINPROGRESS ESTALE EUCLEAN ENOTNAM ENAVAIL EISNAM EREMOTEIO EDQUOT ENOMEDIUM EMEDIUMTYPE ECANCELED ENOKEY
EKEYEXPIRED EKEYREVOKED EKEYREJECTED EOWNERDEAD ENOTRECOVERABLE ERFKILL EHWPOISON`.split(/\s+/);

export const errnoHeader = (): string => `#pragma once
#ifdef __DIPTYCH_MODEL__
#define errno (*__errno_location())
#else
#define errno __lib_errno
#endif
#ifdef _GNU_SOURCE
typedef int error_t;
#endif
#define EWOULDBLOCK EAGAIN
#define EDEADLOCK EDEADLK
#define ENOTSUP EOPNOTSUPP
${errorNames.map((name, i) => (name === '-' ? '' : `#define ${name} ${i + 1}\n`)).join('')}`;

export const timeHeader = (): string => `#pragma once
#include <__stddef.h>
typedef int pid_t;
typedef long time_t;
typedef long clock_t;
typedef long suseconds_t;
typedef int clockid_t;
typedef void *timer_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; const char *tm_zone; };
#define CLOCKS_PER_SEC 1000000L
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define CLOCK_REALTIME_ALARM 8
#define CLOCK_BOOTTIME_ALARM 9
#define CLOCK_TAI 11
#define TIMER_ABSTIME 1
#define TIME_UTC 1
`;

export const semaphoreHeader = (): string => `#pragma once
#include <__shortNames.h>
typedef struct { int __value; } sem_t;
#define SEM_FAILED ((sem_t *)0)
#define SEM_VALUE_MAX 2147483647
`;

export const schedHeader = (): string => `#pragma once
#include <time.h>
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5
struct sched_param { int sched_priority; };
typedef struct { unsigned long __bits[16]; } cpu_set_t;
#define CPU_SETSIZE 1024
#define CPU_ZERO(set) ((void)memset((set), 0, sizeof(cpu_set_t)))
#define CPU_SET(cpu, set) ((void)((set)->__bits[(cpu) / 64] |= 1UL << ((cpu) % 64)))
#define CPU_CLR(cpu, set) ((void)((set)->__bits[(cpu) / 64] &= ~(1UL << ((cpu) % 64))))
#define CPU_ISSET(cpu, set) ((int)((set)->__bits[(cpu) / 64] >> ((cpu) % 64) & 1))
#ifdef __DIPTYCH_MODEL__
#define CPU_COUNT(set) __sched_cpucount(sizeof(cpu_set_t), (set))
#define CPU_COUNT_S(size, set) __sched_cpucount((size), (set))
#define __CPU_EACH(to, set, op, other) \\
  ((void)({ for (int __k = 0; __k < 16; __k++) (to)->__bits[__k] = (set)->__bits[__k] op (other)->__bits[__k]; 0; }))
#define CPU_AND(to, set, other) __CPU_EACH(to, set, &, other)
#define CPU_OR(to, set, other) __CPU_EACH(to, set, |, other)
#define CPU_XOR(to, set, other) __CPU_EACH(to, set, ^, other)
#else
#define CPU_COUNT(set) __lib_i_count_bits((set)->__bits, 16)
#define CPU_COUNT_S(size, set) __lib_i_count_bits((set)->__bits, (size) / 8)
#define CPU_AND(to, set, other) __lib_i_bits_and((to)->__bits, (set)->__bits, (other)->__bits, 16)
#define CPU_OR(to, set, other) __lib_i_bits_or((to)->__bits, (set)->__bits, (other)->__bits, 16)
#define CPU_XOR(to, set, other) __lib_i_bits_xor((to)->__bits, (set)->__bits, (other)->__bits, 16)
#endif
#define CPU_ALLOC_SIZE(count) (((count) + 63ul) / 64 * 8)
#define CPU_ALLOC(count) ((cpu_set_t *)calloc(1, sizeof(cpu_set_t)))
#define CPU_FREE(set) free(set)
#define CPU_ZERO_S(size, set) ((void)(size), CPU_ZERO(set))
#define CPU_SET_S(cpu, size, set) ((void)((unsigned long)(cpu) / 8 < (size) ? ((set)->__bits[(cpu) / 64] |= 1UL << ((cpu) % 64)) : 0))
#define CPU_CLR_S(cpu, size, set) ((void)((unsigned long)(cpu) / 8 < (size) ? ((set)->__bits[(cpu) / 64] &= ~(1UL << ((cpu) % 64))) : 0))
#define CPU_ISSET_S(cpu, size, set) ((unsigned long)(cpu) / 8 < (size) ? CPU_ISSET(cpu, set) : 0)
#define CPU_EQUAL(set, other) (memcmp((set), (other), sizeof(cpu_set_t)) == 0)
`;

export const unistdHeader = (): string => `#pragma once
#define TEMP_FAILURE_RETRY(expression) \\
  ({ long __lib_result; do __lib_result = (long)(expression); while (__lib_result == -1L && *__errno_location() == 4); __lib_result; })
#include <__stddef.h>
#include <__numbers.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#ifdef __DIPTYCH_MODEL__
extern char *optarg;
extern int optind, opterr, optopt;
#else
#define optarg __lib_optarg
#define optind __lib_optind
#define opterr __lib_opterr
#define optopt __lib_optopt
#endif
`;

export const stdalignHeader = (): string => `#pragma once
#define alignas _Alignas
#define alignof _Alignof
`;

/** The lengths of formats: scanf distinguishes those that printf's promotions make equal. */
const lengths: readonly (readonly [size: string, printed: string, scanned: string])[] = [
  ...[8, 16, 32, 64].flatMap((bits) =>
    ['', 'LEAST', 'FAST'].map((kind) => {
      const size = kind === 'FAST' && bits > 8 ? 64 : bits;
      const printed = size === 64 ? 'l' : '';
      return [`${kind}${bits}`, printed, { 8: 'hh', 16: 'h' }[size] ?? printed] as const;
    }),
  ),
  ['PTR', 'l', 'l'],
  ['MAX', 'l', 'l'],
];

const formats = lengths.flatMap(([size, printed, scanned]) => [
  ...[...'diuxXo'].map((letter) => `#define PRI${letter}${size} "${printed}${letter}"\n`),
  ...[...'diuxo'].map((letter) => `#define SCN${letter}${size} "${scanned}${letter}"\n`),
]);

export const inttypesHeader = (): string => `#pragma once
#include <stdint.h>
typedef struct __imaxdiv { long quot, rem; } imaxdiv_t;
${formats.join('')}`;
