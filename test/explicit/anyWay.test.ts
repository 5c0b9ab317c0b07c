// A question that comes again continues: its answer is that of one long search, and the caller hears of everything.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames, outcomeKey } from '../../src/execution/execution.js';
import { findingKey } from '../../src/execution/finding.js';
import { type ExploreOptions, explore } from '../../src/explicit/explore.js';
import { replaySchedule } from '../../src/explicit/machines/runSchedule.js';
import { parseC } from '../../src/frontend/c/index.js';
import { randomProgram } from '../../src/generate/random.js';
import { randomSyncProgram } from '../../src/generate/randomSync.js';
import type { Program } from '../../src/program/program.js';
import { everyday } from '../counts.js';

const unroll = 4;

/** Threads that count in loops: many traces, few states. */
const counting = (rounds: number, assertion: string): Program =>
  parseC(
    `#include <assert.h>
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *add(void *_) {
  for (int i = 0; i < ${rounds}; i++) {
    pthread_mutex_lock(&lock), x++, pthread_mutex_unlock(&lock);
    y = y + 1;
  }
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(${assertion});
}`,
    'counting.c',
    { observe: ['x', 'y'] },
  );

interface Heard {
  readonly outcomes: Set<string>;
  readonly findings: Set<string>;
}

/** Asks once, and notes what the caller hears of; each execution must be one of the program. */
function ask(
  tested: Program,
  model: ModelName,
  limits: Partial<ExploreOptions>,
): Heard & { complete: boolean } {
  const outcomes = new Set<string>();
  const findings = new Set<string>();
  const { complete, ...found } = explore(tested, {
    model,
    unroll,
    anyWay: true,
    symmetry: true,
    ...limits,
    onOutcome: (outcome, witness) => {
      outcomes.add(outcomeKey(outcome));
      const { schedule, execution } = witness();
      const replayed = replaySchedule(tested, schedule, { model, unroll });
      expect(replayed).toEqual({ kind: 'replayed', execution, maximal: true });
      expect(execution.outcome === undefined ? undefined : outcomeKey(execution.outcome)).toBe(
        outcomeKey(outcome),
      );
    },
    onFinding: (finding) => findings.add(findingKey(finding)),
  });
  expect([...outcomes].sort()).toEqual(found.outcomes.map(outcomeKey).sort());
  expect([...findings].sort()).toEqual(found.findings.map(({ finding }) => findingKey(finding)).sort());
  return { outcomes, findings, complete };
}

/** May look at the clock so many times. */
function looks(most: number): Partial<ExploreOptions> {
  let left = most;
  return { stop: () => left-- <= 0 };
}

describe('a question that comes again', () => {
  it.each(modelNames)('is decided by the parts of one search under %s', (model) => {
    const rounds = model === 'sc' ? 4 : 3;
    const inOneGo = ask(counting(rounds, 'x > 0'), model, {});
    expect(inOneGo.complete).toBe(true);
    const inParts = counting(rounds, 'x > 0');
    let last = ask(inParts, model, looks(30));
    let times = 1;
    for (; !last.complete; times++) {
      const next = ask(inParts, model, looks(30));
      for (const outcome of last.outcomes) expect(next.outcomes).toContain(outcome);
      last = next;
    }
    expect(times).toBeGreaterThan(1);
    expect(last).toEqual(inOneGo);
    // the answer is known by now
    expect(ask(inParts, model, looks(0))).toEqual(inOneGo);
  });

  it('keeps what was found', () => {
    const tested = counting(8, 'y > 8');
    let found = ask(tested, 'sc', looks(10));
    for (let i = 0; i < 200 && found.findings.size === 0; i++) found = ask(tested, 'sc', looks(10));
    expect(found.findings.size).toBe(1);
    expect(ask(tested, 'sc', looks(0)).findings).toEqual(found.findings);
  });

  it('says the same as reduction alone of random programs', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), fc.constantFrom(...modelNames), (seed, locks, model) => {
        const tested = locks ? randomSyncProgram(seed) : randomProgram(seed);
        const alone = explore(tested, { model, unroll });
        const answers = [ask(tested, model, looks(1)), ask(tested, model, {}), ask(tested, model, {})];
        for (const { outcomes, findings } of answers.slice(1)) {
          expect([...outcomes].sort()).toEqual(alone.outcomes.map(outcomeKey).sort());
          expect(findings.size > 0).toBe(alone.findings.length > 0);
        }
      }),
      { numRuns: everyday(150) },
    );
  });
});
