// Small C programs with what they do, each about one thing the front end has to get right. Sequential ones were computed by gcc:
// `final` is what the compiled program leaves in its globals. Of concurrent ones, all final states are given per model.

import type { ModelName } from '../../../../src/execution/execution.js';

export interface KnownProgram {
  readonly name: string;
  readonly text: string;
  /** Final states as `x=1 y=2`, sorted; no findings. Absent: see `findings` or `refused`. */
  readonly final?: readonly string[];
  readonly model?: ModelName;
  /** Kinds of findings, sorted, each once. */
  readonly findings?: readonly string[];
  /** Globals to look at; all integers if absent. */
  readonly observe?: readonly string[];
  /** Loops that only wait become assumes. */
  readonly spinAssume?: true;
}

const main = (body: string, globals = 'int x, y;'): string =>
  `${globals}\nint main(void) {\n${body}\n  return 0;\n}\n`;

const threads = (
  globals: string,
  bodies: readonly string[],
  { setup = '', after = '' }: { readonly setup?: string; readonly after?: string } = {},
): string => `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
${globals}
${bodies.map((body, t) => `void *f${t}(void *arg) {\n${body}\nreturn 0;\n}`).join('\n')}
int main(void) {
  pthread_t t[${bodies.length}];
  ${setup}
${bodies.map((_, t) => `  pthread_create(&t[${t}], 0, f${t}, 0);`).join('\n')}
${bodies.map((_, t) => `  pthread_join(t[${t}], 0);`).join('\n')}
  ${after}
  return 0;
}
`;

export const knownPrograms: readonly KnownProgram[] = [
  {
    name: 'assume',
    text: `void __VERIFIER_assume(int);\n${threads('int a, x;', ['a = 1;', '__VERIFIER_assume(a == 1); x = a;'])}`,
    observe: ['x'],
    final: ['x=1'],
  },
  {
    name: 'signed char to unsigned short',
    text: main('signed char c = x - 5; unsigned short s = c; y = s;'),
    final: ['x=0 y=65531'],
  },
  {
    name: 'unsigned comparison',
    text: main('unsigned a = x - 1; y = a > 5u; x = a >= 7u;'),
    final: ['x=1 y=1'],
  },
  {
    name: 'unsigned division',
    text: main('unsigned a = x - 6; y = a / 2u == 2147483645u; x = a % 7u;'),
    final: ['x=5 y=1'],
  },
  { name: 'unsigned shift', text: main('unsigned a = x - 1; y = (a >> 28) == 15u;'), final: ['x=0 y=1'] },
  { name: 'signed and unsigned together', text: main('y = x - 1 < 1u; x = x - 1 < 1;'), final: ['x=1 y=0'] },
  {
    name: 'promotion',
    text: main('unsigned char a = 200 + x, b = 100; y = a + b; x = sizeof(a + b) + (~a < 0);'),
    final: ['x=5 y=300'],
  },
  { name: 'postfix and prefix', text: main('int a = x; y = a++; x = a-- * 10 + --a;'), final: ['x=9 y=0'] },
  {
    name: 'for with continue',
    text: main('for (int i = 0; i < 4; i++) { if (i == 1) continue; y += i; x++; }'),
    final: ['x=3 y=5'],
  },
  {
    name: 'default before the cases',
    text: main('switch (x) { default: y = 7; break; case 3: y = 1; }'),
    final: ['x=0 y=7'],
  },
  {
    name: 'case range',
    text: main('for (int i = 0; i < 4; i++) switch (i - 2 + x) { case -1 ... 0: y++; }'),
    final: ['x=0 y=2'],
  },
  { name: 'counted loop', text: main('for (unsigned char i = 250; i != 2; i++) y++;'), final: ['x=0 y=8'] },
  { name: 'octal escape', text: main("y = '\\101'; x = '\\377';"), final: ['x=-1 y=65'] },
  { name: 'octal number', text: main('y = 0777;'), final: ['x=0 y=511'] },
  {
    name: '#if with unsigned',
    text: main('\n#if -1 < 0u\ny = 1;\n#else\ny = 2;\n#endif'),
    final: ['x=0 y=2'],
  },
  {
    name: '#if precedence',
    text: main('\n#if 6 & 2 == 2\ny = 1;\n#else\ny = 2;\n#endif'),
    final: ['x=0 y=2'],
  },
  {
    name: 'enumerators',
    text: main('enum { A, B = 7, C, D = -1, E }; y = A + C; x = E;'),
    final: ['x=0 y=8'],
  },
  {
    name: 'designators',
    text: main('int a[5] = {[1] = 4, 5, [0] = 3}; y = a[0] * 100 + a[1] * 10 + a[2]; x = a[4];'),
    final: ['x=0 y=345'],
  },
  {
    name: 'short circuit',
    text: main('x = x && y++; x = x == 0 || y++; if (x && (y += 3)) x = 9;'),
    final: ['x=9 y=3'],
  },
  {
    name: 'constant condition',
    text: main('static int a[(1 ? 2 : 3)]; y = sizeof a / sizeof *a;'),
    observe: ['x', 'y'],
    final: ['x=0 y=2'],
  },
  {
    name: 'recursion',
    text: `int y;\nstatic int f(int n) { return n <= 1 ? 1 : n * f(n - 1); }\n${main('y = f(4);', '')}`,
    final: ['y=24'],
  },
  { name: 'goto back', text: main('int i = 0; again: y += i; if (++i < 4) goto again;'), final: ['x=0 y=6'] },
  {
    name: 'static local',
    text: `int y;\nstatic int f(void) { static int n = 4; return n++; }\n${main('f(); f(); y = f();', '')}`,
    observe: ['y'],
    final: ['y=6'],
  },
  {
    name: 'macro arguments',
    text: `#define ONE 1\n#define CAT(a, b) a##b\n#define TWICE(a) ((a) + (a))\n${main('int ONE1 = 5; y = TWICE(x + 1) + CAT(ONE, 1);')}`,
    final: ['x=0 y=7'],
  },
  {
    name: 'struct copy',
    text: main('struct s { int a, b[2]; } p = {1, {2, 3}}, q; q = p; p.b[1] = 9; y = q.a + q.b[1];'),
    final: ['x=0 y=4'],
  },
  {
    name: 'pointer difference',
    text: main('int a[5]; int *p = a + 4, *q = &a[1]; y = p - q; x = q < p;'),
    final: ['x=1 y=3'],
  },
  {
    name: 'address of the end',
    text: main('int a[3] = {1, 2, 3}; for (int *p = a; p != &a[3]; p++) y += *p;'),
    final: ['x=0 y=6'],
  },
  {
    name: 'address beyond the end',
    text: main('int a[3] = {1, 2, 3}; int *p = &a[4]; y = p != a;'),
    findings: ['out-of-bounds'],
  },
  {
    name: 'index beyond the end',
    text: main('int a[3] = {1, 2, 3}; y = a[x + 3];'),
    findings: ['out-of-bounds'],
  },
  { name: 'division by zero', text: main('y = 1 / x;'), findings: ['division-by-zero'] },
  {
    name: 'nondet up to an unsigned bound',
    text: `unsigned __VERIFIER_nondet_uint(void); void __VERIFIER_assume(int);\nunsigned y;\n${main('unsigned n = __VERIFIER_nondet_uint(); __VERIFIER_assume(n <= 3u); y = n;', '')}`,
    final: ['y=0', 'y=1', 'y=2', 'y=3'],
  },
  {
    name: 'nondet below an unsigned bound',
    text: `unsigned __VERIFIER_nondet_uint(void); void __VERIFIER_assume(int);\nunsigned y;\n${main('unsigned n = __VERIFIER_nondet_uint(); __VERIFIER_assume(n < 3u); y = n;', '')}`,
    final: ['y=0', 'y=1', 'y=2'],
  },
  {
    name: 'nondet between signed bounds',
    text: `int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);\nint y;\n${main('int n = __VERIFIER_nondet_int(); __VERIFIER_assume(-2 < n && n <= 1); y = n;', '')}`,
    final: ['y=-1', 'y=0', 'y=1'],
  },
  {
    name: 'fetch and its results',
    text: `int a = 5, x, y;\n${main('x = __atomic_fetch_add(&a, 2, __ATOMIC_RELAXED); y = __atomic_sub_fetch(&a, 3, __ATOMIC_SEQ_CST);', '')}`,
    final: ['a=4 x=5 y=4'],
  },
  {
    name: 'failed compare-exchange',
    text: `#include <stdatomic.h>\natomic_int a = 5; int x, y;\n${main('int e = 4; x = atomic_compare_exchange_strong(&a, &e, 9); y = e;', '')}`,
    final: ['a=5 x=0 y=5'],
  },
  {
    name: 'publication by a release store',
    model: 'pso',
    text: threads('int d, r; atomic_int f;', [
      'd = 1; atomic_store_explicit(&f, 1, memory_order_release);',
      'if (atomic_load_explicit(&f, memory_order_acquire)) r = d + 1; else r = 5;',
    ]),
    observe: ['r'],
    final: ['r=2', 'r=5'],
  },
  {
    name: 'publication by a seq_cst store',
    model: 'pso',
    text: threads('int d, r; atomic_int f;', ['d = 1; f = 1;', 'if (f) r = d + 1; else r = 5;']),
    observe: ['r'],
    final: ['r=2', 'r=5'],
  },
  {
    name: 'seq_cst stores and loads',
    model: 'tso',
    text: threads('atomic_int a, b; int x, y;', ['a = 1; x = b;', 'b = 1; y = a;']),
    observe: ['x', 'y'],
    final: ['x=0 y=1', 'x=1 y=0', 'x=1 y=1'],
  },
  {
    name: 'relaxed stores',
    model: 'tso',
    text: threads('atomic_int a, b; int x, y;', [
      'atomic_store_explicit(&a, 1, memory_order_relaxed); x = b;',
      'atomic_store_explicit(&b, 1, memory_order_relaxed); y = a;',
    ]),
    observe: ['x', 'y'],
    final: ['x=0 y=0', 'x=0 y=1', 'x=1 y=0', 'x=1 y=1'],
  },
  {
    name: 'release read-modify-write',
    model: 'pso',
    text: threads('int d, r, f;', [
      'd = 1; __atomic_fetch_add(&f, 1, __ATOMIC_ACQ_REL);',
      'if (__atomic_load_n(&f, __ATOMIC_ACQUIRE)) r = d + 1; else r = 5;',
    ]),
    observe: ['r'],
    final: ['r=2', 'r=5'],
  },
  {
    name: 'trylock is a fence',
    model: 'tso',
    text: threads(
      'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; int a, b, x, y;',
      ['a = 1; pthread_mutex_trylock(&m); x = b;', 'b = 1; pthread_mutex_trylock(&n); y = a;'],
    ),
    observe: ['x', 'y'],
    final: ['x=0 y=1', 'x=1 y=0', 'x=1 y=1'],
  },
  {
    name: 'trylock comes after what is before it',
    model: 'pso',
    text: threads('pthread_spinlock_t m; int a, x = 9;', [
      'a = 1; pthread_spin_trylock(&m);',
      'if (pthread_spin_trylock(&m)) x = a;',
    ]),
    observe: ['x'],
    final: ['x=1', 'x=9'],
  },
  {
    name: 'trylock fails',
    text: threads('pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int a;', [
      'if (pthread_mutex_trylock(&m) == 0) a++;',
      'if (pthread_mutex_trylock(&m) == 0) a++;',
    ]),
    observe: ['a'],
    final: ['a=1'],
  },
  {
    name: 'one signal for three waiters',
    text: `#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int waiting, woken;
#define WAITER(n) void *w##n(void *a) { pthread_mutex_lock(&m); waiting++; pthread_cond_wait(&c, &m); if (!woken) woken = n; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m); return 0; }
WAITER(1) WAITER(2) WAITER(3)
void __VERIFIER_assume(int);
int first;
int main(void) {
  pthread_t a, b, d;
  pthread_create(&a, 0, w1, 0); pthread_create(&b, 0, w2, 0); pthread_create(&d, 0, w3, 0);
  pthread_mutex_lock(&m);
  __VERIFIER_assume(waiting == 3);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  __VERIFIER_assume(woken != 0);
  first = woken;
  pthread_mutex_unlock(&m);
  pthread_join(a, 0); pthread_join(b, 0); pthread_join(d, 0);
  return 0;
}
`,
    observe: ['first'],
    final: ['first=1', 'first=2', 'first=3'],
  },
  {
    name: 'a signal that the wrong waiter takes',
    text: `#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int first, second;
void *a(void *p) { pthread_mutex_lock(&m); while (!first) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; }
void *b(void *p) { pthread_mutex_lock(&m); while (!second) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, a, 0); pthread_create(&t, 0, b, 0);
  pthread_mutex_lock(&m); first = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
  pthread_join(s, 0);
  pthread_mutex_lock(&m); second = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
`,
    findings: ['deadlock'],
  },
  {
    name: 'a broadcast wakes all',
    text: threads(
      'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go, n;',
      [
        'pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); n++; pthread_mutex_unlock(&m);',
        'pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); n++; pthread_mutex_unlock(&m);',
        'pthread_mutex_lock(&m); go = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);',
      ],
    ),
    observe: ['n'],
    final: ['n=2'],
  },
  {
    name: 'a waiter has the mutex again',
    text: threads(
      'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go, n;',
      [
        'pthread_mutex_lock(&m); if (!go) pthread_cond_wait(&c, &m); n++; pthread_mutex_unlock(&m);',
        'pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); n++; n++; pthread_mutex_unlock(&m);',
      ],
    ),
    observe: ['n'],
    final: ['n=3'],
  },
  {
    name: 'lock and unlock',
    text: threads('pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int n;', [
      'pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);',
      'pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m);',
    ]),
    observe: ['n'],
    final: ['n=2'],
  },
  {
    name: 'thread argument on the stack',
    text: `#include <pthread.h>\nint y;\nvoid *f(void *p) { *(int *)p += 4; return 0; }\nint main(void) { int a = 3; pthread_t t; pthread_create(&t, 0, f, &a); pthread_join(t, 0); y = a; return 0; }\n`,
    final: ['y=7'],
  },
  {
    name: 'thread result',
    text: `#include <pthread.h>\nint y;\nvoid *f(void *p) { return (void *)((long)p * 2); }\nint main(void) { void *r; pthread_t t; pthread_create(&t, 0, f, (void *)21); pthread_join(t, &r); y = (long)r; return 0; }\n`,
    final: ['y=42'],
  },
  {
    name: 'rounds that count',
    spinAssume: true,
    text: threads('volatile int f; int x;', ['int n = 0; while (!f && n < 2) n++; x = n;', 'f = 1;']),
    observe: ['x'],
    final: ['x=0', 'x=1', 'x=2'],
  },
  {
    name: 'an outer loop goes on from a loop that waits',
    spinAssume: true,
    text: threads('volatile int f, g; int x;', [
      'int a = 5, n = 0; again: x = a; if (n++ < 1) for (;;) { if (g) goto again; a = f; if (a == 2) break; }',
      'f = 1; g = 1;',
    ]),
    observe: ['x'],
    final: ['x=0', 'x=1', 'x=5'],
  },
  {
    name: 'an exchange that changes what it finds',
    spinAssume: true,
    text: threads('#include <stdatomic.h>\natomic_int x; int y;', [
      'while (atomic_exchange(&x, 2) != 1) ;',
      'y = x; x = 1;',
    ]),
    observe: ['y'],
    final: ['y=0', 'y=2'],
  },
  {
    name: 'an effect in a loop in a loop',
    spinAssume: true,
    text: threads('#include <stdatomic.h>\natomic_int x, f; int y;', [
      'for (;;) { if (f) break; while (atomic_exchange(&x, 2) == 0) ; }',
      'y = x; f = 1;',
    ]),
    observe: ['y'],
    final: ['y=0', 'y=2'],
  },
  {
    name: 'a counter that is read after its loop',
    spinAssume: true,
    text: threads('volatile int k; int x;', ['int m = k, n = 0; while (n < m) n++; x = n;', 'k = 2;']),
    observe: ['x'],
    final: ['x=0', 'x=2'],
  },
  {
    name: 'a part of a word is filled',
    text: `#include <string.h>\n${main('u = 0x11111111; memset(&u, 255, 2); x = u == 0x1111ffff;', 'unsigned u; int x;')}`,
    observe: ['x'],
    final: ['x=1'],
  },
  {
    name: 'a part of a register',
    text: `#include <string.h>\n${main('unsigned u = 0x01020304; unsigned char c; memcpy(&c, (char *)&u + 2, 1); x = c;', 'int x;')}`,
    final: ['x=2'],
  },
  {
    name: 'an atomic subtraction',
    text: threads('atomic_int n = 5;', ['atomic_fetch_sub(&n, 2);', 'atomic_fetch_sub(&n, 1);']),
    observe: ['n'],
    final: ['n=2'],
  },
  {
    name: 'a local that one path writes',
    text: `int __VERIFIER_nondet_bool(void);\n${main('int a; if (__VERIFIER_nondet_bool()) a = 1; if (a == 1) x = 1;')}`,
    findings: ['uninitialised-read'],
  },
  {
    name: 'variables of threads',
    text: threads('_Thread_local int v; int y;', ['v = 1;', 'y = v;']),
    observe: ['y'],
    final: ['y=0'],
  },
  {
    name: 'a wait that ends by itself',
    text: threads(
      'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;',
      ['pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); assert(0); pthread_mutex_unlock(&m);'],
    ),
    findings: ['assertion', 'deadlock'],
  },
];
