// The table `explore`: how fast the explicit engine explores, on families of programs whose traces can be counted. Its second part
// has whole commands on the same families in C.

import { join } from 'node:path';
import { type ModelName, modelNames } from '#diptych/execution/execution.js';
import { explore } from '#diptych/explicit/explore.js';
import { familyProgram } from '#diptych/generate/families.js';
import { homeFolder } from '../home.js';
import { type Build, checkerPart, diptych, engineCommand } from '../papers/rivalCommands.js';
import { type CheckerName, checkers } from '../papers/tools.js';
import { cpuLimit, cpuSeconds, least, peakMemory, repeated } from '../run/measure.js';
import {
  type Cells,
  type Column,
  type Experiment,
  type Limit,
  type Problem,
  type Row,
  type Scale,
  type Section,
  type Tools,
  timeCell,
} from '../table.js';

/** CPU seconds of other tools on a two-core machine, where they were measured on the same program. */
const others: Readonly<Record<string, Cells>> = {
  'wr1 6 sc': { genmc: 10.6, nidhugg: { over: 30 } },
  'dekker 4 tso': { genmc: 21.9 },
  'fib-racing 5 tso': { genmc: 16.0, nidhugg: 58.7 },
};

type Member = readonly [family: string, n: number];

const members: Readonly<Record<Scale, readonly Member[]>> = {
  quick: [
    ['wr2', 4],
    ['lastzero', 10],
    ['dekker', 3],
  ],
  full: [
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
    ['wr1', 6],
    ['dekker', 4],
    ['fib-racing', 5],
  ],
};

function measure(family: string, n: number, model: ModelName, limit: Limit): Cells {
  const program = familyProgram(family, n);
  const start = cpuSeconds();
  const { executions, redundant, complete } = explore(program, { model, ...cpuLimit(limit) });
  const first = cpuSeconds() - start;
  const cells = { executions, redundant, first: timeCell(first, complete), memory: peakMemory() };
  if (!complete) return cells;
  // A measurement of seconds warms itself up.
  const again = (): void => void explore(program, { model });
  const warm = first >= 1 ? first : least(repeated(again, { seconds: 1, most: 30 }));
  return { ...cells, warm, rate: executions / warm / 1000 };
}

const rowsOf = ([family, n]: Member): Row[] =>
  modelNames.map((model) => {
    const id = `${family} ${n} ${model}`;
    return {
      id,
      cells: { family, n, model, ...others[id] },
      parts: [{ name: 'explore', time: 'first', measure: (limit) => measure(family, n, model, limit) }],
      finish: ({ redundant }) =>
        redundant === 0 || typeof redundant !== 'number'
          ? {}
          : { problems: [{ kind: 'verdict', message: `${redundant} executions were begun in vain` }] },
    };
  });

/** Files of benchmarks/families with sizes from the smallest that takes longer than a start. */
const commandSizes: Readonly<Record<Scale, Readonly<Record<string, readonly number[]>>>> = {
  quick: { lastzero: [8] },
  full: {
    wr1: [4, 5, 6],
    ring: [8, 12, 14],
    lastzero: [8, 10, 12],
    readers: [10, 12, 14],
    mutex_inc: [5, 7],
    fetch_add: [6, 8],
    dekker: [2, 3, 4],
    fib: [3, 4, 5],
  },
};

/** Checkers whose own searches have executions. GenMC has no PSO. */
const explorers: readonly CheckerName[] = ['genmc', 'nidhugg'];
const commandModels: readonly ModelName[] = ['sc', 'tso'];
const engineChoices = ['explicit', 'both'] as const;

const published: Build = { suffix: '', command: diptych };

const commandColumns = (tools: Tools): Column[] => [
  { key: 'program', head: 'program', unit: 'text' },
  { key: 'n', head: 'n', unit: 'plain' },
  { key: 'model', head: 'model', unit: 'text' },
  { key: 'explicitCommand', head: 'explicit, s', unit: 's' },
  { key: 'bothCommand', head: 'both engines, s', unit: 's' },
  ...explorers
    .filter((name) => tools[name] !== undefined)
    .map((name): Column => ({ key: `${name}Command`, head: `${checkers[name].title}, s`, unit: 's' })),
];

function commandRow(program: string, n: number, model: ModelName, tools: Tools): Row {
  const file = join(homeFolder, 'benchmarks', 'families', `${program}.c`);
  const question = { file, defines: [`N=${n}`], model };
  return {
    id: `${program} ${n} ${model} command`,
    cells: { program, n, model },
    parts: [
      ...engineChoices.map((engines) => engineCommand(published, engines, question)),
      ...explorers.flatMap((name) => checkerPart(name, tools, question)),
    ],
    finish: (cells) => ({
      problems: [...engineChoices, ...explorers].flatMap((name): Problem[] => {
        const says = cells[`${name}Says`];
        return says === 'violated' ? [{ kind: 'verdict', message: `${name} says violated, not holds` }] : [];
      }),
    }),
  };
}

const commandSection = (scale: Scale, tools: Tools): Section => ({
  name: 'commands',
  title: 'Whole commands',
  about: [
    'The families as C programs (benchmarks/families), each with an assertion that holds. `diptych check -m MODEL -D N=n` from its start to its end, beside the checkers that are installed (`--with genmc=PATH,nidhugg=PATH`), in CPU seconds, compilers included.',
  ],
  columns: commandColumns(tools),
  rows: Object.entries(commandSizes[scale]).flatMap(([program, sizes]) =>
    sizes.flatMap((n) => commandModels.map((model) => commandRow(program, n, model, tools))),
  ),
});

export const exploration: Experiment = {
  name: 'explore',
  title: 'Exploration with optimal DPOR',
  about: [
    'All executions of programs of families (docs/generate.md), one per trace; redundant ones are those begun in vain. "First" is the first exploration in a new process, "warm" the fastest of a series (the same for long ones).',
    'The figures of GenMC 0.10.3 and Nidhugg 0.4 are CPU seconds recorded on another machine with two cores.',
  ],
  limitSeconds: { quick: 10, full: 120 },
  plan: (scale, tools = {}) => [
    {
      name: 'families',
      title: 'Families',
      columns: [
        { key: 'family', head: 'family', unit: 'text' },
        { key: 'n', head: 'n', unit: 'plain' },
        { key: 'model', head: 'model', unit: 'text' },
        { key: 'executions', head: 'executions', unit: 'count', answer: true },
        { key: 'redundant', head: 'redundant', unit: 'count', answer: true },
        { key: 'first', head: 'first, s', unit: 's' },
        { key: 'warm', head: 'warm, s', unit: 's' },
        { key: 'rate', head: '1000 executions/s', unit: 'count' },
        { key: 'memory', head: 'peak memory, MB', unit: 'MB' },
        { key: 'genmc', head: 'GenMC, s', unit: 's', published: true },
        { key: 'nidhugg', head: 'Nidhugg, s', unit: 's', published: true },
      ],
      rows: members[scale].flatMap(rowsOf),
    },
    commandSection(scale, tools),
  ],
};
