// npm run corpus [-- [--engine both|symbolic|explicit] [FOLDER [PART-OF-A-NAME]]]: compares diptych with the verdicts of an
// independent tool, and with both engines (the default) these with each other.
// Exit status 0 when all agree on every state and Observation under every model, 1 when not, 2 when there is no corpus.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { engineChoices, startEngines } from '../src/verdict/engines.js';
import { compareWithVerdicts } from './corpusVerdicts.js';

const { values, positionals } = parseArgs({
  options: { engine: { type: 'string', short: 'e', default: 'both' } },
  allowPositionals: true,
});
const choice = engineChoices.find((name) => name === values.engine);
const [folder = join(import.meta.dirname, '..', '..', 'shared', 'corpus'), part = ''] = positionals;
if (choice === undefined) {
  console.error(`--engine is one of ${engineChoices.join(', ')}`);
  process.exitCode = 2;
} else if (!existsSync(join(folder, 'verdicts.tsv'))) {
  console.error(`there is no verdicts.tsv in ${folder}`);
  process.exitCode = 2;
} else {
  const start = performance.now();
  const engines = await startEngines(choice);
  const { files, verdicts, certified, differences } = await compareWithVerdicts(folder, engines, (file) =>
    file.includes(part),
  );
  for (const { file, model, what } of differences)
    for (const line of what) console.log(`${file} ${model}: ${line}`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${verdicts} verdicts on ${files} files, ${certified} executions certified: ${differences.length} differences (${choice}, ${seconds} s)`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
}
