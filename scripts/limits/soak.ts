// `npm run measure soak -- MINUTES`: mixed commands with random signals, a full disk and small limits. Ends with 1 if one of them crashes,
// leaves a child behind or a file that is not whole.

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../src/support/prng.js';
import { writeInputs } from './inputs.js';

const minutes = Number(process.argv[2] ?? 10);
const random = new Random(Number(process.argv[3] ?? 1));
const launcher = join(process.cwd(), 'dist/bin/diptych.cjs');
const folder = mkdtempSync(join(tmpdir(), 'diptych-soak-'));
const out = join(folder, 'out');
const pick = <T>(items: readonly T[]): T => items[random.int(0, items.length - 1)];

const counts = new Map<string, number>();
const wrong: string[] = [];

function words(): string[] {
  const input = pick(inputs);
  const [command, ...rest] = pick(input.runs);
  const witness = ['check', 'robust'].includes(command)
    ? ['--witness', join(out, `${random.int(0, 4)}.json`)]
    : [];
  return [
    command,
    '--timeout',
    pick(['0.2', '1', '3']),
    '--memory',
    pick(['150', '400', '2000']),
    ...witness,
    ...rest,
  ];
}

/** With a limit on the size of files, which is what a full disk looks like. */
function once(): Promise<void> {
  return new Promise((resolve) => {
    const argv = words();
    const full = random.int(0, 4) === 0;
    const child = full
      ? spawn('sh', ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, launcher, ...argv], {
          stdio: ['ignore', 'ignore', 'pipe'],
        })
      : spawn(process.execPath, [launcher, ...argv], { stdio: ['ignore', 'ignore', 'pipe'] });
    const signal = pick([undefined, undefined, 'SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const);
    const timer =
      signal === undefined ? undefined : setTimeout(() => child.kill(signal), random.int(0, 2000));
    const late = setTimeout(() => {
      wrong.push(`still running after 30 s: ${argv.join(' ')}`);
      child.kill('SIGKILL');
    }, 30_000);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString().slice(0, 2000);
    });
    child.on('close', (code, ended) => {
      clearTimeout(timer);
      clearTimeout(late);
      const how = ended ?? String(code);
      counts.set(how, (counts.get(how) ?? 0) + 1);
      const asked = signal !== undefined && (ended === signal || (code ?? 0) > 128);
      if (
        !asked &&
        !(code !== null && code <= 4 && code !== 3) &&
        !(full && (ended === 'SIGXFSZ' || code === 153))
      )
        wrong.push(`${how}: ${argv.join(' ')}\n${said.slice(0, 500)}`);
      resolve();
    });
  });
}

const inputs = writeInputs(folder);
mkdirSync(out);
try {
  const end = Date.now() + minutes * 60_000;
  while (Date.now() < end) await Promise.all([once(), once()]);
  for (const name of readdirSync(out).filter((file) => file.endsWith('.json')))
    try {
      JSON.parse(readFileSync(join(out, name), 'utf8'));
    } catch {
      wrong.push(`${name} is not whole`);
    }
  const left = spawnSync('pgrep', ['-f', folder], { encoding: 'utf8' }).stdout.trim();
  if (left !== '') wrong.push(`processes are left: ${left}`);
  process.stdout.write(
    `${[...counts].map(([how, n]) => `${how}: ${n}`).join(', ')}\n${wrong.length} wrong\n${wrong.join('\n')}\n`,
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}
