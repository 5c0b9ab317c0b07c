// Programs written for other checkers: CBMC's threads, the headers of GenMC, Dartagnan and CDSChecker, clang's
// builtins, and C that gcc only warns about.

import { describe, expect, it } from 'vitest';
import type { ModelName } from '../../../../src/execution/execution.js';
import { reasonOfCut } from '../../../../src/program/cut.js';
import { cutText, unknownFunctionsLine } from '../../../../src/report/notes.js';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { diagnosticOf, findings, parse, run, states } from '../run.js';

const engine = await SymbolicEngine.start();

describe('expressions of CBMC', () => {
  it('classify numbers, and say whether arithmetic overflows', () => {
    const said = [
      '__CPROVER_isnand(d - d + 0 * (1 / z)) && !__CPROVER_isnanf(f)',
      '__CPROVER_isinfd(1 / z) && __CPROVER_isfinitef(f) && !__CPROVER_isfinited(1 / z)',
      '__CPROVER_isnormald(d) && !__CPROVER_isnormald(z) && __CPROVER_signd(-d) && !__CPROVER_signf(f)',
      '__CPROVER_overflow_plus(n, 1) && !__CPROVER_overflow_plus(n, 1L) && !__CPROVER_overflow_minus(n, 1)',
      '__CPROVER_overflow_mult(n, 2) && __CPROVER_overflow_unary_minus(-n - 1) && !__CPROVER_overflow_unary_minus(n)',
    ];
    const text = `int all, n = 2147483647; double d = 1.5, z = 0; float f = 2; int main() { all = ${said.map((e, i) => `((${e}) ? ${1 << i} : 0)`).join(' | ')}; }`;
    expect(states(text, 'sc', { observe: ['all'] })).toEqual([`all=${(1 << said.length) - 1}`]);
  });

  it('speak of the largest numbers', () => {
    const said = [
      '__CPROVER_saturating_plus(n, 1) == n && __CPROVER_saturating_minus(-2, n) == -n - 1 && __CPROVER_saturating_plus(n, -1) == n - 1',
      '__CPROVER_saturating_minus(1u, 2u) == 0 && __CPROVER_saturating_plus(-1ul, 1ul) == -1ul && __CPROVER_saturating_minus(5l, 2l) == 3',
      '__builtin_rotateleft8(0x81, 1) == 3 && __builtin_rotateright16(1, 1) == 0x8000 && __builtin_rotateleft32(5, 0) == 5 && __builtin_rotateright64(1, 65) == 1ul << 63',
      '__builtin_bitreverse8(1) == 128 && __builtin_bitreverse16(2) == 0x4000 && __builtin_bitreverse32(5) == 0xa0000000 && __builtin_bitreverse64(1) == 1ul << 63',
    ];
    const text = `int all; enum e { none, two = 2 }; int main() { int a[4], b[4] = { 1, 2, 3, 4 }, c[2] = { 9, 8 }, n = 2147483647; enum e e = two;
${said.map((e, i) => `all |= (${e}) ? ${1 << i} : 0;`).join('\n')} }`;
    expect(states(text)).toEqual([`all=${(1 << said.length) - 1}`]);
  });

  it('unreachable() is a failure, unless the program has a function of that name', () => {
    expect(findings('#include <stddef.h>\nint main() { unreachable(); }')).toEqual([
      'assertion 2: unreachable()',
    ]);
    expect(
      states(
        '#include <stddef.h>\nint n; static void unreachable(void) { n = 1; } int main() { unreachable(); }',
      ),
    ).toEqual(['n=1']);
  });

  it('have arrays without an end, of which the beginning is looked at', () => {
    const text = `int a[__CPROVER_constant_infinity_uint]; unsigned nondet_uint();
int main() { unsigned i = nondet_uint(); a[i] = 3; __CPROVER_assert(a[i] == 3, "kept"); __CPROVER_assert(i != 5, "reached"); }`;
    expect(findings(text)).toEqual(['assertion 2: reached']);
    expect(run(text).cutLoops.length).toBe(1);
  });

  it('promises of functions and loops are not checked', () => {
    const text = `int x; int f(int n) __CPROVER_requires(n > 5) __CPROVER_ensures(__CPROVER_return_value == 9) __CPROVER_assigns(x, *p)
{ int i = 0; while (i < n) __CPROVER_assigns(i, x) __CPROVER_loop_invariant(0 <= i && i <= n) __CPROVER_decreases(n - i) { x++; i++; } return i; }
int main() { f(2); }`;
    expect(states(text)).toEqual(['x=2']);
  });

  it('are refused where they quantify', () => {
    expect(diagnosticOf('int x; int main() { x = __CPROVER_forall { int i; i < 5 }; }')).toMatchObject({
      message: 'a quantifier is not supported',
      hint: 'a loop can state it',
    });
  });
});

describe('arrays without values, in programs for CBMC', () => {
  const chosen = 'int a[3]; unsigned y, z; __CPROVER_assume(y < 3 && z < 3);';

  it('have any, and keep them, whichever element is read', () => {
    const text = `int main() { ${chosen} int v = a[y]; __CPROVER_assert(a[y] == v && (y != z || a[z] == v), "kept");
a[z] = 7; __CPROVER_assert(a[z] == 7 && (y == z || a[y] == v), "but for what is stored"); }`;
    expect(findings(text)).toEqual([]);
    expect(engine.findings(parse(text), { model: 'sc', unroll: 8 }).findings).toEqual([]);
  });

  it('have any that they may have', () => {
    expect(findings(`int main() { ${chosen} __CPROVER_assert(a[y] != 42 || a[z] != 43, "any"); }`)).toEqual([
      'assertion 1: any',
    ]);
  });
});

describe('__CPROVER_ASYNC_n', () => {
  it('starts a thread at each such label, whatever its name', () => {
    const text = `int x; void add(int n) { __CPROVER_atomic_begin(); x += n; __CPROVER_atomic_end(); }
int main() { __CPROVER_ASYNC_1: add(1); __CPROVER_ASYNC_1: add(2); __CPROVER_ASYNC_2: { x = 7; } return 0; }`;
    expect(parse(text).threads.map(({ name }) => name)).toEqual(['main', 'add/1', 'add/2', 'async']);
  });

  it('has the store buffers of a thread', () => {
    const text = `int x, y, a = 2, b = 2; int main() { __CPROVER_ASYNC_1: x = 1, a = y; y = 1; b = x;
__CPROVER_assume(a != 2); __CPROVER_assert(a || b, ""); }`;
    expect(findings(text, 'sc')).toEqual([]);
    expect(findings(text, 'tso')).toEqual(['assertion 2: assertion fails']);
  });

  it('gives it the values of locals, and shares what has an address', () => {
    const text = `int seen, shared; void use(int *p) { shared = *p; }
int main() { int n = 4, m = 1; int *p = &m; { __CPROVER_ASYNC_1: { n += 1; seen = n; } } n = 9;
__CPROVER_ASYNC_2: use(p); __CPROVER_assume(seen != 0 && shared != 0); seen += n * 100; }`;
    expect(states(text)).toEqual(['seen=905 shared=1']);
  });

  it('leaves a local without a value that had none', () => {
    const text = `int main() { int a, b; if (nondet_int()) b = 3;
__CPROVER_ASYNC_1: { if (a == 5) __CPROVER_assert(0, "any"); if (b == 3) __CPROVER_assert(0, "set"); if (b == 4) __CPROVER_assert(0, "unset"); } }`;
    expect(findings(text)).toEqual(['assertion 2: any', 'assertion 2: set', 'assertion 2: unset']);
    expect(findings('int main() { int a; __CPROVER_ASYNC_1: a = 2; }')).toEqual([]);
  });

  it('gives a local without a value one that it keeps, in all rounds of a loop', () => {
    const text = `int a[2], n; int main() { _Bool q, r; __CPROVER_assume(n == 0);
while (nondet_bool()) { r = q; a[n % 2] = q; n++; } if (n) { __CPROVER_assert(q == r, "kept"); __CPROVER_assert(q == a[(n - 1) % 2], "kept"); }
__CPROVER_assert(!q, "any"); }`;
    expect(findings(text, 'sc', { unroll: 2 })).toEqual(['assertion 3: any']);
  });

  it('gives a double without a value any', () => {
    const text = 'int main() { double d; __CPROVER_assume(d == 1.5); __CPROVER_assert(d * 2 != 3, "any"); }';
    const { findings: found } = engine.findings(parse(text), { model: 'sc', unroll: 8 });
    expect(found.map(({ finding }) => finding.message)).toEqual(['any']);
  });

  it('of its own names: a choice has the type it is declared with', () => {
    const text = `unsigned char nondet_level(void); unsigned __VERIFIER_nondet_flags(); int a, b;
int main() { unsigned char l = nondet_level(); a = l > 254; unsigned f = __VERIFIER_nondet_flags(); b = f > 0x80000000; }`;
    expect(states(text)).toEqual(['a=0 b=0', 'a=0 b=1', 'a=1 b=0', 'a=1 b=1']);
    expect(
      diagnosticOf('struct s { int a; } nondet_place(void); int main() { nondet_place(); }').message,
    ).toBe('the function nondet_place is not supported');
  });

  it('may be left by return, but not by goto', () => {
    expect(states('int x; int main() { __CPROVER_ASYNC_1: { x = 1; return; x = 2; } }')).toContain('x=1');
    expect(diagnosticOf('int main() { __CPROVER_ASYNC_1: goto out; out: ; }').message).toContain(
      'no label out',
    );
  });

  it('that starts itself is bounded like recursion, and so is pthread_create', () => {
    const text = 'int x; void f() { x = 1; __CPROVER_ASYNC_1: f(); } int main() { f(); }';
    expect(parse(text, { unroll: 2 }).threads).toHaveLength(4);
    const pthread = `#include <pthread.h>
void *f(void *a) { pthread_create(0, 0, f, 0); return 0; } int main() { pthread_create(NULL, 0, f, 0); }`;
    expect(parse(pthread, { unroll: 2 }).threads).toHaveLength(4);
  });
});

describe('headers of other checkers', () => {
  it('GenMC: threads, hints and optional blocks', () => {
    const text = `#include <genmc.h>
#include <stdatomic.h>
atomic_int x; int r;
void *f(void *a) {
  int old = __VERIFIER_speculative_read(atomic_load(&x););
  __VERIFIER_helping_CAS(atomic_compare_exchange_strong(&x, &old, 5););
  __VERIFIER_optional(r = 9);
  return a;
}
int main() { __VERIFIER_thread_t t = __VERIFIER_spawn(f, (void *)3); r = (long)__VERIFIER_join(t); return 0; }`;
    expect(states(text)).toEqual(['x=5 r=3']);
  });

  const hazard = (use: string): string => `#include <genmc.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(int *) p; int seen;
void *reader(void *a) { __VERIFIER_hp_t *hp = __VERIFIER_hp_alloc(); int *q = ${use}; if (q) seen = *q; return a; }
int main() { pthread_t t; int *q = malloc(4); *q = 1; p = q; pthread_create(&t, 0, reader, 0);
  atomic_store(&p, 0); __VERIFIER_hp_retire(q); pthread_join(t, 0); return 0; }`;

  it.each(['sc', 'tso'] as const)('GenMC: what a hazard pointer protects is not freed (%s)', (model) => {
    expect(findings(hazard('__VERIFIER_hp_protect(hp, &p)'), model)).toEqual([]);
    expect(findings(hazard('atomic_load(&p)'), model).join()).toContain('use-after-free');
  });

  const pairs = (body: string): string => `#include <genmc.h>
int n; void *w(void *a) { for (int i = 0; i < 5; i++) { ${body} n++; } return a; }
int main() { pthread_t t; pthread_create(&t, 0, w, 0); pthread_join(t, 0); return 0; }`;

  it.each(['sc', 'tso', 'pso'] as const)('GenMC: a hazard pointer is given back (%s)', (model) => {
    const freed = pairs('__VERIFIER_hp_t *hp = __VERIFIER_hp_alloc(); __VERIFIER_hp_free(hp);');
    expect(run(freed, model)).toMatchObject({ findings: [], cutLoops: [], outcomes: [[5]] });
    const last = `__VERIFIER_hp_t *a = __VERIFIER_hp_alloc(), *b = __VERIFIER_hp_alloc(); if (a == b) *(int *)0 = 1;
      __VERIFIER_hp_free(a); a = __VERIFIER_hp_alloc(); if (a == b) *(int *)0 = 1; __VERIFIER_hp_free(b); __VERIFIER_hp_free(a);`;
    expect(run(pairs(last), model)).toMatchObject({ findings: [], cutLoops: [], outcomes: [[5]] });
  });

  it('GenMC: more hazard pointers than diptych has are a bound', () => {
    const text = pairs('__VERIFIER_hp_alloc();');
    const { findings: found, cutLoops, outcomes } = run(text);
    expect([found, outcomes]).toEqual([[], []]);
    expect(cutLoops.map((loop) => reasonOfCut(parse(text), loop))).toEqual([
      { kind: 'limit', most: '4 hazard pointers in each thread' },
    ]);
  });

  it('Dartagnan, ESBMC, CSeq: names of their own for what others have', () => {
    const text = `#include <dat3m.h>
int x, y; _Bool __DAT3M_CAS();
int main(void) {
  int n = __CSEQ_nondet_int();
  __CSEQ_assume(n == 1);
  __DAT3M_assume(__DAT3M_nondet_bool());
  if (!__DAT3M_CAS(&x, 3, 7, __ATOMIC_ACQ_REL) && __DAT3M_CAS(&x, 0, 5, __ATOMIC_ACQ_REL)) y += n;
  __ESBMC_really_atomic_begin(); y += 2; __ESBMC_really_atomic_end();
  __CSEQ_atomic_begin(); y += __VERIFIER_racy_read(&x); __CSEQ_atomic_end();
  __VERIFIER_racy_write(&x, 6);
  __ESBMC_switch_thread(); __ESBMC_unroll(3); __VERIFIER_yield();
  __CSEQ_assert(__ESBMC_get_thread_id() == 0);
}`;
    expect(states(text)).toEqual(['x=6 y=8']);
    expect(findings(text)).toEqual([]);
  });

  it('the kernel: whether a spin lock is taken, operations on longs', () => {
    const text = `#include <lkmm.h>
spinlock_t lock; long x; int y;
int main(void) {
  y = spin_is_locked(&lock);
  spin_lock(&lock); y += 2 * spin_is_locked(&lock); spin_unlock(&lock);
  y += 10 * (xchg_long(&x, 3) + cmpxchg_long_acquire(&x, 3, 4)) + atomic_add_fetch_explicit(&y, 0, memory_order_relaxed);
}`;
    expect(states(text)).toContain('x=4 y=34');
  });

  it('Dartagnan: a bound for the loop that follows', () => {
    const text = `#include <dat3m.h>
int n = 20, x; int main() { int i = 0; __VERIFIER_loop_bound(21); while (i < n) { i++; } x = i; await_while (x != 20) ; }`;
    expect(states(text, 'sc', { unroll: 3 })).toEqual(['n=20 x=20']);
  });

  it('CDSChecker: user_main, thrd_join of one argument, accesses that are not atomic', () => {
    const text = `#include <threads.h>
#include "librace.h"
#include "model-assert.h"
int x; static void f(void *a) { store_32(&x, 7); }
int user_main(int argc, char **argv) { thrd_t t; thrd_create(&t, (thrd_start_t)&f, 0); thrd_join(t);
  MODEL_ASSERT(load_32(&x) == 7); return 0; }`;
    expect(states(text)).toEqual(['x=7']);
    expect(findings(text)).toEqual([]);
  });

  const kernel = (fence: string): string => `#include <lkmm.h>
int x, y, a = 2; atomic_t n = ATOMIC_INIT(1); DEFINE_SPINLOCK(l);
void *f(void *u) { WRITE_ONCE(x, 1); ${fence}; a = READ_ONCE(y); spin_lock(&l); atomic_inc(&n); spin_unlock(&l); return 0; }
int main() { pthread_t t; pthread_create(&t, 0, f, 0); WRITE_ONCE(y, 1); smp_mb(); int b = READ_ONCE(x);
  pthread_join(t, 0); __VERIFIER_assert(a || b); __VERIFIER_assert(READ_ONCE(n) == 2);
  __VERIFIER_assert(atomic_cmpxchg(&n, 2, 5) == 2 && atomic_add_return(3, &n) == 8 && xchg(&x, 4) == 1); }`;

  it('the kernel’s functions', () => {
    expect(findings(kernel('smp_mb()'), 'tso')).toEqual([]);
    expect(findings(kernel('smp_wmb()'), 'tso')).toHaveLength(1);
  });
});

describe('both engines', () => {
  it.each([
    [
      'a choice in an atomic section',
      'int x; int main() { __CPROVER_ASYNC_1: { x = 5; } __VERIFIER_atomic_begin(); if (x == 5 && __VERIFIER_nondet_bool()) x = 6; __VERIFIER_atomic_end(); }',
    ],
    [
      'an atomic section that ends on several ways',
      `int x; void out(void) { __VERIFIER_atomic_begin(); if (x & 1) { x += 4; __VERIFIER_atomic_end(); } else { x *= 3; __VERIFIER_atomic_end(); x += 16; } }
      int in(int c) { __VERIFIER_atomic_begin(); if (x == c) { __VERIFIER_atomic_end(); return 1; } x = x + 1; __VERIFIER_atomic_end(); return 0; }
      int main() { __CPROVER_ASYNC_1: { if (!in(2)) out(); } if (in(1)) x = 64; else out(); }`,
    ],
    [
      'an atomic section with jumps inside of it',
      `int x; int in(int c) { __VERIFIER_atomic_begin(); int r = 0; if (x == c) goto out; r = x; again: x = x + 1; if (x < 3) goto again; out: x = x * 2; __VERIFIER_atomic_end(); return r; }
      int main() { __CPROVER_ASYNC_1: { if (!in(2)) x = 8; } if (in(1)) x = 64; else in(3); }`,
    ],
    [
      'threads that an atomic section creates',
      `int x; void add(int n) { x += n; } void spawn(int n) { x = 1; if (n) { __CPROVER_ASYNC_1: add(x + n); } x = 2; }
       int main() { __CPROVER_ASYNC_1: { x = 5; } __CPROVER_atomic_begin(); spawn(__VERIFIER_nondet_bool()); spawn(x); __CPROVER_atomic_end(); x = x + 100; }`,
    ],
    [
      'locks and semaphores that an atomic section takes',
      `#include <pthread.h>
       #include <semaphore.h>
       int x; static pthread_mutex_t a, b; static sem_t s;
       void both(int n) { __VERIFIER_atomic_begin(); pthread_mutex_lock(&a); pthread_mutex_lock(&b); x = x * 3 + n; pthread_mutex_unlock(&b);
         pthread_mutex_unlock(&a); __VERIFIER_atomic_end(); }
       int main() { sem_init(&s, 0, 0); __CPROVER_ASYNC_1: both(1); __CPROVER_ASYNC_1: { __VERIFIER_atomic_begin(); sem_wait(&s); x += 5; __VERIFIER_atomic_end(); }
         pthread_mutex_lock(&b); x = 7; sem_post(&s); x = x + 2; pthread_mutex_unlock(&b); }`,
    ],
    [
      'threads with copies',
      'int x; int main() { int i = 1; __CPROVER_ASYNC_1: x = x + i; i = 3; __CPROVER_ASYNC_1: x = x + i; x = x + 10; }',
    ],
  ])('agree on %s', (_, text) => {
    for (const model of ['sc', 'tso'] satisfies ModelName[]) {
      const { outcomes } = engine.outcomes(parse(text), { model, unroll: 8 });
      expect(outcomes.map(([x]) => `x=${x}`).sort()).toEqual(states(text, model));
    }
  });
});

describe('known bounds', () => {
  const counted = (limit: string, more = '') => `#include <pthread.h>
#include <assert.h>
int n = 12, i, x; static int calls; pthread_t t[2];
void *w(void *a) { __sync_fetch_and_add(&x, 1); return a; }
int main() { int most = 12, y = 0; ${more}
  for (i = 0; i < ${limit}; i++) y += i;
  for (i = 0; i < 2; i++) pthread_create(&t[i], 0, w, 0);
  for (i = 0; i < 2; i++) pthread_join(t[i], 0);
  for (i = 0; i < 20; i++) calls++;
  assert(x == 2 && y == 66 && i == 20 && calls == 20); }`;
  it.each([
    [counted('12'), 0],
    [counted('n'), 0],
    [counted('most'), 0],
    [counted('n', 'most = x;'), 0],
    [counted('n', 'n = 12;'), 0],
    // The other threads write it, but they have not started yet.
    [counted('n', 'n = x + 12;'), 0],
    [counted('n', 'int *p = &n;'), 0],
    [counted('most', 'most = x + 12;'), 0],
    [counted('n', 'int __VERIFIER_nondet_int(void); if (__VERIFIER_nondet_int()) n = 13, y = -12;'), 1],
    [counted('12', 'int *p = &i;'), 0],
  ])('of loops over globals of main: %#', (text, cut) => {
    const seen = run(text);
    const solved = engine.findings(parse(text), { model: 'sc', unroll: 8 });
    for (const { findings: found, cutLoops } of [seen, solved])
      expect([found.map(({ finding }) => finding.kind), cutLoops.length > 0]).toEqual([[], cut > 0]);
    if (cut === 0) expect(states(text)).toEqual(['n=12 i=20 x=2 calls=20']);
  });

  it('leaves what another thread reads in memory', () => {
    const text = `#include <pthread.h>
int i, seen; void *w(void *a) { seen = i; return a; }
int main() { pthread_t t; pthread_create(&t, 0, w, 0); for (i = 0; i < 2; i++) ; pthread_join(t, 0); }`;
    expect(states(text)).toEqual(['i=2 seen=0', 'i=2 seen=1', 'i=2 seen=2']);
  });

  it('of a block whose size is any: larger ones than there is room for are left out', () => {
    const text = `#include <stdlib.h>
int x; int main() { unsigned n = __VERIFIER_nondet_uchar(); char *p = malloc(n * 4096UL + 1); *p = 3; x = *p; }`;
    const seen = run(text);
    expect([seen.outcomes, seen.findings, seen.cutLoops.map(({ at }) => at?.line)]).toEqual([[[3]], [], [2]]);
  });

  it.each([1, 2, 3])('of a block whose size is chosen: as many objects as --unroll %s says', (unroll) => {
    const text = `#include <stdlib.h>
struct s { long a, b, c; }; int n; int main() { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 0 && n != 2);
struct s *p = malloc(n * sizeof(struct s)); p[n - 1].c = n; n = p[n - 1].c; free(p); }`;
    const seen = run(text, 'sc', { unroll });
    const solved = engine.outcomes(parse(text, { unroll }), { model: 'sc', unroll });
    expect(seen.outcomes).toEqual([[1], [3]].slice(0, unroll < 3 ? 1 : 2));
    expect(solved.outcomes.map(String).sort()).toEqual(seen.outcomes.map(String));
    expect(seen.findings).toEqual([]);
    for (const { cutLoops } of [seen, solved]) expect(cutLoops.map(({ at }) => at?.line)).toEqual([3]);
    const kept = `#include <stdlib.h>
int size; void set(int n) { size = n; } int main() { set(1000); int *p = malloc(size); p[249] = 1; __VERIFIER_assert(p[249]); }`;
    expect(run(kept, 'sc', { unroll })).toMatchObject({ findings: [], cutLoops: [], outcomes: [[1000]] });
  });

  it.each([
    ['if (x) reach_error(); pthread_join(t[0], 0);', [6]],
    ['y = 1; pthread_join(t[N - 1], 0); reach_error();', [4]],
    ['y = 1; pthread_join(t[700], 0); reach_error();', [4]],
    ['y = 1; for (int i = 0; i < N; i++) pthread_join(t[i], 0); reach_error();', [4]],
    ['pthread_join(t[0], 0); pthread_join(t[1], 0); if (x != 2) reach_error();', []],
  ])('of a loop that creates threads: those left out stay where they begin: %s', (then, lines) => {
    const text = `#include <pthread.h>
#define N 5000
void reach_error(); int x, y; pthread_mutex_t m;
void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); if (y) reach_error(); return 0; }
int main() { pthread_t t[N]; for (int i = 0; i < N; i++) pthread_create(&t[i], 0, f, 0);
${then} }`;
    const asked = parse(text, { unroll: 2 });
    const seen = run(text, 'sc', { unroll: 2 });
    const solved = engine.findings(asked, { model: 'sc', unroll: 2 });
    expect(asked.threads).toHaveLength(4);
    for (const { findings: found, cutLoops } of [seen, solved]) {
      expect([...new Set(found.map(({ finding }) => finding.at?.line))]).toEqual(lines);
      expect(cutLoops.some(({ at }) => at?.line === 5)).toBe(true);
    }
  });

  it('of abort in a program that calls what it does not declare', () => {
    const text = (call: string) => `#include <stdlib.h>\nint main() { int n = ${call}; if (n > 2) abort(); }`;
    expect(findings(text('__VERIFIER_nondet_int()'))).toEqual([]);
    expect(findings(text('rand()')).length).toBe(1);
  });
});

describe('an atomic section', () => {
  it('may lock what is free then, and gives back only what it has', () => {
    const text = (body: string) => `#include <pthread.h>
pthread_mutex_t m; int main() { __VERIFIER_atomic_begin(); ${body} __VERIFIER_atomic_end(); }`;
    expect(findings(text('pthread_mutex_lock(&m); pthread_mutex_unlock(&m);'))).toEqual([]);
    expect(findings(text('pthread_mutex_unlock(&m);'))).toEqual([
      'misuse 2: it unlocks what it has not locked',
    ]);
  });

  it.each([
    ['__VERIFIER_assume', '__VERIFIER_assume(c == 1);'],
    ['abort', 'if (c != 1) abort();'],
    ['a lock', 'pthread_mutex_lock(&m);'],
    ['a loop that is cut', 'for (int i = 0; i < n; i++) c = i;'],
  ])('leaves nothing where it does not come to its end: %s', (_, stop) => {
    const text = (check: string) => `#include <pthread.h>
void abort(void); void reach_error(); int __VERIFIER_nondet_int(void); int x, c, n; static pthread_mutex_t m;
void __VERIFIER_atomic_step(void) { x = 1; ${stop} x = 2; }
int main() { n = __VERIFIER_nondet_int() ? 9 : 10; pthread_mutex_lock(&m); __CPROVER_ASYNC_1: __VERIFIER_atomic_step(); if (${check}) reach_error(); }`;
    const found = (check: string): string[] => [
      ...run(text(check)).findings.map(({ finding }) => finding.kind),
      ...engine
        .findings(parse(text(check)), { model: 'sc', unroll: 8 })
        .findings.map(({ finding }) => finding.kind),
    ];
    expect(found('x != 0')).toEqual([]);
    expect(found('x == 0')).toEqual(['assertion', 'assertion']);
  });

  const threads = (end: string) =>
    `int x; int main() { __CPROVER_ASYNC_1: { x = x + 1; } for (int i = 0; i < 2; i++) { __VERIFIER_atomic_begin(); ${end} } }`;
  const several =
    'if (x == 1) { __VERIFIER_atomic_end(); break; } x += 2; if (i) { __VERIFIER_atomic_end(); continue; } x += 4;';
  const one = 'int f = 0; if (x == 1) f = 1; else { x += 2; if (i) f = 2; else x += 4; }';
  it('may end on several ways, if control goes elsewhere after each end', () => {
    const same = states(
      threads(`${one} __VERIFIER_atomic_end(); if (f == 1) break; if (f == 2) continue;`),
      'tso',
    );
    expect(states(threads(`${several} __VERIFIER_atomic_end();`), 'tso')).toEqual(same);
    expect(same.length).toBeGreaterThan(2);
    const jumps =
      'int f = 0; if (x == 1) { f = 1; goto out; } x += 2; if (i) { f = 2; goto out; } x += 4; out: unused: ;';
    expect(
      states(threads(`${jumps} __VERIFIER_atomic_end(); if (f == 1) break; if (f == 2) continue;`), 'tso'),
    ).toEqual(same);
    const back = (loop: string) => threads(`x += 2; ${loop} __VERIFIER_atomic_end();`);
    expect(states(back('again: x++; if (x < 4) goto again;'), 'tso')).toEqual(
      states(back('do x++; while (x < 4);'), 'tso'),
    );
  });

  it.each([
    'if (i) goto in; x = 2; in: x = 3; __VERIFIER_atomic_end(); if (x == 9) goto in;',
    'if (x) goto out; int y = 2; out: x = y; __VERIFIER_atomic_end();',
    'if (x) { __VERIFIER_atomic_end(); x = 3; } x = 2; __VERIFIER_atomic_end();',
    'while (x) { __VERIFIER_atomic_end(); return 0; } __VERIFIER_atomic_end();',
    'if (x) { __VERIFIER_atomic_end(); __VERIFIER_atomic_begin(); } __VERIFIER_atomic_end();',
  ])('may be open or not where control comes together: %s', (end) => {
    const { outcomes } = engine.outcomes(parse(threads(end)), { model: 'tso', unroll: 8 });
    expect(outcomes.map(([x]) => `x=${x}`).sort()).toEqual(states(threads(end), 'tso'));
  });

  it('is refused where it does not end', () => {
    const text = threads('if (x) __VERIFIER_atomic_end(); x = 2;');
    expect(diagnosticOf(text).code).toBe('c-unsupported');
  });
});

describe('a cast through a union, as lock libraries write it', () => {
  it.each([
    ['cast(unsigned long, (unsigned)9)', 9],
    ['cast(unsigned, 0x500000007ul)', 7],
    ['*cast(int *, (unsigned long)&v)', 6],
    ['((union { long w; struct { short a, b; }; }){ .b = 1 }.w)', 65536],
  ])('%s', (expression, r) => {
    const text = `#define cast(T, e) ((union { unsigned long all; T out; struct { char pad[0]; __typeof__(e) in; }; }){ .in = e }.out)
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error
#endif
int r, v = 6; int main() { r = ${expression}; __CPROVER_precondition(r > 0, "some"); __CPROVER_output("r", r); }`;
    expect(states(text)).toEqual([`r=${r} v=6`]);
    expect(findings(text)).toEqual([]);
  });
});

describe('names of Goblint', () => {
  it('check, assume, and say nothing more', () => {
    const text = `#include <goblint.h>
int x; int main(void) { int n = rand(); __goblint_assume(n < 3); __goblint_split_begin(n); x = n; __goblint_bounded(10 - n); __goblint_check(x < 2); __goblint_assert(x != 1); }`;
    expect(findings(text)).toHaveLength(2);
    expect(states(text)).toEqual(['x=0']);
  });
});

describe('a variable without a value', () => {
  const text =
    'int x; int main() { int n; char c; int i; for (i = 0; i < 2; i++) ; if (n == 5) x = c < 0 ? 1 : 2;';

  it('has any in programs of CBMC and of SV-COMP', () => {
    expect(states(`${text} __CPROVER_assume(x < 2); }`)).toEqual(['x=0', 'x=1']);
    expect(findings(`${text} if (x == 2) reach_error(); }`)).toHaveLength(1);
  });

  it('is a finding in others', () => {
    expect(findings(`${text} }`)).toEqual(['uninitialised-read 1: n has no value yet']);
  });
});

describe('code that gcc warns about', () => {
  it.each([
    ['int x, *p = &x; long n = p; int *q = n; *q = 3; r = x + (p == n);', 4],
    ['struct s { int a; } s; int *p = &s; *p = 6; r = s.a;', 6],
    ['void (*f)(int *) = g; int v = 4; f(&v); r = v;', 5],
    ['r = h();', 0],
    ['later(3); r = after(2) + r;', 7],
    ['r = ffs(12) + ffsl(0);', 3],
    [
      'int m = -1; __sync_fetch_and_umax(&m, 9); r = m; __atomic_fetch_max(&m, 9, 0); r += __atomic_fetch_min(&m, 2, 5) + m;',
      10,
    ],
  ])('%s', (statements, r) => {
    const text = `int r; int *g(int *p) { *p += 1; return p; } void k() { return 3; } int h() { k(); return 0; }
int main() { ${statements} return 0; } void later(int n) { r = n; } after(n) { return 2 * n; }`;
    expect(states(text)).toEqual([`r=${r}`]);
  });

  it('fences of other processors', () => {
    const text = (
      fence: string,
    ): string => `int x, y, a = 2; int main() { __CPROVER_ASYNC_1: { x = 1; asm volatile("${fence}" ::: "memory"); a = y; }
y = 1; asm("sync"); int b = x; __CPROVER_assume(a != 2); __CPROVER_assert(a || b, ""); }`;
    expect(findings(text('dmb ish'), 'tso')).toEqual([]);
    expect(findings(text('lwsync'), 'tso')).toHaveLength(1);
  });

  describe.each(['sc', 'pso'] as const)('what is not known, under %s', (model: ModelName) => {
    it.each([
      ['int *p = __VERIFIER_nondet_pointer(); x = 1 + (p == 0);', ['x=1', 'x=2'], ['any-address']],
      ['struct t *q = get(); if (q) q = &v; x = q ? q->k : 2;', ['x=1', 'x=2'], ['any-address', 'get']],
      ['x = level(3); log_it("a", x); release(x);', ['x=0', 'x=1'], ['level', 'log_it', 'release']],
    ])('is a choice, and a bound: %s', (body, expected, cuts) => {
      const text = `void *__VERIFIER_nondet_pointer(void); _Bool level(int); void log_it(const char *, int); int x;
struct t { int k; } v = { 1 }, *get();
int main() { ${body} }`;
      const program = parse(text);
      const answers = [run(text, model), engine.outcomes(program, { model, unroll: 8 })];
      for (const { outcomes, cutLoops } of answers) {
        expect(outcomes.map(([value]) => `x=${value}`).sort()).toEqual(expected);
        expect(
          cutLoops
            .map((loop) => reasonOfCut(program, loop))
            .map((reason) => (reason?.kind === 'no-body' ? reason.function : reason?.kind))
            .sort(),
        ).toEqual(cuts);
      }
    });
  });

  it('a function without a body changes its argument, also in a loop', () => {
    const text =
      'int f(int); int x; int main(void) { int k = 0; volatile int n = 3; while (n > 0) { f(k++); n--; } x = k; }';
    expect(states(text)).toEqual(['x=3']);
    expect(engine.outcomes(parse(text), { model: 'sc', unroll: 8 }).outcomes).toEqual([[3]]);
  });

  it('behind a function without a body that could write somewhere nothing is seen', () => {
    const text =
      '#include <assert.h>\nint x; int f(int *); int main() { assert(x == 0); x = 1; f(&x); assert(x == 1); x = 2; }';
    const { findings: found, cutLoops, outcomes } = run(text);
    expect({ found, outcomes }).toEqual({ found: [], outcomes: [] });
    expect(cutLoops.map((loop) => cutText(parse(text), loop))).toEqual([
      'f of main at line 2 has no body and may do more than return a value: steps after the call were left out',
    ]);
    expect(unknownFunctionsLine(parse(text))).toBe(
      'f has no body: nothing behind it is seen (--link adds files)\n',
    );
    expect(findings(text.replace('x == 0', 'x == 1'))).toEqual(['assertion 2: x == 1']);
    expect(engine.findings(parse(text), { model: 'sc', unroll: 8 }).findings).toEqual([]);
  });

  it('a function without a body is refused if it may be misspelt', () => {
    expect(diagnosticOf('int main() { f(); }').message).toBe('the function f is not supported');
    expect(findings('int f(void); int main() { f(); }')).toEqual([]);
    expect(states('int x; int main() { x = !nondet(); }')).toEqual(['x=0', 'x=1']);
    const program = parse('int f(void), g(int); int main() { f(); g(2); }');
    expect(unknownFunctionsLine(program)).toBe(
      'f, g have no body: they return any value here and do nothing else (--link adds files)\n',
    );
    expect(diagnosticOf('int reach_error(); int main() { pthread_x(); }').message).toBe(
      'the function pthread_x is not supported',
    );
  });

  it("Goblint's assumption that a thread was joined waits for its end", () => {
    const text = `#include <pthread.h>
int x; void *f(void *a) { x = 1; return a; } int main() { pthread_t t; pthread_create(&t, 0, f, 0); __goblint_assume_join(t); x++; }`;
    expect(states(text)).toEqual(['x=2']);
  });

  it("Klever's pthread_create_N starts a thread once or more often, and names the last", () => {
    const last = (end: string): string[] =>
      states(`#include <pthread.h>
int x; void *f(void *a) { return a; } int main() { pthread_t t; pthread_create_N(&t, 0, f, 0); ${end} }`);
    expect(last('x = t != pthread_self();')).toEqual(['x=1']);
    expect(last('x = t;').length).toBeGreaterThan(2);
  });

  it.each([
    ['pthread_join(z, 0);', 'invalid-join: there is no thread 0 to join'],
    ['pthread_t u = 0; pthread_join(u, 0);', 'invalid-join: there is no thread 0 to join'],
    ...[
      'pthread_cancel(z)',
      'pthread_kill(z, 0)',
      'pthread_kill(z, SIGUSR1)',
      'pthread_tryjoin_np(z, 0)',
    ].map((call) => [`${call};`, 'misuse: there is no such thread'] as const),
    ['z = 7; pthread_kill(z, SIGUSR1);', 'misuse: there is no such thread'],
    ['assert(pthread_detach(z) == 3);', undefined],
  ] as const)('0 is the name of no thread: %s', (body, finding) => {
    const text = (main: string, thread: string): string => `#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
pthread_t z; void *f(void *a) { ${thread} return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); ${main} pthread_join(t, 0); }`;
    for (const program of [text(body, ''), text('', body)])
      expect(findings(program).map((found) => found.replace(/ \d+:/, ':'))).toEqual(
        finding === undefined ? [] : [finding],
      );
  });

  it.each([
    ['pthread_join(h[0], 0); pthread_join(h[1], 0);', undefined],
    ['for (int i = 0; i < 2; i++) pthread_join(h[i], 0);', undefined],
    ['pthread_detach(h[0]); pthread_join(h[1], 0);', undefined],
    ['if (x) pthread_detach(h[0]); else pthread_join(h[0], 0);', undefined],
    ['pthread_join(h[0], 0); pthread_join(h[0], 0);', 'joins'],
    ['pthread_detach(h[1]); pthread_join(h[1], 0);', 'joins'],
    ['pthread_join(h[1], 0); pthread_detach(h[1]);', 'detaches'],
    ['for (int i = 0; i < 2; i++) pthread_join(h[0], 0);', 'joins'],
    ['for (int i = 0; i < 2; i++) pthread_join(h[i / 2], 0);', 'joins'],
  ])('a thread is joined or detached once: %s', (body, does) => {
    const text = `#include <pthread.h>
int x; void *f(void *a) { x = 1; return 0; }
int main(void) { pthread_t h[2]; for (int i = 0; i < 2; i++) pthread_create(&h[i], 0, f, 0); ${body} return 0; }`;
    const message = `misuse 3: it ${does} a thread that was joined or detached before`;
    expect(findings(text)).toEqual(does === undefined ? [] : [message]);
  });
});
