// Functions that programs call instead of malloc. They return a block of the caller's type, also if they call malloc
// through a pointer or fill the block with 0.

import { describe, expect, it } from 'vitest';
import { findings, states } from '../run.js';

/** Two kinds of blocks that two threads use, with members of different sizes. */
const program = (allocator: string, get = 'get'): string => `
  #include <pthread.h>
  #include <stdlib.h>
  #include <string.h>
  ${allocator}
  struct job { int kind; long value; struct job *next; };
  struct queue { pthread_mutex_t m; char open; struct job *first; long sum; };
  int x, y;
  void *work(void *p) {
    struct queue *q = p;
    pthread_mutex_lock(&q->m);
    for (struct job *j = q->first; j; j = j->next) q->sum += j->kind * j->value;
    q->open++;
    pthread_mutex_unlock(&q->m);
    return 0;
  }
  int main(void) {
    struct queue *q = ${get}(sizeof *q);
    pthread_t t;
    pthread_mutex_init(&q->m, 0);
    pthread_create(&t, 0, work, q);
    struct job *j = (struct job *)${get}(sizeof(struct job));
    j->kind = 3; j->value = 4;
    pthread_mutex_lock(&q->m);
    q->first = j;
    pthread_mutex_unlock(&q->m);
    pthread_join(t, 0);
    x = q->sum; y = q->open;
    return 0;
  }`;
const expected = ['x=0 y=1', 'x=12 y=1'];

describe('functions that get a block', () => {
  it.each([
    [
      'fill it with 0',
      'void *get(size_t n) { void *p = malloc(n); if (!p) exit(1); memset(p, 0, n); return p; }',
    ],
    [
      'fill it if there is one',
      'void *get(size_t n) { void *p; if ((p = malloc(n)) != NULL) memset(p, 0, n); return p; }',
    ],
    ['return what memset returns', 'void *get(size_t n) { void *p = malloc(n); return memset(p, 0, n); }'],
    [
      'fill what another one got',
      'void *one(size_t n) { void *p = malloc(n); if (!p) abort(); return p; } void *get(size_t n) { void *p = one(n); memset(p, 0, n); return p; }',
    ],
    [
      'call malloc through a pointer',
      'static void *(*take)(size_t) = malloc; void *get(size_t n) { void *p = take(n); if (!p) abort(); memset(p, 0, n); return p; }',
    ],
    [
      'call what a struct names, or calloc',
      'struct memory { void *(*take)(void *, size_t); } m; void *get(size_t n) { if (m.take) { void *p = m.take(0, n); memset(p, 0, n); return p; } return calloc(1, n); }',
    ],
  ])('%s', (_, allocator) => {
    expect(states(program(allocator))).toEqual(expected);
    expect(findings(program(allocator))).toEqual([]);
  });

  it('may be called through a pointer themselves', () => {
    const text = program('void *fresh(size_t n) { return calloc(1, n); } void *(*get)(size_t) = fresh;');
    expect(states(text)).toEqual(expected);
  });

  it.each([
    ['half of it', 'void *get(size_t n) { void *p = malloc(n); memset(p, 0, n / 2); return p; }'],
    ['it sometimes', 'int z; void *get(size_t n) { void *p = malloc(n); if (z) memset(p, 0, n); return p; }'],
    [
      'what they did not return before',
      'int z; void *get(size_t n) { void *p = malloc(n); if (!z) return p; memset(p, 0, n); return p; }',
    ],
    [
      'it if there is none',
      'void *get(size_t n) { void *p = malloc(n); if (!p) memset(p, 0, n); return p; }',
    ],
  ])('do not fill all of it where they fill %s', (_, allocator) => {
    const text = `#include <stdlib.h>\n#include <string.h>\n${allocator}
      struct s { int a; long b; };
      int x;
      int main(void) { struct s *s = get(sizeof *s); x = s->b == 0; return 0; }`;
    expect(findings(text).map((found) => found.split(' ')[0])).toEqual(['uninitialised-read']);
  });
});
