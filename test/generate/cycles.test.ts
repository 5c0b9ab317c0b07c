import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames } from '../../src/execution/execution.js';
import { cycleText, edgesOf, parseCycle } from '../../src/generate/cycle.js';
import { canonical, cycleName, sameCycle } from '../../src/generate/cycleName.js';
import { cycleOfName } from '../../src/generate/cycleOfName.js';
import { programOfCycle, testOfCycle } from '../../src/generate/cycleProgram.js';
import { cycles } from '../../src/generate/cycles.js';
import { parseRelaxationSet, parseRelaxations, relaxationName } from '../../src/generate/relaxation.js';
import { evaluateFormula } from '../../src/program/condition.js';
import type { Program } from '../../src/program/program.js';
import { InputError } from '../../src/support/diagnostic.js';
import { bruteForce } from '../reference/bruteForce.js';
import { generatedTests, shapeOfTest } from './corpus.js';

/** Whether the condition `exists` of a test holds. */
function isObserved(program: Program, model: ModelName): boolean {
  const { condition, observed } = program;
  if (condition === undefined) throw new Error('a test has a condition');
  return [...bruteForce(program, model).outcomes].some((outcome) => {
    const values = outcome.split(',').map(Number);
    const keys = observed.map((o) => JSON.stringify(o));
    return evaluateFormula(condition.formula, (o) =>
      o.kind === 'const' ? o.value : values[keys.indexOf(JSON.stringify(o))],
    );
  });
}

const names: readonly (readonly [relaxations: string, name: string])[] = [
  ['PodWR Fre PodWR Fre', 'SB'],
  ['Rfe PodRR Fre PodWW', 'MP'],
  ['Rfe PodRW Rfe PodRW', 'LB'],
  ['PodWW Coe PodWR Fre', 'R'],
  ['PodWW Wse PodWR Fre', 'R'],
  ['PodWW Rfe PodRW Coe', 'S'],
  ['PodWW Coe PodWW Coe', '2+2W'],
  ['Rfe PodRR Fre Rfe PodRR Fre', 'IRIW'],
  ['Rfe PodRR Fre Rfe PodRW Coe', 'IRRWIW'],
  ['Rfe PodRW Coe Rfe PodRW Coe', 'IRWIW'],
  ['Rfe PodRW Rfe PodRR Fre', 'WRC'],
  ['Rfe PodRW Rfe PodRW Coe', 'WWC'],
  ['Rfe PodRR Fre PodWR Fre', 'RWC'],
  ['Rfe PodRR Fre PodWW Coe', 'WRR+2W'],
  ['Rfe PodRW Coe PodWR Fre', 'WRW+WR'],
  ['Rfe PodRW Coe PodWW Coe', 'WRW+2W'],
  ['PodWW Rfe PodRW Rfe PodRR Fre', 'ISA2'],
  ['PodWW Rfe PodRR Fre PodWR Fre', 'W+RWC'],
  ['PodWW Rfe PodRW Coe PodWR Fre', 'Z6.0'],
  ['PodWW Coe PodWW Rfe PodRW Coe', 'Z6.1'],
  ['PodWW Rfe PodRW Rfe PodRW Coe', 'Z6.2'],
  ['PodWW Coe PodWW Rfe PodRR Fre', 'Z6.3'],
  ['PodWW Coe PodWR Fre PodWR Fre', 'Z6.4'],
  ['PodWW Coe PodWW Coe PodWR Fre', 'Z6.5'],
  ['PodWR Fre PodWR Fre PodWR Fre', '3.SB'],
  ['PodRW Rfe PodRW Rfe PodRW Rfe', '3.LB'],
  ['PodWW Coe PodWW Coe PodWW Coe', '3.2W'],
  ['PodWR Fre PodWR Fre PodWR Fre PodWR Fre', '4.SB'],
  ['PodWR Fre PodWW Rfe PodRR Fre PodWR Fre', 'WW+RR+WR+WR'],
  ['Rfe PosRR Fre', 'CoRR'],
  ['Rfe PosRW Coe', 'CoRW2'],
  ['Coe PosWR Fre', 'CoWR'],
  ['MFencedWR Fre MFencedWR Fre', 'SB+mfences'],
  ['PodWR Fre MFencedWR Fre', 'SB+mfence+po'],
  ['Rfe PodRR Fre SFencedWW', 'MP+sfence+po'],
  ['Rfe MFencedRR Fre PodWW', 'MP+po+mfence'],
  ['Rfi PodRR Fre Rfi PodRR Fre', 'SB+rfi-pos'],
  ['PosWR PodRR Fre PodWR Fre', 'SB+po+posR-po'],
  ['PodWR Rmw PodWR Fre PodWR Fre', 'SB+po+po-rmw-po'],
  ['PodWRAP Fre PodWRAP Fre', 'SB+poanas'],
  ['RfeAP PodRW Rfe PodRR Fre', 'WRC+A'],
  ['PodWW Coi Rfe PodRW Coe', 'S+po-coi+po'],
  ['PodWW Rfe PodRR Fri Coe', 'S+po+po-fri'],
];

describe('names of cycles', () => {
  it.each(names)('%s is %s', (relaxations, name) => {
    const cycle = parseCycle(relaxations);
    expect(cycleName(cycle)).toBe(name);
    expect(sameCycle(cycleOfName(name), cycle)).toBe(true);
  });

  it('does not depend on where a cycle starts', () => {
    for (const [relaxations, name] of names) {
      const edges = parseRelaxations(relaxations);
      for (let i = 0; i < edges.length; i++)
        expect(
          cycleName(parseCycle([...edges.slice(i), ...edges.slice(0, i)].map(relaxationName).join(' '))),
        ).toBe(name);
    }
  });

  it('names every cycle so that the name leads back to it', () => {
    const edges = parseRelaxationSet('Pod** Pos** MFencedWR SFencesWW Rfe Fre Coe Rfi Fri Coi Rmw');
    const seen = new Map<string, string>();
    for (const cycle of cycles({ edges, maxLength: 5 })) {
      const name = cycleName(cycle);
      expect(seen.get(name), name).toBeUndefined();
      seen.set(name, cycleText(cycle));
      expect(sameCycle(cycleOfName(name), cycle), name).toBe(true);
    }
    expect(seen.size).toBeGreaterThan(500);
  });

  it('says what is wrong with a name', () => {
    for (const name of [
      '',
      'XY',
      'SB+',
      'SB+po+po+po',
      'SB+dmb+po',
      'MP+rfi+po',
      'WR+RR',
      '1.SB',
      'SB+po+rmw',
    ])
      expect(() => cycleOfName(name), name).toThrow(InputError);
  });
});

describe('tests of cycles', () => {
  it('is store buffering, statement by statement', () => {
    const sb = programOfCycle(parseRelaxations('PodWR Fre PodWR Fre'));
    expect(sb.name).toBe('SB');
    expect(sb.locations.map((l) => l.name)).toEqual(['x', 'y']);
    expect(shapeOfTest(sb)).toBe('W l0 1; R l1 || W l1 1; R l0');
    expect(programOfCycle(parseRelaxations('PodWR Fre PodWR Fre'), 'mine').name).toBe('mine');
  });

  it('is forbidden under SC, whatever the cycle', () => {
    const edges = parseRelaxationSet('PodWR PodWW PodRW PodRR PosWW PosRR MFencedWR Rfe Fre Coe');
    for (const cycle of cycles({ edges, maxLength: 4 })) {
      const test = testOfCycle(cycle);
      expect(isObserved(test, 'sc'), cycleText(cycle)).toBe(false);
    }
  });

  it('happens under a model exactly when the model gives up one of its orders', () => {
    const edges = parseRelaxationSet('PodWR PodWW PodRW PodRR MFencedWR SFencedWW Rfe Fre Coe');
    const observed = { tso: 0, pso: 0 };
    for (const cycle of cycles({ edges, maxLength: 4, critical: true })) {
      const test = testOfCycle(cycle);
      const has = (...given: string[]): boolean =>
        edgesOf(cycle).some((e) => given.includes(relaxationName(e)));
      for (const model of ['tso', 'pso'] as const) {
        const expected = has('PodWR') || (model === 'pso' && has('PodWW'));
        expect(isObserved(test, model), `${model} ${cycleText(cycle)}`).toBe(expected);
        if (expected) observed[model]++;
      }
    }
    expect(observed.tso).toBeGreaterThan(3);
    expect(observed.pso).toBeGreaterThan(observed.tso);
  });

  it('adds an observer where final values do not tell the order of writes', () => {
    const test = testOfCycle(parseCycle('Coe Coe PodWR Fre PodWW'));
    expect(test.threads).toHaveLength(4);
    expect(modelNames.map((model) => isObserved(test, model))).toEqual([false, true, true]);
    expect(testOfCycle(parseCycle('PodWW Coi Coe PodWR Fre')).threads).toHaveLength(2);
  });

  it('makes one update of Rmw and an exchange of an atomic write', () => {
    expect(shapeOfTest(testOfCycle(parseCycle('PodRR Rmw Rfe PodRW Rfe')))).toBe(
      'R l0; U l1 1 || R l1; W l0 1',
    );
    expect(shapeOfTest(testOfCycle(parseCycle('PodWRAP Fre PodWR Fre')))).toBe(
      'U l0 1; R l1 || W l1 1; R l0',
    );
    const mp = testOfCycle(parseCycle('PodWWPA Rfe PodRR Fre'));
    expect(modelNames.map((model) => isObserved(mp, model))).toEqual([false, false, true]);
  });
});

describe('relaxations', () => {
  it('reads what it prints', () => {
    const text = 'PodWR PosRR MFencedWR MFencesWW SFencedWW Rfe Rfi Fre Fri Coe Coi Rmw PodWWAP RfeAP';
    expect(parseRelaxations(text).map(relaxationName).join(' ')).toBe(text);
    expect(parseRelaxations('Wse Wsi').map(relaxationName)).toEqual(['Coe', 'Coi']);
  });

  it('expands stars, and picks the direction that fits in a cycle', () => {
    expect(parseRelaxationSet('Pod** PodWR Coe Wse').map(relaxationName)).toEqual([
      'PodRR',
      'PodRW',
      'PodWR',
      'PodWW',
      'Coe',
    ]);
    expect(cycleText(canonical(parseCycle('Pod** Fre Pod** Fre')))).toBe('PodWR Fre PodWR Fre');
  });

  it.each([
    ['PodWR Frx', 'unknown-relaxation', 7],
    ['PodWR Fre Rfe PodRR', 'relaxations-do-not-fit', 1],
    ['PodWR Rfe PodRR Fre', 'relaxations-do-not-fit', 7],
    ['', 'no-relaxations', 1],
    ['PodWR PodRW', 'too-few-threads', 1],
    ['PodWR Fre Coe', 'one-location-change', 1],
    ['Rfe Fre', 'no-program-order', 1],
    ['PodWRPA Fre PodWR Fre', 'atomic-read', 1],
    ['PodWWPA CoePP PodWW Coe', 'relaxations-do-not-fit', 9],
    ['PodRR RmwPA Rfe', 'relaxations-do-not-fit', 13],
  ])('%s: %s at column %i', (text, code, column) => {
    let caught: unknown;
    try {
      parseCycle(text);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(InputError);
    if (caught instanceof InputError) expect(caught.diagnostic).toMatchObject({ code, column, line: 1 });
  });

  it('wants one edge per word where a cycle is not at stake', () => {
    expect(() => parseRelaxations('Pod**')).toThrow(InputError);
  });
});

describe('enumeration', () => {
  const edges = parseRelaxationSet('PodWR PodWW PodRW PodRR MFencedWR Rfe Fre Coe');

  it('finds each cycle once', () => {
    const found = [...cycles({ edges, maxLength: 6 })].map((c) => cycleText(canonical(c)));
    expect(new Set(found).size).toBe(found.length);
  });

  it('finds the six tests of two threads, and their fenced variants', () => {
    const found = [...cycles({ edges, maxLength: 4, critical: true })].map(cycleName);
    const base = ['SB', 'LB', 'MP', 'R', 'S', '2+2W'];
    for (const name of [...base, 'SB+mfences', 'SB+mfence+po', 'R+po+mfence']) expect(found).toContain(name);
    expect(found.filter((name) => base.includes(name))).toHaveLength(6);
  });

  it('finds every classic test of up to six edges', () => {
    const found = new Set([...cycles({ edges, maxLength: 6, critical: true })].map(cycleName));
    for (const [relaxations, name] of names)
      if (/^((Pod|Rfe|Fre|Coe)\w* ?){2,6}$/.test(relaxations) && !relaxations.includes('AP'))
        expect(found.has(name), name).toBe(true);
  });

  it('wants a sensible length', () => {
    expect(() => [...cycles({ edges, maxLength: 1 })]).toThrow(InputError);
  });
});

describe('the corpus', () => {
  const tests = generatedTests();

  it('has the tests that its names stand for', () => {
    const different = tests.filter(
      ({ name, program }) => shapeOfTest(testOfCycle(cycleOfName(name))) !== shapeOfTest(program),
    );
    // two whose order of writes is not visible in final values: diptych adds an observer
    expect(different.map(({ name }) => name)).toEqual(['2+2W+coi+pos', '2+2W+poss']);
  });

  it('agrees on which cycles happen', () => {
    let compared = 0;
    for (const { test: recorded, name, program } of tests) {
      if (program.condition?.quantifier !== 'exists' || program.threads.length > 2) continue;
      compared++;
      const test = testOfCycle(cycleOfName(name));
      for (const model of modelNames)
        expect(isObserved(test, model), `${recorded.file} ${model}`).toBe(
          recorded.verdicts[model].observation === 'Sometimes',
        );
    }
    expect(compared).toBeGreaterThan(300);
  });
});
