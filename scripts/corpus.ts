// npm run make corpus [-- [--engine both|symbolic|explicit] [PART-OF-A-NAME]]: compares diptych with the verdicts of an independent
// tool (benchmarks/corpus), and with both engines (the default) these with each other.
// npm run make corpus -- --unpack FOLDER: writes the tests as single files.
// Exit status 0 when all agree on every state and Observation under every model, 1 when not, 2 when it is asked wrongly.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCorpus } from '../benchmarks/corpus/corpus.js';
import { engineChoices, startEngines } from '../src/verdict/engines.js';
import { compareWithVerdicts } from './corpusVerdicts.js';

const { values, positionals } = parseArgs({
  options: {
    engine: { type: 'string', short: 'e', default: 'both' },
    unpack: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
  allowPositionals: true,
});
const choice = engineChoices.find((name) => name === values.engine);
const [part = ''] = positionals;
const tests = readCorpus().filter(({ file }) => file.includes(part));
if (values.help === true || choice === undefined) {
  console.log(
    `npm run make corpus [-- [--engine ${engineChoices.join('|')}] [PART-OF-A-NAME]]\nnpm run make corpus -- --unpack FOLDER`,
  );
  process.exitCode = values.help === true ? 0 : 2;
} else if (values.unpack !== undefined) {
  mkdirSync(values.unpack, { recursive: true });
  for (const { file, text } of tests) writeFileSync(join(values.unpack, file), text);
  console.log(`${tests.length} tests in ${values.unpack}`);
} else {
  const start = performance.now();
  const engines = await startEngines(choice);
  const { verdicts, certified, differences } = await compareWithVerdicts(tests, engines);
  for (const { file, model, what } of differences)
    for (const line of what) console.log(`${file} ${model}: ${line}`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${verdicts} verdicts on ${tests.length} files, ${certified} executions certified: ${differences.length} differences (${choice}, ${seconds} s)`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
}
