/*
 * The macros that are there before the first line: those of gcc on x86-64 Linux that programs ask for, and a few of other checkers.
 * A macro is read when a program uses its name.
 */

/* The language and the compiler. __GNUC__ is an old one, so that headers do not take it for one that has everything. */
#define __DIPTYCH__ 1
#define __STDC__ 1
#define __STDC_VERSION__ 201112L
#define __STDC_HOSTED__ 1
#define __GNUC__ 4
#define __GNUC_MINOR__ 2
#define __GNUC_PATCHLEVEL__ 1
#define __GNUC_STDC_INLINE__ 1
#define __VERSION__ "diptych"

/* The machine and the system. */
#define __x86_64__ 1
#define __x86_64 1
#define __amd64__ 1
#define __amd64 1
#define __linux__ 1
#define __linux 1
#define __gnu_linux__ 1
#define __unix__ 1
#define __unix 1
#define linux 1
#define unix 1
#define __ELF__ 1
#define __LP64__ 1
#define _LP64 1

/* Sizes. */
#define __CHAR_BIT__ 8
#define __BIGGEST_ALIGNMENT__ 16
#define __SIZEOF_SHORT__ 2
#define __SIZEOF_INT__ 4
#define __SIZEOF_LONG__ 8
#define __SIZEOF_LONG_LONG__ 8
#define __SIZEOF_POINTER__ 8
#define __SIZEOF_SIZE_T__ 8
#define __SIZEOF_PTRDIFF_T__ 8
#define __SIZEOF_WCHAR_T__ 4
#define __SIZEOF_WINT_T__ 4
#define __SIZEOF_FLOAT__ 4
#define __SIZEOF_DOUBLE__ 8
#define __SIZEOF_LONG_DOUBLE__ 16
#define __SIZEOF_INT128__ 16

/* Integer types, their limits and widths. glibc takes long for the fast types of 16 and 32 bits. */
#define __INT8_TYPE__ signed char
#define __INT8_MAX__ 0x7f
#define __INT8_WIDTH__ 8
#define __UINT8_TYPE__ unsigned char
#define __UINT8_MAX__ 0xff
#define __INT_LEAST8_TYPE__ signed char
#define __INT_LEAST8_MAX__ 0x7f
#define __INT_LEAST8_WIDTH__ 8
#define __UINT_LEAST8_TYPE__ unsigned char
#define __UINT_LEAST8_MAX__ 0xff
#define __INT_FAST8_TYPE__ signed char
#define __INT_FAST8_MAX__ 0x7f
#define __INT_FAST8_WIDTH__ 8
#define __UINT_FAST8_TYPE__ unsigned char
#define __UINT_FAST8_MAX__ 0xff
#define __INT8_C(c) c
#define __UINT8_C(c) c
#define __INT16_TYPE__ short
#define __INT16_MAX__ 0x7fff
#define __INT16_WIDTH__ 16
#define __UINT16_TYPE__ unsigned short
#define __UINT16_MAX__ 0xffff
#define __INT_LEAST16_TYPE__ short
#define __INT_LEAST16_MAX__ 0x7fff
#define __INT_LEAST16_WIDTH__ 16
#define __UINT_LEAST16_TYPE__ unsigned short
#define __UINT_LEAST16_MAX__ 0xffff
#define __INT_FAST16_TYPE__ long
#define __INT_FAST16_MAX__ 0x7fffffffffffffffL
#define __INT_FAST16_WIDTH__ 64
#define __UINT_FAST16_TYPE__ unsigned long
#define __UINT_FAST16_MAX__ 0xffffffffffffffffUL
#define __INT16_C(c) c
#define __UINT16_C(c) c
#define __INT32_TYPE__ int
#define __INT32_MAX__ 0x7fffffff
#define __INT32_WIDTH__ 32
#define __UINT32_TYPE__ unsigned int
#define __UINT32_MAX__ 0xffffffffU
#define __INT_LEAST32_TYPE__ int
#define __INT_LEAST32_MAX__ 0x7fffffff
#define __INT_LEAST32_WIDTH__ 32
#define __UINT_LEAST32_TYPE__ unsigned int
#define __UINT_LEAST32_MAX__ 0xffffffffU
#define __INT_FAST32_TYPE__ long
#define __INT_FAST32_MAX__ 0x7fffffffffffffffL
#define __INT_FAST32_WIDTH__ 64
#define __UINT_FAST32_TYPE__ unsigned long
#define __UINT_FAST32_MAX__ 0xffffffffffffffffUL
#define __INT32_C(c) c
#define __UINT32_C(c) c##U
#define __INT64_TYPE__ long
#define __INT64_MAX__ 0x7fffffffffffffffL
#define __INT64_WIDTH__ 64
#define __UINT64_TYPE__ unsigned long
#define __UINT64_MAX__ 0xffffffffffffffffUL
#define __INT_LEAST64_TYPE__ long
#define __INT_LEAST64_MAX__ 0x7fffffffffffffffL
#define __INT_LEAST64_WIDTH__ 64
#define __UINT_LEAST64_TYPE__ unsigned long
#define __UINT_LEAST64_MAX__ 0xffffffffffffffffUL
#define __INT_FAST64_TYPE__ long
#define __INT_FAST64_MAX__ 0x7fffffffffffffffL
#define __INT_FAST64_WIDTH__ 64
#define __UINT_FAST64_TYPE__ unsigned long
#define __UINT_FAST64_MAX__ 0xffffffffffffffffUL
#define __INT64_C(c) c##L
#define __UINT64_C(c) c##UL
#define __INTPTR_TYPE__ long
#define __INTPTR_MAX__ 0x7fffffffffffffffL
#define __INTPTR_WIDTH__ 64
#define __UINTPTR_TYPE__ unsigned long
#define __UINTPTR_MAX__ 0xffffffffffffffffUL
#define __INTMAX_TYPE__ long
#define __INTMAX_MAX__ 0x7fffffffffffffffL
#define __INTMAX_WIDTH__ 64
#define __UINTMAX_TYPE__ unsigned long
#define __UINTMAX_MAX__ 0xffffffffffffffffUL
#define __PTRDIFF_TYPE__ long
#define __PTRDIFF_MAX__ 0x7fffffffffffffffL
#define __PTRDIFF_WIDTH__ 64
#define __SIZE_TYPE__ unsigned long
#define __SIZE_MAX__ 0xffffffffffffffffUL
#define __WCHAR_TYPE__ int
#define __WCHAR_MAX__ 0x7fffffff
#define __WCHAR_WIDTH__ 32
#define __WINT_TYPE__ unsigned int
#define __WINT_MAX__ 0xffffffffU
#define __SIG_ATOMIC_TYPE__ int
#define __SIG_ATOMIC_MAX__ 0x7fffffff
#define __SIG_ATOMIC_WIDTH__ 32

/* Floating-point types. */
#define __FLT_RADIX__ 2
#define __FLT_EVAL_METHOD__ 0
#define __DECIMAL_DIG__ 21
#define __FINITE_MATH_ONLY__ 0
#define __FLT_MANT_DIG__ 24
#define __FLT_DIG__ 6
#define __FLT_DECIMAL_DIG__ 9
#define __FLT_MIN_EXP__ (-125)
#define __FLT_MAX_EXP__ 128
#define __FLT_MIN_10_EXP__ (-37)
#define __FLT_MAX_10_EXP__ 38
#define __FLT_HAS_DENORM__ 1
#define __FLT_HAS_INFINITY__ 1
#define __FLT_HAS_QUIET_NAN__ 1
#define __FLT_NORM_MAX__ 3.40282346638528859811704183484516925e+38F
#define __FLT_MAX__ 3.40282346638528859811704183484516925e+38F
#define __FLT_MIN__ 1.17549435082228750796873653722224568e-38F
#define __FLT_EPSILON__ 1.1920928955078125e-7F
#define __FLT_DENORM_MIN__ 1.40129846432481707092372958328991613e-45F
#define __DBL_MANT_DIG__ 53
#define __DBL_DIG__ 15
#define __DBL_DECIMAL_DIG__ 17
#define __DBL_MIN_EXP__ (-1021)
#define __DBL_MAX_EXP__ 1024
#define __DBL_MIN_10_EXP__ (-307)
#define __DBL_MAX_10_EXP__ 308
#define __DBL_HAS_DENORM__ 1
#define __DBL_HAS_INFINITY__ 1
#define __DBL_HAS_QUIET_NAN__ 1
#define __DBL_NORM_MAX__ 1.79769313486231570814527423731704357e+308
#define __DBL_MAX__ 1.79769313486231570814527423731704357e+308
#define __DBL_MIN__ 2.22507385850720138309023271733240406e-308
#define __DBL_EPSILON__ 2.22044604925031308084726333618164062e-16
#define __DBL_DENORM_MIN__ 4.94065645841246544176568792868221372e-324
#define __LDBL_MANT_DIG__ 64
#define __LDBL_DIG__ 18
#define __LDBL_DECIMAL_DIG__ 21
#define __LDBL_MIN_EXP__ (-16381)
#define __LDBL_MAX_EXP__ 16384
#define __LDBL_MIN_10_EXP__ (-4931)
#define __LDBL_MAX_10_EXP__ 4932
#define __LDBL_HAS_DENORM__ 1
#define __LDBL_HAS_INFINITY__ 1
#define __LDBL_HAS_QUIET_NAN__ 1
#define __LDBL_NORM_MAX__ 1.18973149535723176502126385303097021e+4932L
#define __LDBL_MAX__ 1.18973149535723176502126385303097021e+4932L
#define __LDBL_MIN__ 3.36210314311209350626267781732175260e-4932L
#define __LDBL_EPSILON__ 1.08420217248550443400745280086994171e-19L
#define __LDBL_DENORM_MIN__ 3.64519953188247460252840593361941982e-4951L

/* More types and limits. */
#define __CHAR16_TYPE__ unsigned short
#define __CHAR32_TYPE__ unsigned int
#define __SCHAR_MAX__ 0x7f
#define __SHRT_MAX__ 0x7fff
#define __INT_MAX__ 0x7fffffff
#define __LONG_MAX__ 0x7fffffffffffffffL
#define __LONG_LONG_MAX__ 0x7fffffffffffffffLL

/* Atomics and the order of bytes. */
#define __GCC_ATOMIC_BOOL_LOCK_FREE 2
#define __GCC_ATOMIC_CHAR_LOCK_FREE 2
#define __GCC_ATOMIC_CHAR16_T_LOCK_FREE 2
#define __GCC_ATOMIC_CHAR32_T_LOCK_FREE 2
#define __GCC_ATOMIC_WCHAR_T_LOCK_FREE 2
#define __GCC_ATOMIC_SHORT_LOCK_FREE 2
#define __GCC_ATOMIC_INT_LOCK_FREE 2
#define __GCC_ATOMIC_LONG_LOCK_FREE 2
#define __GCC_ATOMIC_LLONG_LOCK_FREE 2
#define __GCC_ATOMIC_POINTER_LOCK_FREE 2
#define __GCC_ATOMIC_TEST_AND_SET_TRUEVAL 1
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_1 1
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_2 1
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_4 1
#define __GCC_HAVE_SYNC_COMPARE_AND_SWAP_8 1
#define __ORDER_LITTLE_ENDIAN__ 1234
#define __ORDER_BIG_ENDIAN__ 4321
#define __BYTE_ORDER__ 1234
#define __LITTLE_ENDIAN__ 1
#define __ATOMIC_RELAXED 0
#define __ATOMIC_CONSUME 1
#define __ATOMIC_ACQUIRE 2
#define __ATOMIC_RELEASE 3
#define __ATOMIC_ACQ_REL 4
#define __ATOMIC_SEQ_CST 5

/* The library. */
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GLIBC_PREREQ(major, minor) ((2 << 16) + 36 >= ((major) << 16) + (minor))

/* No program depends on the day. */
#define __DATE__ "Jan  1 1970"
#define __TIME__ "00:00:00"
#define __TIMESTAMP__ "Thu Jan  1 00:00:00 1970"

/* CBMC's types, and its contracts of functions and loops, which CBMC uses only on request. */
#define __CPROVER_bool _Bool
#define __CPROVER_size_t unsigned long
#define __CPROVER_ssize_t long
#define __CPROVER_thread_local _Thread_local
#define __CPROVER_requires(...)
#define __CPROVER_ensures(...)
#define __CPROVER_assigns(...)
#define __CPROVER_frees(...)
#define __CPROVER_requires_contract(...)
#define __CPROVER_ensures_contract(...)
#define __CPROVER_loop_invariant(...)
#define __CPROVER_decreases(...)
