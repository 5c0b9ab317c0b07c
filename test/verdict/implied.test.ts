// TSO lies between SC and PSO, so their answers imply some of its own.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelName, outcomeKey } from '../../src/execution/execution.js';
import { cutLoopKey, findingPlaceKey } from '../../src/execution/finding.js';
import { explore } from '../../src/explicit/explore.js';
import { randomProgram } from '../../src/generate/random.js';
import { features } from '../../src/generate/randomOptions.js';
import { randomSyncProgram } from '../../src/generate/randomSync.js';
import type { Program } from '../../src/program/program.js';
import { bug } from '../../src/support/diagnostic.js';
import { askEngines } from '../../src/verdict/askEngines.js';
import { type DporMode, type EngineAnswer, forFinalStates } from '../../src/verdict/engine.js';
import type { About, AnswerTo, Executor, Explored, Kind } from '../../src/verdict/executor.js';
import { betweenLast, impliedBetween, impliedByWeaker } from '../../src/verdict/implied.js';

const unroll = 3;
const firstSeed = Number(process.env.DIPTYCH_IMPLIED_FIRST ?? 0);
const runs = Number(process.env.DIPTYCH_IMPLIED_RUNS ?? 150);

/** Everything that a search tells of a program under a model. */
function seen(tested: Program, model: ModelName, dpor: DporMode): ReadonlySet<string> {
  const program = forFinalStates(tested, { unroll }, model);
  const { outcomes, findings, cutLoops, complete } = explore(program, { model, unroll, dpor });
  expect(complete).toBe(true);
  return new Set([
    ...outcomes.map((outcome) => `outcome ${outcomeKey(outcome)}`),
    // Of the findings of one place a search tells one.
    ...findings.map(({ finding }) => `finding ${findingPlaceKey(finding)}`),
    ...cutLoops.map((loop) => `cut ${cutLoopKey(loop)}`),
  ]);
}

const isWithin = (less: ReadonlySet<string>, more: ReadonlySet<string>): boolean =>
  [...less].every((one) => more.has(one));

function expectBetween(tested: Program, dpor: DporMode): void {
  const [sc, tso, pso] = (['sc', 'tso', 'pso'] as const).map((model) => seen(tested, model, dpor));
  expect(isWithin(sc, tso)).toBe(true);
  expect(isWithin(tso, pso)).toBe(true);
}

const explored = (changes: Partial<EngineAnswer> = {}): Explored => ({
  answer: {
    outcomes: [[1, 2], [0]],
    findings: [],
    cutLoops: [],
    complete: true,
    statistics: { ms: 2000 },
    ...changes,
  },
  flawed: [],
  kept: [],
});

const deadlock = { finding: { kind: 'deadlock', thread: 0, message: 'waits for ever' } } as const;

describe('a weaker model that allows no finding', () => {
  const unfinished = explored({ complete: false, shortfall: { kind: 'time' } });
  const by = (pso: Explored): EngineAnswer | undefined =>
    impliedByWeaker('sc', unfinished, (model) => (model === 'pso' ? pso : undefined));

  it('answers for a search that did not end', () => {
    expect(by(explored())).toMatchObject({ complete: true, findings: [], statistics: { implied: 1 } });
    expect(by(explored())).not.toHaveProperty('shortfall');
  });

  it.each([
    ['with a cut loop', { cutLoops: [{ label: 'while', thread: 0 }] }],
    ['with a finding', { findings: [deadlock] }],
    ['without all executions', { complete: false }],
  ])('answers nothing %s', (_, changes) => {
    expect(by(explored(changes))).toBeUndefined();
  });

  it('answers nothing for a finished search, one with a finding, or a weaker model', () => {
    const whole = (): Explored => explored();
    expect(impliedByWeaker('sc', explored(), whole)).toBeUndefined();
    const found = explored({ complete: false, findings: [deadlock] });
    expect(impliedByWeaker('sc', found, whole)).toBeUndefined();
    expect(impliedByWeaker('pso', unfinished, whole)).toBeUndefined();
  });
});

describe('answers of SC and PSO about TSO', () => {
  it('is what they both say', () => {
    const pso = explored({ outcomes: [[0], [1, 2]] });
    expect(impliedBetween(explored(), pso)?.answer).toEqual({
      ...explored().answer,
      statistics: { ms: 0, certified: 0, implied: 1 },
    });
  });

  it.each([
    ['with other final states', { outcomes: [[0]] }],
    ['with a finding', { findings: [deadlock] }],
    ['if it is not complete', { complete: false }],
  ])('is nothing where one of them answers %s', (_, changes) => {
    expect(impliedBetween(explored(), explored(changes))).toBeUndefined();
    expect(impliedBetween(explored(changes), explored())).toBeUndefined();
  });

  it('is nothing where a certificate is bad, an answer is missing, or both came soon', () => {
    const flaw = { kind: 'outcome', outcome: [0], foundBy: 'explicit', deniedBy: 'symbolic' } as const;
    const flawed: Explored = { ...explored(), flawed: [flaw] };
    expect(impliedBetween(flawed, explored())).toBeUndefined();
    expect(impliedBetween(undefined, explored())).toBeUndefined();
    const soon = explored({ statistics: { ms: 2 } });
    expect(impliedBetween(soon, soon)).toBeUndefined();
  });

  it('is asked for after both', () => {
    expect(betweenLast(['sc', 'tso', 'pso'])).toEqual(['sc', 'pso', 'tso']);
    expect(betweenLast(['tso', 'pso'])).toEqual(['tso', 'pso']);
  });

  it.each([
    ['a verdict, without asking', () => false, ['sc', 'pso']],
    ['the final states, and is asked', undefined, ['sc', 'pso', 'tso']],
  ])('is known to a caller who wants %s', async (_, decides, models) => {
    const asked: unknown[] = [];
    const answerTo: {
      readonly [K in Kind]: (about: About<K>) => Promise<AnswerTo<K>>;
    } = {
      explore: async ({ model }) => {
        asked.push(model);
        return explored();
      },
      races: async () => bug('not asked'),
      robust: async () => bug('not asked'),
      monitor: async () => bug('not asked'),
      states: async () => bug('not asked'),
    };
    const executor: Executor = {
      name: 'explicit',
      apart: true,
      ask: (kind, about) => answerTo[kind](about),
    };
    const answers = await askEngines({
      program: randomProgram(1),
      models: ['sc', 'tso', 'pso'],
      engines: [executor],
      limits: { unroll },
      ...(decides === undefined ? {} : { decides }),
    });
    expect(asked).toEqual(models);
    expect(answers.map(({ answer }) => answer.model)).toEqual(['sc', 'tso', 'pso']);
    expect(answers.every(({ answer }) => answer.complete && answer.confirmed)).toBe(true);
  });
});

describe('TSO', () => {
  it('lies between SC and PSO', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.boolean(), (seed, locks) => {
        const from = firstSeed + seed;
        expectBetween(locks ? randomSyncProgram(from) : randomProgram(from, { features }), 'optimal');
      }),
      { numRuns: runs },
    );
  });

  it('lies between them without reduction too', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) =>
        expectBetween(randomProgram(firstSeed + seed, { size: 6 }), 'none'),
      ),
      { numRuns: runs / 3 },
    );
  });
});
