// Random runs: reproducible, real, and different from each other. Every one of them replays on the plain machine.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames, type Witness } from '../../../src/execution/execution.js';
import { type ExploreOptions, explore } from '../../../src/explicit/explore.js';
import { replaySchedule } from '../../../src/explicit/machines/runSchedule.js';
import { familyProgram } from '../../../src/generate/families.js';
import { randomProgram } from '../../../src/generate/random.js';
import { program } from '../../../src/program/builder.js';
import type { Integer } from '../../../src/program/integer.js';
import { defaultUnroll } from '../../../src/program/loopBounds.js';
import type { Program } from '../../../src/program/program.js';

const random = (runs: number, seed: number): Pick<ExploreOptions, 'strategy'> => ({
  strategy: { kind: 'random', runs, seed },
});

function witnesses(of: Program, options: ExploreOptions): Witness[] {
  const found: Witness[] = [];
  explore(of, { ...options, onExecution: (witness) => found.push(witness()) });
  return found;
}

describe('random runs', () => {
  it('are executions of the plain machine', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.constantFrom(...modelNames), (programSeed, seed, model) => {
        const tested = randomProgram(programSeed);
        for (const { schedule, execution } of witnesses(tested, { model, ...random(5, seed) }))
          expect(replaySchedule(tested, schedule, { model, unroll: defaultUnroll })).toEqual({
            kind: 'replayed',
            execution,
            maximal: true,
          });
      }),
      { numRuns: 100 },
    );
  });

  it('depend on their seed alone: run i of a seed is the first of seed + i', () => {
    const tested = familyProgram('dekker', 2);
    const many = witnesses(tested, { model: 'pso', ...random(10, 40) });
    expect(many.length).toBe(10);
    const one = many.map((_, i) => witnesses(tested, { model: 'pso', ...random(1, 40 + i) })[0]);
    expect(one).toEqual(many);
  });

  it('reach in many runs what can be reached, and never claim to be complete', () => {
    const tested = familyProgram('ring', 2);
    const seen = explore(tested, { model: 'tso', ...random(200, 1) });
    expect(seen.executions).toBe(200);
    expect(seen.outcomes.length).toBe(4);
    expect(seen.complete).toBe(false);
  });

  it('draw nondeterministic values, before the first step too', () => {
    const p = program('dice');
    const x = p.location('x');
    p.thread((t) => {
      t.store(x, t.nondet(1, 10_000, 'big'));
      t.nondet(1, 2, 'coin');
    });
    p.observe({ kind: 'register', thread: 0, register: 'coin' });
    const seen = explore(p.build(), { model: 'tso', ...random(50, 7) });
    expect(seen.outcomes.map(String).sort()).toEqual(['1', '2']);
    expect(new Set(witnesses(p.build(), { model: 'sc', ...random(3, 7) }).map(storedValue)).size).toBe(3);
  });

  it('stop after a number of executions', () => {
    expect(
      explore(familyProgram('wr1', 3), { model: 'sc', ...random(50, 0), maxExecutions: 3 }).executions,
    ).toBe(3);
  });
});

const storedValue = ({ execution }: Witness): Integer | undefined =>
  execution.events.find((event) => event.kind === 'W')?.writes[0].value;

describe('a schedule that is not possible', () => {
  it('is named by its first impossible step', () => {
    const tested = familyProgram('ring', 2);
    const [{ schedule }] = witnesses(tested, { model: 'tso', ...random(1, 3) });
    const doubled = [schedule[0], schedule[0], schedule[0], ...schedule];
    expect(replaySchedule(tested, doubled, { model: 'tso', unroll: 8 })).toEqual({
      kind: 'impossible',
      position: 2,
      step: schedule[0],
    });
  });
});
