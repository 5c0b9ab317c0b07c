// Findings, cut loops and values that random programs seldom have: the plain machine tells them as the fast one does, with their places.

import { describe, expect, it } from 'vitest';
import { modelNames } from '../../../src/execution/execution.js';
import { cutLoopKey } from '../../../src/execution/finding.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { explore } from '../../../src/explicit/explore.js';
import { storeBufferModels } from '../../../src/explicit/machines/index.js';
import { Machine } from '../../../src/explicit/machines/machine.js';
import { randomProgram } from '../../../src/generate/random.js';
import { features } from '../../../src/generate/randomOptions.js';
import { Random } from '../../../src/support/prng.js';
import { findingsIn, parse, statesIn } from '../../frontend/c/run.js';

const headers = ['assert', 'pthread', 'semaphore', 'stdlib', 'string'].map(
  (name) => `#include <${name}.h>\n`,
);

/** The body of main, and the kind of the finding it leads to. */
const programs: readonly (readonly [body: string, kind: string | undefined])[] = [
  ['free(0); int *p = malloc(4); *p = 1; x = *p; free(p);', undefined],
  ['int k = x; y = -k; x = ~k; y += !k;', undefined],
  ['for (int i = 0; i < n; i++) x += i;', undefined],
  ['int *p = malloc(4); *p = 1; free(p); x = *p;', 'use-after-free'],
  ['int *p = malloc(4); *p = 1; free(p); *p = 2;', 'use-after-free'],
  ['int *p = malloc(4); *p = 1; free(p); __atomic_fetch_add(p, 1, 5);', 'use-after-free'],
  ['int *p = malloc(4); x = __atomic_fetch_add(p, 1, 5);', 'uninitialised-read'],
  ['int *p = malloc(4); x = *p;', 'uninitialised-read'],
  ['int *p = malloc(8); p[0] = 1; free(p + 1);', 'invalid-free'],
  ['int *p = malloc(4); free(p); free(p);', 'double-free'],
  ['int *p = (int *)&x; p = 0; *p = 1;', 'invalid-address'],
  ['int *p; { int local = 1; p = &local; *p = 2; } x = *p;', 'use-after-free'],
  ['pthread_mutex_unlock(&m);', 'unlock-of-free-lock'],
  ['pthread_mutex_destroy(&m); pthread_mutex_lock(&m);', 'use-after-free'],
  ['pthread_mutex_lock(&m); pthread_mutex_lock(&m);', 'deadlock'],
  ['assert(n == 4);', 'assertion'],
  ['BEGIN x = __atomic_exchange_n(&n, 4, 5); x += 2 * __atomic_fetch_or(&n, 1, 5); END', undefined],
  [
    'BEGIN x = __sync_val_compare_and_swap(&n, 3, 6); y = __sync_val_compare_and_swap(&n, 9, 1); END',
    undefined,
  ],
  ['BEGIN x = 1; x = x + n; y = x; END', undefined],
  ['int *p = malloc(4); BEGIN x = *p; END', 'uninitialised-read'],
  ['int *p = malloc(4); *p = 1; free(p); BEGIN *p = 2; x = 5; END', 'use-after-free'],
  ['int *p = malloc(4); *p = 1; free(p); BEGIN x = *p; END', 'use-after-free'],
  ['sem_t s; sem_init(&s, 0, 0); sem_wait(&s);', 'deadlock'],
];

describe('the plain machine', () => {
  it.each(programs)('runs %s', (body, kind) => {
    const text = body
      .replace('BEGIN', '__VERIFIER_atomic_begin();')
      .replace('END', '__VERIFIER_atomic_end();');
    const program = parse(`${headers.join('')}int x, y, n = 3;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *other(void *a) { y = 7; return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  ${text}
  pthread_join(t, 0);
  return 0;
}`);
    for (const model of modelNames) {
      const [fast, plain] = (['optimal', 'none'] as const).map((dpor) => {
        const all = explore(program, { model, dpor, unroll: 2 });
        expect(all.complete).toBe(true);
        return {
          findings: findingsIn(all),
          places: all.findings.map(({ finding }) => JSON.stringify(finding.at)).sort(),
          states: statesIn(program, all),
          cut: all.cutLoops.map((loop) => [cutLoopKey(loop), loop.at]),
        };
      });
      expect(plain).toEqual(fast);
      expect(plain.findings.map((text) => text.split(' ')[0])).toEqual(kind === undefined ? [] : [kind]);
    }
  });

  it('orders all stores to a cell, and says what each atomic access was', () => {
    let updates = 0;
    for (let seed = 0; seed < 60; seed++) {
      const machine = Machine.start(
        compile(randomProgram(seed, { features, size: 8 }), { unroll: 2 }),
        storeBufferModels.pso,
      );
      const random = new Random(seed);
      for (let steps = machine.steps(); steps.length > 0; steps = machine.steps())
        machine.apply(random.pick(steps));
      const { events, co } = machine.execution();
      for (const { id, kind, reads, writes, failed } of events) {
        for (const { address } of writes) expect(co.get(address)).toContain(id);
        if (kind !== 'U') continue;
        updates++;
        // A compare-exchange that fails leaves the value that it has read.
        if (failed === true) expect(writes[0].value).toBe(reads[0].value);
      }
      for (const [address, ids] of co)
        for (const id of ids) expect(events[id].writes.map((w) => w.address)).toContain(address);
    }
    expect(updates).toBeGreaterThan(5);
  });

  it('counts a compare-exchange that fails as the load it is', () => {
    const program = parse(`#include <stdatomic.h>
atomic_int x; int y;
int main(void) {
  int k = 1;
  y = atomic_compare_exchange_strong_explicit(&x, &k, 2, memory_order_acq_rel, memory_order_relaxed);
  k = 0;
  y += atomic_compare_exchange_strong_explicit(&x, &k, 2, memory_order_acq_rel, memory_order_relaxed);
}`);
    const updates: unknown[] = [];
    explore(program, {
      model: 'tso',
      dpor: 'none',
      onExecution: (witness) => {
        for (const { kind, order, failed } of witness().execution.events)
          if (kind === 'U') updates.push([order, failed]);
      },
    });
    expect(updates).toEqual([
      ['relaxed', true],
      ['acq_rel', undefined],
    ]);
  });
});
