// Small programs that both readers of C must mean alike: the same final states and the same findings.

import { describe, expect, it } from 'vitest';
import { states } from '../run.js';
import { expectAnswer } from './answers.js';

const threads = '#include <pthread.h>\n#include <stdlib.h>\n';

/** With the variables of a final state. */
const programs: readonly (readonly [name: string, text: string, observe: readonly string[]])[] = [
  [
    'a condition that is signalled through an address that is not known, and another one',
    `${threads}pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER, d = PTHREAD_COND_INITIALIZER;
int x, n; pthread_cond_t *volatile which; void *f(void *a) { pthread_mutex_lock(&m); while (x < 1) pthread_cond_wait(&c, &m); n++; pthread_mutex_unlock(&m); return a; }
void *g(void *a) { pthread_mutex_lock(&m); while (x < 1) pthread_cond_wait(&d, &m); n += 2; pthread_mutex_unlock(&m); return a; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); which = &c; pthread_mutex_lock(&m); x = 1;
pthread_cond_signal(which); pthread_cond_signal(&d); pthread_mutex_unlock(&m); pthread_join(t, 0); pthread_join(u, 0); }`,
    ['n'],
  ],
  [
    'two that wait for one condition, and one that is signalled',
    `${threads}pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int x, n;
void *f(void *a) { pthread_mutex_lock(&m); while (x < 1) pthread_cond_wait(&c, &m); n++; pthread_mutex_unlock(&m); return a; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_mutex_lock(&m); x = 1;
pthread_cond_signal(&c); pthread_mutex_unlock(&m); pthread_join(t, 0); pthread_join(u, 0); }`,
    ['n'],
  ],
  [
    'a mutex whose address gets around, and its kind, which is changed through an address that is not known',
    `#define _GNU_SOURCE\n${threads}pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP; int x, n; pthread_mutex_t *volatile p;
void *f(void *a) { pthread_mutex_lock(a); n = pthread_mutex_trylock(a) != 0; *p = m; x = pthread_mutex_trylock(p) == 0; return a; }
int main(void) { pthread_t t; p = &r; pthread_create(&t, 0, f, &r); pthread_join(t, 0); }`,
    ['x', 'n'],
  ],
  [
    'a function that is atomic by its name',
    `${threads}int x, r; void __VERIFIER_atomic_step(void) { x = 1; x = 2; } void *f(void *a) { __VERIFIER_atomic_step(); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); r = x; pthread_join(t, 0); }`,
    ['x', 'r'],
  ],
  [
    'a section that does not come to its end leaves nothing',
    `${threads}int x, r; void __VERIFIER_assume(int); void __VERIFIER_atomic_step(void) { x = 1; __VERIFIER_assume(r == 5); x = 2; }
void *f(void *a) { __VERIFIER_atomic_step(); return a; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); r = x; }`,
    ['x', 'r'],
  ],
  [
    'threads of __CPROVER_ASYNC copy locals and share what has an address',
    `int seen, shared; void use(int *p) { shared = *p; }
int main() { int n = 4, m = 1; int *p = &m; { __CPROVER_ASYNC_1: { n += 1; seen = n; } } n = 9;
__CPROVER_ASYNC_2: use(p); __CPROVER_assume(seen != 0 && shared != 0); seen += n * 100; }`,
    ['seen', 'shared'],
  ],
  [
    'a variable without a value has any to a verifier, and keeps it',
    'void reach_error(void); int x; int main() { _Bool q, r; int k; k = 3; r = q; x = q * 10 + r + k; }',
    ['x'],
  ],
  [
    'a function without a body',
    '_Bool level(int); void log_it(const char *, int); int x; int main() { x = 1 + level(3); log_it("a", x); }',
    ['x'],
  ],
  [
    'a copy in a section of what has values in part',
    `${threads}struct s { int i; char c; }; int x; void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int main(void) { struct s *p = malloc(sizeof *p); p->i = 1; __VERIFIER_atomic_begin(); struct s y = *p; *p = y; __VERIFIER_atomic_end(); x = p->i; }`,
    ['x'],
  ],
  [
    'blocks that no heap has room for',
    `${threads}int x; int main(void) { char *p = malloc(1ul << 32); *p = 1; x = 1; }`,
    ['x'],
  ],
  [
    'a variable of a block that was left',
    'int x; int *id(int *p) { return p; } int main(void) { int *p; { int y = 3; p = id(&y); x = *p; } x = *p; }',
    ['x'],
  ],
  [
    'a variable of a round, which begins without a value',
    'int x; int main(void) { for (int i = 0; i < 2; i++) { int y; if (i == 0) y = 1; if (y) x++; } }',
    ['x'],
  ],
  [
    'a compound literal in a block that was left',
    'int x; int *kept; int main(void) { { kept = (int[]){ 2, 3 }; x = kept[x]; } x = kept[x - 1]; }',
    ['x'],
  ],
  [
    'a block that is left by break and goto, and entered again',
    `int x; int *id(int *p) { return p; }
int main(void) { for (int i = 0; i < 3; i++) { int y = i; int *p = id(&y); if (i == 1) continue; { int z = 5; x += *id(&z); if (i == 2) goto out; } x += *p; } out: x += 100; }`,
    ['x'],
  ],
  ['a value that is not looked at', 'int x; int main(void) { int y; (void)y; y = 1; x = y; }', ['x']],
  [
    'an address that is any',
    'void *__VERIFIER_nondet_pointer(void); int x; int main() { int *p = __VERIFIER_nondet_pointer(); x = 1 + (p == 0); }',
    ['x'],
  ],
  [
    'a condition that was destroyed',
    `${threads}pthread_cond_t c; int x; int main(void) { pthread_cond_destroy(&c); x = 1; pthread_cond_signal(&c); x = 2; }`,
    ['x'],
  ],
  [
    'a condition that was destroyed twice',
    `${threads}pthread_cond_t c; int x; int main(void) { pthread_cond_destroy(&c); x = 1; pthread_cond_destroy(&c); x = 2; }`,
    ['x'],
  ],
  [
    'a condition without a value',
    `${threads}int x; int main(void) { pthread_cond_t c; x = 1; pthread_cond_signal(&c); x = 2; }`,
    ['x'],
  ],
  [
    'waits that only a signal ends',
    `#define DIPTYCH_NO_SPURIOUS_WAKEUPS\n${threads}pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready, x;
void *f(void *a) { pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); if (!ready) pthread_cond_wait(&c, &m); x = ready; pthread_mutex_unlock(&m); }`,
    ['x'],
  ],
];

it('a final state has no thread-local variables', () => {
  const text = '_Thread_local int t = 3; int x; int main(void) { t += 4; x = t; }';
  expect(states(text)).toEqual(['x=7']);
});

describe.each(['sc', 'tso'] as const)('both readers, under %s', (model) => {
  it.each(programs)('%s', (_, text, observe) => {
    expectAnswer(text, model, { observe });
  });
});
