/*
 * GenMC's hazard pointers. Protecting reads the pointer and announces it in one step; retiring frees a block that no other thread protects
 * at that moment. A block that another thread protects is never freed. Each thread has slots of its own, so that taking one is no event.
 */
#include <stdlib.h>

#include "include/diptych.h"

enum { MODEL_SLOTS = 4 };
static _Thread_local void *__model_hazards[MODEL_SLOTS];
static _Thread_local int __model_hazards_taken;

void *__VERIFIER_hazptr_alloc(void);
void __VERIFIER_hazptr_protect(void *hazard, void *pointer);
void __VERIFIER_hazptr_clear(void *hazard);
void __VERIFIER_hazptr_free(void *hazard);
void __VERIFIER_hazptr_retire(void *pointer);

void *__VERIFIER_hazptr_alloc(void) {
  __diptych_require(__model_hazards_taken < MODEL_SLOTS, "misuse", "more hazard pointers than there are");
  return &__model_hazards[__model_hazards_taken++];
}

void __VERIFIER_hazptr_protect(void *hazard, void *pointer) { __atomic_store_n((void **)hazard, pointer, __ATOMIC_SEQ_CST); }
void __VERIFIER_hazptr_clear(void *hazard) { __atomic_store_n((void **)hazard, 0, __ATOMIC_RELEASE); }
void __VERIFIER_hazptr_free(void *hazard) { __VERIFIER_hazptr_clear(hazard); }

void __VERIFIER_hazptr_retire(void *pointer) {
  int is_protected = 0, n = __diptych_threads();
  __diptych_atomic_begin();
  for (int t = 0; t < n; t++)
    for (int k = 0; t != __diptych_self() && k < MODEL_SLOTS; k++)
      is_protected |= __atomic_load_n((void **)__diptych_of_thread(&__model_hazards[k], t), __ATOMIC_RELAXED) == pointer;
  __diptych_atomic_end();
  if (!is_protected) free(pointer);
}
