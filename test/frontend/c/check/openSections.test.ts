// Atomic sections that begin and end in different functions, or with the thread: each program does what one does that is written plainly.

import { describe, expect, it } from 'vitest';
import { findings, states } from '../run.js';

const program = (text: string): string => `#include <pthread.h>
int x, y, z; void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); void reach_error(void);
#define B __VERIFIER_atomic_begin()
#define E __VERIFIER_atomic_end()
${text}
int main(void) { pthread_t t, u; pthread_create(&t, 0, w, 0); pthread_create(&u, 0, w, 0); pthread_join(t, 0); pthread_join(u, 0); }`;

const wrappers = 'void lock(void) { B; } void unlock(void) { E; }';

describe('atomic sections', () => {
  it.each<[what: string, odd: string, plain: string]>([
    [
      'begin and end in functions of their own',
      `${wrappers} void *w(void *q) { lock(); int v = x; x = v + 1; unlock(); y = v; return q; }`,
      'void *w(void *q) { B; int v = x; x = v + 1; E; y = v; return q; }',
    ],
    [
      'begin in one that does something before and after, with its arguments',
      `void lock(int *p, int k) { int j = k + 1; z = j; B; *p += j; } int unlock(int *p) { *p -= 1; E; z = 0; return x; }
       void *w(void *q) { lock(&y, 1); x++; unlock(&y); lock(&x, y); y++; unlock(&x); return q; }`,
      `void *w(void *q) { z = 2; B; y += 2; x++; y -= 1; E; z = 0; int k = y; z = k + 1; B; x += k + 1; y++; x -= 1; E; z = 0; return q; }`,
    ],
    [
      'through two functions',
      `${wrappers} void in(void) { lock(); } void out(void) { unlock(); } void *w(void *q) { in(); if (x) { out(); y++; return q; } x = 1; out(); return q; }`,
      'void *w(void *q) { B; int v = x; x = 1; E; if (v) y++; return q; }',
    ],
    [
      'end with the thread',
      'void *w(void *q) { B; if (x) return q; x = 1; y++; E; z++; return q; }',
      'void *w(void *q) { B; int v = x; if (!v) { x = 1; y++; } E; if (!v) z++; return q; }',
    ],
    [
      'are left for an end of the function',
      'void *w(void *q) { B; if (x) { y++; goto end; } x++; E; z++; end: z += 2; return q; }',
      'void *w(void *q) { B; int v = x; if (v) { y++; z += 2; } else x++; E; if (!v) { z++; z += 2; } return q; }',
    ],
    [
      'are left for an end of the function that ends them',
      'void *w(void *q) { B; if (x) goto out; x++; E; return q; out: y++; E; z++; return q; }',
      'void *w(void *q) { B; int v = x; if (v) y++; else x++; E; if (v) z++; return q; }',
    ],
    [
      'are left for an error',
      'void *w(void *q) { B; if (x == 1) goto ERROR; x++; E; return q; ERROR: reach_error(); return q; }',
      'void *w(void *q) { B; if (x == 1) reach_error(); x++; E; return q; }',
    ],
    [
      'have variables of branches that end them',
      'void *w(void *q) { B; if (x) { int u = x + y; E; y = u; return q; } x = 1; E; return q; }',
      'void *w(void *q) { B; int v = x, u = 0; if (v) u = x + y; else x = 1; E; if (v) y = u; return q; }',
    ],
  ])('%s', (_, odd, plain) => {
    for (const model of ['sc', 'pso'] as const) {
      expect(states(program(odd), model)).toEqual(states(program(plain), model));
      const kinds = (text: string): string[] =>
        findings(program(text), model).map((found) => found.split(' ')[0]);
      expect(kinds(odd)).toEqual(kinds(plain));
    }
  });

  it('see the value that a thread returns', () => {
    const text = `void *w(void *q) { B; x++; return (void *)(long)x; }`;
    const joins = program(text).replace(
      'pthread_join(t, 0); pthread_join(u, 0);',
      'void *a, *b; pthread_join(t, &a); pthread_join(u, &b); y = (long)a * 10 + (long)b;',
    );
    expect(states(joins)).toEqual(['x=2 y=12 z=0', 'x=2 y=21 z=0']);
  });

  it('do not end where a function ends that no thread starts in', () => {
    const text =
      'void *f(void *q) { B; if (x) return q; x = 1; E; return q; } void *w(void *q) { f(q); x++; return q; }';
    const same = text
      .replace('if (x) return q; x = 1; E; return q;', 'if (!x) { x = 1; E; }')
      .replace('f(q); x++;', 'f(q); x++; if (0) E;');
    expect(findings(program(text))).toEqual(findings(program(same)));
  });
});
