/*
 * GenMC's hazard pointers. A protecting load reads the pointer and announces it in one step. Retiring frees the block unless another thread
 * protects it at that moment; then the block is never freed. Each thread has its own slots, so taking a slot is not an event.
 */
#include <stdlib.h>

#include "include/diptych.h"

enum { MODEL_SLOTS = 4 };
static _Thread_local void *__model_hazards[MODEL_SLOTS];
/* A bit for each slot that is in use. */
static _Thread_local int __model_hazards_taken;

void *__VERIFIER_hazptr_alloc(void);
void *__diptych_hazptr_load(void *hazard, void **place);
void __VERIFIER_hazptr_protect(void *hazard, void *pointer);
void __VERIFIER_hazptr_clear(void *hazard);
void __VERIFIER_hazptr_free(void *hazard);
void __VERIFIER_hazptr_retire(void *pointer);

void *__VERIFIER_hazptr_alloc(void) {
  int taken = __model_hazards_taken;
  for (int k = 0; k < MODEL_SLOTS; k++)
    if (!(taken & 1 << k)) {
      __model_hazards_taken = taken | 1 << k;
      return &__model_hazards[k];
    }
  __diptych_cut("limit", "4 hazard pointers in each thread");
}

void *__diptych_hazptr_load(void *hazard, void **place) {
  __diptych_atomic_begin();
  void *found = __atomic_load_n(place, __ATOMIC_SEQ_CST);
  __atomic_store_n((void **)hazard, found, __ATOMIC_SEQ_CST);
  __diptych_atomic_end();
  return found;
}

void __VERIFIER_hazptr_protect(void *hazard, void *pointer) { __atomic_store_n((void **)hazard, pointer, __ATOMIC_SEQ_CST); }
void __VERIFIER_hazptr_clear(void *hazard) { __atomic_store_n((void **)hazard, 0, __ATOMIC_RELEASE); }

/* Clears any slot, but releases only a slot of the calling thread. */
void __VERIFIER_hazptr_free(void *hazard) {
  __VERIFIER_hazptr_clear(hazard);
  for (int k = 0; k < MODEL_SLOTS; k++)
    if (hazard == &__model_hazards[k]) __model_hazards_taken &= ~(1 << k);
}

void __VERIFIER_hazptr_retire(void *pointer) {
  int is_protected = 0, n = __diptych_threads();
  __diptych_atomic_begin();
  for (int t = 0; t < n; t++)
    for (int k = 0; t != __diptych_self() && k < MODEL_SLOTS; k++)
      is_protected |= __atomic_load_n((void **)__diptych_of_thread(&__model_hazards[k], t), __ATOMIC_RELAXED) == pointer;
  __diptych_atomic_end();
  if (!is_protected) free(pointer);
}
