/*
 * Functions that programs for other checkers call: SV-COMP's __VERIFIER, CBMC, ESBMC, Dartagnan, CSeq, KLEE, Goblint, GenMC.
 */
#include <stdlib.h>

#include "include/diptych.h"

/* A function that returns any value of the type. Each checker has its own name for it. */
#define MODEL_ANY(type, name)                                                                                              \
  type name(void);                                                                                                          \
  type name(void) {                                                                                                         \
    type value;                                                                                                             \
    __diptych_any(&value, sizeof value);                                                                                    \
    return value;                                                                                                           \
  }
#define MODEL_NONDET(type, name)                                                                                           \
  MODEL_ANY(type, __VERIFIER_nondet_##name)                                                                                 \
  MODEL_ANY(type, nondet_##name)                                                                                            \
  MODEL_ANY(type, __CPROVER_nondet_##name)                                                                                  \
  MODEL_ANY(type, __ESBMC_nondet_##name)                                                                                    \
  MODEL_ANY(type, __DAT3M_nondet_##name)                                                                                    \
  MODEL_ANY(type, __CSEQ_nondet_##name)

MODEL_NONDET(int, int)
MODEL_NONDET(unsigned, uint)
MODEL_NONDET(unsigned, unsigned)
MODEL_NONDET(long, long)
MODEL_NONDET(unsigned long, ulong)
MODEL_NONDET(char, char)
MODEL_NONDET(unsigned char, uchar)
MODEL_NONDET(short, short)
MODEL_NONDET(unsigned short, ushort)
MODEL_NONDET(unsigned long, size_t)
MODEL_NONDET(unsigned, unsigned_int)
MODEL_NONDET(unsigned char, unsigned_char)
MODEL_NONDET(unsigned short, unsigned_short)
MODEL_NONDET(unsigned long, unsigned_long)
MODEL_NONDET(unsigned char, u8)
MODEL_NONDET(unsigned short, u16)
MODEL_NONDET(unsigned, u32)
MODEL_NONDET(unsigned long, u64)
MODEL_NONDET(unsigned char, uint8_t)
MODEL_NONDET(unsigned short, uint16_t)
MODEL_NONDET(unsigned, uint32_t)
MODEL_NONDET(unsigned long, uint64_t)
MODEL_NONDET(signed char, int8_t)
MODEL_NONDET(short, int16_t)
MODEL_NONDET(int, int32_t)
MODEL_NONDET(long, int64_t)
MODEL_NONDET(signed char, S8)
MODEL_NONDET(long, longlong)
MODEL_NONDET(unsigned long, ulonglong)
MODEL_NONDET(long, loff_t)
MODEL_NONDET(unsigned long, pthread_t)
MODEL_NONDET(unsigned long, sector_t)
MODEL_NONDET(float, float)
MODEL_NONDET(double, double)

/* NULL or an invalid address: its use is a finding. Addresses of objects are left out, so the answer holds only up to a bound. */
static void *__model_any_address(void) {
  __diptych_may_cut("any-address", "");
  return __diptych_choose(2) ? (void *)4096 : 0;
}
#define MODEL_NONDET_ADDRESS(type, name)                                    \
  type __VERIFIER_nondet_##name(void), nondet_##name(void);                 \
  type __CPROVER_nondet_##name(void), __ESBMC_nondet_##name(void);          \
  type __DAT3M_nondet_##name(void), __CSEQ_nondet_##name(void);             \
  type __VERIFIER_nondet_##name(void) { return __model_any_address(); }     \
  type nondet_##name(void) { return __model_any_address(); }                \
  type __CPROVER_nondet_##name(void) { return __model_any_address(); }      \
  type __ESBMC_nondet_##name(void) { return __model_any_address(); }        \
  type __DAT3M_nondet_##name(void) { return __model_any_address(); }        \
  type __CSEQ_nondet_##name(void) { return __model_any_address(); }

typedef void *model_pointer;
typedef char *model_text_pointer;
MODEL_NONDET_ADDRESS(model_pointer, pointer)
MODEL_NONDET_ADDRESS(model_text_pointer, pchar)

/* A bool is 0 or 1. */
#define MODEL_NONDET_BOOL(name)    \
  _Bool name(void);                \
  _Bool name(void) { return __diptych_choose(2); }
#define MODEL_BOOLS(prefix) MODEL_NONDET_BOOL(prefix##bool) MODEL_NONDET_BOOL(prefix##_Bool)
MODEL_BOOLS(__VERIFIER_nondet_)
MODEL_BOOLS(nondet_)
MODEL_BOOLS(__CPROVER_nondet_)
MODEL_BOOLS(__ESBMC_nondet_)
MODEL_BOOLS(__DAT3M_nondet_)
MODEL_BOOLS(__CSEQ_nondet_)

void __VERIFIER_nondet_memory(void *p, unsigned long n);
void __VERIFIER_nondet_memory(void *p, unsigned long n) { __diptych_any(p, n); }
void __CPROVER_havoc_slice(void *p, unsigned long n);
void __CPROVER_havoc_slice(void *p, unsigned long n) { __diptych_any(p, n); }
void klee_make_symbolic(void *p, unsigned long n, ...);
void klee_make_symbolic(void *p, unsigned long n, ...) { __diptych_any(p, n); }
void *__CPROVER_allocate(unsigned long n, int zeroed);
void *__CPROVER_allocate(unsigned long n, int zeroed) { return zeroed ? calloc(1, n) : malloc(n); }

#define MODEL_ASSUME(name) \
  void name(int c);        \
  void name(int c) { __diptych_assume(c != 0); }
MODEL_ASSUME(__VERIFIER_assume)
MODEL_ASSUME(__CPROVER_assume)
MODEL_ASSUME(assume_abort_if_not)
MODEL_ASSUME(__ESBMC_assume)
MODEL_ASSUME(__DAT3M_assume)
MODEL_ASSUME(__CSEQ_assume)
MODEL_ASSUME(assume)
MODEL_ASSUME(__VERIFIER_assume_abort_if_not)
MODEL_ASSUME(klee_assume)
MODEL_ASSUME(__goblint_assume)

#define MODEL_ASSERT(name) \
  void name(int c, ...);   \
  void name(int c, ...) { __diptych_require(c != 0, "assertion", "assertion"); }
MODEL_ASSERT(__VERIFIER_assert)
MODEL_ASSERT(__ESBMC_assert)
MODEL_ASSERT(__CSEQ_assert)
MODEL_ASSERT(klee_assert)
MODEL_ASSERT(model_assert)
MODEL_ASSERT(MODEL_ASSERT)
MODEL_ASSERT(__goblint_check)
MODEL_ASSERT(__goblint_assert)
void __CPROVER_assert(int c, const char *text);
void __CPROVER_assert(int c, const char *text) { __diptych_require(c != 0, "assertion", text); }
void __CPROVER_precondition(int c, const char *text);
void __CPROVER_precondition(int c, const char *text) { __diptych_require(c != 0, "assertion", text); }
void __CPROVER_postcondition(int c, const char *text);
void __CPROVER_postcondition(int c, const char *text) { __diptych_require(c != 0, "assertion", text); }

/* The macro assert of <assert.h> calls this function when its condition is false. */
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) __attribute__((noreturn));
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  (void)file, (void)line, (void)function;
  __diptych_require(0, "assertion", text);
  __diptych_assume(0);
  __builtin_unreachable();
}
void __assert(const char *text, const char *file, int line) __attribute__((noreturn));
void __assert(const char *text, const char *file, int line) { __assert_fail(text, file, line, 0); }

#define MODEL_ERROR(name)                                \
  void name(void) __attribute__((noreturn));             \
  void name(void) {                                      \
    __diptych_require(0, "assertion", #name "()");       \
    __diptych_assume(0);                                 \
    __builtin_unreachable();                             \
  }
MODEL_ERROR(reach_error)
MODEL_ERROR(__VERIFIER_error)
MODEL_ERROR(__ESBMC_unreachable)

#define MODEL_SECTION(prefix)                                        \
  void prefix##begin(void);                                          \
  void prefix##begin(void) { __diptych_atomic_begin(); }             \
  void prefix##end(void);                                            \
  void prefix##end(void) { __diptych_atomic_end(); }
MODEL_SECTION(__VERIFIER_atomic_)
MODEL_SECTION(__CPROVER_atomic_)
MODEL_SECTION(__ESBMC_atomic_)
MODEL_SECTION(__ESBMC_really_atomic_)
MODEL_SECTION(__DAT3M_atomic_)
MODEL_SECTION(__CSEQ_atomic_)

void __CPROVER_fence(const char *kind, ...);
void __CPROVER_fence(const char *kind, ...) {
  (void)kind;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

unsigned long __VERIFIER_tid(void);
unsigned long __VERIFIER_tid(void) { return __diptych_self(); }
unsigned long __ESBMC_get_thread_id(void);
unsigned long __ESBMC_get_thread_id(void) { return __diptych_self(); }

/* Hints to other checkers, and requests to show values in a trace. They have no effect here. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wdeprecated-non-prototype"
#pragma clang diagnostic ignored "-Wstrict-prototypes"
#endif
#define MODEL_HINT(name) \
  void name();           \
  void name() {}
MODEL_HINT(__VERIFIER_loop_begin)
MODEL_HINT(__VERIFIER_loop_end)
MODEL_HINT(__VERIFIER_spin_start)
MODEL_HINT(__VERIFIER_spin_end)
MODEL_HINT(__VERIFIER_loop_bound)
MODEL_HINT(__VERIFIER_isolate_application)
MODEL_HINT(__VERIFIER_make_cb)
MODEL_HINT(__VERIFIER_yield)
MODEL_HINT(__ESBMC_yield)
MODEL_HINT(__ESBMC_switch_thread)
MODEL_HINT(__ESBMC_unroll)
MODEL_HINT(__ESBMC_cover)
MODEL_HINT(__CPROVER_cover)
MODEL_HINT(__goblint_split_begin)
MODEL_HINT(__goblint_split_end)
MODEL_HINT(__goblint_bounded)
MODEL_HINT(__goblint_globalize)
#define MODEL_SHOW(name)            \
  void name(const char *text, ...); \
  void name(const char *text, ...) { (void)text; }
MODEL_SHOW(__CPROVER_input)
MODEL_SHOW(__CPROVER_output)
MODEL_SHOW(__CPROVER_printf)

/* KLEE's functions. The value of `klee_range(a, b, name)` is at least a and less than b. */
int klee_int(const char *name);
int klee_int(const char *name) {
  int value;
  (void)name;
  __diptych_any(&value, sizeof value);
  return value;
}
int klee_range(int from, int to, const char *name);
int klee_range(int from, int to, const char *name) {
  int value = klee_int(name);
  __diptych_assume(from <= value && value < to);
  return value;
}
void exit(int status) __attribute__((noreturn));
void klee_silent_exit(int status);
void klee_silent_exit(int status) { exit(status); }
