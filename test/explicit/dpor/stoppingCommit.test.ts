// A store to memory that has ended is found when it commits, and stops its thread at any point. So the commit
// conflicts with all later steps of the thread, and findings there are found as well.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Exploration, type ExploreOptions, explore } from '../../../src/explicit/explore.js';
import { parseLitmus } from '../../../src/frontend/litmus/index.js';
import { printProgram } from '../../../src/program/printer.js';
import type { Program } from '../../../src/program/program.js';
import { withLines } from '../../races/programs.js';
import { mortalProgram } from '../../symbolic/mortalPrograms.js';

const places = ({ findings }: Exploration): string[] =>
  [...new Set(findings.map(({ finding: f }) => `${f.kind} ${f.thread} ${f.at?.line}`))].sort();

function expectFindings(program: Program, model: 'tso' | 'pso', most: number): number | undefined {
  const found = (options: Partial<ExploreOptions>): Exploration =>
    explore(program, { model, unroll: 2, ...options });
  const reference = found({ dpor: 'none', maxExecutions: most });
  if (!reference.complete) return undefined;
  for (const dpor of ['optimal', 'source'] as const) {
    const reduced = found({ dpor });
    expect(places(reduced), `${printProgram(program)} under ${model}, ${dpor}`).toEqual(places(reference));
    expect(reduced.outcomes.map(String).sort()).toEqual(reference.outcomes.map(String).sort());
  }
  return reference.findings.length;
}

const counted = ({ executions, blocked }: Exploration): number => executions + blocked;

describe('findings of a thread after a store that would stop it', () => {
  const litmus = (threads: string): Program =>
    withLines(parseLitmus(`C later\n{ fresh x=0; y=0; z=0; }\n${threads}\nlocations [x;]\n`, 'later.litmus'));

  it.each([
    [
      'in a load',
      'P0(int *x, int *y) { end_lifetime(y); *y = 1; int r = *x; }',
      ['uninitialised-read 0', 'use-after-free 0'],
    ],
    // The store to z is buffered before the commit stops its thread, and committed after it.
    [
      'in another thread, which sees a later store',
      'P0(int *y, int *z) { end_lifetime(y); *y = 1; int r = *z; *z = 1; }\nP1(int *y, int *z) { int r = *y; int s = *z; assert(s == 0); }',
      ['assertion 1', 'use-after-free 0', 'use-after-free 1'],
    ],
    // The commit does not conflict with the store of the other thread, only with the load that reads it.
    [
      'in a load of a later store of another thread',
      'P0(int *y, int *z) { end_lifetime(y); *y = 1; int r = *z; assert(r == 0); }\nP1(int *z) { *z = 1; }',
      ['assertion 0', 'use-after-free 0'],
    ],
  ])('%s', (_, threads, expected) => {
    const program = litmus(threads);
    for (const model of ['tso', 'pso'] as const) {
      expectFindings(program, model, 10_000);
      const { findings } = explore(program, { model });
      expect([...new Set(findings.map(({ finding: f }) => `${f.kind} ${f.thread}`))].sort()).toEqual(
        expected,
      );
    }
  });

  it('are those of all traces', () => {
    const update =
      'P0(int *y, int *z) { end_lifetime(y); *y = 1; int r = xchg_relaxed(z, 2); assert(r == 0); }\nP1(int *z) { *z = 1; int r = *z; }';
    const freed =
      'P0(int *z) { int h = zalloc(1); free(h); free(h); int r = *z; }\nP1(int *z) { int r = *z; *z = 1; }';
    for (const threads of [update, freed])
      for (const model of ['tso', 'pso'] as const) {
        const traces = (dpor: 'optimal' | 'none'): number =>
          counted(explore(litmus(threads), { model, dpor }));
        expect(traces('optimal')).toBe(traces('none'));
        expectFindings(litmus(threads), model, 10_000);
      }
  });

  it('on random programs', () => {
    let found = 0;
    fc.assert(
      fc.property(fc.nat({ max: 5000 }), fc.constantFrom('tso', 'pso'), (seed, model) => {
        found += expectFindings(withLines(mortalProgram(seed)), model, 400) ?? 0;
      }),
      {
        numRuns: 60,
        examples: [
          [984, 'tso'],
          [698, 'tso'],
          [3434, 'pso'],
          // an atomic block stops at its first access, and touches fewer cells
          [937, 'tso'],
          // a thread that a commit stopped would go on with an update, for which it waits for another commit
          [602, 'pso'],
        ],
      },
    );
    expect(found).toBeGreaterThan(20);
  });
});
