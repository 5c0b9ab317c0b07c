// Stores to cells that one thread alone writes are marked, whatever the cell is: a waiting loop that stores the same again changes nothing.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../../../src/execution/execution.js';
import { parseC } from '../../../../src/frontend/c/index.js';
import type { Program } from '../../../../src/program/program.js';
import { assumeSpinLoops } from '../../../../src/program/spinLoops.js';
import { forEachStatement } from '../../../../src/program/statement.js';
import { judgeStates } from '../../../explicit/spinJudge.js';

/** The lines with marked stores, in the order of threads. */
function markedLines({ threads }: Program): readonly (number | undefined)[] {
  const lines: (number | undefined)[] = [];
  for (const { body } of threads)
    forEachStatement(body, (s) => {
      if (s.kind === 'store' && s.own !== undefined) lines.push(s.at?.line);
    });
  return lines;
}

const head = `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct ring { atomic_int head; int seen; int slots[2]; atomic_int tail; };
`;

/** Threads f and g on lines 6 and 7; main starts them on line 8. */
const program = (f: string, g: string, before = '', after = ''): Program =>
  parseC(
    `${head}void *f(void *a) { struct ring *r = a; ${f} return 0; }
void *g(void *a) { struct ring *r = a; ${g} return 0; }
int main(void) { pthread_t t, u; struct ring *r = malloc(sizeof *r); memset(r, 0, sizeof *r); ${before}
  pthread_create(&t, 0, f, r); pthread_create(&u, 0, g, r); pthread_join(t, 0); pthread_join(u, 0); ${after} }`,
    'ring.c',
    { observe: [] },
  );

describe('a store is marked where', () => {
  it.each([
    ['no other thread writes', 'r->seen = 1;', 'int i = r->seen; r->head = i;', '', [6, 7]],
    ['main writes only before', 'r->seen = 1;', '', 'r->seen = 2;', [6]],
    ['others write other elements', 'r->slots[1] = 1;', 'r->slots[0] = 1;', '', [6, 7]],
  ])('%s', (_, f, g, before, lines) => {
    expect(markedLines(program(f, g, before)).filter((line) => line !== 8)).toEqual(lines);
  });

  it('main writes only after', () => {
    expect(markedLines(program('r->seen = 1;', '', '', 'r->seen = 2;'))).toContain(6);
  });
});

describe('a store is not marked where', () => {
  it.each([
    ['another thread writes', 'r->seen = 1;', 'r->seen = 2;'],
    ['another thread may write', 'r->slots[0] = 1;', 'r->slots[r->head & 1] = 2;'],
    ['its thread changes it in another way later', 'r->seen = 1; memset(&r->seen, 0, 4);', ''],
    ['its thread updates it', 'r->head = 1; atomic_fetch_add(&r->head, 1);', ''],
  ])('%s', (_, f, g) => {
    expect(markedLines(program(f, g)).filter((line) => line === 6)).toEqual([]);
  });
});

const anyStatement = fc.constantFrom(
  'r->seen = v;',
  'r->seen = v & 1;',
  'r->slots[v & 1] = 1;',
  'r->slots[0] = v;',
  'r->head = v & 1;',
  'if (r->seen == 1) break;',
  'if (v == 2) break;',
  'v = r->tail;',
  'v = r->head;',
  'v = r->slots[1];',
);
const anyLoop = fc
  .array(anyStatement, { minLength: 2, maxLength: 5 })
  .map((body) => `for (;;) { int v = r->tail; ${body.join(' ')} if (v) break; }`);
const anyOther = fc.array(
  fc.constantFrom(
    'r->tail = 1;',
    'r->tail = 2;',
    'r->seen = 1;',
    'r->slots[1] = 1;',
    'r->head = 1;',
    'sum += r->seen;',
    'sum += r->slots[0];',
  ),
  { minLength: 1, maxLength: 3 },
);

it('loops have the states and findings that they have round by round', () => {
  let rewritten = 0;
  const property = fc.property(
    anyLoop,
    anyOther,
    fc.boolean(),
    fc.constantFrom(...modelNames),
    (loop, other, onHeap, model) => {
      const place = onHeap ? 'p = malloc(sizeof *p); memset(p, 0, sizeof *p);' : 'p = &shared;';
      const text = `${head}struct ring shared, *p; int sum, end;
void *f(void *a) { struct ring *r = p; ${loop} end = r->seen; return 0; }
int main(void) { pthread_t t; ${place} struct ring *r = p; pthread_create(&t, 0, f, 0); ${other.join(' ')} pthread_join(t, 0); }`;
      const original = parseC(text, 'ring.c', { observe: ['sum', 'end'] });
      if (assumeSpinLoops(original) === original) return;
      rewritten++;
      const { complaints } = judgeStates(original, model, { most: 2000 });
      expect(complaints, text).toEqual([]);
    },
  );
  fc.assert(property, { numRuns: Number(process.env.FC_RUNS ?? 40) });
  expect(rewritten).toBeGreaterThan(20);
});
