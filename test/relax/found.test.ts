// Invariants of every found cycle, on random programs: the plain machine takes its run step by step, and the cat file
// allows it. Its hb has exactly the reported cycle, and exhaustive exploration agrees that the program is not robust.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addPair,
  closeTransitively,
  emptyRelation,
  hasPair,
  wordsFor,
} from '../../src/execution/bitRelation.js';
import type { Execution } from '../../src/execution/execution.js';
import { immediateHb } from '../../src/execution/hb.js';
import type { Program } from '../../src/program/program.js';
import { cycleKey } from '../../src/relax/cycle.js';
import { isConfirmed, type RelaxQuestion, relax } from '../../src/relax/relax.js';
import { witnessOf } from '../../src/relax/trials.js';
import { Certifier } from '../../src/verdict/certificate.js';
import { explicitEngine } from '../../src/verdict/explicit.js';
import { arbitraryProgram } from '../generate/arbitrary.js';

const unroll = 3;

const question: RelaxQuestion = {
  models: ['tso', 'pso', 'pslo'],
  runs: 5,
  trials: 2,
  repeats: 8,
  seed: 3,
  cycleLength: 4,
  unroll,
  maxSteps: 400,
};

function hbOf(execution: Execution): (from: number, to: number) => boolean {
  const size = execution.events.length;
  const words = wordsFor(size);
  const hb = emptyRelation(size);
  immediateHb(execution).forEach((successors, from) => {
    for (const to of successors) addPair(hb, words, from, to);
  });
  closeTransitively(hb, size, words);
  return (from, to) => hasPair(hb, words, from, to);
}

async function check(program: Program, change: Partial<RelaxQuestion> = {}): Promise<number> {
  const { models } = await relax(program, { ...question, ...change });
  let confirmed = 0;
  for (const { model, cycles } of models) {
    for (const { cycle, run } of cycles.filter(isConfirmed)) {
      if (run === undefined) throw new Error('a confirmed cycle has a run');
      confirmed++;
      const { ran, instance } = run;
      const { events } = ran.execution;
      expect(cycleKey(instance.map((id) => ran.labels[id]))).toBe(cycleKey(cycle));
      const hb = hbOf(ran.execution);
      instance.forEach((id, i) => {
        const next = instance[(i + 1) % instance.length];
        expect(id === next || hb(id, next)).toBe(true);
        expect(events[id].thread === events[next].thread).toBe(i % 2 === 0);
      });
      if (model === 'pslo') continue;
      const witness = witnessOf(model, ran);
      const shown = { execution: witness.execution, witness };
      expect(new Certifier(program, model, unroll).certify({ kind: 'hb-cycle' }, shown)).toBeUndefined();
    }
    if (model === 'pslo' || !cycles.some(isConfirmed)) continue;
    const answer = await explicitEngine.robust?.(program, model, {
      unroll,
      spinAssume: false,
      maxExecutions: 20_000,
    });
    expect(answer?.robust).not.toBe(true);
  }
  return confirmed;
}

describe('every cycle that is found', () => {
  it('is real', async () => {
    let confirmed = 0;
    await fc.assert(
      fc.asyncProperty(arbitraryProgram({ size: 9 }), async (program) => {
        confirmed += await check(program);
      }),
      { numRuns: 60 },
    );
    expect(confirmed).toBeGreaterThan(30);
  });

  it('is real if three threads take part', async () => {
    let confirmed = 0;
    await fc.assert(
      fc.asyncProperty(
        arbitraryProgram({ size: 8, threads: [3, 3], features: ['rmw', 'fence', 'store-fence'] }),
        async (program) => {
          confirmed += await check(program, { cycleLength: 6 });
        },
      ),
      { numRuns: 60 },
    );
    expect(confirmed).toBeGreaterThan(10);
  });

  it('is real in programs with heaps and mistakes', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryProgram({
          size: 8,
          features: ['alloc', 'fault', 'pointer', 'spawn', 'lock', 'if', 'nondet', 'loop'],
        }),
        async (program) => {
          await check(program);
        },
      ),
      { numRuns: 80 },
    );
  });
});
