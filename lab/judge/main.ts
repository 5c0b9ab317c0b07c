// npm run judge c -- --seed 1 --count 1000: random C programs against gcc and the processor.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allFeatures, type Feature } from '#diptych/generate/c/features.js';
import { standAlone } from '#diptych/generate/c/source.js';
import { compilerIsThere, tsoMachine } from './compiler.js';
import { readerNamed } from './readers.js';
import { concurrentJudge, type Judge, judgeMany, type Summary, sequentialJudge } from './run.js';
import { shrink } from './shrink.js';
import { secondOpinion } from './symbolic.js';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** Sequential programs. */
    count: { type: 'string', default: '300' },
    /** Concurrent programs. */
    concurrent: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '300' },
    size: { type: 'string', default: '6' },
    /** The symbolic engine answers one of so many programs too; 0: none. */
    symbolic: { type: 'string', default: '8' },
    /** Only these constructs, or all but those. */
    features: { type: 'string' },
    without: { type: 'string', default: '' },
    /** How many failures are shrunk, and where they are written. */
    shrink: { type: 'string', default: '3' },
    failures: { type: 'string', default: '.' },
    /** The reader that is judged: c, middle, or llvm, which is clang. */
    reader: { type: 'string', default: 'c' },
  },
});

const list = (text: string): string[] => text.split(',').filter((f) => f !== '');
const wanted = options.features === undefined ? allFeatures : list(options.features);
const features = new Set<Feature>(
  allFeatures.filter((f) => wanted.includes(f) && !list(options.without).includes(f)),
);
const seed = Number(options.seed);
const size = Number(options.size);

function show(name: string, summary: Summary): void {
  console.log(
    `${name}: ${JSON.stringify({ programs: summary.programs, ...summary.kinds, ...summary.figures })}`,
  );
  for (const [why, n] of [...summary.refusals].sort((a, b) => b[1] - a[1]).slice(0, 20))
    console.log(`  ${n} × ${why}`);
  const bad = [...summary.features].filter(([, f]) => f.differs + f.refused > 0);
  const rate = ({
    programs,
    refused,
    differs,
  }: {
    programs: number;
    refused: number;
    differs: number;
  }): number => (refused + differs) / programs;
  for (const [feature, f] of bad.sort((a, b) => rate(b[1]) - rate(a[1])))
    console.log(`  ${feature}: ${f.programs} programs, ${f.refused} refused, ${f.differs} differ`);
}

async function judged(judge: Judge, count: number): Promise<boolean> {
  const summary = await judgeMany(judge, seed, count);
  show(judge.name, summary);
  mkdirSync(options.failures, { recursive: true });
  for (const failure of summary.failures.slice(0, Number(options.shrink))) {
    const { program, judgement } = await shrink(judge, failure.program, failure.judgement);
    const what = judgement.kind === 'differs' ? judgement.what.join('; ') : judgement.kind;
    const file = join(options.failures, `${program.name}.c`);
    const command = `npm run judge c -- --seed ${program.name.slice(3)} ${judge.name === 'sequential' ? '--count 1 --concurrent 0' : '--count 0 --concurrent 1'}`;
    writeFileSync(file, `/* ${what}\n * ${command}\n */\n${standAlone(program)}`);
    console.log(`${file}: ${what}`);
  }
  return summary.failures.length === 0;
}

if (!(await compilerIsThere())) {
  console.log('there is no gcc: nothing to judge by');
  process.exit(0);
}
const read = readerNamed(options.reader);
const second = await secondOpinion(Number(options.symbolic));
let fine = await judged(sequentialJudge({ features, size, second, read }), Number(options.count));
const machine = Number(options.concurrent) > 0 ? await tsoMachine() : undefined;
if (machine !== undefined) {
  const judge = concurrentJudge({ features, size, machine, rounds: Number(options.rounds), second, read });
  fine = (await judged(judge, Number(options.concurrent))) && fine;
} else if (Number(options.concurrent) > 0)
  console.log('there is no machine with TSO: concurrent programs are not judged');
process.exit(fine ? 0 : 1);
