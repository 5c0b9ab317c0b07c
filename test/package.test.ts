// The package as it is published, in an empty project with what is installed with it and nothing else.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const home = join(import.meta.dirname, '..');
const project = mkdtempSync(join(tmpdir(), 'diptych-package-'));
afterAll(() => rmSync(project, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 }));
/** The process that practises for later runs would still be at work in the folder when it is removed. */
const env = { ...process.env, DIPTYCH_PRACTICE: 'off' };

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

const lock: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(
  readFileSync(join(home, 'package-lock.json'), 'utf8'),
);
/** The packages that `npm install diptych` installs. */
const installed = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);

const siteIsBuilt = existsSync(join(home, 'dist', 'site', 'index.html'));
if (!siteIsBuilt) console.warn('no site (npm run build:site): the packaged page is not tested');

const run = (command: string, args: readonly string[], cwd = project): string =>
  execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

function pack(): Packed {
  const args = ['pack', '--json', '--ignore-scripts', '--dry-run'];
  const [packed]: readonly Packed[] = JSON.parse(run('npm', args, home));
  return packed;
}

describe('the package', () => {
  const packed = pack();
  const files = packed.files.map(({ path }) => path);
  // The files that the archive has, without a program that unpacks it.
  for (const path of files) cpSync(join(home, path), join(project, 'package', path));

  it('has what it needs, and no maps of sources that are not there', () => {
    expect(files).toEqual(expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'encodings/tso.cat']));
    expect(files.filter((path) => path.endsWith('.map') || path.endsWith('.tsbuildinfo'))).toEqual([]);
  });

  it('installs nothing that runs a script when it is installed', () => {
    expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
    expect(installed.length).toBeGreaterThan(5);
  });

  it('answers in an empty project', () => {
    const modules = join(project, 'node_modules');
    mkdirSync(modules);
    for (const [path, { optional }] of installed) {
      // Packages inside packages come along with them.
      if (path.lastIndexOf('node_modules/') > 0 || (optional === true && !existsSync(join(home, path))))
        continue;
      mkdirSync(dirname(join(project, path)), { recursive: true });
      symlinkSync(join(home, path), join(project, path));
    }
    symlinkSync(join(project, 'package'), join(modules, 'diptych'));
    writeFileSync(
      join(project, 'ask.mjs'),
      `import { outcomes, readProgram } from 'diptych';
for (const file of ['benchmarks/litmus/SB.litmus', 'benchmarks/c/peterson.c']) {
  const program = await readProgram('package/' + file, { unroll: 2 });
  const { results } = await outcomes(program, { models: ['sc'], unroll: 2 });
  console.log(file, results[0].answer.outcomes.length > 0, results[0].answer.differences.length);
}
process.exit();
`,
    );
    expect(run('node', ['ask.mjs'])).toBe(
      'benchmarks/litmus/SB.litmus true 0\nbenchmarks/c/peterson.c true 0\n',
    );
    const command = join('package', 'dist', 'bin', 'diptych.cjs');
    expect(run('node', [command, 'outcomes', '--json', 'package/benchmarks/litmus/SB.litmus'])).toContain(
      '"tso"',
    );
    expect(run('node', [command, 'tables', '--list'])).toContain('sober');
  });

  it.runIf(siteIsBuilt)('serves the page and its solver', async () => {
    const command = join('package', 'dist', 'bin', 'diptych.cjs');
    const server = spawn('node', [command, 'serve', '--port', '0', '--no-open'], { cwd: project, env });
    const ended = once(server, 'exit');
    try {
      const [said] = await Promise.race([once(server.stdout, 'data'), ended]);
      const address = /http:\S+/.exec(String(said))?.[0] ?? '';
      expect(await (await fetch(address)).text()).toContain('<title>diptych');
      const solver = await fetch(new URL('z3-built.wasm', address), { method: 'HEAD' });
      expect(Number(solver.headers.get('content-length'))).toBeGreaterThan(30_000_000);
    } finally {
      server.kill();
      await ended;
    }
  });
});
