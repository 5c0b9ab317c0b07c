// Loads of several cells: one event that is no fence. Both engines, DPOR and the monitors against the reference explorer on random programs
// whose atomic blocks became such loads.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/cat/judge.js';
import { loadModel } from '../../src/cat/models.js';
import { modelNames, traceKey } from '../../src/execution/execution.js';
import { hbCycle } from '../../src/execution/hb.js';
import { type ExploreOptions, explore } from '../../src/explicit/explore.js';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { randomProgram } from '../../src/generate/random.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';
import { rewriteStatements } from '../../src/program/rewrite.js';
import { forEachStatement, type Statement } from '../../src/program/statement.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import { reporting } from './monitors/routes.js';

const engine = await SymbolicEngine.start();

/** The accesses of a block, as loads. */
function loadsIn(body: readonly Statement[]): Statement[] {
  const loads: Statement[] = [];
  forEachStatement(body, (s) => {
    if (s.kind === 'load') loads.push(s);
    else if (s.kind === 'store')
      loads.push({ kind: 'load', target: `wide${loads.length}`, address: s.address });
    else if (s.kind === 'rmw')
      loads.push({ kind: 'load', target: s.target ?? `wide${loads.length}`, address: s.address });
  });
  return loads;
}

const withLoads = (program: Program): Program =>
  rewriteStatements(program, (s) => {
    if (s.kind !== 'atomic') return undefined;
    const body = loadsIn(s.body);
    return body.length === 0 ? [] : [{ kind: 'atomic', body, loads: true }];
  });

const programs = fc.integer().map((seed) =>
  withLoads(
    randomProgram(seed, {
      features: ['atomic', 'rmw', 'fence', 'store-fence', 'array', 'dependency', 'spawn'],
      mix: false,
      size: 7,
    }),
  ),
);

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
  return { keys: keys.sort(), ...exploration };
}

describe('loads of several cells', () => {
  it.each(modelNames)('are the same to DPOR and to the solver as to the reference under %s', (model) => {
    let several = 0;
    fc.assert(
      fc.property(programs, (program) => {
        let cyclic = false;
        const reference = traces(program, { model, dpor: 'none' });
        const optimal = traces(program, { model, dpor: 'optimal' });
        explore(program, {
          model,
          onExecution: (witness) => {
            const { execution } = witness();
            cyclic ||= hbCycle(execution) !== undefined;
            if (execution.events.some(({ kind, reads }) => kind === 'R' && reads.length > 1)) several++;
          },
        });
        expect([...new Set(optimal.keys)], printProgram(program)).toEqual(reference.keys);
        expect(engine.count(program, { model, unroll: 8 }).graphs).toBe(reference.executions);
        expect(engine.outcomes(program, { model, unroll: 8 }).outcomes.map(String).sort()).toEqual(
          reference.outcomes.map(String).sort(),
        );
        expect(engine.robust(program, { model, unroll: 8 }).robust).toBe(model === 'sc' || !cyclic);
      }),
      { numRuns: 25 },
    );
    expect(several).toBeGreaterThan(0);
  });

  it.each(['tso', 'pso'] as const)('are judged by the monitors of %s', (model) => {
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
        for (const name of names)
          expect(reporting(program, [name])?.has(name) === true, `${name}\n${printProgram(program)}`).toBe(
            cyclic,
          );
      }),
      { numRuns: 25 },
    );
  });

  it('are written and read as text', () => {
    const text =
      'C wide\n{ x=0; y=0; }\nP0(int* x, int* y) { *x = 1; __loads { int a = *x; int b = *y; } }\nno condition';
    const program = parseLitmus(text, 'wide.litmus');
    const again = parseLitmus(printProgram(program), 'wide.litmus');
    expect(printProgram(again)).toBe(printProgram(program));
    expect(printProgram(program)).toContain('__loads {');
  });
});
