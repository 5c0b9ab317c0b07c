/*
 * The instructions of an x86 test on AArch64, so that they keep the order of x86 and no more than that.
 *
 * A load is ordered before all that follows it, a store after all that precedes it, a locked instruction and mfence both ways. Only a
 * store and a load after it are left free, as on x86, and a load may take its value from a store of its own thread that nobody else
 * sees yet. By the rules of the architecture (Arm ARM B2.3: barrier-ordered-before) these are the orders of x86, relation by relation:
 * with RCPC a load is ldapr and a store stlr, which that load may overtake (an ldar may not); else barriers stand between.
 */
#include <stdint.h>

#define FULL() __asm__ volatile("dmb ish" ::: "memory")
#define SFENCE() __asm__ volatile("dmb ishst" ::: "memory")
#define LFENCE() __asm__ volatile("dmb ishld" ::: "memory")

/* A register of 64 bits: an instruction on 32 bits sets the others to 0. */
typedef uint64_t reg_t;
struct flags { int zero, sign, carry, overflow; };

#ifdef RCPC
#define LOAD_ASM(w) ".arch_extension rcpc\n\tldapr %" w "0, %1"
#define STORE_ASM(w) "stlr %" w "1, %0"
#else
#define LOAD_ASM(w) "ldr %" w "0, %1\n\tdmb ishld"
#define STORE_ASM(w) "dmb ishst\n\tstr %" w "1, %0"
#endif

#define INSTRUCTIONS(bits, w)                                                                                     \
  typedef uint##bits##_t u##bits;                                                                                 \
  static inline reg_t load##bits(reg_t at) {                                                                      \
    u##bits value;                                                                                                \
    __asm__ volatile(LOAD_ASM(w) : "=r"(value) : "Q"(*(u##bits *)at) : "memory");                                 \
    return value;                                                                                                 \
  }                                                                                                               \
  static inline void store##bits(reg_t at, reg_t value) {                                                         \
    __asm__ volatile(STORE_ASM(w) : "=Q"(*(u##bits *)at) : "r"((u##bits)value) : "memory");                       \
  }                                                                                                               \
  static inline reg_t result##bits(u##bits result, struct flags *flags) {                                         \
    flags->zero = result == 0;                                                                                    \
    flags->sign = (int##bits##_t)result < 0;                                                                      \
    flags->carry = flags->overflow = 0;                                                                           \
    return result;                                                                                                \
  }                                                                                                               \
  static inline reg_t and##bits(reg_t a, reg_t b, struct flags *flags) { return result##bits(a & b, flags); }     \
  static inline reg_t or##bits(reg_t a, reg_t b, struct flags *flags) { return result##bits(a | b, flags); }      \
  static inline reg_t xor##bits(reg_t a, reg_t b, struct flags *flags) { return result##bits(a ^ b, flags); }     \
  static inline reg_t add##bits(reg_t a, reg_t b, struct flags *flags) {                                          \
    u##bits result = (u##bits)(a + b);                                                                            \
    result##bits(result, flags);                                                                                  \
    flags->carry = result < (u##bits)a;                                                                           \
    flags->overflow = (int##bits##_t)(~(a ^ b) & (a ^ result)) < 0;                                               \
    return result;                                                                                                \
  }                                                                                                               \
  static inline reg_t sub##bits(reg_t a, reg_t b, struct flags *flags) {                                          \
    u##bits result = (u##bits)(a - b);                                                                            \
    result##bits(result, flags);                                                                                  \
    flags->carry = (u##bits)a < (u##bits)b;                                                                       \
    flags->overflow = (int##bits##_t)((a ^ b) & (a ^ result)) < 0;                                                \
    return result;                                                                                                \
  }                                                                                                               \
  static inline reg_t inc##bits(reg_t a, struct flags *flags) {                                                   \
    int carry = flags->carry;                                                                                     \
    reg_t result = add##bits(a, 1, flags);                                                                        \
    flags->carry = carry;                                                                                         \
    return result;                                                                                                \
  }                                                                                                               \
  static inline reg_t dec##bits(reg_t a, struct flags *flags) {                                                   \
    int carry = flags->carry;                                                                                     \
    reg_t result = sub##bits(a, 1, flags);                                                                        \
    flags->carry = carry;                                                                                         \
    return result;                                                                                                \
  }                                                                                                               \
  static inline reg_t neg##bits(reg_t a, struct flags *flags) { return sub##bits(0, a, flags); }                  \
  static inline reg_t not##bits(reg_t a, struct flags *flags) { return (void)flags, (u##bits)~a; }                \
  /* Whether nobody wrote in between: what a locked instruction computed from `old` is stored then. */            \
  static inline int swap##bits(reg_t at, reg_t old, reg_t value) {                                                \
    u##bits expected = (u##bits)old;                                                                              \
    return __atomic_compare_exchange_n((u##bits *)at, &expected, (u##bits)value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }
INSTRUCTIONS(32, "w")
INSTRUCTIONS(64, "x")

/* `value` may use `old`, what was read. One atomic access between fences: */
#define LOCKED(bits, at, value)                                                                                   \
  do {                                                                                                            \
    FULL();                                                                                                       \
    do {                                                                                                          \
      old = *(volatile u##bits *)(at);                                                                            \
      next = (value);                                                                                             \
    } while (!swap##bits(at, old, next));                                                                         \
    FULL();                                                                                                       \
  } while (0)
/* A load and a store: */
#define PLAIN(bits, at, value) (old = load##bits(at), store##bits(at, value))
