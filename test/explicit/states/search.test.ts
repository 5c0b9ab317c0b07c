// The search by states ends with the final states, findings, cut loops, deadlocks and hangs that DPOR ends with, and goes on from no
// state twice.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames, outcomeKey } from '../../../src/execution/execution.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { dporSearcher } from '../../../src/explicit/dpor/search.js';
import { explore } from '../../../src/explicit/explore.js';
import { maximalExecutions, visitMaximalExecutions } from '../../../src/explicit/fast/maximalExecutions.js';
import type { Searcher } from '../../../src/explicit/fast/searcher.js';
import type { FastState } from '../../../src/explicit/fast/state.js';
import { stateSearcher } from '../../../src/explicit/states/search.js';
import { parseC } from '../../../src/frontend/c/index.js';
import { randomProgram } from '../../../src/generate/random.js';
import { features as everyFeature } from '../../../src/generate/randomOptions.js';
import { randomSyncProgram } from '../../../src/generate/randomSync.js';
import type { Program } from '../../../src/program/program.js';
import { assumeSpinLoops } from '../../../src/program/spinLoops.js';
import { randomSyncThreads } from '../../reference/syncPrograms.js';
import { written } from '../../reference/syncText.js';

interface Seen {
  readonly finished: boolean;
  readonly outcomes: readonly string[];
  readonly remarks: readonly string[];
}

function seen(tested: Program, model: ModelName, searcher: (m: FastState) => Searcher): Seen {
  const all = tried(tested, model, searcher);
  expect(all.finished).toBe(true);
  return all;
}

function tried(tested: Program, model: ModelName, searcher: (m: FastState) => Searcher): Seen {
  const remarks = new Set<string>();
  const { finished, outcomes } = visitMaximalExecutions(compile(tested, { unroll: 4 }), {
    model,
    searcher,
    groups: [],
    choices: 'every-value',
    onTick: () => true,
    onRestart: () => remarks.clear(),
    onVisit: (visit) => {
      for (const remark of visit.remarks) remarks.add(remark);
      return true;
    },
  });
  return { finished, outcomes: outcomes.map(outcomeKey).sort(), remarks: [...remarks].sort() };
}

const byStates = (): ((m: FastState) => Searcher) => stateSearcher({ left: 1_000_000 });
const cProgram = (text: string): Program => parseC(text, 'a.c', { readFile: () => undefined, observe: [] });
const firstSeed = Number(process.env.DIPTYCH_STATE_FIRST ?? 0);
const runs = Number(process.env.DIPTYCH_STATE_RUNS ?? 120);

describe('a search by states', () => {
  it('sees what DPOR sees', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...modelNames), fc.boolean(), (seed, model, spins) => {
        const random = randomProgram(seed);
        const tested = spins ? assumeSpinLoops(random) : random;
        expect(seen(tested, model, byStates())).toEqual(seen(tested, model, dporSearcher(true)));
      }),
      { numRuns: runs },
    );
  });

  it('makes choices on its way', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...modelNames), (seed, model) => {
        const tested = randomProgram(seed, {
          features: ['nondet', 'if', 'loop', 'spawn', 'assume', 'assert'],
        });
        expect(seen(tested, model, byStates())).toEqual(seen(tested, model, dporSearcher(true)));
      }),
      { numRuns: runs / 4 },
    );
    const text = `int x, y; void *f(void *a) { for (int i = 0; i < 6; i++) { int c = __VERIFIER_nondet_int(); __VERIFIER_assume(0 <= c && c < 4); x = c; } return 0; }
int main(void) { unsigned long t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); y = x; }`;
    const { outcomes } = seen(
      parseC(`#include <pthread.h>\n${text}`, 'c.c', { observe: ['y'] }),
      'sc',
      byStates(),
    );
    expect(outcomes).toHaveLength(4);
  });

  it.each(modelNames)('under %s lets not every thread go on that could, and misses nothing', (model) => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(2, 3, 4), fc.boolean(), (seed, threads, spins) => {
        const random = randomProgram(seed, {
          threads: [threads, threads],
          size: 4 * threads,
          features: everyFeature,
        });
        const tested = spins ? assumeSpinLoops(random) : random;
        const expected = tried(tested, model, stateSearcher({ left: 20_000 }, { reduced: false }));
        if (!expected.finished) return;
        expect(tried(tested, model, stateSearcher({ left: 100_000 }))).toEqual(expected);
      }),
      { numRuns: runs / 3 },
    );
  });

  it.each([
    [
      'locks, semaphores, barriers, conditions of C',
      (seed: number) => cProgram(written(randomSyncThreads(seed)).text),
    ],
    [
      'locks, atomic sections, blocks of the heap',
      (seed: number) => randomSyncProgram(seed, { heap: true, moves: 4 }),
    ],
  ])('misses nothing that threads do with %s', (_, program) => {
    let compared = 0;
    for (let seed = firstSeed; seed < firstSeed + runs / 5; seed++)
      for (const model of modelNames) {
        const tested = assumeSpinLoops(program(seed));
        const expected = tried(tested, model, stateSearcher({ left: 4_000 }, { reduced: false }));
        if (!expected.finished) continue;
        compared++;
        const reduced = tried(tested, model, stateSearcher({ left: 20_000 }));
        expect(reduced, `seed ${seed} ${model}`).toEqual(expected);
      }
    expect(compared).toBeGreaterThan(runs / 5);
  });

  it('does not rely on locks that a thread breaks', () => {
    const tested = cProgram(`#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x, y;
void *add(void *a) { pthread_mutex_lock(&m); int t = x; x = t + 1; pthread_mutex_unlock(&m); return 0; }
void *breaks(void *a) { pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t, u, v; pthread_create(&t, 0, add, 0); pthread_create(&u, 0, add, 0); pthread_create(&v, 0, breaks, 0); pthread_join(t, 0); pthread_join(u, 0); y = x; }`);
    const whole = tried(tested, 'sc', stateSearcher({ left: 20_000 }, { reduced: false }));
    expect(whole.remarks.length).toBeGreaterThan(1);
    expect(tried(tested, 'sc', stateSearcher({ left: 20_000 }))).toEqual(whole);
  });

  it('runs through what a lock protects', () => {
    const states = (lock: string, unlock: string): number => {
      const budget = { left: 50_000 };
      tried(
        cProgram(`#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int x;
void *add(void *a) { ${lock} for (int i = 0; i < 5; i++) x++; ${unlock} return 0; }
int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, add, 0); for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return x; }`),
        'sc',
        stateSearcher(budget),
      );
      return 50_000 - budget.left;
    };
    const locked = states('pthread_mutex_lock(&m);', 'pthread_mutex_unlock(&m);');
    expect(locked).toBeLessThan(1_000);
    expect(states('', '')).toBeGreaterThan(10 * locked);
  });

  it('holds no lock after the gate of a condition variable', () => {
    const text = `#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int n, got;
void *take(void *a) { for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); while (n == 0) pthread_cond_wait(&c, &m); n--; got++; pthread_mutex_unlock(&m); } return 0; }
int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, take, 0);
for (int i = 0; i < 4; i++) { pthread_mutex_lock(&m); n++; pthread_cond_signal(&c); pthread_mutex_unlock(&m); } for (int i = 0; i < 2; i++) pthread_join(t[i], 0); return got; }`;
    const states = (reduced: boolean): number => {
      const budget = { left: 50_000 };
      const tested = assumeSpinLoops(cProgram(text));
      expect(tried(tested, 'sc', stateSearcher(budget, { reduced })).finished).toBe(true);
      return 50_000 - budget.left;
    };
    // all passes together
    expect(states(true)).toBeLessThan(2 * states(false));
  });

  it('leaves out what threads do that have nothing to do with each other', () => {
    const text = (own: string) => `#include <pthread.h>
int x[4][8]; void *f(void *a) { int i = (int)(long)a; for (int k = 0; k < 8; k++) x[${own}][k] += k; return 0; }
int main(void) { pthread_t t[4]; for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, f, (void *)i); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); return x[1][1]; }`;
    const states = (own: string): number => {
      const budget = { left: 20_000 };
      tried(parseC(text(own), 'own.c', { observe: [] }), 'sc', stateSearcher(budget));
      return 20_000 - budget.left;
    };
    expect(states('i')).toBeLessThan(1_000);
    expect(states('i / 4')).toBeGreaterThan(10_000);
  });

  it('does not tell states apart by the order in which threads were cut, nor by dead registers', () => {
    const ends = (body: string): number => {
      let visits = 0;
      visitMaximalExecutions(
        compile(
          cProgram(`#include <pthread.h>
int x, y; void *f(void *a) { ${body} return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0); }`),
          { unroll: 2 },
        ),
        {
          model: 'sc',
          searcher: byStates(),
          groups: [],
          choices: 'every-value',
          onTick: () => true,
          onRestart: () => {},
          onVisit: () => {
            visits++;
            return true;
          },
        },
      );
      return visits;
    };
    // in one pass: random executions have shown what the threads touch
    expect(ends('for (;;) x = 1;')).toBe(1);
    expect(ends('for (;;) { int old = y; y = old + 1; y = 0; x = 1; }')).toBe(1);
  });

  const counting = (rounds: number): Program =>
    parseC(
      `#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int n;
void *f(void *a) { for (int i = 0; i < ${rounds}; i++) { pthread_mutex_lock(&m); int old = n; n = old + 1; pthread_mutex_unlock(&m); } return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); assert(n == ${2 * rounds}); }`,
      'counting.c',
      { observe: [] },
    );

  it('ends where there are too many traces, and says what is so', () => {
    const tested = counting(12);
    for (const model of modelNames) {
      const { complete, findings } = explore(tested, { model, anyWay: true, timeLimitMs: 60_000 });
      expect([complete, findings.length]).toEqual([true, 0]);
    }
  });

  it('goes on where it was stopped', () => {
    const tested = cProgram(`#include <assert.h>
#include <pthread.h>
int x, y; void *f(void *a) { for (int i = 0; i < 2; i++) { int c = __VERIFIER_nondet_bool(); x += c; assert(y < 3); y++; } return 0; }
int main(void) { int c = __VERIFIER_nondet_bool(); pthread_t t; pthread_create(&t, 0, f, 0); if (c) f(0); pthread_join(t, 0); }`);
    const inOneGo = tried(tested, 'tso', byStates());
    const remarks = new Set<string>();
    let stops = 0;
    const visits = maximalExecutions(compile(tested, { unroll: 4 }), {
      model: 'tso',
      searcher: byStates(),
      groups: [],
      choices: 'every-value',
      onTick: () => stops++ % 3 === 2,
      onRestart: () => remarks.clear(),
      onVisit: (visit) => {
        for (const remark of visit.remarks) remarks.add(remark);
        return true;
      },
    });
    let result = visits();
    for (; !result.finished; result = visits());
    expect(stops).toBeGreaterThan(4);
    expect(result.outcomes.map(outcomeKey).sort()).toEqual(inOneGo.outcomes);
    expect([...remarks].sort()).toEqual(inOneGo.remarks);
  });

  it('goes no further than it may', () => {
    const { finished } = visitMaximalExecutions(compile(counting(20), { unroll: 4 }), {
      model: 'sc',
      searcher: stateSearcher({ left: 100 }),
      groups: [],
      onTick: () => true,
      onRestart: () => {},
      onVisit: () => true,
    });
    expect(finished).toBe(false);
  });
});

describe('runs with random priorities', () => {
  it('find what needs one thread to come last', () => {
    const tested = parseC(
      `#include <assert.h>
#include <pthread.h>
int x;
void *look(void *a) { assert(x < 12); return 0; }
void *add(void *a) { int t = x; x = t + 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, look, 0); for (int i = 0; i < 12; i++) pthread_create(&t, 0, add, 0); }`,
      'last.c',
      { observe: [] },
    );
    const { findings } = explore(tested, {
      model: 'sc',
      anyWay: true,
      untilFinding: true,
      timeLimitMs: 60_000,
    });
    expect(findings.map(({ finding }) => finding.kind)).toEqual(['assertion']);
  });
});
