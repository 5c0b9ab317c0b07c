// The ends of variables on the middle, and values that are not there: results, times of timed waits.

import { describe, expect, it } from 'vitest';
import { findingsIn, run } from '../run.js';

const threads = '#include <pthread.h>\n#include <time.h>\n#include <threads.h>\nint y; pthread_t t;\n';
const found = (text: string, model: 'sc' | 'tso' = 'sc'): string[] => findingsIn(run(threads + text, model));

describe('locals', () => {
  const reader = 'void *f(void *p) { y = *(int *)p; return 0; }';

  it('of main live as long as the process', () => {
    const text = `${reader} int main(void) { int x = 5; pthread_create(&t, 0, f, &x); return 0; }`;
    expect(found(text, 'tso')).toEqual([]);
  });

  it('of other functions end under the eyes of another thread', () => {
    const text = `${reader} void start(void) { int x = 5; pthread_create(&t, 0, f, &x); }
int main(void) { start(); pthread_join(t, 0); }`;
    expect(found(text, 'tso')).toEqual(['use-after-free 5: load from start.x after its block ended']);
  });
});

describe('thread-local objects', () => {
  const own = '#include <stdatomic.h>\n_Thread_local int own[2]; int *_Atomic p; atomic_int done;';

  it('end with their thread', () => {
    const text = `${own} void *f(void *v) { own[1] = 1; p = own; return 0; }
int main(void) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); y = p[1]; }`;
    expect(found(text, 'tso')).toEqual(['use-after-free 7: load from own@f[1] after its thread ended']);
    expect(found(text.replace('y = p[1]', 'p[1] = 1'))).toEqual([
      'use-after-free 7: store to own@f[1] after its thread ended',
    ]);
  });

  it('may be used by others while their thread lives', () => {
    const text = `${own} void *f(void *v) { p = own; while (!done) {} y = own[0]; return 0; }
int main(void) { pthread_create(&t, 0, f, 0); if (p) *p = 1; done = 1; pthread_join(t, 0); }`;
    expect(found(text, 'tso')).toEqual([]);
  });

  it('of main live as long as the process', () => {
    const text = `${own} void *f(void *v) { y = *p; return 0; } int main(void) { p = own; pthread_create(&t, 0, f, 0); }`;
    expect(found(text)).toEqual([]);
  });
});

describe('the time of a wait that gives up is read', () => {
  const waits = [
    'pthread_mutex_t m; pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); pthread_mutex_timedlock(&m, &z);',
    'mtx_t m; mtx_init(&m, mtx_timed); mtx_lock(&m); mtx_timedlock(&m, &z);',
    'pthread_create(&t, 0, f, 0); pthread_timedjoin_np(t, 0, &z);',
  ];

  it.each(waits)('%s', (wait) => {
    const text = `void *f(void *p) { return p; } int main(void) { struct timespec z; z.tv_sec = 1; ${wait} }`;
    expect(found(text).map((finding) => finding.split(' ')[0])).toContain('uninitialised-read');
    expect(found(text.replace('z; z.tv_sec = 1;', 'z = { 1, 2 };'))).toEqual([]);
  });
});

it('a result that nothing gives may be passed on, and be that of a thread', () => {
  const text = `void *w(void *q) { y = 1; } int g(void) {} int h(void) { return g(); }
int main(void) { void *v; pthread_create(&t, 0, w, 0); pthread_join(t, 0); pthread_create(&t, 0, w, 0); pthread_join(t, &v); h(); }`;
  expect(found(text)).toEqual([]);
});

describe('blocks that end without free', () => {
  const heap = '#include <stdlib.h>\n#include <alloca.h>\nint x, *p, *q[9];';
  const ended = (name: string, line = 8): string[] => [
    `use-after-free ${line}: load from ${name} after its block ended`,
  ];

  it.each<readonly [name: string, text: string, expected: readonly string[]]>([
    ['an array', 'int main(void) { int k = 3; { int v[k]; v[0] = 1; p = v; } x = *p; }', ended('int[0]')],
    ['an array of main', 'int main(void) { int k = 3, v[k]; *v = 1; p = v; x = *p; }', []],
    [
      'an array that control comes to again',
      'int main(void) { int k = 0; again:; int v[2 + k]; if (k++ == 0) { *v = 1; p = v; goto again; } x = *p; }',
      ended('int[0]'),
    ],
    [
      'an array that another thread reads',
      'void *f(void *v) { x = *(int *)v; return 0; } void g(int k) { int v[k]; v[1] = 1; pthread_create(&t, 0, f, v + 1); } int main(void) { g(2); }',
      ended('int[1]'),
    ],
    [
      'alloca',
      'void g(void) { int *v = alloca(8); *v = 1; p = v; x = *p; } int main(void) { g(); x = *p; }',
      ended('int[0]'),
    ],
    [
      'alloca in a loop',
      'void g(int k) { while (k--) *(q[k] = alloca(4)) = k; } int main(void) { g(3); x = *q[2]; }',
      ended('*int'),
    ],
    [
      'a block of alloca that outlives its scope',
      'int g(int k) { { int *v = alloca(4); *v = k; p = v; } return *p; } int main(void) { x = g(3) + g(4); }',
      [],
    ],
    [
      'a return in front of alloca',
      'void g(int k) { for (int i = 0; i < 3; i++) { if (i == 2) return; *(q[i] = alloca(4)) = k; } } int main(void) { g(3); x = *q[1]; }',
      ended('*int#2'),
    ],
    [
      'an element in front of the array',
      'void g(int k) { int v[k]; v[k - 1] = 1; v[-1] = 2; } int main(void) { x = 2; g(x + 1); }',
      ['invalid-address 8: store of int[-1], before the start of int, a block of 3 elements'],
    ],
  ])('%s', (_, text, expected) => {
    for (const model of ['sc', 'tso'] as const)
      expect(findingsIn(run(`${threads}${heap}\n${text}`, model))).toEqual(expected);
  });

  it.each([
    'int k = 3, v[k]; free(v);',
    'free(alloca(8));',
    'int k = 2; p = x ? alloca(8) : malloc(8); free(p);',
  ])('and that free does not take: %s', (body) => {
    const text = `${threads}${heap}\nint one(void) { return 1; } int main(void) { x = one(); ${body} }`;
    expect(findingsIn(run(text)).map((finding) => finding.split(' ')[0])).toEqual(['invalid-free']);
  });
});

it.each([
  ['if (y++ < 2) longjmp(v, 1);', ['misuse 7: longjmp into a function that has returned']],
  ['if (setjmp(v) == 0) longjmp(v, 1);', []],
])('a jump into a function that has returned: %s', (body, expected) => {
  const text = `#include <setjmp.h>\njmp_buf v; void g(void) { if (setjmp(v)) y++; }
int main(void) { g(); g(); ${body} }`;
  expect(found(text)).toEqual(expected);
});

describe('a value that nothing gives', () => {
  const none = ['uninitialised-read 6: the call has no value yet'];

  it.each<readonly [text: string, main: string, expected: readonly string[]]>([
    ['int g(int u) { if (u) return 3; }', 'g(0); y = g(1);', []],
    ['int g(int u) { if (u) return 3; }', 'y = g(y);', none],
    ['int g(int u) { if (u) return; return 3; }', 'g(1); if (g(1)) y = 2;', none],
    ['int g(int u) { if (u) return 3; } int h(int u) { return g(u); }', 'h(0); y = h(1);', []],
    ['int g(int u) { if (u) return 3; } int h(int u) { return g(u); }', 'y = h(0);', none],
    ['int g(int u) { if (u > 0) return g(u - 1); }', 'y = g(2);', none],
    ['int g(int u) { switch (u) { case 1: return 2; default: return 4; } }', 'y = g(1) + g(y);', []],
    ['int g(int u) { for (;;) if (u++ > 3) return u; }', 'y = g(y);', []],
    ['', 'y = g(); } void g(void) {', none],
    ['void g();', 'g(); } void g(int k) { y = k;', ['uninitialised-read 6: k has no value yet']],
    ['void g();', 'g(); } void g(int k) { if (y) y = k;', []],
  ])('%s %s', (text, main, expected) => {
    expect(found(`${text}\nint main(void) { ${main} }`)).toEqual(expected);
  });
});
