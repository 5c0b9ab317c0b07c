// Settling says of the order of addresses what a run finds.

import { expect, it } from 'vitest';
import { SymbolicEngine } from '../../../src/symbolic/index.js';
import { parse, run } from '../../frontend/c/run.js';

const engine = await SymbolicEngine.start();

const objects = ['fixed', '&shared', '&own', 'block'];

/** `late` is not known before the program runs, so that the second comparison of each pair is left to the run. */
const text = (op: string): string => `#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
const char fixed[4] = "abc"; int shared, late;
void *f(void *a) { late = 1; return 0; }
int main(void) { pthread_t t; int own = 0; int *block = malloc(4); *block = shared = own;
  pthread_create(&t, 0, f, 0);
  const void *of[8] = { ${[...objects, ...objects].join(', ')} };
  int k = 4 * late;
${objects
  .flatMap((a, i) =>
    objects.map((b, j) =>
      i === j
        ? ''
        : `  assert(((uintptr_t) ${a} ${op} (uintptr_t) ${b}) == ((uintptr_t) of[${i} + k] ${op} (uintptr_t) of[${j} + k]));\n`,
    ),
  )
  .join('')}}`;

it.each(['<', '<=', '>', '>='])('%s', (op) => {
  const program = parse(text(op));
  for (const { findings } of [run(text(op)), engine.findings(program, { model: 'sc' })])
    expect(findings.map(({ finding }) => finding.kind)).toEqual([]);
});

it('text that is constant lies below everything, and blocks of the heap above', () => {
  const order = text('<').replace(
    / {2}assert[\s\S]*/,
    '  assert((uintptr_t) fixed < (uintptr_t) &shared);\n  assert((uintptr_t) &own < (uintptr_t) block);\n}',
  );
  expect(run(order).findings).toEqual([]);
  expect(parse(order).locations.some(({ name }) => name === 'fixed')).toBe(false);
});
