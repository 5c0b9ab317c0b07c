// Bytes without a value in copies: the final states and findings on which two readers of C agreed.

import { describe, it } from 'vitest';
import { expectAnswer } from './answers.js';

const head = `#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct s { char c; short h[2]; int i; }; struct bits { unsigned a : 3, b : 5; int c; };
struct s g; int one = 1, x;
struct s same(struct s v) { return v; }
void put(struct s v) { g = v; }
`;
const reader = 'void *f(void *p) { x = g.i; return p; } ';
const inMain = (before: string, after = ''): string =>
  `${head}${reader}int main(void) { ${before} pthread_t t; pthread_create(&t, 0, f, 0); ${after} pthread_join(t, 0); }`;

const programs: readonly (readonly [name: string, text: string])[] = [
  ['a local, copied to a variable of all threads', inMain('struct s v;', 'g = v;')],
  ['a local that one path sets', inMain('struct s v; if (one == 2) v.i = 1;', 'g = v;')],
  ['a local that is set', inMain('struct s v; v.i = 1; v.c = 1; v.h[0] = v.h[1] = 2;', 'g = v;')],
  ['a parameter', inMain('struct s v;', 'put(v);')],
  ['a result', inMain('struct s v;', 'g = same(v);')],
  ['a result of what is set', inMain('', 'g = same(g);')],
  [
    'bytes that are copied to where nothing reads them',
    `${head}int main(void) { struct s v, *p = malloc(12); for (int n = 0; n < 2; n++) for (int k = 0; k < 12; k++) ((char *)&v)[k] = ((char *)p)[k]; }`,
  ],
  ['memcpy', inMain('struct s v;', 'memcpy(&g, &v, sizeof g);')],
  ['a static variable in between', inMain('struct s *p = malloc(sizeof *p);', 'g = *p; *p = g; g = *p;')],
  [
    'blocks that are only copied',
    `${head}int main(void) { struct s *p = malloc(12), *q = malloc(12); free(p); *p = *q; }`,
  ],
  [
    'a block that is only filled',
    `${head}int main(void) { char *p = malloc(12); free(p); memset(p, 0, 12); }`,
  ],
  [
    'byte by byte',
    `${head}int main(void) { struct s v, w; v.i = 5; for (unsigned k = 0; k < sizeof v; k++) ((char *)&w)[k] = ((char *)&v)[k]; x = w.i; }`,
  ],
  [
    'byte by byte from a block, and used',
    `${head}int main(void) { char *p = malloc(4), *q = malloc(4); for (int k = 0; k < 4; k++) q[k] = p[k]; x = q[one]; }`,
  ],
  [
    'a bit-field beside another without a value',
    `${head}int main(void) { struct bits v, *p = malloc(sizeof *p); v.a = 1; *p = v; v = *p; x = v.a; }`,
  ],
];

describe.each(['sc', 'pso'] as const)('under %s', (model) => {
  it.each(programs)('%s', (_, text) => {
    expectAnswer(text, model, { observe: ['x'] });
  });
});
