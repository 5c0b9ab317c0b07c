// Findings in the names of the C program, by both engines alike.

import { describe, expect, it } from 'vitest';
import { explore } from '../../src/explicit/explore.js';
import { findingLines } from '../../src/report/notes.js';
import { findingText } from '../../src/report/places.js';
import { createStyle } from '../../src/report/style.js';
import { stopRows } from '../../src/report/witness.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import { explicitEngine } from '../../src/verdict/explicit.js';
import { askOutcomes } from '../../src/verdict/outcomes.js';
import { parse } from '../frontend/c/run.js';

const engine = await SymbolicEngine.start();

describe('the text of a finding', () => {
  it.each([
    [
      'names the condition variable',
      `#include <pthread.h>
struct { pthread_mutex_t lock; pthread_cond_t gate[2]; } door;
int main(void) {
  pthread_mutex_lock(&door.lock);
  pthread_cond_wait(&door.gate[1], &door.lock);
}`,
      'deadlock: main at line 5 waits for a signal of door.gate[1]',
    ],
    [
      'says what was to be read of nothing',
      `struct list { long value[2]; struct list *next; } *head;
int main(void) { return head->next != 0; }`,
      'invalid-address: load of memory 16 bytes from a null pointer: head->next (main at line 2)',
    ],
    [
      'says what a part belongs to',
      `struct { int a, b; } p; void *w(void *);
int i = 2;
int main(void) { unsigned long t; pthread_create(&t, 0, w, 0);
  int *q = (int *)((char *)&p + i);
  *q = 1;
}
void *w(void *a) { i = 4; return a; }`,
      'mixed-size: store of 32 bits at p.a + 2, where a cell has other bits: *q = 1 (main at line 5)',
    ],
    [
      'says which element is not there',
      `struct line { const char *text; int at[2]; } ring[2]; void *w(void *);
int next = 1;
int main(void) { unsigned long t; pthread_create(&t, 0, w, 0); struct line *l = ring + 1; l += next; l->text = 0; }
void *w(void *a) { next = 0; return a; }`,
      'invalid-address: store of ring[2].text, past the end of ring, which has 2 elements: l->text = 0 (main at line 3)',
    ],
    [
      'says which element of a block is not there',
      `#include <stdlib.h>
int cap = 2;
int main(void) { long *v = malloc(cap * sizeof *v); v[cap] = 1; }`,
      'invalid-address: store of long[2], past the end of long, a block of 2 elements: v[cap] = 1 (main at line 3)',
    ],
    [
      'names members of what was taken in one of several branches, and an array at the end',
      `#include <stdlib.h>
struct big { int a[9]; };
struct text { long n; char s[]; }; void *w(void *);
int n = 4;
int main(void) { unsigned long t; pthread_create(&t, 0, w, 0);
  void *p;
  if (n == 4) { struct text *t = malloc(sizeof *t + 4); p = t; } else p = calloc(1, sizeof(struct big));
  return ((struct text *)p)->s[2];
}
void *w(void *a) { n = 5; return a; }`,
      'uninitialised-read: load from text->s[2], which was never written (main at line 8)',
    ],
  ])('%s', (_, text, expected) => {
    const program = parse(text);
    const both = [explore(program, { model: 'sc' }), engine.explore(program, { model: 'sc', unroll: 2 })];
    for (const { findings } of both)
      expect([...new Set(findings.map(({ finding }) => findingText(program, finding)))]).toContain(expected);
  });

  it('and why each thread stops', () => {
    const program = parse(`#include <pthread.h>
pthread_mutex_t m;
pthread_cond_t c;
void *f(void *a) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }`);
    const [{ witness }] = explore(program, { model: 'sc' }).findings;
    expect(stopRows(program, witness.execution).map((row) => row.slice(0, 3))).toEqual([
      ['main', 'stops: it waits for f', 'line 5'],
      ['f', 'stops: it waits for a signal of c', 'line 4'],
    ]);
  });

  it('is told once for what differs in its message alone', async () => {
    const program = parse(`#include <pthread.h>
#include <stdlib.h>
#include <string.h>
char *shared;
void *f(void *a) { char *p = malloc(3); strcpy(p, "ab"); shared = p; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); char *p = shared; int s = 0; if (p) for (int k = 0; k < 3; k++) s += p[k]; return s; }`);
    const limits = { unroll: 8 };
    const { results } = await askOutcomes(program, { models: ['pso'], engines: [explicitEngine], limits });
    const answers = results.map(({ answer }) => answer);
    const lines = findingLines(program, answers, createStyle(false));
    expect(lines).toEqual([
      expect.stringMatching(/^found under pso: .* never written \(main at line 6\), and 2 more there$/),
    ]);
  });
});
