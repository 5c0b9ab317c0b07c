// The whole litmus folder through `diptych outcomes` for all three models: the built command as a user starts it, and the
// same inside a process that is warm.
//
//   npm run build && npx tsx benchmarks/litmusFolder.ts

import { execFileSync } from 'node:child_process';
import { Bench } from 'tinybench';
import { run } from '../src/cli/run.js';

const folder = 'benchmarks/litmus';
const quiet = { write: () => true };

const bench = new Bench({ name: folder, time: 5000, iterations: 5, warmupIterations: 1 });
for (const jobs of ['1', '2'])
  bench.add(`a process of its own, --jobs ${jobs}`, () => {
    execFileSync(process.execPath, ['dist/cli/main.js', 'outcomes', '--jobs', jobs, folder]);
  });
bench.add('in a warm process, one thread', async () => {
  await run(['outcomes', folder], { stdout: quiet, stderr: quiet, env: {} });
});
await bench.run();
console.table(bench.table());
