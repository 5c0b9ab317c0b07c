/*
 * Futures: the parts that libstdc++ has in its shared object. A result is a table of virtual functions, which the class that derives from it
 * sets, and a pointer to an exception.
 */
#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct model_result {
  const void *table;
  void *exception;
};

long syscall(long number, ...);

void _ZNSt13__future_base12_Result_baseC2Ev(struct model_result *self);
void _ZNSt13__future_base12_Result_baseC2Ev(struct model_result *self) { self->exception = 0; }
void _ZNSt13__future_base12_Result_baseD2Ev(struct model_result *self);
void _ZNSt13__future_base12_Result_baseD2Ev(struct model_result *self) { (void)self; }

/* Whether a future is ready is a word that threads wait for as for any futex. */
void _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj(unsigned *word);
void _ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj(unsigned *word) { syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX); }

static unsigned char __model_waits(unsigned *word, unsigned value, unsigned char limited, long seconds, long nanoseconds) {
  struct timespec time = {seconds, nanoseconds};
  return syscall(SYS_futex, word, FUTEX_WAIT, value, limited ? &time : NULL) == 0 || !limited;
}
unsigned char model_until(void *self, unsigned *word, unsigned value, unsigned char limited, long seconds, long nanoseconds) __asm__(
    "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE");
unsigned char model_until(void *self, unsigned *word, unsigned value, unsigned char limited, long seconds, long nanoseconds) {
  (void)self;
  return __model_waits(word, value, limited, seconds, nanoseconds);
}
unsigned char model_until_steady(void *self, unsigned *word, unsigned value, unsigned char limited, long seconds, long nanoseconds) __asm__(
    "_ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE");
unsigned char model_until_steady(void *self, unsigned *word, unsigned value, unsigned char limited, long seconds, long nanoseconds) {
  (void)self;
  return __model_waits(word, value, limited, seconds, nanoseconds);
}

/* A promise that is broken leaves an exception, which ends the program where it is asked for (support.cpp). */
void *__cxa_init_primary_exception(void *exception, void *type, void (*ends)(void *));
void *__cxa_init_primary_exception(void *exception, void *type, void (*ends)(void *)) {
  (void)type, (void)ends;
  return exception;
}
void model_exception_pointer(void **self, void *exception) __asm__("_ZNSt15__exception_ptr13exception_ptrC1EPv");
void model_exception_pointer(void **self, void *exception) { *self = exception; }
static int __model_category;
const void *model_future_category(void) __asm__("_ZSt15future_categoryv");
const void *model_future_category(void) { return &__model_category; }
void model_future_error_1(void *self) __asm__("_ZNSt12future_errorD1Ev");
void model_future_error_1(void *self) { (void)self; }
void model_future_error_2(void *self) __asm__("_ZNSt12future_errorD2Ev");
void model_future_error_2(void *self) { (void)self; }
