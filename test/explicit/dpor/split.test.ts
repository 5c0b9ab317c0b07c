// The parts of an exploration together have the traces of the whole.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../../src/execution/execution.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { split } from '../../../src/explicit/dpor/split.js';
import { explore } from '../../../src/explicit/explore.js';
import { familyProgram } from '../../../src/generate/families.js';
import { randomProgram } from '../../../src/generate/random.js';
import type { Program } from '../../../src/program/program.js';

function counts(program: Program, model: (typeof modelNames)[number], wanted: number) {
  const parts = split(compile(program, { unroll: 8 }), model, wanted);
  const explorations = parts.map((part) => explore(program, { model, part }));
  const sum = (of: (e: (typeof explorations)[number]) => number) =>
    explorations.reduce((n, e) => n + of(e), 0);
  return { parts: parts.length, executions: sum((e) => e.executions), blocked: sum((e) => e.blocked) };
}

describe('split', () => {
  it.each(modelNames)('loses and repeats nothing under %s', (model) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const program = randomProgram(seed);
        const whole = explore(program, { model });
        const { executions, blocked } = counts(program, model, 8);
        expect([executions, blocked]).toEqual([whole.executions, whole.blocked]);
      }),
      { numRuns: 100 },
    );
  });

  it('leaves programs with choices whole', () => {
    const program = randomProgram(1949068058);
    const whole = explore(program, { model: 'tso' });
    const { parts, executions, blocked } = counts(program, 'tso', 8);
    expect([parts, executions, blocked]).toEqual([1, whole.executions, whole.blocked]);
  });

  it('gives as many parts as wanted', () => {
    expect(counts(familyProgram('dekker', 3), 'tso', 12)).toMatchObject({ executions: 15247, blocked: 0 });
    expect(counts(familyProgram('dekker', 3), 'tso', 12).parts).toBeGreaterThanOrEqual(12);
  });
});
