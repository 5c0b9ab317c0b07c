/* Panics: a finding with its message. The program is compiled with panic=abort, so no handler runs. */
#include "../include/diptych.h"
#include "vector.h"

struct model_place;

__attribute__((noreturn)) static void __model_panic(const char *text) {
  __diptych_require(0, "assertion", text);
  __diptych_assume(0);
  __builtin_unreachable();
}

#define MODEL_PANIC(name, text, ...)                                 \
  void name(__VA_ARGS__) __attribute__((noreturn));                  \
  void name(__VA_ARGS__) { __model_panic("panic: " text); }

/* The messages of these are literals of the program, which end where their object ends. */
void _RNvNtCs_4core9panicking5panic(const char *text, usize length, const struct model_place *at) __attribute__((noreturn));
void _RNvNtCs_4core9panicking5panic(const char *text, usize length, const struct model_place *at) {
  (void)length, (void)at;
  __model_panic(text);
}
void _RNvNtCs_4core6option13expect_failed(const char *text, usize length, const struct model_place *at) __attribute__((noreturn));
void _RNvNtCs_4core6option13expect_failed(const char *text, usize length, const struct model_place *at) {
  (void)length, (void)at;
  __model_panic(text);
}
void _RNvNtCs_4core6result13unwrap_failed(const char *text, usize length, const void *error, const void *table,
                                         const struct model_place *at) __attribute__((noreturn));
void _RNvNtCs_4core6result13unwrap_failed(const char *text, usize length, const void *error, const void *table,
                                         const struct model_place *at) {
  (void)length, (void)error, (void)table, (void)at;
  __model_panic(text);
}
/* Arguments of a format: a literal if the second is odd. */
void _RNvNtCs_4core9panicking9panic_fmt(const char *text, usize arguments, const struct model_place *at) __attribute__((noreturn));
void _RNvNtCs_4core9panicking9panic_fmt(const char *text, usize arguments, const struct model_place *at) {
  (void)at;
  if (arguments & 1) __model_panic(text);
  __model_panic("panic with a message that is formatted, and not shown");
}

#pragma GCC diagnostic ignored "-Wunused-parameter"
MODEL_PANIC(_RNvNtCs_4core6option13unwrap_failed, "called `Option::unwrap()` on a `None` value", const struct model_place *at)
MODEL_PANIC(_RNvNtCs_3std5panic13resume_unwind, "of another thread goes on", void *payload, const void *table)
MODEL_PANIC(_RNvNtCs_4core9panicking18panic_bounds_check, "index out of bounds: the index and the length are not shown", usize index, usize length, const struct model_place *at)
MODEL_PANIC(_RNvNtNtCs_4core5slice5index16slice_index_fail, "slice index out of range: the indices and the length are not shown", usize from, usize to, usize length,
            const struct model_place *at)
MODEL_PANIC(_RNvNtCs_4core9panicking36panic_misaligned_pointer_dereference, "misaligned pointer dereference", usize wanted, usize found,
            const struct model_place *at)
MODEL_PANIC(_RNvNtCs_4core9panicking30panic_null_pointer_dereference, "null pointer dereference", const struct model_place *at)
MODEL_PANIC(_RNvNtCs_4core9panicking18panic_nounwind_fmt, "a precondition of an unsafe function does not hold", const char *text,
            usize arguments, _Bool force, const struct model_place *at)
MODEL_PANIC(_RNvNtCs_4core9panicking14panic_nounwind, "a precondition of an unsafe function does not hold", const char *text, usize length)
MODEL_PANIC(_RNvNtCs_4core9panicking19panic_cannot_unwind, "panic in a function that cannot unwind", void)
MODEL_PANIC(_RNvNtCs_3std7process5abort, "the process aborts", void)
MODEL_PANIC(_RNvNtCs_5alloc5alloc18handle_alloc_error, "memory allocation failed", usize align, usize size)
MODEL_PANIC(_RNvNtCs_5alloc7raw_vec12handle_error, "capacity overflow", usize align, usize size)
MODEL_PANIC(_RNvMNtCs_9hashbrown3rawNtB2_11Fallibility17capacity_overflow, "Hash table capacity overflow", _Bool infallible)
MODEL_PANIC(_RNvMNtCs_9hashbrown3rawNtB2_11Fallibility9alloc_err, "memory allocation failed", _Bool infallible, usize align, usize size)
MODEL_PANIC(_RNvNtNtCs_3std6thread5local18panic_access_error, "cannot access a thread-local value", const struct model_place *at)
MODEL_PANIC(_RNvNtCs_4core4cell22panic_already_borrowed, "RefCell already borrowed", const struct model_place *at)
MODEL_PANIC(_RNvNtCs_4core4cell30panic_already_mutably_borrowed, "RefCell already mutably borrowed", const struct model_place *at)

/* Numbers that are formatted are not followed into the text of a finding. */
#define MODEL_VALUES ": the values are not shown"
MODEL_PANIC(_RNvNtCs_4core9panicking19assert_failed_inner, "assertion `left == right` failed" MODEL_VALUES, unsigned char kind, const void *left,
            const void *left_table, const void *right, const void *right_table, const void *arguments, const struct model_place *at)
/* For all types: `link` leaves them out where it looks for a name that ends in `__any`. */
void _RINvNtCs_4core9panicking13assert_failed__any(unsigned char kind, const void *left, const void *right, const char *text,
                                                  usize arguments, const struct model_place *at) __attribute__((noreturn));
void _RINvNtCs_4core9panicking13assert_failed__any(unsigned char kind, const void *left, const void *right, const char *text,
                                                  usize arguments, const struct model_place *at) {
  if (text && (arguments & 1)) __model_panic(text);
  if (kind == 0) __model_panic("assertion `left == right` failed" MODEL_VALUES);
  if (kind == 1) __model_panic("assertion `left != right` failed" MODEL_VALUES);
  __model_panic("assertion `left matches right` failed" MODEL_VALUES);
}

#define MODEL_CONST(length, what, text) \
  MODEL_PANIC(_RNvNtNtCs_4core9panicking11panic_const##length##panic_const_##what, text, const struct model_place *at)
MODEL_CONST(24, add_overflow, "attempt to add with overflow")
MODEL_CONST(24, sub_overflow, "attempt to subtract with overflow")
MODEL_CONST(24, mul_overflow, "attempt to multiply with overflow")
MODEL_CONST(24, div_overflow, "attempt to divide with overflow")
MODEL_CONST(24, rem_overflow, "attempt to calculate the remainder with overflow")
MODEL_CONST(24, neg_overflow, "attempt to negate with overflow")
MODEL_CONST(24, shl_overflow, "attempt to shift left with overflow")
MODEL_CONST(24, shr_overflow, "attempt to shift right with overflow")
MODEL_CONST(23, div_by_zero, "attempt to divide by zero")
MODEL_CONST(23, rem_by_zero, "attempt to calculate the remainder with a divisor of zero")
