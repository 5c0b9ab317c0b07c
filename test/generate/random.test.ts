import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explore } from '../../src/explicit/explore.js';
import { randomProgram } from '../../src/generate/random.js';
import { defaultFeatures, features, parseFeature } from '../../src/generate/randomOptions.js';
import { type Expr, forEachRegister } from '../../src/program/expression.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';
import { expressionsOf, forEachStatement, type Statement } from '../../src/program/statement.js';
import { validate } from '../../src/program/validate.js';
import { usesWidths } from '../../src/program/widths.js';
import { InputError } from '../../src/support/diagnostic.js';
import { everyday } from '../counts.js';
import { arbitraryProgram } from './arbitrary.js';

const seeds = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Memory events if every branch is taken and every loop runs up to its bound; unlock counts with its lock. */
function memoryEvents(body: readonly Statement[]): number {
  const sum = (statements: readonly Statement[]): number =>
    statements.reduce((total, s) => total + memoryEvents([s]), 0);
  if (body.length !== 1) return sum(body);
  const [s] = body;
  switch (s.kind) {
    case 'load':
    case 'store':
    case 'rmw':
    case 'lock':
      return 1;
    case 'if':
      return sum(s.whenTrue) + sum(s.whenFalse);
    case 'atomic':
    case 'block':
      return sum(s.body);
    case 'while':
      return sum(s.body) * (s.bound ?? 8);
    default:
      return 0;
  }
}

function statementsOf(program: Program): Statement[] {
  const found: Statement[] = [];
  for (const thread of program.threads) forEachStatement(thread.body, (s) => found.push(s));
  return found;
}

describe('randomProgram', () => {
  it('gives the same program for the same seed and options', () => {
    for (const seed of seeds(200)) expect(randomProgram(seed)).toEqual(randomProgram(seed));
    expect(randomProgram(7, { size: 20 })).toEqual(randomProgram(7, { size: 20 }));
  });

  it('gives different programs for different seeds', () => {
    const texts = new Set(seeds(1000).map((seed) => printProgram({ ...randomProgram(seed), name: '' })));
    expect(texts.size).toBeGreaterThan(990);
  });

  it('is valid with all features and any size', () => {
    const options = fc.record({
      size: fc.integer({ min: 1, max: 40 }),
      features: fc.subarray([...features]),
      mix: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer(), options, (seed, o) => {
        validate(randomProgram(seed, o));
      }),
      { numRuns: everyday(2000) },
    );
  });

  it('keeps to its size, and fills it', () => {
    for (const size of [4, 8, 16, 40]) {
      const sizes = seeds(300).map((seed) =>
        randomProgram(seed, { size }).threads.reduce((total, t) => total + memoryEvents(t.body), 0),
      );
      expect(Math.max(...sizes)).toBeLessThanOrEqual(size + 6);
      expect(sizes.reduce((a, b) => a + b, 0) / sizes.length).toBeGreaterThan(size * 0.6);
    }
  });

  it('keeps to the numbers of threads and locations', () => {
    for (const seed of seeds(200)) {
      const program = randomProgram(seed, { threads: [3, 5], locations: [4, 4], features: [] });
      expect(program.threads.length).toBeGreaterThanOrEqual(3);
      expect(program.threads.length).toBeLessThanOrEqual(5);
      expect(program.locations).toHaveLength(4);
    }
  });

  it('has only loads and stores of plain locations without features', () => {
    for (const seed of seeds(300))
      for (const s of statementsOf(randomProgram(seed, { features: [] }))) {
        expect(['load', 'store']).toContain(s.kind);
        for (const e of expressionsOf(s)) expect(['address', 'const']).toContain(e.kind);
      }
  });

  it('has every kind of statement often enough to matter', () => {
    const count = new Map<string, number>();
    const programs = seeds(2000).map((seed) => randomProgram(seed, { features }));
    for (const program of programs) {
      const kinds = new Set(
        statementsOf(program).map((s) =>
          s.kind === 'rmw' ? `rmw ${s.op.kind}` : s.kind === 'fence' ? `fence ${s.fence}` : s.kind,
        ),
      );
      if (program.condition !== undefined) kinds.add('condition');
      for (const kind of kinds) count.set(kind, (count.get(kind) ?? 0) + 1);
    }
    const expected = [
      ...['load', 'store', 'assign', 'rmw xchg', 'rmw fetch', 'rmw cas', 'fence full', 'fence store-store'],
      ...['if', 'block', 'while', 'break', 'continue', 'assume', 'assert', 'nondet', 'atomic'],
      ...['spawn', 'join', 'lock', 'unlock', 'alloc', 'free', 'condition'],
    ];
    for (const kind of expected) expect(count.get(kind) ?? 0, kind).toBeGreaterThan(20);
  });

  it('has data, address and control dependencies and loads through pointers', () => {
    let data = 0;
    let address = 0;
    let control = 0;
    let pointer = 0;
    const mentions = (expr: Expr): boolean => {
      let found = false;
      forEachRegister(expr, () => {
        found = true;
      });
      return found;
    };
    for (const seed of seeds(500))
      for (const s of statementsOf(randomProgram(seed))) {
        if (s.kind === 'store' && mentions(s.value)) data++;
        if (s.kind === 'load' || s.kind === 'store') {
          if (s.address.kind === 'register') pointer++;
          else if (mentions(s.address)) address++;
        }
        if (s.kind === 'if' && mentions(s.condition)) control++;
      }
    for (const n of [data, address, control, pointer]) expect(n).toBeGreaterThan(50);
  });

  it('mostly stores distinct values, and sometimes equal ones', () => {
    let distinct = 0;
    const programs = seeds(500).map((seed) => randomProgram(seed, { features: [] }));
    for (const program of programs) {
      const values = statementsOf(program).flatMap((s) =>
        s.kind === 'store' ? expressionsOf(s).slice(1) : [],
      );
      const constants = values.map((v) => (v.kind === 'const' ? v.value : Number.NaN));
      if (new Set([0, ...constants]).size === constants.length + 1) distinct++;
    }
    expect(distinct).toBeGreaterThan(250);
    expect(distinct).toBeLessThan(450);
  });

  it('has values of other widths now and then, and leaves the rest of the program as it is', () => {
    const wide = seeds(500).filter((seed) => usesWidths(randomProgram(seed)));
    expect(wide.length).toBeGreaterThan(25);
    expect(wide.length).toBeLessThan(100);
    const narrow = defaultFeatures.filter((f) => f !== 'width');
    for (const seed of seeds(100))
      if (!wide.includes(seed))
        expect(randomProgram(seed, { features: narrow })).toEqual(randomProgram(seed));
  });

  it('observes every register and every cell', () => {
    for (const seed of seeds(100)) {
      const program = randomProgram(seed, { features: ['rmw', 'array'], mix: false });
      const cells = program.locations.reduce((total, location) => total + location.initial.length, 0);
      const targets = program.threads.map(
        (t) =>
          new Set(
            statementsOf({ ...program, threads: [t] }).flatMap((s) => ('target' in s ? [s.target] : [])),
          ).size,
      );
      expect(program.observed).toHaveLength(cells + targets.reduce((a, b) => a + b, 0));
    }
  });

  it('goes wrong only by failed assertions without faults', () => {
    expect(defaultFeatures).not.toContain('fault');
    for (const seed of seeds(120)) {
      const program = randomProgram(seed, { features: [...defaultFeatures, 'alloc'] });
      const { findings, complete } = explore(program, { model: 'pso', dpor: 'none' });
      expect(complete).toBe(true);
      expect(findings.map((f) => f.finding).filter((f) => f.kind !== 'assertion')).toEqual([]);
    }
  });

  it('goes wrong in every way with faults', () => {
    const kinds = new Set<string>();
    for (const seed of seeds(400))
      for (const { finding } of explore(randomProgram(seed, { features, mix: seed % 2 === 0 }), {
        model: 'tso',
        dpor: 'none',
        maxExecutions: 200,
      }).findings)
        kinds.add(finding.kind);
    expect([...kinds].sort()).toEqual([
      'assertion',
      'deadlock',
      'double-free',
      'invalid-address',
      'invalid-free',
      'invalid-join',
      'spawned-twice',
      'uninitialised-read',
      'unlock-by-another',
      'unlock-of-free-lock',
      'use-after-free',
    ]);
  });

  it('is an arbitrary too', () => {
    expect(fc.sample(arbitraryProgram(), 5)).toHaveLength(5);
  });

  it('rejects sizes and features that make no sense', () => {
    expect(() => randomProgram(1, { size: 0 })).toThrow(InputError);
    expect(() => randomProgram(1, { threads: [3, 2] })).toThrow(InputError);
    expect(parseFeature('lock')).toBe('lock');
    expect(() => parseFeature('locks')).toThrow(InputError);
  });
});
