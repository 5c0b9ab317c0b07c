// GenMC's hazard pointers. Protecting reads the pointer and announces it at once, as an atomic section; retiring frees what no
// other thread protects at that moment, and what one protects is never freed. Each thread has slots of its own, so that taking one
// is no event.

import type { LibraryPart } from './part.js';

const perThread = 4;
const mostThreads = 8;
const slots = perThread * mostThreads;

export const hazards: readonly LibraryPart[] = [
  ['i_hazards', `static struct { void *pointer; } N[${slots}];`],
  ['i_hazards_taken', 'static _Thread_local unsigned N;'],
  [
    '__VERIFIER_hazptr_alloc',
    `void *N(void) {
    unsigned thread = __diptych_self() - 1u;
    __diptych_misuse(thread < ${mostThreads} && __lib_i_hazards_taken < ${perThread}, "more hazard pointers than there are");
    return &__lib_i_hazards[thread * ${perThread} + __lib_i_hazards_taken++];
  }`,
  ],
  [
    '__diptych_hazptr_load',
    `void *N(void *hp, void **place) {
    void *found;
    __VERIFIER_atomic_begin();
    found = *place;
    *(void **)hp = found;
    __VERIFIER_atomic_end();
    return found;
  }`,
  ],
  [
    '__VERIFIER_hazptr_protect',
    'void N(void *hp, void *pointer) { __atomic_store_n((void **)hp, pointer, 5); }',
  ],
  ['__VERIFIER_hazptr_clear', 'void N(void *hp) { __atomic_store_n((void **)hp, 0, 3); }'],
  ['__VERIFIER_hazptr_free', 'void N(void *hp) { __atomic_store_n((void **)hp, 0, 3); }'],
  [
    '__VERIFIER_hazptr_retire',
    `void N(void *pointer) {
    int protected = 0;
    unsigned own = __diptych_self() - 1u;
    __VERIFIER_atomic_begin();
    for (unsigned i = 0; i < ${slots}; i++)
      if (i / ${perThread} != own) protected |= __lib_i_hazards[i].pointer == pointer;
    __VERIFIER_atomic_end();
    if (!protected) free(pointer);
  }`,
  ],
];
