/*
 * What the functions of litmus tests in C mean to the compiler: C11's, the Linux kernel's, and diptych's own, which are one
 * event each. A cell is a volatile int; a pointer may have been kept in an int.
 */
#include <stdint.h>

typedef volatile int cell_t;
#define CELL(p) ((cell_t *)(uintptr_t)(uint32_t)(uintptr_t)(p))
#define AT(p) (*CELL(p))

#define memory_order_relaxed __ATOMIC_RELAXED
#define memory_order_consume __ATOMIC_CONSUME
#define memory_order_acquire __ATOMIC_ACQUIRE
#define memory_order_release __ATOMIC_RELEASE
#define memory_order_acq_rel __ATOMIC_ACQ_REL
#define memory_order_seq_cst __ATOMIC_SEQ_CST
#define mo_relaxed __ATOMIC_RELAXED
#define mo_consume __ATOMIC_CONSUME
#define mo_acquire __ATOMIC_ACQUIRE
#define mo_release __ATOMIC_RELEASE
#define mo_acq_rel __ATOMIC_ACQ_REL
#define mo_seq_cst __ATOMIC_SEQ_CST

#define EXCHANGE(p, v, o) __atomic_exchange_n(CELL(p), v, o)
#define FETCH(op, p, v, o) __atomic_fetch_##op(CELL(p), v, o)
/* The value that was read, as the kernel's cmpxchg returns it. */
#define COMPARE(p, e, d, o)                                                                  \
  ({ int expected_ = (e);                                                                    \
     __atomic_compare_exchange_n(CELL(p), &expected_, d, 0, o,                               \
       (o) == __ATOMIC_RELEASE ? __ATOMIC_RELAXED : (o) == __ATOMIC_ACQ_REL ? __ATOMIC_ACQUIRE : (o)); \
     expected_; })
#define UPDATE_FETCH(op, p, v, o) __atomic_##op##_fetch(CELL(p), v, o)

#define xchg_relaxed(p, v) EXCHANGE(p, v, __ATOMIC_RELAXED)
#define xchg_acquire(p, v) EXCHANGE(p, v, __ATOMIC_ACQUIRE)
#define xchg_release(p, v) EXCHANGE(p, v, __ATOMIC_RELEASE)
#define xchg(p, v) EXCHANGE(p, v, __ATOMIC_SEQ_CST)
#define cmpxchg_relaxed(p, e, d) COMPARE(p, e, d, __ATOMIC_RELAXED)
#define cmpxchg_acquire(p, e, d) COMPARE(p, e, d, __ATOMIC_ACQUIRE)
#define cmpxchg_release(p, e, d) COMPARE(p, e, d, __ATOMIC_RELEASE)
#define cmpxchg(p, e, d) COMPARE(p, e, d, __ATOMIC_SEQ_CST)
#define atomic_xchg xchg
#define atomic_xchg_relaxed xchg_relaxed
#define atomic_xchg_acquire xchg_acquire
#define atomic_xchg_release xchg_release
#define atomic_cmpxchg cmpxchg
#define atomic_cmpxchg_relaxed cmpxchg_relaxed
#define atomic_cmpxchg_acquire cmpxchg_acquire
#define atomic_cmpxchg_release cmpxchg_release
#define fetch_add_relaxed(p, v) FETCH(add, p, v, __ATOMIC_RELAXED)
#define fetch_sub_relaxed(p, v) FETCH(sub, p, v, __ATOMIC_RELAXED)
#define fetch_and_relaxed(p, v) FETCH(and, p, v, __ATOMIC_RELAXED)
#define fetch_or_relaxed(p, v) FETCH(or, p, v, __ATOMIC_RELAXED)
#define fetch_xor_relaxed(p, v) FETCH(xor, p, v, __ATOMIC_RELAXED)

#define atomic_init(p, v) (AT(p) = (v))
#define atomic_load_explicit(p, o) __atomic_load_n(CELL(p), o)
#define atomic_load(p) __atomic_load_n(CELL(p), __ATOMIC_SEQ_CST)
#define atomic_store_explicit(p, v, o) __atomic_store_n(CELL(p), v, o)
#define atomic_store(p, v) __atomic_store_n(CELL(p), v, __ATOMIC_SEQ_CST)
#define atomic_exchange_explicit EXCHANGE
#define atomic_exchange(p, v) EXCHANGE(p, v, __ATOMIC_SEQ_CST)
#define atomic_fetch_add_explicit(p, v, o) FETCH(add, p, v, o)
#define atomic_fetch_sub_explicit(p, v, o) FETCH(sub, p, v, o)
#define atomic_fetch_and_explicit(p, v, o) FETCH(and, p, v, o)
#define atomic_fetch_or_explicit(p, v, o) FETCH(or, p, v, o)
#define atomic_fetch_xor_explicit(p, v, o) FETCH(xor, p, v, o)
#define atomic_fetch_add(p, v) FETCH(add, p, v, __ATOMIC_SEQ_CST)
#define atomic_fetch_sub(p, v) FETCH(sub, p, v, __ATOMIC_SEQ_CST)
#define atomic_fetch_and(p, v) FETCH(and, p, v, __ATOMIC_SEQ_CST)
#define atomic_fetch_or(p, v) FETCH(or, p, v, __ATOMIC_SEQ_CST)
#define atomic_fetch_xor(p, v) FETCH(xor, p, v, __ATOMIC_SEQ_CST)
#define atomic_thread_fence(o) __atomic_thread_fence(o)
#define atomic_signal_fence(o) __atomic_signal_fence(o)

#define READ_ONCE(l) (l)
#define rcu_dereference(l) (l)
#define WRITE_ONCE(l, v) ((l) = (v))
#define smp_load_acquire(p) __atomic_load_n(CELL(p), __ATOMIC_ACQUIRE)
#define atomic_read(p) AT(p)
#define atomic_read_acquire(p) __atomic_load_n(CELL(p), __ATOMIC_ACQUIRE)
#define atomic_set(p, v) (AT(p) = (v))
#define smp_store_release(p, v) __atomic_store_n(CELL(p), v, __ATOMIC_RELEASE)
#define atomic_set_release(p, v) __atomic_store_n(CELL(p), v, __ATOMIC_RELEASE)
#define rcu_assign_pointer(l, v) __atomic_store_n(&(l), v, __ATOMIC_RELEASE)
#define smp_store_mb(l, v) __atomic_store_n(&(l), v, __ATOMIC_SEQ_CST)
#define smp_mb() __atomic_thread_fence(__ATOMIC_SEQ_CST)
#define smp_mb__before_atomic smp_mb
#define smp_mb__after_atomic smp_mb
#define smp_mb__after_spinlock smp_mb
#define smp_wmb() __atomic_thread_fence(__ATOMIC_RELEASE)
#define smp_rmb() __atomic_thread_fence(__ATOMIC_ACQUIRE)
#define barrier() __asm__ volatile("" ::: "memory")
#define atomic_inc(p) ((void)FETCH(add, p, 1, __ATOMIC_RELAXED))
#define atomic_dec(p) ((void)FETCH(sub, p, 1, __ATOMIC_RELAXED))
#define atomic_add(v, p) ((void)FETCH(add, p, v, __ATOMIC_RELAXED))
#define atomic_sub(v, p) ((void)FETCH(sub, p, v, __ATOMIC_RELAXED))
#define atomic_add_return(v, p) UPDATE_FETCH(add, p, v, __ATOMIC_SEQ_CST)
#define atomic_add_return_relaxed(v, p) UPDATE_FETCH(add, p, v, __ATOMIC_RELAXED)
#define atomic_add_return_acquire(v, p) UPDATE_FETCH(add, p, v, __ATOMIC_ACQUIRE)
#define atomic_add_return_release(v, p) UPDATE_FETCH(add, p, v, __ATOMIC_RELEASE)
#define atomic_sub_return(v, p) UPDATE_FETCH(sub, p, v, __ATOMIC_SEQ_CST)
#define atomic_inc_return(p) UPDATE_FETCH(add, p, 1, __ATOMIC_SEQ_CST)
#define atomic_dec_return(p) UPDATE_FETCH(sub, p, 1, __ATOMIC_SEQ_CST)
#define atomic_inc_and_test(p) (UPDATE_FETCH(add, p, 1, __ATOMIC_SEQ_CST) == 0)
#define atomic_dec_and_test(p) (UPDATE_FETCH(sub, p, 1, __ATOMIC_SEQ_CST) == 0)
#define atomic_sub_and_test(v, p) (UPDATE_FETCH(sub, p, v, __ATOMIC_SEQ_CST) == 0)
