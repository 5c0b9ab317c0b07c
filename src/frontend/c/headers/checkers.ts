// Headers of other checkers, which their programs include besides the standard's. Hints about the search mean nothing
// here.

const statement = (kinds: readonly string[]): string =>
  kinds.map((kind) => `#define __VERIFIER_${kind}(...) do { __VA_ARGS__; } while (0)\n`).join('');

const value = (kinds: readonly string[]): string =>
  kinds
    .map(
      (kind) =>
        `#define __VERIFIER_${kind}(...) ({ __auto_type __diptych_value = __VA_ARGS__; __diptych_value; })\n`,
    )
    .join('');

/** GenMC's. Its optional code runs or does not, and nothing happens after it ran. */
export const genmcHeader = (): string => `#pragma once
#include <pthread.h>
#include <stdint.h>
typedef pthread_t __VERIFIER_thread_t;
#define __VERIFIER_spawn(start, argument) \\
  ({ pthread_t __diptych_thread; pthread_create(&__diptych_thread, 0, (start), (argument)); __diptych_thread; })
#define __VERIFIER_spawn_symmetric(start, argument, other) __VERIFIER_spawn(start, argument)
#define __VERIFIER_join(thread) ({ void *__diptych_result; pthread_join((thread), &__diptych_result); __diptych_result; })
#define __VERIFIER_join_symmetric(thread) ((void)pthread_join((thread), 0))
#define __VERIFIER_optional(...) \\
  do { if (__VERIFIER_nondet_bool()) { __VA_ARGS__; __VERIFIER_assume(0); } } while (0)
typedef struct { void *__pointer; } __VERIFIER_hp_t;
typedef __VERIFIER_hp_t __VERIFIER_hazptr_t;
#define __VERIFIER_hp_alloc() __VERIFIER_hazptr_alloc()
#define __VERIFIER_hp_protect(hp, place) ((__typeof__(*(place) + 0))__diptych_hazptr_load((hp), (void **)(place)))
#define __VERIFIER_hp_clear(hp) __VERIFIER_hazptr_clear(hp)
#define __VERIFIER_hp_free(hp) __VERIFIER_hazptr_free(hp)
#define __VERIFIER_hp_retire(pointer) __VERIFIER_hazptr_retire(pointer)
${statement(['helped_CAS', 'helping_CAS', 'final_write', 'local_write'])}${value([
  'final_CAS',
  'confirming_CAS',
  'speculative_CAS',
  'confirming_read',
  'speculative_read',
  'final_read',
  'helped_read',
  'helping_read',
])}`;

/** Dartagnan's. */
export const dat3mHeader = (): string => `#pragma once
#include <pthread.h>
#define await_while(condition) while (condition)
#define __VERIFIER_racy_read(place) __atomic_load_n((place), 0)
#define __VERIFIER_racy_write(place, value) __atomic_store_n((place), (value), 0)
#define __VERIFIER_register_interrupt_handler(handler) \\
  ({ pthread_t __diptych_handler; __VERIFIER_make_interrupt_handler(); \\
     pthread_create(&__diptych_handler, 0, (handler), 0); __diptych_handler; })
`;

/** SMACK's. */
export const smackHeader = (): string => `#pragma once
#include <assert.h>
`;

/** CDSChecker's: accesses that are not atomic, by their size. */
export const libraceHeader = (): string => `#pragma once
#include <stdint.h>
${[8, 16, 32, 64]
  .map(
    (bits) => `#define store_${bits}(place, value) ((void)(*(uint${bits}_t *)(place) = (value)))
#define load_${bits}(place) (*(const uint${bits}_t *)(place))
`,
  )
  .join('')}`;

export const modelAssertHeader = (): string => `#pragma once
#include <stdbool.h>
#define MODEL_ASSERT(condition) __diptych_assert(condition, #condition)
`;

/** Suffixes of the kernel's functions and the orders of C they mean. */
const orders: readonly (readonly [string, number])[] = [
  ['', 5],
  ['_relaxed', 0],
  ['_acquire', 2],
  ['_release', 3],
];

const atomicOperations = (prefix: string): string =>
  [
    `#define ${prefix}_read(v) __atomic_load_n(&(v)->counter, 0)
#define ${prefix}_read_acquire(v) __atomic_load_n(&(v)->counter, 2)
#define ${prefix}_set(v, i) __atomic_store_n(&(v)->counter, (i), 0)
#define ${prefix}_set_release(v, i) __atomic_store_n(&(v)->counter, (i), 3)
#define ${prefix}_andnot(i, v) ((void)__atomic_fetch_and(&(v)->counter, ~(i), 0))
#define ${prefix}_inc(v) ${prefix}_add(1, v)
#define ${prefix}_dec(v) ${prefix}_sub(1, v)
#define ${prefix}_sub_and_test(i, v) (${prefix}_sub_return(i, v) == 0)
#define ${prefix}_dec_and_test(v) (${prefix}_dec_return(v) == 0)
#define ${prefix}_inc_and_test(v) (${prefix}_inc_return(v) == 0)
#define ${prefix}_add_negative(i, v) (${prefix}_add_return(i, v) < 0)
`,
    ...['add', 'sub', 'and', 'or', 'xor'].map(
      (op) => `#define ${prefix}_${op}(i, v) ((void)__atomic_fetch_${op}(&(v)->counter, (i), 0))\n`,
    ),
    ...orders.flatMap(([suffix, order]) => [
      ...['add', 'sub', 'and', 'or', 'xor'].map(
        (
          op,
        ) => `#define ${prefix}_fetch_${op}${suffix}(i, v) __atomic_fetch_${op}(&(v)->counter, (i), ${order})
#define ${prefix}_${op}_return${suffix}(i, v) __atomic_${op}_fetch(&(v)->counter, (i), ${order})
`,
      ),
      `#define ${prefix}_fetch_andnot${suffix}(i, v) ${prefix}_fetch_and${suffix}(~(i), v)
#define ${prefix}_fetch_inc${suffix}(v) ${prefix}_fetch_add${suffix}(1, v)
#define ${prefix}_fetch_dec${suffix}(v) ${prefix}_fetch_sub${suffix}(1, v)
#define ${prefix}_inc_return${suffix}(v) ${prefix}_add_return${suffix}(1, v)
#define ${prefix}_dec_return${suffix}(v) ${prefix}_sub_return${suffix}(1, v)
#define ${prefix}_xchg${suffix}(v, i) xchg${suffix}(&(v)->counter, i)
#define ${prefix}_cmpxchg${suffix}(v, o, n) cmpxchg${suffix}(&(v)->counter, o, n)
`,
    ]),
  ].join('');

/** The kernel's functions as GenMC and Dartagnan have them; RCU is in library/rcu.ts. */
export const lkmmHeader = (): string => `#pragma once
#include <stdint.h>
#include <pthread.h>
typedef enum {
  memory_order_relaxed, memory_order_consume, memory_order_acquire,
  memory_order_release, memory_order_acq_rel, memory_order_seq_cst
} memory_order;
typedef struct { int counter; } atomic_t;
typedef struct { int64_t counter; } atomic64_t;
typedef atomic64_t atomic_long_t;
#define ATOMIC_INIT(i) { (i) }
#define ATOMIC_LONG_INIT(i) { (i) }
#define __diptych_cell(x) \\
  _Generic(&(x), atomic_t *: (int *)&(x), atomic64_t *: (int64_t *)&(x), default: &(x))
#define READ_ONCE(x) __atomic_load_n(__diptych_cell(x), 0)
#define WRITE_ONCE(x, v) __atomic_store_n(__diptych_cell(x), (v), 0)
#define barrier() ((void)0)
#define cpu_relax() ((void)0)
#define smp_mb() __atomic_thread_fence(5)
#define smp_rmb() __atomic_thread_fence(2)
#define smp_wmb() __atomic_thread_fence(3)
#define smp_mb__before_atomic() __atomic_thread_fence(5)
#define smp_mb__after_atomic() __atomic_thread_fence(5)
#define smp_mb__after_spinlock() __atomic_thread_fence(5)
#define smp_mb__after_unlock_lock() __atomic_thread_fence(5)
#define smp_load_acquire(p) __atomic_load_n((p), 2)
#define smp_store_release(p, v) __atomic_store_n((p), (v), 3)
#define smp_store_mb(x, v) do { WRITE_ONCE(x, v); smp_mb(); } while (0)
#define rcu_dereference(p) READ_ONCE(p)
#define rcu_assign_pointer(p, v) smp_store_release(&(p), (v))
${orders
  .map(
    ([suffix, order]) => `#define xchg${suffix}(p, v) __atomic_exchange_n((p), (v), ${order})
#define cmpxchg${suffix}(p, o, n) ({ __typeof__(*(p)) __diptych_old = (o); \\
  __atomic_compare_exchange_n((p), &__diptych_old, (n), 0, ${order}, ${order === 3 ? 0 : order}); __diptych_old; })
#define xchg_long${suffix}(p, v) xchg${suffix}(p, v)
#define cmpxchg_long${suffix}(p, o, n) cmpxchg${suffix}(p, o, n)
`,
  )
  .join(
    '',
  )}${['atomic', 'atomic64', 'atomic_long'].map(atomicOperations).join('')}typedef pthread_spinlock_t spinlock_t;
#define __SPIN_LOCK_UNLOCKED(name) { 0 }
#define DEFINE_SPINLOCK(name) spinlock_t name = { 0 }
#define spin_lock_init(l) ((void)pthread_spin_init((l), 0))
#define spin_lock(l) ((void)pthread_spin_lock(l))
#define spin_unlock(l) ((void)pthread_spin_unlock(l))
#define spin_trylock(l) __lib_i_spin_trylock(l)
#define spin_is_locked(l) (__atomic_load_n(&(l)->__lock, 0) != 0)
${['add', 'sub', 'and', 'or', 'xor'].map((op) => `#define atomic_${op}_fetch_explicit(p, v, m) __atomic_${op}_fetch(p, v, m)\n`).join('')}`;
