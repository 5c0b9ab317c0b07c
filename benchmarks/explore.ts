// How fast the explicit engine explores: `npm run bench:explore` measures every family and model and writes
// results/explore.md. `--quick` leaves out the rows of more than 100,000 executions.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { join } from 'node:path';

interface Row {
  readonly family: string;
  readonly n: number;
  readonly model: string;
  readonly executions: number;
  readonly blocked: number;
  readonly redundant: number;
  readonly firstRun: number;
  readonly cpu: number;
  readonly memory: number;
}

/** CPU seconds of other tools on a two-core machine, where they were measured on the same program. */
const others: Readonly<Record<string, string>> = {
  'wr1 6 sc': 'GenMC 0.10.3: 10.6, Nidhugg 0.4: over 30',
  'dekker 4 tso': 'GenMC 0.10.3: 21.9',
  'fib-racing 5 tso': 'GenMC 0.10.3: 16.0, Nidhugg 0.4: 58.7',
};

const small: readonly (readonly [string, number])[] = [
  ['wr1', 5],
  ['wr2', 4],
  ['ring', 12],
  ['lastzero', 10],
  ['readers', 12],
  ['mutex-inc', 7],
  ['fetch-add', 7],
  ['dekker', 3],
  ['dekker-fenced', 4],
  ['fib-join', 4],
  ['fib-join', 5],
];
const large: readonly (readonly [string, number])[] = [
  ['wr1', 6],
  ['dekker', 4],
  ['fib-racing', 5],
];

const root = join(import.meta.dirname, '..');
const quick = process.argv.includes('--quick');
const rows: Row[] = [];
for (const [family, n] of quick ? small : [...small, ...large])
  for (const model of ['sc', 'tso', 'pso']) {
    const output = execFileSync(
      process.execPath,
      [join(import.meta.dirname, 'exploreRow.mjs'), family, String(n), model],
      { encoding: 'utf8', cwd: root },
    );
    const row: Row = JSON.parse(output);
    rows.push(row);
    console.error(`${family} ${n} ${model}: ${row.executions} executions, ${row.cpu.toFixed(2)} s`);
  }

const lines = rows.map((r) => {
  const rate = Math.round(r.executions / r.cpu / 1000);
  const cells = [
    `${r.family} ${r.n}`,
    r.model,
    r.executions.toLocaleString('en'),
    String(r.redundant),
    r.firstRun.toFixed(2),
    r.cpu.toFixed(r.cpu < 0.1 ? 3 : 2),
    `${rate}`,
    `${Math.round(r.memory)}`,
    others[`${r.family} ${r.n} ${r.model}`] ?? '',
  ];
  return `| ${cells.join(' | ')} |`;
});
const text = `# Exploration with optimal DPOR

Made by \`npm run bench:explore${quick ? ' -- --quick' : ''}\` with Node ${process.version} on ${platform()} ${arch()}, ${cpus()[0]?.model ?? 'unknown CPU'},
${cpus().length} cores, one used. CPU seconds; "first" is the first run in a new process, "warm" the last of a series (the same for
long ones). Executions are complete ones, one per trace; redundant ones are those begun in vain. The figures of other tools are CPU
seconds measured on a two-core machine of the same kind.

| family | model | executions | redundant | first, s | warm, s | 1000 executions/s | peak memory, MB | others, s |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
${lines.join('\n')}
`;
mkdirSync(join(root, 'results'), { recursive: true });
writeFileSync(join(root, 'results', 'explore.md'), text);
