// A few hundred random C programs, compiled and run, against what diptych computes. `npm run judge c` takes as many as one wants.

import { describe, expect, it } from 'vitest';
import { compilerIsThere, trappingFlags, tsoMachine } from '../../lab/judge/compiler.js';
import { concurrentJudge, judgeMany } from '../../lab/judge/run.js';
import { judgeSequential, valuesBy } from '../../lab/judge/sequentialJudge.js';
import { concurrentFeatures, type Feature, sequentialFeatures } from '../../src/generate/c/features.js';
import { sequentialProgram } from '../../src/generate/c/sequential.js';

const compiler = await compilerIsThere();
const machine = await tsoMachine();
if (!compiler) console.warn('there is no gcc: C programs are not compared with compiled ones');
else if (machine === undefined)
  console.warn('there is no machine with TSO: concurrent C programs are not judged');

describe.skipIf(!compiler)('random C programs', () => {
  it('compute what the compiled program computes', async () => {
    const features = new Set<Feature>(sequentialFeatures);
    const programs = Array.from({ length: 60 }, (_, i) => sequentialProgram(i + 101, { features, size: 6 }));
    const expected = await valuesBy(programs, trappingFlags);
    const judged = programs.map((program, i) => ({
      program,
      judgement: judgeSequential(program, expected[i]),
    }));
    const wrong = judged.filter(
      ({ judgement }) => judgement.kind === 'differs' || judgement.kind === 'refused',
    );
    expect(wrong.map(({ program, judgement }) => ({ program: program.name, judgement }))).toEqual([]);
    expect(judged.filter(({ judgement }) => judgement.kind === 'agrees').length).toBeGreaterThan(50);
  }, 240_000);
});

describe.skipIf(machine === undefined)('random concurrent C programs', () => {
  it('show no state outside TSO', async () => {
    if (machine === undefined) return;
    const features = new Set<Feature>(concurrentFeatures);
    const judge = concurrentJudge({ features, machine, rounds: 20 });
    const { failures, kinds } = await judgeMany(judge, 1, 15);
    expect(failures.map(({ program, judgement }) => ({ program: program.name, judgement }))).toEqual([]);
    expect(kinds.agrees).toBeGreaterThan(10);
  }, 240_000);
});
