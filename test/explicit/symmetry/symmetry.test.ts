// Identical threads: one execution for each order of them, and everything else as without.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../../src/execution/execution.js';
import { cutLoopKey, findingPlaceKey } from '../../../src/execution/finding.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { type Exploration, explore } from '../../../src/explicit/explore.js';
import { exploreParallel } from '../../../src/explicit/parallel/exploreParallel.js';
import { symmetricGroups } from '../../../src/explicit/symmetry/groups.js';
import { parseC } from '../../../src/frontend/c/index.js';
import { familyProgram } from '../../../src/generate/families.js';
import type { Program } from '../../../src/program/program.js';
import { withCopies, withHolders, withStarter } from './copies.js';

const seen = ({ executions, blocked, redundant, outcomes, findings, cutLoops, complete }: Exploration) => ({
  executions,
  blocked,
  redundant,
  complete,
  outcomes: outcomes.map(String).sort(),
  findings: findings.map(({ finding }) => findingPlaceKey(finding)).sort(),
  cutLoops: cutLoops.map(cutLoopKey).sort(),
});

const isSimple = ({ threads }: Program): boolean => threads.every(({ start }) => start === 'initial');

describe('programs with identical threads', () => {
  it.each(
    modelNames.flatMap((model) => [
      { model, make: withCopies, runs: 60 },
      { model, make: withHolders, runs: 40 },
      { model, make: withStarter, runs: 60 },
    ]),
  )(
    'have the same counts, outcomes, findings and robustness under $model, $make.name',
    ({ model, make, runs }) => {
      let reduced = 0;
      fc.assert(
        fc.property(fc.integer(), fc.integer({ min: 2, max: 3 }), (seed, copies) => {
          const program = make(seed, copies);
          fc.pre(make === withStarter || isSimple(program));
          const doubts = new Set<boolean>();
          const [without, symmetric] = [false, true].map((symmetry) =>
            explore(program, {
              model,
              maxExecutions: 3000,
              symmetry,
              onDoubtful: () => doubts.add(symmetry),
            }),
          );
          fc.pre(without.complete);
          expect(seen(symmetric)).toEqual(seen(without));
          expect(doubts.has(true)).toBe(doubts.has(false));
          expect(symmetric.visited).toBeLessThanOrEqual(without.visited);
          if (symmetric.visited < without.visited) reduced++;
        }),
        { numRuns: runs },
      );
      expect(reduced).toBeGreaterThan(3);
    },
  );

  it('have witnesses that show what they are said to show', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const program = withCopies(seed, 2);
        fc.pre(isSimple(program));
        explore(program, {
          model: 'tso',
          symmetry: true,
          maxExecutions: 500,
          onOutcome: (outcome, witness) => expect(witness().execution.outcome).toEqual(outcome),
        });
      }),
      { numRuns: 30 },
    );
  });
});

describe('families of identical threads', () => {
  it.each(['mutex-inc', 'fetch-add'])('%s takes one execution', (family) => {
    for (const model of modelNames)
      expect(explore(familyProgram(family, 6), { model, symmetry: true })).toMatchObject({
        executions: 720,
        visited: 1,
        redundant: 0,
      });
  });

  it('is the same on several threads', async () => {
    const program = withCopies(5, 3);
    for (const model of modelNames) {
      const alone = explore(program, { model, symmetry: true });
      const together = await exploreParallel(program, { model, symmetry: true, jobs: 2, aloneMs: 0 });
      expect(seen(together)).toEqual(seen(alone));
      expect(together.visited).toBe(alone.visited);
    }
  });
});

describe('threads of C programs', () => {
  const groupsOf = (body: string): readonly (readonly number[])[] => {
    const text = `#include <pthread.h>
#include <assert.h>
int x, y;
void *f(void *arg) { __atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST); return 0; }
int main(void) { pthread_t a, b, c; ${body} }`;
    return symmetricGroups(compile(parseC(text, 'x.c'), { unroll: 4 })).map(({ threads }) => threads);
  };
  const create = (t: string): string => `pthread_create(&${t}, 0, f, 0);`;
  const join = (t: string): string => `pthread_join(${t}, 0);`;

  it.each([
    [
      'started and joined in a row',
      `${create('a')} ${create('b')} ${create('c')} ${join('b')} ${join('a')} ${join('c')}`,
      [[1, 2, 3]],
    ],
    ['never joined', `${create('a')} ${create('b')}`, [[1, 2]]],
    [
      'an event after the first is started',
      `${create('a')} y = 1; ${create('b')} ${join('a')} ${join('b')}`,
      [],
    ],
    [
      'an event after the first is joined',
      `${create('a')} ${create('b')} ${join('a')} y = 1; ${join('b')}`,
      [],
    ],
    [
      'one is never joined',
      `${create('a')} ${create('b')} ${create('c')} ${join('a')} ${join('c')}`,
      [[1, 3]],
    ],
    ['joined if something was read', `${create('a')} ${create('b')} if (x == 1) { ${join('a')} }`, []],
    [
      'started between joins',
      `${create('a')} ${create('b')} ${join('a')} ${create('c')} ${join('b')} ${join('c')}`,
      [],
    ],
  ])('%s', (_, body, groups) => expect(groupsOf(body)).toEqual(groups));

  it('that take a mutex, which holds their number', () => {
    const text = (looks: string): string => `#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *f(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t a, b, c; ${['a', 'b', 'c'].map(create).join(' ')} ${looks} return 0; }`;
    const visited = (looks: string) =>
      explore(parseC(text(looks), 'x.c'), { model: 'tso', symmetry: true, unroll: 4 });
    expect(visited('')).toMatchObject({ executions: 6, visited: 1 });
    expect(visited('x = *(int *)&m;').visited).toBeGreaterThan(6);
  });
});
