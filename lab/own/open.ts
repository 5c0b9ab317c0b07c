// The table `open`: programs of the kind that users write (pools, loggers, rings, counters in loops), as whole commands. Many of
// them take a search long; the table says which have an answer within the limit. A name that ends in `_bug` says that the program
// is wrong; all others are right.

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ModelName, modelNames } from '#diptych/execution/execution.js';
import { homeFolder } from '../home.js';
import { type Build, buildsOf, checkerPart } from '../papers/rivalCommands.js';
import { checkerNames, checkers } from '../papers/tools.js';
import { commandTime, runCommand } from '../run/wholeCommand.js';
import type { Cells, Column, Experiment, Limit, Part, Problem, Row, Scale, Tools } from '../table.js';

/** Folders of programs beside the project's own, divided by colons. */
const otherFolders = (process.env.DIPTYCH_OPEN ?? '').split(':').filter(Boolean);

const quick = ['pool.c', 'logger_bug.c'];

const filesOf = (scale: Scale): string[] =>
  [join(homeFolder, 'benchmarks', 'open'), ...otherFolders].flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.c') && (scale === 'full' || quick.includes(name)))
      .sort()
      .map((name) => join(folder, name)),
  );

const suffixes = ['', 'Before'] as const;

const ownColumns = (suffix: Build['suffix'], head: string): Column[] => [
  ...modelNames.map((model): Column => ({ key: `${model}${suffix}`, head: `${head}${model}`, unit: 'text' })),
  { key: `time${suffix}`, head: `${head}CPU, s`, unit: 's' },
  { key: `executions${suffix}`, head: `${head}executions`, unit: 'count' },
];

const columnsOf = (tools: Tools): Column[] => [
  { key: 'program', head: 'program', unit: 'text' },
  ...(tools.diptych === undefined ? [] : ownColumns('Before', 'before: ')),
  ...ownColumns('', ''),
  ...checkerNames
    .filter((name) => tools[name] !== undefined)
    .flatMap((name): Column[] => [
      { key: `${name}Says`, head: `${checkers[name].title} (SC)`, unit: 'text' },
      { key: `${name}Command`, head: 'CPU, s', unit: 's' },
    ]),
];

/** The fields of `check --json` that the table shows. */
interface CheckLine {
  readonly results?: readonly {
    readonly model: ModelName;
    readonly verdict: string;
    readonly bounded: readonly unknown[];
    readonly engines?: { readonly explicit?: { readonly executions?: number; readonly blocked?: number } };
  }[];
}

const isCheckLine = (value: unknown): value is CheckLine => typeof value === 'object' && value !== null;

/** The answer in a line of JSON; nothing if there is none. */
function answerIn(text: string): CheckLine {
  const line = text.split('\n').find((one) => one.startsWith('{')) ?? '{}';
  try {
    const value: unknown = JSON.parse(line);
    return isCheckLine(value) ? value : {};
  } catch {
    return {};
  }
}

const commandPart = ({ suffix, command }: Build, file: string): Part => ({
  name: `check ${suffix}`,
  time: `time${suffix}`,
  measure(limit: Limit): Cells {
    const words = command(['check', '--json', '--timeout', String(limit.timeLimitMs / 1000), file]);
    if (words === undefined) return {};
    const ended = runCommand(words, { timeLimitMs: 2 * limit.timeLimitMs });
    const { results = [] } = answerIn(ended.text);
    const counts = results.map(({ engines }) => engines?.explicit);
    return {
      [`time${suffix}`]: commandTime(ended, { timeLimitMs: 4 * limit.timeLimitMs }),
      [`executions${suffix}`]: counts.reduce((n, of) => n + (of?.executions ?? 0) + (of?.blocked ?? 0), 0),
      ...Object.fromEntries(
        results.map(({ model, verdict, bounded }) => [
          `${model}${suffix}`,
          bounded.length > 0 && verdict === 'holds' ? 'up to a bound' : verdict,
        ]),
      ),
    };
  },
});

const rowOf = (file: string, tools: Tools): Row => {
  const program = basename(file, '.c');
  const expected = program.endsWith('_bug') ? 'violated' : 'holds';
  // A checker that is given a bound says "no errors" of a loop that it has cut.
  const question = { file, defines: [], model: 'sc' } as const;
  return {
    id: program,
    cells: { program },
    parts: [
      ...buildsOf(tools).map((build) => commandPart(build, file)),
      ...checkerNames.flatMap((name) => checkerPart(name, tools, question)),
    ],
    finish: (cells) => ({
      problems: suffixes.flatMap((suffix) =>
        modelNames.flatMap((model): Problem[] => {
          const says = cells[`${model}${suffix}`];
          if ((says !== 'holds' && says !== 'violated') || says === expected) return [];
          return [{ kind: 'verdict', message: `${model}${suffix}: ${says}, not ${expected}` }];
        }),
      ),
    }),
  };
};

export const open: Experiment = {
  name: 'open',
  title: 'Programs that take a search long',
  about: [
    'Programs of benchmarks/open as whole commands (`diptych check`), both engines, all models. "unknown" means no answer within the limit, "up to a bound" that loops, or threads, were cut. Names that end in `_bug` are wrong programs. Executions are those of the explicit engine under all models.',
  ],
  limitSeconds: { quick: 20, full: 20 },
  runsOtherBuild: true,
  plan: (scale, tools = {}) => [
    {
      name: 'programs',
      title: 'Programs',
      columns: columnsOf(tools),
      rows: filesOf(scale).map((file) => rowOf(file, tools)),
    },
  ],
  notes: [
    'The limit is time on the wall, which is less CPU time on a busy machine. `DIPTYCH_OPEN=FOLDER` adds the programs of other folders.',
    'Other checkers get no bound on loops. "refused" means that their output has no verdict; GenMC and Nidhugg give a nondeterministic value one value only.',
  ],
};
