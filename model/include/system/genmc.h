/* GenMC's. Optional code runs or does not run, and nothing happens after it ran. Hints about the search mean nothing here. */
#pragma once
#include <pthread.h>
#include <stdint.h>
typedef pthread_t __VERIFIER_thread_t;
#define __VERIFIER_spawn(start, argument) \
  ({ pthread_t __diptych_thread; pthread_create(&__diptych_thread, 0, (start), (argument)); __diptych_thread; })
#define __VERIFIER_spawn_symmetric(start, argument, other) __VERIFIER_spawn(start, argument)
#define __VERIFIER_join(thread) ({ void *__diptych_result; pthread_join((thread), &__diptych_result); __diptych_result; })
#define __VERIFIER_join_symmetric(thread) ((void)pthread_join((thread), 0))
#define __VERIFIER_optional(...) \
  do { if (__VERIFIER_nondet_bool()) { __VA_ARGS__; __VERIFIER_assume(0); } } while (0)
typedef struct { void *__pointer; } __VERIFIER_hp_t;
typedef __VERIFIER_hp_t __VERIFIER_hazptr_t;
#define __VERIFIER_hp_alloc() __VERIFIER_hazptr_alloc()
#define __VERIFIER_hp_protect(hp, place) ((__typeof__(*(place) + 0))__diptych_hazptr_load((hp), (void **)(place)))
#define __VERIFIER_hp_clear(hp) __VERIFIER_hazptr_clear(hp)
#define __VERIFIER_hp_free(hp) __VERIFIER_hazptr_free(hp)
#define __VERIFIER_hp_retire(pointer) __VERIFIER_hazptr_retire(pointer)
#define __VERIFIER_helped_CAS(...) do { __VA_ARGS__; } while (0)
#define __VERIFIER_helping_CAS(...) do { __VA_ARGS__; } while (0)
#define __VERIFIER_final_write(...) do { __VA_ARGS__; } while (0)
#define __VERIFIER_local_write(...) do { __VA_ARGS__; } while (0)
#define __VERIFIER_final_CAS(...) ({ __auto_type __diptych_value = __VA_ARGS__; __diptych_value; })
#define __VERIFIER_confirming_CAS(...) ({ __auto_type __diptych_value = __VA_ARGS__; __diptych_value; })
#define __VERIFIER_speculative_CAS(...) ({ __auto_type __diptych_value = __VA_ARGS__; __diptych_value; })
#define __VERIFIER_confirming_read(...) ({ __auto_type __diptych_value = __VA_ARGS__; __diptych_value; })
#define __VERIFIER_speculative_read(...) ({ __auto_type __diptych_value = __VA_ARGS__; __diptych_value; })
#define __VERIFIER_final_read(...) ({ __auto_type __diptych_value = __VA_ARGS__; __diptych_value; })
#define __VERIFIER_helped_read(...) ({ __auto_type __diptych_value = __VA_ARGS__; __diptych_value; })
#define __VERIFIER_helping_read(...) ({ __auto_type __diptych_value = __VA_ARGS__; __diptych_value; })
