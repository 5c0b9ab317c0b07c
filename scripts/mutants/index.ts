// npm run judge mutants -- FILE... -- TEST...: changes one line of a source at a time and runs tests on it; says which changes no test
// noticed. A part that both engines share has no other judge than these tests (docs/judges.md). `--every N` takes one change in N.
// The tests and what they test are bundled anew for each change, which takes less time than Vitest takes to start.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { context, type Plugin } from 'esbuild';
import { type Mutant, mutantsOf } from './mutate.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const args = process.argv.slice(2);
const option = args.indexOf('--every');
const every = option < 0 ? 1 : Number(args.splice(option, 2)[1]);
const split = Math.max(args.indexOf('--'), 0);
const [files, tests] = [args.slice(0, split), args.slice(split + 1)];

if (files.length === 0 || tests.length === 0)
  throw new Error('name the sources to change, --, and the tests to run on them');

let mutant: Mutant | undefined;

/** One line of one source is another; each file is where it was, for what it finds beside itself. */
const changed: Plugin = {
  name: 'changed',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const lines = (await readFile(path, 'utf8')).split('\n');
      if (mutant !== undefined && path === join(root, mutant.file)) lines[mutant.line - 1] = mutant.text;
      const contents = lines
        .join('\n')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};

const folder = mkdtempSync(join(root, 'node_modules', '.mutants-'));
const bundle = join(folder, 'tests.mjs');
const bundler = await context({
  stdin: {
    contents: [
      "import './test/setup.ts';",
      "import { runTests } from './scripts/mutants/tests.ts';",
      ...tests.map((test) => `import './${test}';`),
      'await runTests();',
      // Threads that tests have started would keep the process.
      'process.exit(0);',
    ].join('\n'),
    resolveDir: root,
  },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  conditions: ['diptych-source'],
  alias: { vitest: join(root, 'scripts/mutants/tests.ts') },
  outfile: bundle,
  plugins: [changed],
  logLevel: 'silent',
});

type Result = 'passes' | 'fails' | 'does not end';

/** Ends the tests that run. */
let stop = (): void => {};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    stop();
    process.exit(1);
  });
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

async function run(changedTo: Mutant | undefined, ms: number): Promise<Result> {
  mutant = changedTo;
  try {
    await bundler.rebuild();
  } catch {
    return 'fails';
  }
  // The output of tests says why they fail, which matters when nothing was changed.
  const stdio = changedTo === undefined ? 'inherit' : 'ignore';
  const child = spawn(process.execPath, [bundle], { cwd: root, stdio, timeout: ms, killSignal: 'SIGKILL' });
  stop = () => child.kill('SIGKILL');
  return new Promise((resolve) => {
    child.on('exit', (status) =>
      resolve(status === null ? 'does not end' : status === 0 ? 'passes' : 'fails'),
    );
  });
}

const start = performance.now();
if ((await run(undefined, 1_800_000)) !== 'passes') throw new Error('the tests fail without any change');
/** Several times what the tests take as they are, on a machine that may be busier by then. */
const limit = Math.ceil(20_000 + 4 * (performance.now() - start));

const counts = { passes: 0, fails: 0, 'does not end': 0 };
const noticed = (): number => counts.fails + counts['does not end'];
const said = (of: string): string =>
  `${of}: ${noticed()} of ${noticed() + counts.passes} changes were noticed, ${counts['does not end']} of them by tests that did not end`;
for (const file of files) {
  const source = readFileSync(join(root, file), 'utf8');
  const lines = source.split('\n');
  if ((await run({ file, line: 1, text: 'throw new Error();' }, limit)) !== 'fails')
    throw new Error(`the tests do without ${file}`);
  for (const [i, changedTo] of mutantsOf(file, source).entries()) {
    if (i % every !== 0) continue;
    const result = await run(changedTo, limit);
    counts[result]++;
    if (result !== 'fails')
      console.log(
        `${file}:${changedTo.line} ${result}\n  ${lines[changedTo.line - 1].trim()}\n  ${changedTo.text.trim()}`,
      );
  }
  console.log(said(`up to ${file}`));
}
await bundler.dispose();
console.log(said('all'));
