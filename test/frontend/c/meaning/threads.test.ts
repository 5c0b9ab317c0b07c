// Threads, locks and condition variables, run on the explicit engine.

import { describe, expect, it } from 'vitest';
import { printProgram } from '../../../../src/program/printer.js';
import { findings, parse, run, states } from '../run.js';

const pthread = '#include <pthread.h>\n#include <assert.h>\n#include <stdlib.h>\n';

describe('a recursive mutex', () => {
  const waiting = (times: number): string => `${pthread}pthread_mutex_t m; pthread_cond_t c; int go, free, r;
    void *f(void *a) { pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return a; }
    void *g(void *a) { if (pthread_mutex_trylock(&m) == 0) { free = 1; pthread_mutex_unlock(&m); } return a; }
    int main(void) { pthread_t t, u; pthread_mutexattr_t a; pthread_mutexattr_init(&a);
      pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a); pthread_create(&t, 0, f, 0);
      for (int i = 0; i < ${times}; i++) pthread_mutex_lock(&m);
      while (!go) pthread_cond_wait(&c, &m);
      pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_join(t, 0);
      pthread_create(&u, 0, g, 0); pthread_join(u, 0); r = pthread_mutex_unlock(&m); }`;

  it('is held once after a wait for a condition', () => {
    expect(states(waiting(1), 'sc', { observe: ['free', 'r'] })).toEqual(['free=0 r=0']);
    expect(findings(waiting(1))).toEqual([]);
    const robust = 'pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m, &a)';
    const both = waiting(1).replace('pthread_mutex_init(&m, &a)', robust);
    expect(states(both, 'sc', { observe: ['free', 'r'] })).toEqual(['free=0 r=0']);
  });

  it('is not given back by a wait if it is held twice', () => {
    expect(findings(waiting(2)).map((text) => text.slice(0, 6))).toContain('misuse');
  });
});

describe('creation', () => {
  it('makes a thread of every create, in loops with a constant count too', () => {
    const program = parse(`${pthread}#define N 3
      int x[N]; void *f(void *arg) { long i = (long)arg; x[i] = i + 1; return 0; }
      int main(void) { pthread_t t[N]; for (long i = 0; i < N; i++) pthread_create(&t[i], 0, f, (void *)i);
        for (int i = 0; i < N; i++) pthread_join(t[i], 0); return 0; }`);
    expect(program.threads.map((t) => [t.name, t.start, t.parameters.length])).toEqual([
      ['main', 'initial', 0],
      ['f/1', 'spawned', 0],
      ['f/2', 'spawned', 0],
      ['f/3', 'spawned', 0],
    ]);
  });

  it('passes an argument that is only known at run time', () => {
    const text = `${pthread}int x, y, seed; void *f(void *arg) { x = *(int *)arg; y = (int)(long)arg != 0; return 0; }
      int main(void) { pthread_t t; int *p = malloc(sizeof(int)); *p = 7; pthread_create(&t, 0, f, p); pthread_join(t, 0); }`;
    expect(parse(text).threads[1].parameters).toHaveLength(1);
    expect(states(text)).toEqual(['x=7 y=1 seed=0']);
  });

  it('through helper functions, function pointers and a loop with an unknown count', () => {
    const text = `${pthread}int x, n; void *f(void *a) { __sync_fetch_and_add(&x, 1); return a; }
      void *g(void *a) { __sync_fetch_and_add(&x, 10); return a; }
      void start(pthread_t *t, void *(*run)(void *)) { pthread_create(t, 0, run, 0); }
      int main(void) { pthread_t a, b; start(&a, f); start(&b, g); pthread_join(a, 0); pthread_join(b, 0);
        n = x == 11; for (int i = 0; i < n; i++) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); } }`;
    const program = parse(text, { unroll: 2 });
    expect(program.threads).toHaveLength(5);
    expect(states(text, 'sc', { unroll: 2 })).toEqual(['x=12 n=1']);
  });

  it('runs a thread whose function is chosen at run time', () => {
    const text = `${pthread}int x, c; void *f(void *a) { x = 1; return a; } void *g(void *a) { x = 2; return a; }
      int main(void) { pthread_t t; void *(*run)(void *) = c ? f : g; pthread_create(&t, 0, run, 0); pthread_join(t, 0); }`;
    expect(states(text)).toEqual(['x=2 c=0']);
  });

  it('does not make a function one that pointers may hold', () => {
    const text = `#include <threads.h>
      tss_t k; int x, y; void last(void *p) { x = *(int *)p; }
      int f(void *a) { tss_set(k, a); if (y) thrd_exit(3); return 4; }
      int main(void) { thrd_t t; int a = 7; tss_create(&k, last); thrd_create(&t, (thrd_start_t)&f, &a); thrd_join(t, &y); }`;
    // The end of a thread calls destructors: if they could be f, each would end the thread again.
    expect(printProgram(parse(text)).length).toBeLessThan(25_000);
    expect(states(text)).toEqual(['k=0 x=7 y=4']);
  });

  it('gives back what a thread returned', () => {
    const text = `${pthread}int x, y; void *f(void *a) { if (a) pthread_exit((void *)5); return (void *)6; }
      int main(void) { pthread_t s, t; void *r; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, f, &x);
        pthread_join(s, &r); x = (int)(long)r; pthread_join(t, &r); y = (int)(long)r; }`;
    expect(states(text)).toEqual(['x=6 y=5']);
  });

  it('pthread_exit leaves from inside functions and loops', () => {
    const text = `${pthread}int x; void deep(int n) { while (1) { x++; if (n) pthread_exit(0); } }
      void *f(void *a) { deep(1); x = 100; return a; }
      int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); x += 10; pthread_exit(0); x = 50; }`;
    expect(states(text)).toEqual(['x=11']);
  });

  it('knows its own identity', () => {
    const text = `${pthread}int x, y; pthread_t id; void *f(void *a) { x = pthread_equal(pthread_self(), id); return a; }
      int main(void) { pthread_create(&id, 0, f, 0); pthread_join(id, 0); y = pthread_self() != id; }`;
    expect(states(text, 'sc', { observe: ['x', 'y'] })).toEqual(['x=1 y=1']);
  });

  it('may not join itself without looking', () => {
    const text = (join: string): string => `${pthread}int x; void *f(void *a) { ${join} return a; }
      int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }`;
    expect(findings(text('pthread_join(pthread_self(), 0);'))).toEqual([expect.stringContaining('misuse')]);
    expect(findings(text('x = pthread_join(pthread_self(), 0);'))).toEqual([]);
  });

  it('has variables per thread', () => {
    const text = `${pthread}int x; static _Thread_local int mine = 3; void *f(void *a) { mine++; __sync_fetch_and_add(&x, mine); return a; }
      int main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, f, 0); pthread_join(s, 0); pthread_join(t, 0); x += mine; }`;
    expect(states(text)).toEqual(['x=11']);
  });

  it('C11 threads', () => {
    const text = `#include <threads.h>
      mtx_t m; int x, r; int f(void *a) { mtx_lock(&m); x++; mtx_unlock(&m); return x > 0 ? 4 : thrd_error; }
      int main(void) { thrd_t t; mtx_init(&m, mtx_plain); if (thrd_create(&t, f, 0) != thrd_success) return 1;
        int code; thrd_join(t, &code); r = code; thrd_exit(0); }`;
    expect(states(text)).toEqual(['x=1 r=4']);
  });

  it('has no limit of threads; loops that never end are cut', () => {
    const text = `${pthread}void *f(void *a) { return a; } int main(void) { pthread_t t; for (;;) pthread_create(&t, 0, f, 0); }`;
    expect(run(text, 'sc', { unroll: 3 }).cutLoops).toHaveLength(1);
    const many = `${pthread}void *f(void *a) { return a; } int main(void) { pthread_t t; for (int i = 0; i < 99; i++) pthread_create(&t, 0, f, 0); }`;
    expect(parse(many).threads).toHaveLength(100);
    const endless = text.replace('for (;;)', 'while (1)');
    expect(run(endless, 'sc', { unroll: 3 }).cutLoops).toHaveLength(1);
  });
});

describe('locks', () => {
  const two = (body: string, extra = ''): string => `${pthread}${extra}
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER; pthread_spinlock_t s; int x, y;
    void *f(void *a) { ${body} return a; }
    int main(void) { pthread_t p, q; pthread_spin_init(&s, 0); pthread_create(&p, 0, f, (void *)0); pthread_create(&q, 0, f, (void *)1); pthread_join(p, 0); pthread_join(q, 0); }`;

  it('mutexes exclude', () => {
    expect(states(two('x++;'))).toEqual(['x=1 y=0', 'x=2 y=0']);
    expect(states(two('pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);'), 'pso')).toEqual(['x=2 y=0']);
    expect(states(two('pthread_spin_lock(&s); x++; pthread_spin_unlock(&s);'), 'pso')).toEqual(['x=2 y=0']);
  });

  it('trylock gives up', () => {
    const body =
      'if (pthread_mutex_trylock(&m) == 0) { x++; pthread_mutex_unlock(&m); } else __sync_fetch_and_add(&y, 1);';
    expect(states(two(body), 'pso')).toEqual(['x=1 y=1', 'x=2 y=0']);
  });

  it('locks in two orders deadlock', () => {
    const body =
      'if (a) { pthread_mutex_lock(&m); pthread_mutex_lock(&n); } else { pthread_mutex_lock(&n); pthread_mutex_lock(&m); } pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);';
    expect(findings(two(body)).map((f) => f.split(' ')[0])).toEqual(['deadlock']);
  });

  it('unlocking a free mutex is found', () => {
    expect(
      findings(`${pthread}pthread_mutex_t m; int main(void) { pthread_mutex_unlock(&m); }`)[0],
    ).toContain('unlock-of-free-lock');
  });
});

describe('condition variables', () => {
  const queue = (wait: string, signal: string): string => `${pthread}
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready, got;
    void *waiter(void *a) { pthread_mutex_lock(&m); ${wait} got++; pthread_mutex_unlock(&m); return a; }
    int main(void) { pthread_t p, q; pthread_create(&p, 0, waiter, 0); pthread_create(&q, 0, waiter, 0);
      ${signal} pthread_join(p, 0); pthread_join(q, 0); }`;
  const loop = 'while (!ready) pthread_cond_wait(&c, &m);';

  it('broadcast wakes everybody', () => {
    const text = queue(
      loop,
      'pthread_mutex_lock(&m); ready = 1; pthread_cond_broadcast(&c); pthread_mutex_unlock(&m);',
    );
    expect(findings(text)).toEqual([]);
    expect(states(text)).toEqual(['ready=1 got=2']);
  });

  it('one signal for two waiters leaves one waiting', () => {
    const text = queue(
      loop,
      'pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);',
    );
    expect([...new Set(findings(text).map((f) => f.split(' ')[0]))]).toEqual(['deadlock']);
    expect(states(text)).toEqual(['ready=1 got=2']);
  });

  it('a signal without a waiter is lost', () => {
    const text = queue('pthread_cond_wait(&c, &m);', 'pthread_cond_broadcast(&c);');
    expect([...new Set(findings(text).map((f) => f.split(' ')[0]))]).toEqual(['deadlock']);
    expect(states(text)).toEqual(['ready=0 got=2']);
  });

  it('any waiter may be the one that wakes', () => {
    const text = `${pthread}
      pthread_mutex_t m; pthread_cond_t c; int waiting, first;
      void *waiter(void *a) { pthread_mutex_lock(&m); waiting++; pthread_cond_wait(&c, &m); if (!first) first = (long)a; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
      int main(void) { pthread_t p, q; pthread_create(&p, 0, waiter, (void *)1); pthread_create(&q, 0, waiter, (void *)2);
        pthread_mutex_lock(&m); int w = waiting; if (w == 2) pthread_cond_signal(&c); pthread_mutex_unlock(&m); __VERIFIER_assume(w == 2);
        pthread_join(p, 0); pthread_join(q, 0); }`;
    expect(states(text)).toEqual(['waiting=2 first=1', 'waiting=2 first=2']);
    // Main never waits. So its signal chooses between two of three threads.
    expect(new Set(printProgram(parse(text)).match(/nondet\(.*?\)/g))).toEqual(new Set(['nondet(0, 1)']));
  });

  it('a timed wait may give up', () => {
    const text = `${pthread}pthread_mutex_t m; pthread_cond_t c; int r;
      int main(void) { struct timespec t = { 1, 2 }; pthread_mutex_lock(&m); r = pthread_cond_timedwait(&c, &m, &t); pthread_mutex_unlock(&m); }`;
    expect(states(text)).toEqual(['r=0', 'r=110']);
  });
});

describe('very many threads', () => {
  it('are created as often as any loop runs; beyond the bound one stands for the others', () => {
    const text = `#include <pthread.h>
      int x; void *f(void *a) { x = 1; return 0; }
      int main(void) { pthread_t ids[10000];
        for (int i = 0; i < 10000; i++) pthread_create(&ids[i], 0, f, 0);
        for (int i = 0; i < 10000; i++) pthread_join(ids[i], 0); }`;
    expect(parse(text).threads).toHaveLength(1 + 8 + 1);
    expect(parse(text.replaceAll('10000', '20')).threads).toHaveLength(1 + 20);
  });
});

describe("verifiers' functions", () => {
  it('nondet, assume, atomic sections', () => {
    const text = `int __VERIFIER_nondet_bool(void); void __VERIFIER_assume(int);
      int x, y; int main(void) { x = __VERIFIER_nondet_bool(); y = __VERIFIER_nondet_bool(); __VERIFIER_assume(x != y);
        __VERIFIER_atomic_begin(); x = x + y; y = x + y; __VERIFIER_atomic_end(); }`;
    expect(states(text)).toEqual(['x=1 y=1', 'x=1 y=2']);
    const kinds = parse(text).threads[0].body.map((s) => s.kind);
    expect(kinds[kinds.length - 1]).toBe('atomic');
  });

  it('functions that are atomic by their name', () => {
    const text = `int x; int __VERIFIER_atomic_take(int *p) { if (*p == 0) return -1; *p = *p - 1; return *p; }
      int main(void) { x = 2; __VERIFIER_atomic_take(&x); }`;
    expect(parse(text).threads[0].body.map((s) => s.kind)).toEqual(['store', 'atomic']);
    expect(states(text)).toEqual(['x=1']);
  });

  it('ints without a range stay free', () => {
    const program = parse('int x; int main(void) { x = __VERIFIER_nondet_int(); }');
    expect(program.threads[0].body[0]).toMatchObject({ kind: 'nondet' });
    expect(program.threads[0].body[0]).not.toHaveProperty('from');
  });

  it.each([
    ['__VERIFIER_assume(0 <= n && n < 4);', 0, 3],
    ['__VERIFIER_assume(n > -2); __VERIFIER_assume(n <= 1);', -1, 1],
    ['if (n) { } __VERIFIER_assume(n == 7);', 7, 7],
    ['__VERIFIER_assume(n != 3 && n > 1 && n < 9);', 2, 8],
  ])('an assumption gives a choice its range: %s', (assume, from, to) => {
    const program = parse(`int x; int main(void) { int n = __VERIFIER_nondet_int(); ${assume} x = n; }`);
    expect(program.threads[0].body[0]).toMatchObject({ kind: 'nondet', from, to });
  });

  it.each([
    ['assume_abort_if_not(n % 2 == 0 && n >= 0 && n < 6);', 0, 5],
    ['int c = n > 1 && n < 4; if (!c) abort();', 2, 3],
    ['if (n < 1 || n > 4) abort(); ', 1, 4],
  ])('so does one that ends the process: %s', (assume, from, to) => {
    const program = parse(`void abort(void);
      void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
      int x; int main(void) { int n = __VERIFIER_nondet_int(); ${assume} x = n; }`);
    expect(program.threads[0].body[0]).toMatchObject({ kind: 'nondet', from, to });
  });

  it('but not of what was changed since', () => {
    const program = parse(`void abort(void); void reach_error(void);
      int x; int main(void) { int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), c = n > 1 && n < 4;
        n = m; if (!c) abort(); x = n; }`);
    expect(program.threads[0].body[1]).not.toHaveProperty('from');
  });

  it('nor one that comes after something happened', () => {
    const program = parse(
      'int x; int main(void) { int n = __VERIFIER_nondet_int(); x = n; __VERIFIER_assume(0 <= n && n < 4); }',
    );
    expect(program.threads[0].body[0]).not.toHaveProperty('from');
    const unsigned = parse(
      'int x; int main(void) { unsigned n = __VERIFIER_nondet_uint(); __VERIFIER_assume(n < 3); x = n; }',
    );
    expect(unsigned.threads[0].body[0]).toMatchObject({ kind: 'nondet', from: 0, to: 2 });
  });

  it('printf reads what it prints', () => {
    const program = parse(
      '#include <stdio.h>\nint x; int main(void) { printf("%d\\n", x); fprintf(stderr, "no"); x = 1; }',
    );
    expect(program.threads[0].body.map((s) => s.kind)).toEqual(['load', 'store']);
  });

  it.each([
    ['__VERIFIER_assert(x == 1);'],
    ['__CPROVER_assert(x == 1, "x is one");'],
    ['if (x != 1) __VERIFIER_error();'],
  ])('%s', (statement) => {
    expect(findings(`int x; int main(void) { ${statement} }`)).toHaveLength(1);
  });

  it('an own definition wins over the library', () => {
    const text = 'int x; void __VERIFIER_assert(int c) { x = c; } int main(void) { __VERIFIER_assert(5); }';
    expect(states(text)).toEqual(['x=5']);
  });

  it('but not over the functions whose call is the error', () => {
    const text = 'int x; void reach_error() { x = 5; } int main(void) { if (!x) { reach_error(); } }';
    expect(findings(text)).toEqual(['assertion 1: reach_error()']);
  });

  it('abort is a failure, but an assumption where errors have names of their own', () => {
    const main = 'int main(void) { if (choose()) abort(); x = 1; }';
    const ordinary = `int x; int choose(void) { return rand() == 3; } extern void abort(void); ${main}`;
    expect(findings(ordinary)).toEqual(['assertion 1: abort()']);
    for (const word of [
      'void reach_error(void) {}',
      'extern void __VERIFIER_error(void);',
      'extern void __VERIFIER_atomic_begin(void);',
      'void assume_abort_if_not(int c) { if (!c) { abort(); } }',
    ]) {
      expect(findings(`${word} ${ordinary}`)).toEqual([]);
      expect(states(`${word} ${ordinary}`)).toEqual(['x=1']);
    }
  });
});

describe('a signal that no thread waits for orders nothing', () => {
  const storeBuffering = (wake: string, waiters: number): string => `${pthread}
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int x, y, r0, r1;
    void *waiter(void *a) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); return 0; }
    void *t0(void *a) { x = 1; ${wake} r0 = y; return 0; }
    void *t1(void *a) { y = 1; ${wake} r1 = x; return 0; }
    int main(void) { pthread_t w, p, q; ${'pthread_create(&w, 0, waiter, 0);'.repeat(waiters)}
      pthread_create(&p, 0, t0, 0); pthread_create(&q, 0, t1, 0); pthread_join(p, 0); pthread_join(q, 0); assert(r0 || r1); }`;
  const fails = (text: string): boolean =>
    findings(text, 'tso').some((finding) => finding.startsWith('assertion'));

  it.each([0, 1, 2])('%i threads that may wait', (waiters) => {
    expect(fails(storeBuffering('', waiters))).toBe(true);
    expect(fails(storeBuffering('pthread_cond_signal(&c);', waiters))).toBe(true);
    expect(fails(storeBuffering('pthread_cond_broadcast(&c);', waiters))).toBe(true);
  });
});
