// A search by states in which states count as one that differ in which of several like threads is where: up to that it comes to the
// same ends as the search that tells all states apart.

import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames } from '../../../src/execution/execution.js';
import { findingKey } from '../../../src/execution/finding.js';
import { type Code, compile } from '../../../src/explicit/bytecode/compile.js';
import { explore } from '../../../src/explicit/explore.js';
import { visitMaximalExecutions } from '../../../src/explicit/fast/maximalExecutions.js';
import type { FastState } from '../../../src/explicit/fast/state.js';
import { stateSearcher } from '../../../src/explicit/states/search.js';
import { likenessOf } from '../../../src/explicit/symmetry/likeness.js';
import { parseC } from '../../../src/frontend/c/index.js';
import { finalCell, program } from '../../../src/program/builder.js';
import { binary, constant } from '../../../src/program/expression.js';
import type { Program } from '../../../src/program/program.js';
import { assumeSpinLoops } from '../../../src/program/spinLoops.js';
import { Random } from '../../../src/support/prng.js';
import { withCopies, withHolders } from '../symmetry/copies.js';
import { endUpToExchange } from './ends.js';

interface Ends {
  readonly states: number;
  readonly finished: boolean;
  readonly keys: readonly string[];
}

/** The states in which nothing can happen any more, up to the order of like threads. */
function ends(code: Code, model: ModelName, exchanged: boolean, most: number, reduced = exchanged): Ends {
  const { groups } = likenessOf(compile(code.program, { unroll: 3 }));
  const keys = new Set<string>();
  const budget = { left: most };
  let m: FastState | undefined;
  const { finished } = visitMaximalExecutions(code, {
    model,
    groups: [],
    choices: 'every-value',
    searcher: (of) => {
      m = of;
      return stateSearcher(budget, { exchanged, reduced })(of);
    },
    onTick: () => true,
    onRestart: () => keys.clear(),
    onVisit: ({ remarks }) => {
      if (m !== undefined)
        keys.add(
          endUpToExchange(
            m,
            remarks,
            groups.map(({ threads }) => threads),
          ),
        );
      return true;
    },
  });
  return { states: most - budget.left, finished, keys: [...keys].sort() };
}

/** Threads of one function, with what people write: locks, semaphores, errno, choices, arrays, waiting. */
function likeText(seed: number): string {
  const random = new Random(seed);
  const n = random.int(2, 3);
  const some = (of: readonly string[]): string => of[random.int(0, of.length - 1)];
  const statement = (): string =>
    some([
      'x++;',
      'y = x + 1;',
      'if (x == 1) y = 2; else z = y;',
      'pthread_mutex_lock(&m); z++; pthread_mutex_unlock(&m);',
      'pthread_mutex_lock(&m); x = x + z; if (x > 2) y++; pthread_mutex_unlock(&m);',
      'pthread_mutex_lock(&k); pthread_mutex_lock(&m); z = 1; pthread_mutex_unlock(&m); pthread_mutex_unlock(&k);',
      'sem_wait(&s); x = 1; sem_post(&s);',
      'if (sem_trywait(&s) == 0) { y++; sem_post(&s); } else if (errno == EAGAIN) z = 3;',
      'sem_post(&s);',
      'a[x & 3] = y; z = a[y & 3];',
      '*p = x;',
      'while (!y) ;',
      'c = __VERIFIER_nondet_bool(); x = c;',
      'atomic_fetch_add(&q, 1); if (q == 2) z = q;',
      'pthread_mutex_lock(&m); while (x < 2 && w < 1) { w++; pthread_cond_wait(&v, &m); } pthread_mutex_unlock(&m);',
      'pthread_mutex_lock(&m); x = 2; pthread_cond_signal(&v); pthread_mutex_unlock(&m);',
      'errno = __VERIFIER_nondet_bool();',
      'z += errno;',
      'if (__VERIFIER_nondet_bool()) pthread_mutex_lock(&m);',
      'assert(x < 3);',
      'pthread_mutex_unlock(&m);',
      'int *own = (int *)&m; z = *own != 0;',
    ]);
  const body = Array.from({ length: random.int(1, 3) }, statement);
  const other = Array.from({ length: random.int(0, 2) }, statement);
  const lines = (of: readonly string[]): string => of.map((line) => `{ ${line} }`).join('\n  ');
  return `#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <assert.h>
#include <errno.h>
int x, y, z, w, a[4]; int *p = &x; atomic_int q; sem_t s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t v = PTHREAD_COND_INITIALIZER;
void *f(void *arg) { int c; (void)c;
  ${lines(body)}
  return 0; }
int main(void) { pthread_t t[${n}]; int c; (void)c; sem_init(&s, 0, ${random.int(0, 1)});
  for (int i = 0; i < ${n}; i++) pthread_create(&t[i], 0, f, 0);
  ${lines(other)}
  ${random.int(0, 3) === 0 ? '' : `for (int i = 0; i < ${n}; i++) pthread_join(t[i], 0);`}
  ${random.int(0, 1) === 0 ? '' : lines([statement()])}
}`;
}

const firstSeed = Number(process.env.DIPTYCH_STATE_FIRST ?? 0);
const runs = Number(process.env.DIPTYCH_STATE_RUNS ?? 12);

describe('a search by states in which like threads are exchanged', () => {
  it.each([
    ['copies of one thread', (seed: number) => withCopies(seed, 2 + (seed % 2))],
    ['copies that hold locks', (seed: number) => withHolders(seed, 2 + (seed % 2))],
    [
      'threads of one function in C',
      (seed: number) => parseC(likeText(seed), 'a.c', { observe: ['x', 'y', 'z'] }),
    ],
  ])('comes to the same ends: %s', (_, make) => {
    let [fewer, compared] = [0, 0];
    for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
      const random = make(seed);
      const tested = seed % 3 === 0 ? random : assumeSpinLoops(random);
      const code = compile(tested, { unroll: 3 });
      if (likenessOf(code).groups.length === 0) continue;
      const model = modelNames[Math.floor(seed / 2) % 4] ?? 'sc';
      const all = ends(code, model, false, 3_000);
      if (!all.finished) continue;
      const { states, ...some } = ends(compile(tested, { unroll: 3 }), model, true, 30_000);
      expect({ seed, model, ...some }).toEqual({ seed, model, finished: true, keys: all.keys });
      compared++;
      if (states < all.states) fewer++;
    }
    if (process.env.DIPTYCH_STATE_RUNS !== undefined) console.log({ compared, fewer });
    expect(fewer).toBeGreaterThan(runs / 20);
  });

  it('finds of each thread what it finds of one', () => {
    const text = `#include <pthread.h>
#include <assert.h>
int c; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) { for (int i = 0; i < 3; i++) { pthread_mutex_lock(&m); int s = ++c; pthread_mutex_unlock(&m); assert(s != 7); } return 0; }
int main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); }`;
    const found = (symmetry: boolean) => {
      const { complete, findings } = explore(parseC(text, 'a.c', { observe: [] }), {
        model: 'sc',
        anyWay: true,
        symmetry,
      });
      return { complete, findings: findings.map(({ finding }) => findingKey(finding)).sort() };
    };
    expect(found(true)).toEqual(found(false));
    expect(found(true).findings).toHaveLength(4);
  });

  const likeC = (body: string): Program =>
    parseC(
      `#include <pthread.h>
#include <errno.h>
int x, z; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *a) { ${body} return 0; }
int main(void) { pthread_t t[2]; pthread_create(&t[0], 0, f, 0); pthread_create(&t[1], 0, f, 0); pthread_join(t[0], 0); pthread_join(t[1], 0); }`,
      'a.c',
      { observe: ['x', 'z'] },
    );

  it.each([
    ['cells of their own', 'errno = __VERIFIER_nondet_bool(); x = 1; __atomic_fetch_add(&z, errno, 5);'],
    [
      'who holds a lock',
      'if (__VERIFIER_nondet_bool()) pthread_mutex_lock(&m); __atomic_fetch_add(&x, 1, 5); while (x < 2) ; if (__atomic_fetch_add(&z, 1, 5) == 0) pthread_mutex_unlock(&m);',
    ],
  ])('tells states apart by %s', (_, body) => {
    for (const model of modelNames) {
      const compiled = (): Code => compile(likeC(body), { unroll: 3 });
      expect(likenessOf(compiled()).groups).toHaveLength(1);
      expect(ends(compiled(), model, true, 30_000).keys).toEqual(ends(compiled(), model, false, 30_000).keys);
    }
  });

  it.each(modelNames)(
    'tells threads apart again when somebody comes to what is the own of one: %s',
    (model) => {
      const p = program('touched');
      const [x, y, z] = [p.location('x'), p.location('y'), p.location('z')];
      const own = [p.location('own0'), p.location('own1')];
      for (const mine of own)
        p.thread((t) => {
          const turn = t.store(mine, 1).fetch('+', x, 1);
          t.if(
            turn,
            (second) => void second.store(y, second.load(mine)),
            (first) => void first.store(z, first.load(mine)),
          );
        });
      p.thread((t) => {
        t.assume(binary('==', t.load(x), constant(2)));
        // from x past y and z, each with a guard
        t.store(binary('+', binary('+', x, t.load(x)), constant(4)), 5);
      });
      const tested: Program = { ...p.build(), observed: [finalCell('y'), finalCell('z')] };
      const compiled = (): Code => compile(tested, { unroll: 3 });
      const code = compiled();
      expect(likenessOf(code).groups).toHaveLength(1);
      const all = ends(compiled(), model, false, 300_000).keys;
      expect(ends(code, model, true, 300_000).keys).toEqual(all);
      // a search that leaves no thread out comes to states that were one before
      expect(ends(compiled(), model, true, 300_000, false).keys).toEqual(all);
    },
  );
});
