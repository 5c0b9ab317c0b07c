// npm run corpus [-- FOLDER [PART-OF-A-NAME]]: compares the explicit engine with the verdicts of an independent tool.
// Exit status 0 when they agree on every state and Observation under every model, 1 when not, 2 when there is no corpus.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compareWithVerdicts } from './corpusVerdicts.js';

const [folder = join(import.meta.dirname, '..', '..', 'shared', 'corpus'), part = ''] = process.argv.slice(2);
if (!existsSync(join(folder, 'verdicts.tsv'))) {
  console.error(`there is no verdicts.tsv in ${folder}`);
  process.exitCode = 2;
} else {
  const start = performance.now();
  const { files, verdicts, differences } = compareWithVerdicts(folder, {}, (file) => file.includes(part));
  for (const { file, model, what } of differences)
    for (const line of what) console.log(`${file} ${model}: ${line}`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${verdicts} verdicts on ${files} files: ${differences.length} differences (${seconds} s)`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}
