// Makes results/scale.md: faults, the cost of a job, one worker against two, and what that means for more of them.
// `npm run measure scale -- [--programs N] [--n N] [--jobs N]`; needs redis-server. With `--only dekker,crosscheck` (or faults, overhead, ceiling) it
// prints the rows of these parts, `--repeat` times, and writes nothing; with `--warm` only those with warm workers.

import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { familyProgram } from '../../src/generate/families.js';
import { printProgram } from '../../src/program/printer.js';
import { hasRedis } from '../../test/campaign/server.js';
import { type Ceiling, ceiling } from './ceiling.js';
import { faults } from './faults.js';
import { Lab, litmus } from './lab.js';
import { model } from './model.js';
import { canPin, overhead, restMs, type Speed, speed } from './speed.js';

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '2000' },
    n: { type: 'string', default: '4' },
    jobs: { type: 'string', default: '10000' },
    repeat: { type: 'string', default: '1' },
    only: { type: 'string' },
    warm: { type: 'boolean', default: false },
  },
});

const wants = (part: 'faults' | 'overhead' | 'ceiling' | 'crosscheck' | 'dekker'): boolean =>
  values.only?.split(',').includes(part) !== false;

const familyFile = (name: string, n: number): string => {
  const file = join(tmpdir(), `diptych-${name}-${n}.litmus`);
  writeFileSync(file, printProgram(familyProgram(name, n)));
  return file;
};

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

function speedRows(one: Speed, two: Speed): string[] {
  const row = (speed: Speed, ratio: string): string => {
    const { what, workers, warm, pinned, ms, workerCpuMs, coordinatorCpuMs, serverCpuMs, jobs, answer } =
      speed;
    const cpu = workerCpuMs.reduce((sum, n) => sum + n, 0);
    const busy = `${((100 * cpu) / (workers * ms)).toFixed(0)} %`;
    const cells = [
      what,
      `${warm ? 'warm' : 'just started'}${pinned ? ', a core each' : ''}`,
      workers,
      seconds(ms),
      ratio,
      workerCpuMs.map(seconds).join(' + '),
      seconds(coordinatorCpuMs),
      seconds(serverCpuMs),
      jobs.join(' + '),
      busy,
      answer,
    ];
    return `| ${cells.join(' | ')} |`;
  };
  return [row(one, ''), row(two, `${(one.ms / two.ms).toFixed(2)}x`)];
}

function ceilingRow({ what, pinned, oneMs, twoMs, oneCpuMs, twoCpuMs, gain }: Ceiling): string {
  const cells = [
    what,
    pinned ? 'yes' : '',
    seconds(oneMs),
    seconds(twoMs),
    `${gain.toFixed(2)}x`,
    seconds(oneCpuMs),
    seconds(twoCpuMs),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function main(): Promise<void> {
  if (!hasRedis) throw new Error('redis-server is not installed');
  const lab = await Lab.open();
  try {
    const practiceMs = await lab.practise();
    const found = wants('faults')
      ? await faults(lab, familyFile('dekker', Number(values.n)), familyFile('dekker', 7))
      : [];
    const cost = await overhead(lab, wants('overhead') ? Number(values.jobs) : 1);
    process.stderr.write(
      `${cost.jobs} jobs in ${seconds(cost.ms)} s, ${seconds(cost.ownCpuMs)} s of processor and ${seconds(cost.serverCpuMs)} s of Redis\n`,
    );
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
    const small = ['outcomes', '--engine', 'explicit', '--model', 'tso', join(litmus, 'SB.litmus')];
    await lab.worker('starter');
    // The first runs keep their code for the others.
    await lab.run(['crosscheck', '--random', '1', '--seed', '7']).ended;
    await lab.run(small).ended;
    const { cpuMs: startMs, ms: smallMs } = await lab.run(small).ended;
    await lab.rest();
    const pins = canPin() ? [false, true] : [false];
    const half = `${Number(values.programs) / 2}`;
    const halves = [1, 1 + Number(half)].map((seed) => [
      'crosscheck',
      '--json',
      '-j',
      '1',
      '--random',
      half,
      '--seed',
      `${seed}`,
    ]);
    const limits: Ceiling[] = [];
    for (const pinned of wants('ceiling') ? pins : []) {
      const [first, second] = halves;
      const whole = [...crosscheck, '-j', '1'];
      limits.push(
        await ceiling(
          lab,
          `crosscheck of ${values.programs} programs, half each`,
          whole,
          [first, second],
          1,
          pinned,
        ),
        await ceiling(
          lab,
          `dekker ${values.n} under TSO, each all of it`,
          dekker,
          [dekker, dekker],
          2,
          pinned,
        ),
      );
      process.stderr.write(`${limits.slice(-2).map(ceilingRow).join('\n')}\n`);
    }
    for (const [part, what, words, other, answerOf] of [
      [
        'crosscheck',
        `crosscheck of ${values.programs} programs`,
        crosscheck,
        ['crosscheck', '--json', '--random', `${Number(values.programs) / 5}`, '--seed', '900001'],
        (text: string) => `${JSON.parse(text.trim().split('\n').at(-1) ?? '{}').agreements} agreements`,
      ],
      [
        'dekker',
        `dekker ${values.n} under TSO`,
        dekker,
        [...dekker, '--unroll', '3'],
        (text: string) =>
          `${/"executions":\d+/g.exec(text.slice(text.indexOf('"tso"')))?.[0].slice(13)} executions`,
      ],
    ] as const)
      for (let k = 0; wants(part) && k < Number(values.repeat); k++) {
        for (const pinned of pins)
          for (const before of values.warm ? [other] : [undefined, other]) {
            const one = await speed(lab, what, 1, words, before, pinned, answerOf);
            const two = await speed(lab, what, 2, words, before, pinned, answerOf);
            if (!pinned) sizes[what] = one;
            rows.push(...speedRows(one, two));
            process.stderr.write(`${rows.slice(-2).join('\n')}\n`);
          }
      }
    if (values.only !== undefined) return;
    writeFileSync(
      join(import.meta.dirname, '..', '..', 'results', 'scale.md'),
      `# Campaigns: faults, cost of a job, speed

Made by \`npm run measure scale -- --programs ${values.programs} --n ${values.n} --jobs ${values.jobs}\` on ${cpus()[0]?.model ?? 'a processor'} (${process.arch}, ${availableParallelism()} cores,
load ${loadavg()[0].toFixed(1)} at the end), Node ${process.versions.node}, with Redis and all workers on this machine. What it means is in
[docs/scale.md](../docs/scale.md).

## Faults

| what happens | what should come of it | what came of it | |
| --- | --- | --- | --- |
${found.map(({ what, expected, seen, right }) => `| ${what} | ${expected} | ${seen.replaceAll('|', '/')} | ${right ? 'ok' : 'WRONG'} |`).join('\n')}

## The cost of a job

${cost.jobs} jobs that ask for nothing: ${seconds(cost.ms)} s, ${(cost.ms / cost.jobs).toFixed(2)} ms per job, of which
${(cost.ownCpuMs / cost.jobs).toFixed(2)} ms of processor for coordinator and worker together and ${(cost.serverCpuMs / cost.jobs).toFixed(2)} ms for Redis.

## What this machine gives to two

Processes without a queue, each with one thread for its work, one alone and two at the same time: what they share (memory, caches,
cores that V8's own threads want too) is why two do not bring twice as much. A campaign has the same to share; its workers differ in that
they have V8 compile less, and begin warm. Times are seconds.

| what | a core each | one | two | gain | processor of one | of two |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
${limits.map(ceilingRow).join('\n')}

## One worker and two

Machine code of Z3 was made before, as the first worker of an installation does beside its work (${seconds(practiceMs)} s).
A campaign about one small program takes ${seconds(smallMs)} s from beginning to end.

Each worker does one job at a time. Workers are just started, ${seconds(restMs)} s before, or warm: they have done other work of the same kind before,
as those have that stay. With a core each (\`taskset\`) a worker has what a machine of one core would give it: it compiles and collects garbage on the
core it works on; without, one worker alone also uses the other core for that. "busy" is the share of the wall-clock time in which workers had a core: below 100 % they waited for jobs, or for a machine that
others use; above, V8 compiled and collected garbage beside the work. All times are seconds.

| what | workers are | workers | seconds | speed-up | processor of workers | of the coordinator | of Redis | jobs | busy | answer |
| --- | --- | ---: | ---: | ---: | --- | ---: | ---: | --- | ---: | --- |
${rows.join('\n')}

${model(Object.values(sizes), cost, startMs)}`,
    );
  } finally {
    await lab.close();
  }
}

await main();
