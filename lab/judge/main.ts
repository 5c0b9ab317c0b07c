// npm run judge:c -- --seed 1 --count 1000: random C programs against gcc and the processor.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareC } from '#diptych/frontend/c/index.js';
import { compilerIsThere } from './compiler.js';
import { allFeatures, type Feature } from './generate/features.js';
import { type JudgedProgram, sequentialProgram } from './generate/sequential.js';
import { compiledValues, type Judgement, judgeSequential } from './sequentialJudge.js';
import { kindOf, shrinkSequential } from './shrink.js';
import { standAlone } from './source.js';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '300' },
    size: { type: 'string', default: '6' },
    features: { type: 'string' },
    without: { type: 'string', default: '' },
    failures: { type: 'string' },
    shrink: { type: 'string', default: '10' },
  },
});

if (!(await compilerIsThere())) {
  console.log('there is no gcc: nothing to judge by');
  process.exit(0);
}
await prepareC();
const list = (text: string): string[] => text.split(',').filter((f) => f !== '');
const without = list(options.without);
const features = new Set<Feature>(
  allFeatures.filter(
    (f) => (options.features === undefined || list(options.features).includes(f)) && !without.includes(f),
  ),
);
const from = Number(options.seed);
const count = Number(options.count);
const batch = 100;
const tally = { agrees: 0, undefined: 0, refused: 0, differs: 0, values: 0 };
const refusals = new Map<string, number>();
const byFeature = new Map<Feature, { programs: number; refused: number; differs: number }>();
const failures: { program: JudgedProgram; judgement: Judgement }[] = [];

for (let start = from; start < from + count; start += batch) {
  const programs = Array.from({ length: Math.min(batch, from + count - start) }, (_, i) =>
    sequentialProgram(start + i, { features, size: Number(options.size) }),
  );
  const expected = await compiledValues(programs);
  programs.forEach((program, i) => {
    const judgement = judgeSequential(program, expected[i]);
    tally[judgement.kind]++;
    if (judgement.kind === 'agrees') tally.values += judgement.values;
    if (judgement.kind === 'undefined') return;
    for (const f of program.features) {
      const row = byFeature.get(f) ?? { programs: 0, refused: 0, differs: 0 };
      byFeature.set(f, {
        programs: row.programs + 1,
        refused: row.refused + (judgement.kind === 'refused' ? 1 : 0),
        differs: row.differs + (judgement.kind === 'differs' ? 1 : 0),
      });
    }
    if (judgement.kind === 'refused') {
      const key = `${judgement.code}: ${judgement.message.replace(/‘[^’]*’|'[^']*'|\d+/g, '…')}`;
      refusals.set(key, (refusals.get(key) ?? 0) + 1);
    }
    if (judgement.kind === 'differs') failures.push({ program, judgement });
  });
}
console.log(tally);
console.log([...refusals].sort((a, b) => b[1] - a[1]));
console.table(
  Object.fromEntries(
    [...byFeature].sort((a, b) => b[1].differs / b[1].programs - a[1].differs / a[1].programs),
  ),
);
for (const { program, judgement } of failures.slice(0, 10))
  console.log(program.name, judgement.kind === 'differs' ? judgement.what.slice(0, 3) : '');
if (options.failures !== undefined) {
  mkdirSync(options.failures, { recursive: true });
  for (const failure of failures.slice(0, Number(options.shrink))) {
    const { program, judgement } = await shrinkSequential(failure.program, kindOf(failure.judgement));
    const what = judgement.kind === 'differs' ? judgement.what.join('; ') : judgement.kind;
    writeFileSync(join(options.failures, `${program.name}.c`), `/* ${what} */\n${standAlone(program)}`);
    console.log(`${program.name}: ${what}`);
  }
}
process.exit(0);
