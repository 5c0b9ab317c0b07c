// GenMC's hazard pointers. Protecting reads the pointer and announces it at once, as an atomic section. Retiring frees an object if no
// other thread protects it at that moment, and a protected object is never freed. Each thread has slots of its own, so that taking one and
// giving it back is no event. A thread that needs more than there are is cut there, like a loop at its bound.

import type { LibraryPart } from './part.js';

const perThread = 4;
const mostThreads = 8;
const slots = perThread * mostThreads;

/** The first bit of `taken` that is 0, written out: a loop would be cut at the bound of the program's loops. */
const firstFree =
  Array.from({ length: perThread }, (_, i) => `!(taken & ${1 << i}) ? ${i} : `).join('') + perThread;

const givenBack = Array.from(
  { length: perThread },
  (_, i) =>
    `if (hp == &__lib_i_hazards[thread * ${perThread} + ${i}]) __lib_i_hazards_taken &= ${~(1 << i)};`,
).join(' ');

export const hazards: readonly LibraryPart[] = [
  ['i_hazards', `static struct { void *pointer; } N[${slots}];`],
  // a bit for each of the thread's slots
  ['i_hazards_taken', 'static _Thread_local unsigned N;'],
  [
    '__VERIFIER_hazptr_alloc',
    `void *N(void) {
    unsigned thread = __diptych_self() - 1u, taken = __lib_i_hazards_taken;
    unsigned slot = ${firstFree};
    if (thread >= ${mostThreads} || slot >= ${perThread})
      __diptych_limit("${perThread} hazard pointers in each of ${mostThreads} threads");
    __lib_i_hazards_taken = taken | 1u << slot;
    return &__lib_i_hazards[thread * ${perThread} + slot];
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
  // a slot of another thread is not given back
  [
    '__VERIFIER_hazptr_free',
    `void N(void *hp) {
    __atomic_store_n((void **)hp, 0, 3);
    unsigned thread = __diptych_self() - 1u;
    ${givenBack}
  }`,
  ],
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
