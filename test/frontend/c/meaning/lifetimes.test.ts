import { describe, expect, it } from 'vitest';
import { findings, states } from '../run.js';

const threads = '#include <pthread.h>\n#include <assert.h>\n#include <string.h>\n';

describe('locals that threads share', () => {
  it('are one object for all threads with the address', () => {
    const text = `${threads}void *f(void *p) { *(int *)p = 2; return 0; }
      int main(void) { int x = 1; pthread_t t; pthread_create(&t, 0, f, &x);
        assert(x == 1); pthread_join(t, 0); assert(x == 2); }`;
    expect(findings(text)).toEqual(['assertion 6: x == 1']);
  });

  it('hand each thread its own argument', () => {
    const text = `${threads}int seen[3], sum; struct arg { int id; int *to; };
      void *f(void *p) { int id = *(int *)p; seen[id] += 1; return 0; }
      void *g(void *p) { struct arg *a = p; *a->to = a->id; return 0; }
      int main(void) { pthread_t t[3]; int ids[3]; struct arg args[2]; int out[2] = { 0, 0 };
        for (int i = 0; i < 3; i++) { ids[i] = i; pthread_create(&t[i], 0, f, &ids[i]); }
        for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
        for (int i = 0; i < 3; i++) assert(seen[i] == 1);
        for (int i = 0; i < 2; i++) {
          args[i].id = i + 5; args[i].to = &out[i]; pthread_create(&t[i], 0, g, &args[i]); }
        for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
        sum = out[0] * 10 + out[1]; }`;
    expect(findings(text, 'pso')).toEqual([]);
    expect(states(text)).toEqual(['sum=56']);
  });

  it('are shared from any function that creates threads', () => {
    const text = `${threads}int r;
      void *f(void *p) { __atomic_fetch_add((int *)p, 1, __ATOMIC_SEQ_CST); return 0; }
      int both(void) { int n = 0; pthread_t a, b; pthread_create(&a, 0, f, &n); pthread_create(&b, 0, f, &n);
        pthread_join(a, 0); pthread_join(b, 0); return n; }
      int main(void) { r = both() * 10; r += both(); }`;
    expect(findings(text, 'tso')).toEqual([]);
    expect(states(text, 'tso')).toEqual(['r=22']);
  });
});

describe('lifetimes', () => {
  it.each([
    ['a function that returned', 'int *f(void) { int x = 5; return &x; } int main(void) { return *f(); }'],
    ['a block that was left', 'int main(void) { int *p; { int x = 1; p = &x; } return *p; }'],
    [
      'a round of a loop',
      'int main(void) { int *p = 0; for (int i = 0; i < 2; i++) { if (p) return *p; int x; p = &x; x = i; } }',
    ],
    ['a store', 'int *f(void) { int x = 5; return &x; } int main(void) { *f() = 1; }'],
    ['a compound literal', 'int main(void) { int *p; { p = &(int){ 3 }; } return *p; }'],
    ['a parameter', 'int *f(int x) { return &x; } int main(void) { return *f(1); }'],
  ])('end: %s', (_, code) => {
    expect(findings(code)).toEqual([expect.stringMatching(/after its block ended/)]);
  });

  it('end under the eyes of another thread', () => {
    const text = `${threads}pthread_t t; int y;
      void *f(void *p) { y = *(int *)p; return 0; }
      void start(void) { int x = 5; pthread_create(&t, 0, f, &x); }
      int main(void) { start(); pthread_join(t, 0); }`;
    expect(findings(text, 'tso')).toEqual(['use-after-free 5: load from start.x after its block ended']);
    const waits = text.replace('&x); }', '&x); pthread_join(t, 0); }').replace('(); pthread_join', '(); //');
    expect(findings(`${waits}\n}`, 'tso')).toEqual([]);
  });

  it('begin again when the code is reached again', () => {
    const code = `int r; int *id(int *p) { return p; }
      int main(void) { for (int i = 0; i < 3; i++) { int x; int *p = id(&x); *p = i; r += x; } }`;
    expect(states(code)).toEqual(['r=3']);
    expect(findings(code)).toEqual([]);
  });

  it('do not end with main', () => {
    const text = `${threads}int y; void *f(void *p) { y = *(int *)p; return 0; }
      int main(void) { int x = 5; pthread_t t; pthread_create(&t, 0, f, &x); return 0; }`;
    expect(findings(text, 'tso')).toEqual([]);
  });
});

describe('values that are not there', () => {
  it.each([
    'int main(void) { int x; return x; }',
    'int main(void) { int x; int *p = &x; return *p; }',
    'int g; int main(void) { int x; if (g) x = 1; return x; }',
    'int main(void) { int a[4]; a[1] = 1; int i = 2; return a[i]; }',
    'int main(void) { int x; x++; }',
    'struct s { int a, b; }; int main(void) { struct s s; s.a = 1; return s.b; }',
    'struct s { int a, b; }; int main(void) { struct s s, t; s.a = 1; t = s; return t.b; }',
    'struct s { int a, b; }; int main(void) { struct s s; s.a = 1; struct s t = s; return t.b; }',
    'int main(void) { for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 1; if (x) ; } }',
    'struct s { int a; } f(int q) { struct s s = { q }; return s; } int main(void) { int q; struct s s = f(q); return s.a; }',
    'struct s { int a; } f(int q) { struct s s = { q }; return s; } int main(void) { int q; struct s s = ({ f(q); }); return s.a; }',
  ])('are found: %s', (code) => {
    expect(findings(code)).toEqual([expect.stringContaining('has no value yet')]);
  });

  it.each([
    'int main(void) { int x; (void)x; x = 1; return x; }',
    'int g; int main(void) { int x; if (g) x = 1; else x = 2; return x; }',
    'int g; int main(void) { int x; for (;;) { x = g; if (!x) break; } return x; }',
    'int g; int main(void) { int x; do x = g; while (x); return x; }',
    'int g; int main(void) { int x; for (int i = 0; i < 2; i++) x = i; return x; }',
    'struct s { int a, b; }; int main(void) { struct s s, t; s.a = 1; t = s; return t.a; }',
    'struct s { int a, b; }; int main(void) { struct s s; struct s *p = &s; p->a = 1; struct s t = *p; return t.a; }',
    'int main(void) { int a[3]; for (int i = 0; i < 3; i++) a[i] = i; int n = 0; for (int i = 0; i < 3; i++) n += a[i]; return n; }',
    'int g; int main(void) { int x; switch (g) { case 0: x = 1; break; default: x = 2; } return x; }',
    'void set(int *p) { *p = 3; } int main(void) { int x; set(&x); return x; }',
  ])('are not missed where there are some: %s', (code) => {
    expect(findings(code)).toEqual([]);
  });
});

it('finds every index of an array without elements out of bounds, whichever it is', () => {
  const text = 'int main(void) { int a[0]; int i = __VERIFIER_nondet_int(); a[i] = 2; return a[i]; }';
  expect(findings(text)).toEqual(['out-of-bounds 1: index out of bounds: main.a has 0 elements']);
});
