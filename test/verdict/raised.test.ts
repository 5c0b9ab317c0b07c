// Findings under SC are findings under TSO and PSO, with an execution of theirs.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingKey } from '../../src/execution/finding.js';
import { explore } from '../../src/explicit/explore.js';
import { replaySchedule } from '../../src/explicit/machines/runSchedule.js';
import { parseC } from '../../src/frontend/c/index.js';
import { randomProgram } from '../../src/generate/random.js';
import { features } from '../../src/generate/randomOptions.js';
import { randomSyncProgram } from '../../src/generate/randomSync.js';
import type { Program } from '../../src/program/program.js';
import { bug } from '../../src/support/diagnostic.js';
import { askEngines } from '../../src/verdict/askEngines.js';
import { forFinalStates, type Limits, type Model, nothingSeen } from '../../src/verdict/engine.js';
import type { About, AnswerTo, Executor, Kind, OnFound } from '../../src/verdict/executor.js';
import { raised } from '../../src/verdict/raised.js';

const unroll = 3;
const firstSeed = Number(process.env.DIPTYCH_RAISED_FIRST ?? 0);
const runs = Number(process.env.DIPTYCH_RAISED_RUNS ?? 150);

/** How many findings under SC were shown under the others. */
function raiseAll(whole: Program): number {
  const { findings } = explore(forFinalStates(whole, { unroll }, 'sc'), { model: 'sc', unroll });
  for (const { finding, witness } of findings)
    for (const model of ['tso', 'pso'] as const) {
      const program = forFinalStates(whole, { unroll }, model);
      const shown = { execution: witness.execution, witness };
      const evidence = raised(program, unroll, model, { kind: 'finding', finding }, shown);
      expect(evidence?.execution.findings.map(findingKey)).toContain(findingKey(finding));
      const replayed = replaySchedule(program, evidence?.witness?.schedule ?? [], { model, unroll });
      expect(replayed).toMatchObject({ kind: 'replayed', execution: evidence?.execution });
    }
  return findings.length;
}

const wrong = parseC(
  `#include <assert.h>
#include <pthread.h>
int x;
void *write(void *_) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write, 0);
  assert(x == 0);
  pthread_join(t, 0);
}`,
  'wrong.c',
  { observe: [] },
);

/** Finds the error under SC, and goes on until it is stopped. */
function findsUnderSc(asked: Model[]): Executor {
  const answerTo: {
    readonly [K in Kind]: (about: About<K>, limits: Limits, onFound?: OnFound) => Promise<AnswerTo<K>>;
  } = {
    explore: async ({ program, model }, { signal }, onFound) => {
      asked.push(model);
      const found = model === 'sc' ? explore(program, { model, unroll }).findings : [];
      for (const { finding, witness } of found)
        onFound?.({ kind: 'finding', finding }, { execution: witness.execution, witness });
      await new Promise((resolve) => {
        if (signal?.aborted === true) resolve(undefined);
        else signal?.addEventListener('abort', resolve);
      });
      return { answer: nothingSeen({ kind: 'unconfirmed' }), flawed: [], kept: [] };
    },
    races: async () => bug('not asked'),
    robust: async () => bug('not asked'),
    monitor: async () => bug('not asked'),
    states: async () => bug('not asked'),
  };
  return {
    name: 'explicit',
    apart: true,
    ask: (kind, about, limits, onFound) => answerTo[kind](about, limits, onFound),
  };
}

describe('a finding under SC', () => {
  it('decides the other models, which are searched for a moment', async () => {
    const asked: Model[] = [];
    const told: unknown[] = [];
    const answers = await askEngines({
      program: wrong,
      models: ['sc', 'tso', 'pso'],
      engines: [findsUnderSc(asked)],
      limits: { unroll },
      confirm: 20,
      decides: ({ kind }) => kind === 'finding',
      onDecided: ({ model }) => told.push(model),
    });
    expect(told).toEqual(['sc', 'tso', 'pso']);
    expect(asked).toEqual(['sc', 'pso', 'tso']);
    for (const { answer } of answers.slice(1)) {
      expect(answer.findings.map(({ finding }) => finding.kind)).toEqual(['assertion']);
      expect(answer.findings[0].shown?.witness?.model).toBe(answer.model);
    }
  });

  it('is shown under TSO and PSO', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.boolean(), (seed, locks) => {
        const from = firstSeed + seed;
        found += raiseAll(locks ? randomSyncProgram(from) : randomProgram(from, { features }));
      }),
      { numRuns: runs },
    );
    expect(found).toBeGreaterThan(10);
  });
});
