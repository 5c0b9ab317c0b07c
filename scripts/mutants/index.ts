// npm run mutants -- FILE... [-- TEST...]: changes one line of a source at a time and runs tests on it; says which changes no test
// noticed. A part that both engines share has no other judge than these tests (docs/judges.md). `--every N` takes one change in N.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Mutant, mutantsOf } from './mutate.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const args = process.argv.slice(2);
const option = args.indexOf('--every');
const every = option < 0 ? 1 : Number(args.splice(option, 2)[1]);
const split = args.indexOf('--');
const [files, tests] = split < 0 ? [args, []] : [args.slice(0, split), args.slice(split + 1)];

function isNoticed(mutant: Mutant | undefined): boolean {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', ...tests],
    {
      cwd: root,
      stdio: 'ignore',
      timeout: 180_000,
      env: { ...process.env, DIPTYCH_MUTANT: JSON.stringify(mutant ?? {}) },
    },
  );
  return status !== 0;
}

if (isNoticed(undefined)) throw new Error('the tests fail without any change');
let noticed = 0;
let all = 0;
for (const file of files) {
  const source = readFileSync(`${root}${file}`, 'utf8');
  const lines = source.split('\n');
  if (!isNoticed({ file, line: 1, text: 'throw new Error();' }))
    throw new Error(`the tests do without ${file}`);
  for (const [i, mutant] of mutantsOf(file, source).entries()) {
    if (i % every !== 0) continue;
    all++;
    if (isNoticed(mutant)) noticed++;
    else console.log(`${file}:${mutant.line}\n  ${lines[mutant.line - 1].trim()}\n  ${mutant.text.trim()}`);
  }
}
console.log(`${noticed} of ${all} changes were noticed`);
