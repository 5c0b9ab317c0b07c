// Threads, their own values, the heap, and what else a thread calls between two accesses.

import type { Row } from './row.js';

const unpromised = 'no standard promises that it orders anything';
const arena =
  'a block of the cache of the thread needs no locked instruction; which block it is, no program knows';

const heap: readonly Row[] = [
  {
    functions: ['malloc', 'aligned_alloc'],
    path: 'from the cache of the thread',
    x86: 'nothing',
    promised: 'nothing',
    before: 'free(malloc(32));',
    call: 'int *p = malloc(32);',
    after: 'free(p);',
  },
  {
    functions: ['calloc'],
    path: 'all: up to glibc 2.40 it does not use the cache',
    x86: 'locked',
    promised: 'nothing',
    weaker: arena,
    call: 'int *p = calloc(4, 8);',
    after: 'free(p);',
  },
  {
    functions: ['realloc'],
    path: 'of a block: it takes the lock of the arena',
    x86: 'locked',
    promised: 'nothing',
    weaker: unpromised,
    before: 'free(malloc(200)); int *p = malloc(32);',
    call: 'p = realloc(p, 200);',
    after: 'free(p);',
  },
  {
    functions: ['free'],
    path: 'to the cache of the thread',
    x86: 'nothing',
    promised: 'nothing',
    before: 'int *p = malloc(32); *p = 1;',
    call: 'free(p);',
  },
];

const threadsOf: readonly Row[] = [
  {
    functions: ['pthread_create', 'thrd_create'],
    path: '',
    x86: 'locked',
    promised: 'full',
    objects: 'void *f(void *a) { return a; }',
    call: 'pthread_t other; pthread_create(&other, 0, f, 0);',
    after: 'pthread_join(other, 0);',
  },
  {
    functions: ['pthread_join', 'thrd_join'],
    path: 'joins',
    x86: 'locked',
    promised: 'full',
    objects: 'void *f(void *a) { return a; }',
    before: 'pthread_t other; pthread_create(&other, 0, f, 0);',
    call: 'pthread_join(other, 0);',
  },
  {
    functions: ['pthread_detach', 'thrd_detach'],
    path: '',
    x86: 'locked',
    promised: 'nothing',
    weaker: unpromised,
    objects: 'void *f(void *a) { return a; }',
    before: 'pthread_t other; pthread_create(&other, 0, f, 0);',
    call: 'pthread_detach(other);',
  },
  {
    functions: ['pthread_self', 'pthread_equal', 'thrd_current', 'thrd_equal'],
    path: '',
    x86: 'nothing',
    promised: 'nothing',
    call: 'pthread_t self = pthread_self();',
    after: '(void)pthread_equal(self, self);',
  },
  {
    functions: ['sched_yield', 'thrd_yield'],
    path: '',
    x86: 'nothing',
    promised: 'nothing',
    call: 'sched_yield();',
  },
  {
    functions: ['pthread_testcancel'],
    path: 'not cancelled',
    x86: 'load',
    promised: 'nothing',
    call: 'pthread_testcancel();',
  },
  {
    functions: ['pthread_setcancelstate'],
    path: 'as it was',
    x86: 'load',
    promised: 'nothing',
    call: 'int old; pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);',
  },
  {
    functions: ['pthread_setcancelstate'],
    path: 'changes it',
    x86: 'locked',
    promised: 'nothing',
    weaker: unpromised,
    call: 'int old; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);',
    after: 'pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);',
  },
];

const ownValues: readonly Row[] = [
  {
    functions: ['pthread_getspecific', 'tss_get'],
    path: '',
    x86: 'load',
    promised: 'nothing',
    objects: 'pthread_key_t k;',
    setup: 'pthread_key_create(&k, 0);',
    call: 'void *own = pthread_getspecific(k);',
    after: '(void)own;',
  },
  {
    functions: ['pthread_setspecific', 'tss_set'],
    path: '',
    x86: 'nothing',
    promised: 'nothing',
    objects: 'pthread_key_t k;',
    setup: 'pthread_key_create(&k, 0);',
    call: 'pthread_setspecific(k, 0);',
  },
  {
    functions: ['pthread_key_create', 'tss_create'],
    path: '',
    x86: 'locked',
    promised: 'nothing',
    call: 'pthread_key_t k; pthread_key_create(&k, 0);',
    after: 'pthread_key_delete(k);',
  },
  {
    functions: ['pthread_key_delete', 'tss_delete'],
    path: '',
    x86: 'locked',
    promised: 'nothing',
    weaker: unpromised,
    before: 'pthread_key_t k; pthread_key_create(&k, 0);',
    call: 'pthread_key_delete(k);',
  },
];

const others: readonly Row[] = [
  {
    functions: ['futex wake'],
    path: 'whether a thread waits or not',
    x86: 'call',
    promised: 'full',
    objects: 'int w;',
    call: 'syscall(SYS_futex, &w, FUTEX_WAKE, 1, 0, 0, 0);',
  },
  {
    functions: ['futex wait'],
    path: 'EAGAIN',
    x86: 'call',
    promised: 'full',
    objects: 'int w;',
    call: 'syscall(SYS_futex, &w, FUTEX_WAIT, 1, 0, 0, 0);',
  },
  {
    functions: ['fflush', 'puts', 'printf', 'putchar'],
    path: 'the lock of the stream',
    x86: 'locked',
    promised: 'nothing',
    weaker: unpromised,
    call: 'fflush(stdout);',
  },
  {
    functions: ['rand'],
    path: 'the lock of its state',
    x86: 'locked',
    promised: 'nothing',
    weaker: unpromised,
    call: 'int any = rand();',
    after: '(void)any;',
  },
  {
    functions: ['__atomic_load of 16 bytes'],
    path: 'relaxed or acquire',
    x86: 'load',
    promised: 'nothing',
    objects: 'struct two { long a, b; }; _Atomic struct two t;',
    call: 'struct two v = atomic_load_explicit(&t, memory_order_relaxed);',
    after: '(void)v;',
  },
  {
    functions: ['__atomic_store of 16 bytes'],
    path: 'of any order',
    x86: 'fence',
    promised: 'nothing',
    stronger: 'libatomic executes mfence after the store, or cmpxchg16b, whatever the order',
    objects: 'struct two { long a, b; }; _Atomic struct two t;',
    call: 'atomic_store_explicit(&t, ((struct two){1, 2}), memory_order_relaxed);',
  },
];

export const threads: readonly Row[] = [...heap, ...threadsOf, ...ownValues, ...others];
