// A free is a plain store to all cells of its block: it waits in the store buffer. Both engines and DPOR against the reference explorer on
// random programs that allocate, free, and touch what was freed.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/cat/judge.js';
import { loadModel } from '../../src/cat/models.js';
import { modelNames, traceKey } from '../../src/execution/execution.js';
import { findingKey } from '../../src/execution/finding.js';
import { hbCycle } from '../../src/execution/hb.js';
import { type ExploreOptions, explore } from '../../src/explicit/explore.js';
import { randomProgram } from '../../src/generate/random.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';
import { forEachStatement } from '../../src/program/statement.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import { reporting } from './monitors/routes.js';

const engine = await SymbolicEngine.start();
const runs = Number(process.env.FREE_RUNS ?? 20);

const frees = (program: Program): boolean => {
  let found = false;
  for (const { body } of program.threads)
    forEachStatement(body, (s) => {
      found ||= s.kind === 'free';
    });
  return found;
};

const programs = fc
  .integer()
  .map((seed) =>
    randomProgram(seed, {
      features: ['alloc', 'fault', 'pointer', 'rmw', 'fence', 'store-fence', 'spawn'],
      mix: false,
      size: 7,
    }),
  )
  .filter(frees);

function traces(program: Program, options: ExploreOptions) {
  const keys: string[] = [];
  const exploration = explore(program, {
    ...options,
    onExecution: (witness) => {
      const { execution } = witness();
      keys.push(traceKey(execution));
      expect(judge(loadModel(options.model), program, execution).allowed).toBe(true);
    },
  });
  const findings = exploration.findings.map(({ finding }) => findingKey(finding)).sort();
  return { ...exploration, keys: keys.sort(), findings };
}

describe('a free that waits in the store buffer', () => {
  it.each(modelNames)('is the same to DPOR and to the solver as to the reference under %s', (model) => {
    fc.assert(
      fc.property(programs, (program) => {
        const text = printProgram(program);
        let cyclic = false;
        const reference = traces(program, { model, dpor: 'none' });
        const optimal = traces(program, { model, dpor: 'optimal' });
        explore(program, {
          model,
          onExecution: (witness) => {
            cyclic ||= hbCycle(witness().execution) !== undefined;
          },
        });
        const source = traces(program, { model, dpor: 'source' });
        // a commit that stops its thread does so before or after stores that the machine of DPOR buffers at once
        const stops = reference.findings.some((key) => /^(use-after|double)-free/.test(key));
        for (const { keys } of [optimal, source]) {
          if (!stops) expect([...new Set(keys)], text).toEqual(reference.keys);
          expect(reference.keys, text).toEqual(expect.arrayContaining(keys));
        }
        const kinds = (keys: readonly string[]) => [...new Set(keys.map((key) => key.split(' ')[0]))].sort();
        expect(kinds(optimal.findings), text).toEqual(kinds(reference.findings));
        const options = { model, unroll: 8 };
        expect(engine.outcomes(program, options).outcomes.map(String).sort(), text).toEqual(
          reference.outcomes.map(String).sort(),
        );
        const found = engine.findings(program, options).findings.map(({ finding }) => findingKey(finding));
        expect(found.sort(), text).toEqual(reference.findings);
        expect(engine.count(program, options).graphs, text).toBe(reference.executions);
        expect(engine.robust(program, options).robust, text).toBe(model === 'sc' || !cyclic);
      }),
      { numRuns: runs },
    );
  });

  it.each(['tso', 'pso'] as const)('is judged by the monitors of %s', (model) => {
    fc.assert(
      fc.property(programs, (program) => {
        let cyclic = false;
        explore(program, {
          model,
          onExecution: (witness) => {
            cyclic ||= hbCycle(witness().execution) !== undefined;
          },
        });
        const names = model === 'tso' ? (['sober', 'bss-tso'] as const) : (['bss-pso'] as const);
        for (const name of names) {
          const reports = reporting(program, [name])?.has(name) === true;
          expect(reports, `${name}\n${printProgram(program)}`).toBe(cyclic);
        }
      }),
      { numRuns: runs },
    );
  });
});
