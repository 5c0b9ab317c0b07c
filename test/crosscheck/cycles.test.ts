// Everything that `generate` yields for cycles of up to four edges: all routes agree on all questions, and on whether the
// cycle happens with the corpus where it has the same test.

import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { cycleName } from '../../src/generate/cycleName.js';
import { testOfCycle } from '../../src/generate/cycleProgram.js';
import { cycles } from '../../src/generate/cycles.js';
import { parseRelaxationSet } from '../../src/generate/relaxation.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import { crosscheck, parts } from '../../src/verdict/crosscheck/index.js';
import { generatedTests, shapeOfTest } from '../generate/corpus.js';

const engine = await SymbolicEngine.start();
const edges = parseRelaxationSet('PodWR PodWW PodRW PodRR MFencedWR Rfe Fre Coe');
const tests = [...cycles({ edges, maxLength: 4 })].map((cycle) => ({
  name: cycleName(cycle),
  program: testOfCycle(cycle),
}));

describe('cycles of up to four edges', () => {
  it('are these many', () => {
    expect(tests).toHaveLength(24);
  });

  it.each(tests)('$name', ({ program }) => {
    const checked = crosscheck(program, engine, { models: modelNames, parts, unroll: 1 });
    expect(checked.disagreements).toEqual([]);
    expect(checked.agreements).toBe(checked.queries);
  });
});

describe('the corpus', () => {
  it('says the same of the same tests', () => {
    const corpus = generatedTests();
    const compared: string[] = [];
    for (const { name, program } of tests) {
      const shape = shapeOfTest(program);
      for (const same of corpus.filter((test) => shapeOfTest(test.program) === shape)) {
        if (same.program.condition?.quantifier !== 'exists') continue;
        compared.push(name);
        const { condition } = program;
        for (const model of modelNames)
          expect(
            engine.reachable(program, condition?.formula ?? { kind: 'false' }, { model }).reachable,
            `${name} ${same.test.file} ${model}`,
          ).toBe(same.test.verdicts[model].observation === 'Sometimes');
      }
    }
    expect(new Set(compared).size).toBeGreaterThanOrEqual(10);
  });
});
