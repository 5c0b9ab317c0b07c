// The table `speed`: questions of medium size as whole commands. Explorations of one program with one thread and with two, and the
// corpus of litmus tests with each engine. With another build (`--with diptych=PATH`) both are run in turns.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ModelName, modelNames } from '#diptych/execution/execution.js';
import { homeFolder } from '../home.js';
import { buildsOf } from '../papers/rivalCommands.js';
import { inTurns, runCommand, type Turns } from '../run/wholeCommand.js';
import type { Cells, Column, Experiment, Limit, Row, Scale, Section, Tools, Unit } from '../table.js';

type Member = readonly [family: string, n: number, model: ModelName];

const members: Readonly<Record<Scale, readonly Member[]>> = {
  quick: [['lastzero', 10, 'sc']],
  full: [
    ['wr1', 5, 'sc'],
    ['wr1', 6, 'sc'],
    ['dekker', 3, 'sc'],
    ['dekker', 4, 'tso'],
    ['fib-join', 5, 'sc'],
    ['fib-racing', 5, 'tso'],
    ['lastzero', 10, 'sc'],
  ],
};

const rounds: Readonly<Record<Scale, number>> = { quick: 1, full: 3 };
/** For one exploration. */
const mostMs = 20_000;

/** The corpus takes a minute and more where the solver is asked. */
const corpusRounds = (engine: string, scale: Scale): number =>
  engine === 'explicit' ? Math.min(2, rounds[scale]) : 1;

interface Figure {
  /** `wall`, `cpu2`. The cells of the other build end in `Before`. */
  readonly key: string;
  readonly head: string;
  readonly unit: Unit;
}

/** Of the other build first, if there is one. */
const figureColumns = (figures: readonly Figure[], tools: Tools): Column[] =>
  buildsOf(tools)
    .map(({ suffix }) => suffix)
    .reverse()
    .flatMap((suffix) =>
      figures.map(({ key, head, unit }) => ({
        key: `${key}${suffix}`,
        head: suffix === '' ? head : `before: ${head}`,
        unit,
      })),
    );

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-speed-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The commands of all builds in turns. The least of several runs is one that found its code kept. */
function runBuilds(
  wordLists: readonly (readonly string[])[],
  rounds: number,
  tools: Tools,
  limit: Limit,
): { readonly suffix: string; readonly times: (Turns | undefined)[] }[] {
  const builds = buildsOf(tools).flatMap(({ suffix, command }) => {
    const commands = wordLists.flatMap((words) => {
      const whole = command(words);
      return whole === undefined ? [] : [whole];
    });
    return commands.length === 0 ? [] : [{ suffix, commands }];
  });
  const times = inTurns(
    builds.flatMap(({ commands }) => commands),
    rounds,
    limit,
  );
  return builds.map(({ suffix }, i) => ({
    suffix,
    times: times.slice(i * wordLists.length, (i + 1) * wordLists.length),
  }));
}

/** `wall2`, `cpu2` of the other build: `wall2Before`, `cpu2Before`. */
const timeCells = (times: Turns | undefined, suffix: string): Cells =>
  times === undefined
    ? { [`wall${suffix}`]: 'no answer' }
    : { [`wall${suffix}`]: times.wall / 1000, [`cpu${suffix}`]: times.cpu / 1000 };

function measureThreads(member: Member, scale: Scale, tools: Tools, limit: Limit): Cells {
  const [family, n, model] = member;
  const each = { timeLimitMs: Math.min(limit.timeLimitMs, mostMs) };
  return inFolder((folder) => {
    const [own] = buildsOf(tools);
    const generate = own.command(['generate', '--family', family, '--n', String(n), '-o', folder]);
    if (generate === undefined) return { wall: 'not built' };
    runCommand(generate, limit);
    const words = (jobs: number): string[] => [
      'outcomes',
      ...['-e', 'explicit', '-m', model, '-j', String(jobs)],
      folder,
    ];
    const cells = runBuilds([words(1), words(2)], rounds[scale], tools, each).map(
      ({ suffix, times: [one, two] }): Cells => ({
        ...timeCells(one, suffix),
        ...timeCells(two, `2${suffix}`),
        ...(one === undefined || two === undefined
          ? {}
          : { [`gain${suffix}`]: Math.round((100 * one.wall) / two.wall) / 100 }),
      }),
    );
    return Object.assign({}, ...cells);
  });
}

const threads = (scale: Scale, tools: Tools): Section => ({
  name: 'threads',
  title: 'One program, one thread and two',
  about: ['`outcomes -e explicit` of programs of families (docs/generate.md) with `-j 1` and `-j 2`.'],
  columns: [
    { key: 'family', head: 'family', unit: 'text' },
    { key: 'n', head: 'n', unit: 'plain' },
    { key: 'model', head: 'model', unit: 'text' },
    ...figureColumns(
      [
        { key: 'wall', head: 'one thread, s waited', unit: 's' },
        { key: 'cpu', head: 'CPU, s', unit: 's' },
        { key: 'wall2', head: 'two threads, s waited', unit: 's' },
        { key: 'cpu2', head: 'CPU, s', unit: 's' },
        { key: 'gain', head: 'gain', unit: 'plain' },
      ],
      tools,
    ),
  ],
  rows: members[scale].map((member): Row => {
    const [family, n, model] = member;
    return {
      id: `${family} ${n} ${model}`,
      cells: { family, n, model },
      parts: [
        { name: 'threads', time: 'wall', measure: (limit) => measureThreads(member, scale, tools, limit) },
      ],
    };
  }),
});

const corpusFolder = join(homeFolder, 'benchmarks', 'corpus');

/** Files as they are packed there (its README.md says how): a line `== NAME`, the text, and from `states` on what is known of it. */
const corpusTests = (): { readonly name: string; readonly text: string }[] =>
  readdirSync(corpusFolder)
    .filter((file) => file.endsWith('.tests'))
    .flatMap((file) => readFileSync(join(corpusFolder, file), 'utf8').split(/^== /m).slice(1))
    .map((entry) => {
      const [name] = entry.split('\n', 1);
      return { name, text: entry.slice(name.length + 1, entry.search(/^states /m)) };
    });

function measureCorpus(engine: string, scale: Scale, tools: Tools, limit: Limit): Cells {
  return inFolder((folder) => {
    const tests = corpusTests().slice(0, scale === 'quick' ? 20 : undefined);
    tests.forEach(({ name, text }, i) => {
      // Two of a name may differ in case alone.
      mkdirSync(join(folder, String(i)));
      writeFileSync(join(folder, String(i), name), text);
    });
    const words = ['outcomes', '-e', engine, '-j', '1', '--json', folder];
    const cells = runBuilds([words], corpusRounds(engine, scale), tools, limit).map(
      ({ suffix, times: [time] }) => timeCells(time, suffix),
    );
    return Object.assign({ tests: tests.length }, ...cells);
  });
}

const corpus = (scale: Scale, tools: Tools): Section => ({
  name: 'corpus',
  title: 'Litmus tests',
  about: [
    `All final states of the tests of benchmarks/corpus (which the package does not have) under ${modelNames.join(', ')} in one command, with \`-j 1\`.`,
  ],
  columns: [
    { key: 'engine', head: 'engine', unit: 'text' },
    { key: 'tests', head: 'tests', unit: 'count' },
    ...figureColumns(
      [
        { key: 'wall', head: 's waited', unit: 's' },
        { key: 'cpu', head: 'CPU, s', unit: 's' },
      ],
      tools,
    ),
  ],
  rows: ['explicit', 'symbolic', 'both'].map(
    (engine): Row => ({
      id: engine,
      cells: { engine },
      parts: [
        { name: 'corpus', time: 'wall', measure: (limit) => measureCorpus(engine, scale, tools, limit) },
      ],
    }),
  ),
});

export const speed: Experiment = {
  name: 'speed',
  title: 'How long questions of medium size take',
  about: [
    'The published command, the least of several runs, on the wall and in CPU time of all threads. What it costs to start is the table `start`; beside other tools it is the table `rivals`.',
  ],
  limitSeconds: { quick: 60, full: 600 },
  runsOtherBuild: true,
  plan: (scale, tools = {}) => [
    threads(scale, tools),
    ...(existsSync(corpusFolder) ? [corpus(scale, tools)] : []),
  ],
  notes: [
    'To be made with `-j 1` on a machine that does nothing else; `--with diptych=PATH` runs another build in turns with it.',
  ],
};
