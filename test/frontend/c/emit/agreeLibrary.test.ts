// Calls of the library that both readers of C must mean alike.

import { describe, it } from 'vitest';
import { expectAnswer } from './answers.js';

const futex =
  '#include <errno.h>\n#include <linux/futex.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n#include <pthread.h>\n';

const waits = `#include <pthread.h>\nint go; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n`;
const waiter = (name: string, mutex: string): string =>
  `void *${name}(void *a) { pthread_mutex_lock(&${mutex}); while (!go) pthread_cond_wait(&c, &${mutex}); pthread_mutex_unlock(&${mutex}); return a; }`;
const main = `int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); pthread_mutex_lock(&m); pthread_mutex_lock(&n);
  go = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m); pthread_join(t, 0); pthread_join(u, 0); }`;

/** With the variables of a final state. */
const programs: readonly (readonly [name: string, text: string, observe: readonly string[]])[] = [
  [
    'a futex that is woken',
    `${futex}int w, r; void *f(void *a) { __atomic_store_n(&w, 1, 5); syscall(SYS_futex, &w, FUTEX_WAKE, 1); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (!__atomic_load_n(&w, 5)) syscall(SYS_futex, &w, FUTEX_WAIT_PRIVATE, 0, 0); r = 1; }`,
    ['w', 'r'],
  ],
  [
    'a futex that nobody wakes',
    `${futex}int w, r; int main(void) { r = syscall(SYS_futex, &w, FUTEX_WAIT_BITSET, 1, 0, 0, -1) ? errno == EAGAIN : 2; syscall(SYS_futex, &w, FUTEX_WAIT, 0, 0); r = 7; }`,
    ['r'],
  ],
  [
    'waits for a condition with two mutexes',
    `${waits}${waiter('f', 'm')} ${waiter('g', 'n')} ${main}`,
    ['go'],
  ],
  ['waits for a condition with one mutex', `${waits}${waiter('f', 'm')} ${waiter('g', 'm')} ${main}`, ['go']],
  [
    'a hazard pointer protects a block',
    `#include <genmc.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n_Atomic(int *) p; int seen;
void *f(void *a) { __VERIFIER_hp_t *hp = __VERIFIER_hp_alloc(); int *q = __VERIFIER_hp_protect(hp, &p); if (q) seen = *q; __VERIFIER_hp_free(hp); return a; }
int main(void) { pthread_t t; int *q = malloc(4); *q = 1; p = q; pthread_create(&t, 0, f, 0); atomic_store(&p, 0); __VERIFIER_hp_retire(q); pthread_join(t, 0); }`,
    ['seen'],
  ],
  [
    'the clock of a thread that may have ended',
    `#define _GNU_SOURCE\n#include <pthread.h>\n#include <time.h>\nint once; void *f(void *a) { return a; }
int main(void) { pthread_t t; clockid_t k; pthread_create(&t, 0, f, 0); once = pthread_getcpuclockid(t, &k); pthread_join(t, 0); }`,
    ['once'],
  ],
  [
    'threads that an atomic section creates',
    `int x; void add(int n) { x += n; } void spawn(int n) { x = 1; if (n) { __CPROVER_ASYNC_1: add(x + n); } x = 2; }
int main() { __CPROVER_ASYNC_1: { x = 5; } __CPROVER_atomic_begin(); spawn(__VERIFIER_nondet_bool()); spawn(x); __CPROVER_atomic_end(); x = x + 100; }`,
    ['x'],
  ],
  [
    'hints to other checkers take any arguments',
    'int x; int main(void) { __VERIFIER_loop_begin(); __VERIFIER_spin_start(); __VERIFIER_spin_end(1); x = 1; }',
    ['x'],
  ],
  [
    'numbers that are printed, and powers',
    `#include <math.h>\n#include <stdio.h>\nint n, a, b; int main(void) { char t[32]; n = snprintf(t, 32, "%+8.2f|%g", -1.005, pow(2, -20)); a = t[3]; b = t[9] + (int)pow(-3, 5); }`,
    ['n', 'a', 'b'],
  ],
  [
    'a join of one argument, and one that is assumed',
    `#include <pthread.h>\n#include <threads.h>\nint x; void *f(void *a) { x = 1; return a; } int g(void *a) { x += 2; return 0; }
int main(void) { pthread_t t; thrd_t u; pthread_create(&t, 0, f, 0); __goblint_assume_join(t); thrd_create(&u, g, 0); thrd_join(u); x *= 2; }`,
    ['x'],
  ],
  [
    'items that scanf reads',
    `#include <stdio.h>\nint n, a, b; int main(void) { int y = 7, x = 5; char c = 2; n = scanf("%d %hhu%*d %d", &x, &c, &y); a = (x == 77) + 2 * (c == 100) + 4 * (y == 9); }`,
    ['n', 'a'],
  ],
  [
    'the policies of threads whose attributes say them',
    `#include <pthread.h>\n#include <unistd.h>\nint p, q; void *f(void *a) { struct sched_param s; pthread_getschedparam(pthread_self(), &p, &s); q = sched_getscheduler(getpid()); return 0; }
int main(void) { pthread_t t; pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setschedpolicy(&a, SCHED_OTHER); pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED); pthread_create(&t, &a, f, 0); pthread_join(t, 0); }`,
    ['p', 'q'],
  ],
  [
    'a ring whose head has addresses where elements have numbers',
    `#include <stdlib.h>\n#include <sys/queue.h>\nstruct e { int v; CIRCLEQ_ENTRY(e) f; } *e; CIRCLEQ_HEAD(ring, e) h = CIRCLEQ_HEAD_INITIALIZER(h); int r;
int main(void) { for (int i = 1; i < 4; i++) { e = malloc(sizeof *e); e->v = i; CIRCLEQ_INSERT_TAIL(&h, e, f); } CIRCLEQ_FOREACH(e, &h, f) r = 10 * r + e->v; }`,
    ['r'],
  ],
];

describe.each(['sc', 'tso'] as const)('both readers, under %s', (model) => {
  it.each(programs)('%s', (_, text, observe) => expectAnswer(text, model, { observe }));
});
