// The table `record`: programs of the papers recorded and explored, the cost of recording, and litmus tests on the
// processor. It needs a C compiler.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLogHeader } from '#diptych/frontend/trace/binaryLog.js';
import { compilerDriver } from '#diptych/record/compilerDriver.js';
import { monitorTrace } from '#diptych/record/monitoredTrace.js';
import { homeFolder } from '../home.js';
import { type PaperGroup, paperProgram, paperVariant } from '../papers/manifest.js';
import { cpuLimit, timed } from '../run/measure.js';
import type { Cells, Column, Experiment, Finished, Limit, Problem, Row, Scale, Section } from '../table.js';
import { processorSection } from './processor.js';
import { comparePairs, watchedModels } from './recordedPairs.js';

const hasCompiler = (): boolean => spawnSync('gcc', ['--version']).status === 0;

type Subject = readonly [group: PaperGroup, name: string, variant: string];

const quick: readonly Subject[] = [
  ['structures', 'dekker', 'small unfenced'],
  ['structures', 'dekker', 'small pso'],
];
const variants = ['unfenced', 'tso', 'pso'];
const full: readonly Subject[] = [
  ...['dekker', 'bakery', 'msn', 'ms2'].flatMap((name) =>
    variants.map((variant): Subject => ['structures', name, `small ${variant}`]),
  ),
  ...variants.map((variant): Subject => ['sober', 'takequeue', variant]),
  ...['lazylist', 'harris', 'snark'].flatMap((name) =>
    variants.map((variant): Subject => ['structures', name, `tiny ${variant}`]),
  ),
];

async function measurePairs([group, name, variant]: Subject, runs: number, limit: Limit): Promise<Cells> {
  const program = paperProgram(group, name);
  const { defines, unroll } = paperVariant(program, variant);
  const { value, seconds } = await timed(() =>
    comparePairs({ file: program.file, defines, unroll }, { runs, stop: cpuLimit(limit).stop }),
  );
  const cells: Record<string, string | number | boolean> = {
    runs: value.runs,
    events: value.events,
    wrongReads: value.wrongReads,
    ends: value.ends,
    time: seconds,
    complete: value.complete,
  };
  for (const model of watchedModels) {
    const [explored, recorded] = [value.explored[model], value.recorded[model]];
    cells[`${model}Explored`] = explored.size;
    cells[`${model}Recorded`] = [...recorded].filter((pair) => explored.has(pair)).length;
    cells[`${model}Others`] = [...recorded].filter((pair) => !explored.has(pair)).length;
  }
  return cells;
}

function finishPairs(cells: Cells): Finished {
  const wrong = (message: string): Problem => ({ kind: 'verdict', message });
  const problems: Problem[] = watchedModels.flatMap((model) =>
    cells.complete === true && cells[`${model}Others`] !== 0
      ? [wrong(`${cells[`${model}Others`]} recorded pairs under ${model} are not explored ones`)]
      : [],
  );
  if (cells.wrongReads !== 0) problems.push(wrong(`${cells.wrongReads} reads of unknown values`));
  return { problems };
}

const pairColumns: readonly Column[] = [
  { key: 'program', head: 'program', unit: 'text' },
  { key: 'variant', head: 'variant', unit: 'text' },
  { key: 'runs', head: 'runs', unit: 'count' },
  { key: 'events', head: 'events', unit: 'count' },
  ...watchedModels.flatMap((model): Column[] => [
    { key: `${model}Explored`, head: `${model}: explored pairs`, unit: 'count' },
    { key: `${model}Recorded`, head: 'of them recorded', unit: 'count' },
    { key: `${model}Others`, head: 'others', unit: 'count' },
  ]),
  { key: 'ends', head: 'runs that failed', unit: 'count' },
];

const pairRows = (scale: Scale): Row[] =>
  (hasCompiler() ? (scale === 'quick' ? quick : full) : []).map((subject) => ({
    id: subject.slice(1).join(' '),
    cells: { program: subject[1], variant: subject[2] },
    parts: [
      {
        name: 'pairs',
        time: 'time',
        measure: (limit) => measurePairs(subject, scale === 'quick' ? 20 : 100, limit),
      },
    ],
    finish: finishPairs,
  }));

const works = [
  'memory of one thread',
  'plain accesses to shared cells',
  'atomics',
  'a mutex',
  'rings between pairs of threads',
];
const chances = ['0.01', '0.1', '0.3'];

/** CPU seconds of a program, its children included; the fastest of a few runs. */
function cpuSeconds(program: string, env: NodeJS.ProcessEnv): number {
  const once = (): number => {
    const { stdout } = spawnSync('bash', ['-c', '"$0" && times', program], { encoding: 'utf8', env });
    const [user, system] = (stdout.split('\n')[1] ?? '').split(' ').map((time) => {
      const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(time) ?? [];
      return Number(minutes) * 60 + Number(seconds);
    });
    return user + system;
  };
  return Math.min(once(), once(), once());
}

function measureWork(work: number): Cells {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-work-'));
  try {
    const source = join(homeFolder, 'benchmarks', 'record', 'work.c');
    const [plain, recorded, trace] = ['plain', 'recorded', 'run.trace'].map((name) => join(folder, name));
    const args = (to: string): string[] => ['-O1', '-w', `-DWORK=${work}`, '-o', to, source, '-pthread'];
    if (spawnSync('gcc', args(plain)).status !== 0 || compilerDriver('c', args(recorded)) !== 0)
      throw new Error(`${source} is not compiled`);
    const cells: Record<string, number> = { plain: 1000 * cpuSeconds(plain, process.env) };
    for (const chance of chances) {
      const env = {
        ...process.env,
        DIPTYCH_TRACE: trace,
        DIPTYCH_SEED: '1',
        DIPTYCH_SCHEDULE: `random:${chance}`,
      };
      const seconds = cpuSeconds(recorded, env);
      const { count } = readLogHeader(trace);
      cells[`recorded${chance}`] = 1000 * seconds;
      cells[`rate${chance}`] = Math.round(count / seconds);
      cells.operations = count;
    }
    cells.size = statSync(trace).size / 1e6;
    const before = process.cpuUsage();
    const { events } = monitorTrace(trace, { monitors: ['bss-tso'], races: false }).verdict;
    const { user, system } = process.cpuUsage(before);
    cells.shared = events;
    cells.monitored = Math.round((cells.operations * 1e6) / (user + system));
    return cells;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const costSection = (): Section => ({
  name: 'cost',
  title: 'What recording costs',
  about: [
    'Four threads, 100,000 rounds each (`benchmarks/record/work.c`, -O1). CPU time of the plain program and of the recorded one under random schedules that switch with probability 0.01, 0.1 and 0.3, and recorded operations per second of it. A recorded program runs one thread at a time, so its CPU time is about the time it takes. Then the log is read and shown to bss-tso: operations per second, reading and source lines included.',
  ],
  columns: [
    { key: 'work', head: 'work', unit: 'text' },
    { key: 'plain', head: 'plain, ms', unit: 'ms' },
    { key: 'operations', head: 'operations', unit: 'count' },
    ...chances.flatMap((chance): Column[] => [
      { key: `recorded${chance}`, head: `at ${chance}, ms`, unit: 'ms' },
      { key: `rate${chance}`, head: 'operations/s', unit: 'count' },
    ]),
    { key: 'size', head: 'log, MB', unit: 'MB' },
    { key: 'shared', head: 'shared events', unit: 'count' },
    { key: 'monitored', head: 'monitored/s', unit: 'count' },
  ],
  rows: (hasCompiler() ? works : []).map((work, i) => ({
    id: work,
    cells: { work },
    parts: [{ name: 'cost', time: 'plain', measure: () => measureWork(i) }],
  })),
});

export const recorded: Experiment = {
  name: 'record',
  title: 'Recorded programs',
  about: [
    'Programs compiled with `diptych cc` (gcc) and run by `diptych record`, and litmus tests run natively. Made where a C compiler is.',
  ],
  limitSeconds: { quick: 60, full: 120 },
  plan: (scale) => [
    {
      name: 'papers',
      title: 'Programs of the papers, recorded and explored',
      about: [
        'Each file twice: all SC executions explored up to the unroll bound with the monitors bss-tso and bss-pso, and runs of the compiled program (-O0) under random schedules (switching with probability 0.3 and 0.05) and pct:3, a third each. Pairs of operations by source lines: those that exploration reports, how many of them the runs show, and pairs that only runs show.',
      ],
      columns: pairColumns,
      rows: pairRows(scale),
    },
    costSection(),
    processorSection(scale),
  ],
};
