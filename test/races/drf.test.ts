// The theorem: a program without data races whose atomic stores are all seq_cst is robust, against TSO and against PSO.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSequentiallyConsistent } from '../../src/execution/hb.js';
import { explore } from '../../src/explicit/explore.js';
import { raceProgram } from '../../src/explicit/monitors/races/raceProgram.js';
import { randomSyncProgram } from '../../src/generate/randomSync.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';
import { rewriteStatements } from '../../src/program/rewrite.js';
import { onlySeqCstStores, withAtomicAccesses } from '../../src/races/marked.js';
import { parse } from '../frontend/c/run.js';
import { asC, threadsProgram } from '../reference/pthreadPrograms.js';

/** The accesses of atomic sections are relaxed ones. */
const withRelaxedSections = (program: Program): Program =>
  rewriteStatements(program, (s) =>
    s.kind === 'atomic'
      ? withAtomicAccesses({ ...program, threads: [{ ...program.threads[0], body: [s] }] }).threads[0].body
      : undefined,
  );

/** Atomic loads are relaxed: they synchronise with nothing. */
const withRelaxedLoads = (program: Program): Program =>
  rewriteStatements(program, (s) =>
    s.kind === 'load' && s.order === 'seq_cst' ? [{ ...s, order: 'relaxed' }] : undefined,
  );

describe('no data race and only seq_cst atomic stores: robust', () => {
  it.each([
    ['without a heap', false, 400_000],
    ['with a heap', true, 500_000],
    ['with relaxed accesses in atomic sections', false, 600_000],
    ['with relaxed loads', false, 700_000],
  ] as const)('%s', (name, heap, seed) => {
    let raceFree = 0;
    let racyAndNot = 0;
    const count = Number(process.env.RACE_PROGRAMS ?? 60);
    for (let i = 0; i < count; i++) {
      const made = randomSyncProgram(seed + i, { seqCst: true, heap, moves: 4 });
      const program = name.endsWith('loads')
        ? withRelaxedLoads(made)
        : name.endsWith('sections')
          ? withRelaxedSections(made)
          : made;
      expect(onlySeqCstStores(program)).toBe(true);
      const limits = { unroll: 2, maxExecutions: 300 };
      const { exploration, races } = raceProgram(program, limits);
      if (!exploration.complete) continue;
      for (const model of ['tso', 'pso'] as const) {
        let robust = true;
        explore(program, {
          ...limits,
          model,
          onExecution: (witness) => {
            robust &&= isSequentiallyConsistent(witness().execution);
          },
        });
        if (races.length === 0) expect(robust, printProgram(program)).toBe(true);
        else if (!robust) racyAndNot++;
      }
      if (races.length === 0) raceFree++;
    }
    expect(raceFree).toBeGreaterThan(count / 20);
    if (!heap) expect(racyAndNot).toBeGreaterThan(0);
  });

  it('with threads that wait for conditions', () => {
    let raceFree = 0;
    fc.assert(
      fc.property(threadsProgram(false), fc.constantFrom('tso', 'pso'), (threads, model) => {
        const program = parse(asC(threads));
        expect(onlySeqCstStores(program)).toBe(true);
        const limits = { unroll: 2, maxExecutions: 300 };
        const { exploration, races } = raceProgram(program, limits);
        if (!exploration.complete || races.length > 0) return;
        raceFree++;
        explore(program, {
          ...limits,
          model,
          onExecution: (witness) =>
            expect(isSequentiallyConsistent(witness().execution), asC(threads)).toBe(true),
        });
      }),
      { numRuns: 12 },
    );
    expect(raceFree).toBeGreaterThan(0);
  });
});
