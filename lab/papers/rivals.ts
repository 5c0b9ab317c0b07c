// The table `rivals`: whole commands of diptych beside other model checkers, run on the same files (`--with`) or recorded
// elsewhere.

import { type ModelName, modelNames } from '#diptych/execution/execution.js';
import { agreement, checkParts, engineNames, paperSubject, verdictOf, verdictProblems } from '../parts.js';
import {
  type Cell,
  type Cells,
  type Column,
  type Experiment,
  isOver,
  type Limit,
  type Problem,
  type Row,
  type Scale,
  type Section,
  type Tools,
} from '../table.js';
import { litmusRows } from './herdRows.js';
import { type KnownVerdict, paperProgram } from './manifest.js';
import { type RivalRow, type RivalTime, rivalRows } from './published.js';
import { bothCommand, buildsOf, checkerPart, engineCommand, versionOf } from './rivalCommands.js';
import { checkerNames, checkers, herd } from './tools.js';

/** Of whom there are recorded figures, with the version they are of. */
const recorded = { deagle: 'Deagle 4.1', cbmc: 'CBMC 6.6' } as const;
type Recorded = keyof typeof recorded;
const recordedNames: readonly Recorded[] = ['deagle', 'cbmc'];

const beforeColumn = (tools: Tools, key: string, head: string): Column[] =>
  tools.diptych === undefined ? [] : [{ key: `${key}Before`, head: `before: ${head}`, unit: 's' }];

const columnsOf = (tools: Tools): Column[] => [
  { key: 'program', head: 'program', unit: 'text' },
  { key: 'fence', head: 'fences', unit: 'text' },
  { key: 'model', head: 'model', unit: 'text' },
  { key: 'verdict', head: 'verdict', unit: 'text' },
  ...checkerNames
    .filter((name) => tools[name] !== undefined)
    .flatMap((name): Column[] => [
      { key: `${name}Shown`, head: `${checkers[name].title}, s`, unit: 's' },
      { key: `${name}Start`, head: 'of it start, s', unit: 's' },
    ]),
  ...recordedNames
    .filter((name) => tools[name] === undefined)
    .map(
      (name): Column => ({
        key: name,
        head: `${recorded[name]}, s (recorded elsewhere)`,
        unit: 's',
        published: true,
      }),
    ),
  ...engineNames.flatMap((name): Column[] => [
    ...beforeColumn(tools, `${name}Command`, `${name}, s`),
    { key: `${name}Command`, head: `${name}, s`, unit: 's' },
    { key: `${name}CommandStart`, head: 'of it start, s', unit: 's' },
  ]),
  ...beforeColumn(tools, 'bothWall', 'both engines, s waited'),
  { key: 'bothWall', head: 'both engines, s waited', unit: 's' },
  { key: 'faster', head: 'faster of both, s', unit: 's' },
  { key: 'fasterWins', head: 'below all', unit: 'text' },
  { key: 'symbolicWins', head: 'symbolic alone below', unit: 'text' },
  { key: 'agreement', head: 'engines', unit: 'text' },
];

const quick = ['ring8'];

const isWrong = (time: RivalTime): time is { readonly wrong: number } =>
  typeof time === 'object' && time !== null && 'wrong' in time;

/** As a cell: a wrong answer is a word, since its time says nothing. */
const asCell = (time: RivalTime): Cell => (isWrong(time) ? `wrong, ${time.wrong.toFixed(2)}` : time);

const recordedCells = (row: RivalRow, model: ModelName): Cells =>
  Object.fromEntries(recordedNames.map((name) => [name, asCell(row[name].get(model) ?? null)]));

const rowsOf = (scale: Scale, tools: Tools): Row[] =>
  rivalRows()
    .filter(({ program }) => scale === 'full' || quick.includes(program))
    .flatMap((row) => modelRows(row, tools));

function modelRows(row: RivalRow, tools: Tools): Row[] {
  const program = paperProgram(row.group, row.program);
  return program.variants
    .filter(({ name }) => name === row.variant)
    .flatMap((variant) =>
      modelNames.map((model): Row => {
        const { defines, unroll, verdicts } = variant;
        const question = { file: program.file, defines, unroll, model };
        return {
          id: `${row.program} ${row.variant} ${model}`,
          cells: {
            program: row.program,
            fence: variant.defines.length === 0 ? '' : variant.name,
            model,
            ...recordedCells(row, model),
          },
          parts: [
            ...checkParts(paperSubject(program, variant), model),
            ...engineNames.flatMap((name) =>
              buildsOf(tools).map((build) => engineCommand(build, name, question)),
            ),
            ...buildsOf(tools).map((build) => bothCommand(build, question)),
            ...checkerNames.flatMap((name) => checkerPart(name, tools, question)),
          ],
          finish: (cells) => {
            const agreed = agreement(cells);
            const theirs = judged(cells, verdicts[model]);
            return {
              cells: {
                ...agreed.cells,
                ...theirs,
                verdict: verdictOf(cells),
                ...compared({ ...cells, ...theirs }, tools),
              },
              problems: [
                ...agreed.problems,
                ...verdictProblems(cells, verdicts[model]),
                ...commandProblems(cells, verdicts[model]),
              ],
            };
          },
        };
      }),
    );
}

/** The tools' times, or the note that an answer was wrong. */
const judged = (cells: Cells, expected: KnownVerdict | undefined): Cells =>
  Object.fromEntries(
    checkerNames.flatMap((name) => {
      const [time, says] = [cells[`${name}Command`], cells[`${name}Says`]];
      if (time === undefined) return [];
      const wrong = expected !== undefined && (says === 'holds' || says === 'violated') && says !== expected;
      return [[`${name}Shown`, wrong && typeof time === 'number' ? `wrong, ${time.toFixed(2)}` : time]];
    }),
  );

/** The published command must say what is known, as the engines must; another build too. */
const commandProblems = (cells: Cells, expected: KnownVerdict | undefined): Problem[] =>
  [...engineNames, 'both'].flatMap((name) =>
    ['', 'Before'].flatMap((suffix): Problem[] => {
      const says = cells[`${name}Says${suffix}`];
      if (expected === undefined || (says !== 'holds' && says !== 'violated') || says === expected) return [];
      const which = suffix === '' ? 'the command' : 'the other build';
      return [{ kind: 'verdict', message: `${which} (${name}) says ${says}, not ${expected}` }];
    }),
  );

/** The tools that diptych is faster than. */
function compared(cells: Cells, tools: Tools): Cells {
  const [explicit, symbolic] = engineNames.map((name) => cells[`${name}Command`] ?? null);
  const finished = [explicit, symbolic].filter((time) => typeof time === 'number');
  const faster = finished.length === 0 ? null : Math.min(...finished);
  const rivals: (readonly [title: string, time: Cell])[] = [
    ...checkerNames
      .filter((name) => tools[name] !== undefined)
      .map((name) => [checkers[name].title, cells[`${name}Shown`] ?? null] as const),
    ...recordedNames
      .filter((name) => tools[name] === undefined)
      .map((name) => [checkers[name].title, cells[name] ?? null] as const),
  ];
  return {
    faster,
    fasterWins: faster !== null && rivals.every(([, time]) => below(faster, time)) ? 'yes' : 'no',
    symbolicWins: rivals
      .filter(([, time]) => time !== null && typeof symbolic === 'number' && below(symbolic, time))
      .map(([title]) => title)
      .join(' '),
  };
}

/** A rival that is wrong, refuses or does not finish is never the faster one. */
const below = (ours: number, rival: Cell | undefined): boolean =>
  typeof rival === 'number' ? ours < rival : isOver(rival) ? ours < rival.over : true;

const versions = (tools: Tools): Section => ({
  name: 'versions',
  title: 'Versions',
  columns: [
    { key: 'tool', head: 'tool', unit: 'text' },
    { key: 'version', head: 'what it says of itself', unit: 'text' },
  ],
  rows: [...checkerNames.map((name) => ({ name, ...checkers[name] })), { name: 'herd7', ...herd }].flatMap(
    ({ name, title, version }): Row[] => {
      const path = tools[name];
      if (path === undefined) return [];
      const measure = (limit: Limit): Cells => ({ version: versionOf(path, version, limit) });
      return [{ id: name, cells: { tool: title }, parts: [{ name, time: 'version', measure }] }];
    },
  ),
});

export const rivals: Experiment = {
  name: 'rivals',
  title: 'Beside other model checkers',
  about: [
    '`diptych check` with each engine as a whole command, everything included: CPU seconds from its start to its end, and how much of that it takes for a program that does nothing. `--with NAME=PATH,...` runs GenMC, Nidhugg, Deagle, CBMC and herd7 on the same files with the same bounds, in the same way, and checks what they say.',
    'Columns marked "recorded elsewhere" are not of this run: Deagle 4.1 and CBMC 6.6 were timed on programs of the same algorithms and bounds on another machine (two cores, aarch64), so they show an order of magnitude and are no comparison with rows of another machine.',
  ],
  limitSeconds: { quick: 5, full: 10 },
  runsOtherBuild: true,
  plan: (scale, tools = {}) => [
    { name: 'programs', title: 'Programs', columns: columnsOf(tools), rows: rowsOf(scale, tools) },
    litmusRows(scale, tools),
    ...(Object.keys(tools).some((name) => name !== 'diptych') ? [versions(tools)] : []),
  ],
  notes: [
    'Deagle misses the failures of parker: it does not know that a thread sees its own buffered stores. CBMC was right wherever it answered, and refuses stack_safe.',
    'diptych names every assertion that can fail, and every other thing that goes wrong, with an execution for each; a rival that says only that something fails is done earlier.',
    "The programs are diptych's own (benchmarks/papers/nidhugg and rivals). GenMC has no PSO, herd7 no name for it.",
  ],
};
