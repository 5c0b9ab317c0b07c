// Makes results/scale.md: faults, the cost of a job, one worker against two, and what that means for more of them.
// `npm run scale -- [--programs N] [--n N] [--jobs N]`; needs redis-server.

import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { familyProgram } from '../../src/generate/families.js';
import { printProgram } from '../../src/program/printer.js';
import { hasRedis } from '../../test/campaign/server.js';
import { faults } from './faults.js';
import { Lab } from './lab.js';
import { model } from './model.js';
import { overhead, type Speed, speed } from './speed.js';

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '2000' },
    n: { type: 'string', default: '4' },
    jobs: { type: 'string', default: '10000' },
    repeat: { type: 'string', default: '1' },
  },
});

const familyFile = (name: string, n: number): string => {
  const file = join(tmpdir(), `diptych-${name}-${n}.litmus`);
  writeFileSync(file, printProgram(familyProgram(name, n)));
  return file;
};

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

function speedRows(one: Speed, two: Speed): string[] {
  const row = ({ what, workers, ms, workerCpuMs, jobs, answer }: Speed, ratio: string): string => {
    const cpu = workerCpuMs.reduce((sum, n) => sum + n, 0);
    return `| ${what} | ${workers} | ${seconds(ms)} | ${ratio} | ${workerCpuMs.map(seconds).join(' + ')} | ${jobs.join(' + ')} | ${((100 * cpu) / (workers * ms)).toFixed(0)} % | ${answer} |`;
  };
  return [row(one, ''), row(two, `${(one.ms / two.ms).toFixed(2)}x`)];
}

async function main(): Promise<void> {
  if (!hasRedis) throw new Error('redis-server is not installed');
  const lab = await Lab.open();
  try {
    const found = await faults(lab, familyFile('dekker', 3), familyFile('dekker', 7));
    const cost = await overhead(lab, Number(values.jobs));
    process.stderr.write(`${cost.jobs} jobs in ${seconds(cost.ms)} s\n`);
    const crosscheck = ['crosscheck', '--json', '--random', values.programs, '--seed', '1'];
    const dekker = [
      'outcomes',
      '--json',
      '--engine',
      'explicit',
      '--model',
      'tso',
      familyFile('dekker', Number(values.n)),
    ];
    const rows: string[] = [];
    const sizes: Record<string, Speed> = {};
    for (const [what, words, answerOf] of [
      [
        `crosscheck of ${values.programs} programs`,
        crosscheck,
        (text: string) => `${JSON.parse(text.trim().split('\n').at(-1) ?? '{}').agreements} agreements`,
      ],
      [
        `dekker ${values.n} under TSO`,
        dekker,
        (text: string) =>
          `${/"executions":\d+/g.exec(text.slice(text.indexOf('"tso"')))?.[0].slice(13)} executions`,
      ],
    ] as const)
      for (let k = 0; k < Number(values.repeat); k++) {
        const one = await speed(lab, what, 1, words, answerOf);
        const two = await speed(lab, what, 2, words, answerOf);
        sizes[what] = one;
        rows.push(...speedRows(one, two));
        process.stderr.write(`${rows.slice(-2).join('\n')}\n`);
      }
    writeFileSync(
      join(import.meta.dirname, '..', '..', 'results', 'scale.md'),
      `# Campaigns: faults, cost of a job, speed

Made by \`npm run scale -- --programs ${values.programs} --n ${values.n} --jobs ${values.jobs}\` on ${cpus()[0]?.model ?? 'a processor'} (${process.arch}, ${availableParallelism()} cores,
load ${loadavg()[0].toFixed(1)} at the end), Node ${process.versions.node}, with Redis and all workers on this machine. What it means is in
[docs/scale.md](../docs/scale.md).

## Faults

| what happens | what should come of it | what came of it | |
| --- | --- | --- | --- |
${found.map(({ what, expected, seen, right }) => `| ${what} | ${expected} | ${seen.replaceAll('|', '/')} | ${right ? 'ok' : 'WRONG'} |`).join('\n')}

## The cost of a job

${cost.jobs} jobs that ask for nothing: ${seconds(cost.ms)} s, ${(cost.ms / cost.jobs).toFixed(2)} ms per job, of which
${(cost.ownCpuMs / cost.jobs).toFixed(2)} ms of processor for coordinator and worker together and ${(cost.serverCpuMs / cost.jobs).toFixed(2)} ms for Redis.

## One worker and two

Each worker does one job at a time. "busy" is the share of the wall-clock time in which workers had a core: below 100 % they waited
for jobs, or for a machine that others use.

| what | workers | seconds | speed-up | processor of workers (s) | jobs | busy | answer |
| --- | ---: | ---: | ---: | --- | --- | ---: | --- |
${rows.join('\n')}

${model(Object.values(sizes), cost)}`,
    );
  } finally {
    await lab.close();
  }
}

await main();
