/*
 * Functions of compilers and of other checkers whose types are those of their arguments. C has no other word for them than macros.
 *
 * The type checker expands them in the tree, at a call of a name that the program does not define. So the program may declare the name,
 * and a program that uses none of them does not read this file. Names that begin with __lib_ are the macros' own. Names that
 * begin with __diptych_ are for the macros alone.
 */

/* Floating-point numbers. */
#define __diptych_class(x, nan, infinite, zero, subnormal, normal) ({ \
  __typeof__((x) + 0.0f) __lib_x = (x); \
  __lib_x != __lib_x ? (nan) \
    : __lib_x == 0 ? (zero) \
    : __lib_x - __lib_x != 0 ? (infinite) \
    : (__lib_x < 0 ? -__lib_x : __lib_x) < (sizeof __lib_x == 4 ? 0x1p-126 : 0x1p-1022) ? (subnormal) : (normal); })
#define __diptych_negative(x) ({ union { double of; long bits; } __lib_u; __lib_u.of = (x); __lib_u.bits < 0; })
#define fpclassify(x) __diptych_class(x, 0, 1, 2, 3, 4)
#define isnormal(x) __diptych_class(x, 0, 0, 0, 0, 1)
#define __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x) __diptych_class(x, nan, infinite, zero, subnormal, normal)
#define __builtin_isinf_sign(x) __diptych_class(x, 0, __lib_x < 0 ? -1 : 1, 0, 0, 0)
#define __CPROVER_isnanf(x) __diptych_class(x, 1, 0, 0, 0, 0)
#define __CPROVER_isnand(x) __diptych_class(x, 1, 0, 0, 0, 0)
#define __CPROVER_isinff(x) __diptych_class(x, 0, 1, 0, 0, 0)
#define __CPROVER_isinfd(x) __diptych_class(x, 0, 1, 0, 0, 0)
#define __CPROVER_isfinitef(x) __diptych_class(x, 0, 0, 1, 1, 1)
#define __CPROVER_isfinited(x) __diptych_class(x, 0, 0, 1, 1, 1)
#define __CPROVER_isnormalf(x) __diptych_class(x, 0, 0, 0, 0, 1)
#define __CPROVER_isnormald(x) __diptych_class(x, 0, 0, 0, 0, 1)
#define __CPROVER_signf(x) __diptych_negative(x)
#define __CPROVER_signd(x) __diptych_negative(x)

/* The quotient and the rest, in the structs of <stdlib.h> and <inttypes.h>. */
#define __diptych_divided(T, S, n, d) ({ T __lib_n = (n), __lib_d = (d); (struct S){ __lib_n / __lib_d, __lib_n % __lib_d }; })
#define div(n, d) __diptych_divided(int, __div, n, d)
#define ldiv(n, d) __diptych_divided(long, __ldiv, n, d)
#define lldiv(n, d) __diptych_divided(long long, __lldiv, n, d)
#define imaxdiv(n, d) __diptych_divided(long, __imaxdiv, n, d)

/* Overflow and saturation. */
#define __builtin_add_overflow_p(a, b, c) ({ __typeof__(c) __lib_r; __builtin_add_overflow((a), (b), &__lib_r); })
#define __builtin_sub_overflow_p(a, b, c) ({ __typeof__(c) __lib_r; __builtin_sub_overflow((a), (b), &__lib_r); })
#define __builtin_mul_overflow_p(a, b, c) ({ __typeof__(c) __lib_r; __builtin_mul_overflow((a), (b), &__lib_r); })
#define __CPROVER_overflow_plus(a, b) __builtin_add_overflow_p(a, b, (a) + (b))
#define __CPROVER_overflow_minus(a, b) __builtin_sub_overflow_p(a, b, (a) + (b))
#define __CPROVER_overflow_mult(a, b) __builtin_mul_overflow_p(a, b, (a) + (b))
#define __CPROVER_overflow_unary_minus(a) __builtin_sub_overflow_p((__typeof__(-(a)))0, a, -(a))
#define __diptych_saturating(operation, a, b, is_above) ({ \
  __typeof__(a) __lib_a = (a); \
  __typeof__(b) __lib_b = (b); \
  __typeof__(__lib_a) __lib_top = (__typeof__(__lib_a))-1 < 1 ? (1ul << (8 * sizeof __lib_a - 1)) - 1 : -1ul, __lib_r; \
  operation(__lib_a, __lib_b, &__lib_r) ? (is_above) ? __lib_top : (__typeof__(__lib_a))~__lib_top : __lib_r; })
#define __CPROVER_saturating_plus(a, b) __diptych_saturating(__builtin_add_overflow, a, b, __lib_b > 0)
#define __CPROVER_saturating_minus(a, b) __diptych_saturating(__builtin_sub_overflow, a, b, __lib_b < 0)

/* Bits: clang's functions. */
#define __diptych_rotated(T, v, left, right) ({ \
  T __lib_v = (v); \
  unsigned __lib_l = (left) & (8 * sizeof __lib_v - 1), __lib_r = (right) & (8 * sizeof __lib_v - 1); \
  (T)(__lib_v << __lib_l | __lib_v >> __lib_r); })
#define __diptych_rotated_left(T, v, n) ({ unsigned __lib_n = (n); __diptych_rotated(T, v, __lib_n, -__lib_n); })
#define __diptych_rotated_right(T, v, n) ({ unsigned __lib_n = (n); __diptych_rotated(T, v, -__lib_n, __lib_n); })
#define __builtin_rotateleft8(v, n) __diptych_rotated_left(unsigned char, v, n)
#define __builtin_rotateleft16(v, n) __diptych_rotated_left(unsigned short, v, n)
#define __builtin_rotateleft32(v, n) __diptych_rotated_left(unsigned, v, n)
#define __builtin_rotateleft64(v, n) __diptych_rotated_left(unsigned long, v, n)
#define __builtin_rotateright8(v, n) __diptych_rotated_right(unsigned char, v, n)
#define __builtin_rotateright16(v, n) __diptych_rotated_right(unsigned short, v, n)
#define __builtin_rotateright32(v, n) __diptych_rotated_right(unsigned, v, n)
#define __builtin_rotateright64(v, n) __diptych_rotated_right(unsigned long, v, n)
#define __diptych_reversed(T, v) ({ \
  T __lib_v = (v), __lib_r = 0; \
  for (int __lib_i = 0; __lib_i < 8 * sizeof __lib_v; __lib_i++) __lib_r = __lib_r << 1 | (__lib_v >> __lib_i & 1); \
  __lib_r; })
#define __builtin_bitreverse8(v) __diptych_reversed(unsigned char, v)
#define __builtin_bitreverse16(v) __diptych_reversed(unsigned short, v)
#define __builtin_bitreverse32(v) __diptych_reversed(unsigned, v)
#define __builtin_bitreverse64(v) __diptych_reversed(unsigned long, v)

/* Atomic accesses. The greater or lesser of two numbers is clang's; `u` compares without signs. */
#define __diptych_fetch_extreme(p, v, T, op) ({ \
  __typeof__(p) __lib_p = (p); \
  __typeof__(*__lib_p) __lib_v = (v), __lib_old; \
  __VERIFIER_atomic_begin(); \
  __lib_old = *__lib_p; \
  if ((T)__lib_v op (T)__lib_old) *__lib_p = __lib_v; \
  __VERIFIER_atomic_end(); \
  __lib_old; })
#define __sync_fetch_and_max(p, v) __diptych_fetch_extreme(p, v, __typeof__(*__lib_p), >)
#define __sync_fetch_and_min(p, v) __diptych_fetch_extreme(p, v, __typeof__(*__lib_p), <)
#define __sync_fetch_and_umax(p, v) __diptych_fetch_extreme(p, v, unsigned long, >)
#define __sync_fetch_and_umin(p, v) __diptych_fetch_extreme(p, v, unsigned long, <)
#define __atomic_fetch_max(p, v, order) __sync_fetch_and_max(p, v)
#define __atomic_fetch_min(p, v, order) __sync_fetch_and_min(p, v)
/* A pointer is compared with a number of its size, or the other way round: gcc asks only for the size. */
#define __diptych_compare_exchange(operation, object, expected, ...) ({ \
  __typeof__(expected) __lib_p = (expected); \
  __typeof__(__atomic_load_n((object), 0)) __lib_found = (__typeof__(__atomic_load_n((object), 0)))*__lib_p; \
  int __lib_equal = operation((object), &__lib_found, __VA_ARGS__); \
  if (!__lib_equal) *__lib_p = (__typeof__(*__lib_p))__lib_found; \
  __lib_equal; })

/* Functions that are refused, each with a hint. */
#define fork(...) __diptych_refused(fork, "one process is checked")
#define vfork(...) __diptych_refused(vfork, "one process is checked")
#define wait(...) __diptych_refused(wait, "one process is checked")
#define waitpid(...) __diptych_refused(waitpid, "one process is checked")
#define shm_open(...) __diptych_refused(shm_open, "one process is checked")
#define signalfd(...) __diptych_refused(signalfd, "signals reach handlers and threads that wait for them")
#define readv(...) __diptych_refused(readv, "read and fread, of one buffer, read any bytes; __VERIFIER_nondet_int() is any int")
#define freopen(...) __diptych_refused(freopen, "files are not modelled")
#define ioctl(...) __diptych_refused(ioctl, "files are not modelled")
#define eventfd(...) __diptych_refused(eventfd, "communication between threads through it is not modelled")
#define mkfifo(...) __diptych_refused(mkfifo, "communication between threads through it is not modelled")
#define strtold(...) __diptych_refused(strtold, "long doubles are not read from text")
#define __diptych_no_number(f) __diptych_refused(f, "of the functions on floating-point numbers, diptych knows those that compare, round and scale, the square root, and powers of whole numbers")
#define cbrt(...) __diptych_no_number(cbrt)
#define exp(...) __diptych_no_number(exp)
#define exp2(...) __diptych_no_number(exp2)
#define log(...) __diptych_no_number(log)
#define log2(...) __diptych_no_number(log2)
#define log10(...) __diptych_no_number(log10)
#define sin(...) __diptych_no_number(sin)
#define cos(...) __diptych_no_number(cos)
#define tan(...) __diptych_no_number(tan)
#define asin(...) __diptych_no_number(asin)
#define acos(...) __diptych_no_number(acos)
#define atan(...) __diptych_no_number(atan)
#define atan2(...) __diptych_no_number(atan2)
#define sinh(...) __diptych_no_number(sinh)
#define cosh(...) __diptych_no_number(cosh)
#define tanh(...) __diptych_no_number(tanh)
#define hypot(...) __diptych_no_number(hypot)
#define fma(...) __diptych_no_number(fma)

/* Other names of compilers' functions, and hints. */
#define alloca(size) __builtin_alloca(size)
#define _mm_pause() __builtin_ia32_pause()
#define __builtin_expect_with_probability(e, value, probability) ((void)(value), (void)(probability), (e))
#define __builtin_assume_aligned(pointer, ...) (__diptych_ignored(__VA_ARGS__), (void *)(pointer))
#define __builtin_object_size(pointer, kind) (-1ul)
#define __builtin_prefetch(...) __diptych_ignored(__VA_ARGS__)
#define __builtin___clear_cache(...) __diptych_ignored(__VA_ARGS__)
#define __builtin_ia32_lfence() ((void)0)

/* The functions of _FORTIFY_SOURCE: each also takes the size of its target, which diptych checks by itself, or a flag. */
#define __memcpy_chk(to, from, n, size) memcpy(to, from, n)
#define __memmove_chk(to, from, n, size) memmove(to, from, n)
#define __mempcpy_chk(to, from, n, size) mempcpy(to, from, n)
#define __memset_chk(to, byte, n, size) memset(to, byte, n)
#define __strncpy_chk(to, from, n, size) strncpy(to, from, n)
#define __strncat_chk(to, from, n, size) strncat(to, from, n)
#define __stpncpy_chk(to, from, n, size) stpncpy(to, from, n)
#define __strlcpy_chk(to, from, n, size) strlcpy(to, from, n)
#define __strlcat_chk(to, from, n, size) strlcat(to, from, n)
#define __strcpy_chk(to, from, size) strcpy(to, from)
#define __stpcpy_chk(to, from, size) stpcpy(to, from)
#define __strcat_chk(to, from, size) strcat(to, from)
#define __sprintf_chk(to, flag, size, ...) sprintf(to, __VA_ARGS__)
#define __vsprintf_chk(to, flag, size, ...) vsprintf(to, __VA_ARGS__)
#define __snprintf_chk(to, n, flag, size, ...) snprintf(to, n, __VA_ARGS__)
#define __vsnprintf_chk(to, n, flag, size, ...) vsnprintf(to, n, __VA_ARGS__)
#define __printf_chk(flag, ...) printf(__VA_ARGS__)
#define __vprintf_chk(flag, ...) vprintf(__VA_ARGS__)
#define __fprintf_chk(to, flag, ...) fprintf(to, __VA_ARGS__)
#define __vfprintf_chk(to, flag, ...) vfprintf(to, __VA_ARGS__)
#define __dprintf_chk(to, flag, ...) dprintf(to, __VA_ARGS__)
#define __vdprintf_chk(to, flag, ...) vdprintf(to, __VA_ARGS__)
#define __asprintf_chk(to, flag, ...) asprintf(to, __VA_ARGS__)
#define __longjmp_chk(buffer, value) longjmp(buffer, value)

/* Calls that tell race detectors something: those behind the macros of dynamic_annotations.h, and ThreadSanitizer's. They do nothing, but
   their arguments are evaluated (valgrind/ says why). */
#define __diptych_ignored(...) ((void)(0 __VA_OPT__(,) __VA_ARGS__))
#define AnnotateHappensBefore(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateHappensAfter(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateCondVarWait(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateCondVarSignal(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateCondVarSignalAll(...) __diptych_ignored(__VA_ARGS__)
#define AnnotatePublishMemoryRange(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateUnpublishMemoryRange(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateNewMemory(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateBenignRace(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateBenignRaceSized(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateIgnoreReadsBegin(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateIgnoreReadsEnd(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateIgnoreWritesBegin(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateIgnoreWritesEnd(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateIgnoreSyncBegin(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateIgnoreSyncEnd(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateThreadName(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateRWLockCreate(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateRWLockCreateStatic(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateRWLockDestroy(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateRWLockAcquired(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateRWLockReleased(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateMutexIsUsedAsCondVar(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateMutexIsNotPHB(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateTraceMemory(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateExpectRace(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateFlushState(...) __diptych_ignored(__VA_ARGS__)
#define AnnotateEnableRaceDetection(...) __diptych_ignored(__VA_ARGS__)
#define WTFAnnotateBenignRaceSized(...) __diptych_ignored(__VA_ARGS__)
#define WTFAnnotateHappensBefore(...) __diptych_ignored(__VA_ARGS__)
#define WTFAnnotateHappensAfter(...) __diptych_ignored(__VA_ARGS__)
#define __tsan_acquire(...) __diptych_ignored(__VA_ARGS__)
#define __tsan_release(...) __diptych_ignored(__VA_ARGS__)
#define __tsan_flush_memory(...) __diptych_ignored(__VA_ARGS__)
#define __tsan_mutex_create(...) __diptych_ignored(__VA_ARGS__)
#define __tsan_mutex_destroy(...) __diptych_ignored(__VA_ARGS__)
#define __tsan_mutex_pre_lock(...) __diptych_ignored(__VA_ARGS__)
#define __tsan_mutex_post_lock(...) __diptych_ignored(__VA_ARGS__)
#define __tsan_mutex_pre_unlock(...) __diptych_ignored(__VA_ARGS__)
#define __tsan_mutex_post_unlock(...) __diptych_ignored(__VA_ARGS__)
#define __tsan_mutex_pre_signal(...) __diptych_ignored(__VA_ARGS__)
#define __tsan_mutex_post_signal(...) __diptych_ignored(__VA_ARGS__)
#define __tsan_mutex_pre_divert(...) __diptych_ignored(__VA_ARGS__)
#define __tsan_mutex_post_divert(...) __diptych_ignored(__VA_ARGS__)
