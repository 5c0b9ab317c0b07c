// The table `crosscheck`: every question to every route (verdict/crosscheck), on files and on random programs.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { modelNames } from '#diptych/execution/execution.js';
import { readProgram } from '#diptych/frontend/index.js';
import { programOf } from '#diptych/generate/randomSource.js';
import type { Program } from '#diptych/program/program.js';
import {
  type Crosschecked,
  type CrosscheckOptions,
  parts,
  startCrosscheck,
} from '#diptych/verdict/crosscheck/index.js';
import { homeFolder } from '../home.js';
import { timed } from '../run/measure.js';
import type { Cells, Experiment, Row, Scale } from '../table.js';

type Options = Pick<CrosscheckOptions, 'unroll' | 'parts' | 'together'>;
interface Question {
  readonly program: Program;
  readonly options: Options;
}

/** The limits of `diptych crosscheck` without options. */
const limits = { models: modelNames, timeLimitMs: 10_000, maxExecutions: 50_000 };

async function measure(questions: () => Promise<readonly Question[]>): Promise<Cells> {
  const crosscheck = await startCrosscheck();
  const asked = await questions();
  const { value, seconds } = await timed(() =>
    asked.map(({ program, options }) => crosscheck(program, { ...limits, ...options })),
  );
  const sum = (of: (one: Crosschecked) => number): number => value.reduce((total, one) => total + of(one), 0);
  return {
    programs: asked.length,
    queries: sum((one) => one.queries),
    agreements: sum((one) => one.agreements),
    disagreements: sum((one) => one.disagreements.length),
    open: sum((one) => one.open.length),
    time: seconds,
    rate: asked.length / seconds,
  };
}

function row(id: string, command: string, questions: () => Promise<readonly Question[]>): Row {
  return {
    id,
    cells: { what: id, command: `diptych crosscheck ${command}` },
    parts: [{ name: 'crosscheck', time: 'time', measure: () => measure(questions) }],
    finish: ({ disagreements }) =>
      typeof disagreements === 'number' && disagreements > 0
        ? { problems: [{ kind: 'disagreement', message: `${disagreements} questions` }] }
        : {},
  };
}

const folderRow = (name: string, options: Options, most?: number): Row => {
  const only = options.parts.length === 1 ? ` --only ${options.parts[0]}` : '';
  const command = `benchmarks/${name} --unroll ${options.unroll}${only}`;
  return row(`benchmarks/${name}`, command, async () => {
    const folder = join(homeFolder, 'benchmarks', name);
    const files = readdirSync(folder).filter((file) => /\.(?:c|litmus)$/.test(file));
    const read = files
      .slice(0, most)
      .map((file) => readProgram(join(folder, file), { unroll: options.unroll }));
    return (await Promise.all(read)).map((program) => ({ program, options }));
  });
};

/** Every tenth program is put to the symbolic engine question by question, as `diptych crosscheck` does. */
const randomRow = (seed: number, count: number): Row =>
  row(`seeds ${seed} to ${seed + count - 1}`, `--random ${count} --seed ${seed}`, async () =>
    Array.from({ length: count }, (_, i) => seed + i).map((one) => ({
      program: programOf(one, { size: 6 }),
      options: { unroll: 8, parts, together: one % 10 !== 0 },
    })),
  );

const rows = (scale: Scale): Row[] =>
  scale === 'quick'
    ? [folderRow('litmus', { unroll: 3, parts }, 20), randomRow(1, 40)]
    : [
        folderRow('litmus', { unroll: 3, parts }),
        folderRow('c', { unroll: 2, parts: ['engines'] }),
        ...[0, 1, 2, 3, 4].map((i) => randomRow(1 + 200 * i, 200)),
      ];

export const crosschecks: Experiment = {
  name: 'crosscheck',
  title: 'Cross-checking',
  about: [
    'Every question about every program, under SC, TSO and PSO, to every route that can answer it (docs/crosscheck.md). Random programs have up to 6 memory events; half of them have all features, half are of loads, stores, atomics and fences alone. A question is open if fewer than two routes answer within their limits.',
  ],
  limitSeconds: { quick: 60, full: 300 },
  plan: (scale) => [
    {
      name: 'programs',
      title: 'Programs',
      columns: [
        { key: 'what', head: 'programs', unit: 'text' },
        { key: 'programs', head: 'number', unit: 'count' },
        { key: 'queries', head: 'questions', unit: 'count' },
        { key: 'agreements', head: 'agreements', unit: 'count' },
        { key: 'disagreements', head: 'disagreements', unit: 'count' },
        { key: 'open', head: 'open', unit: 'count' },
        { key: 'time', head: 'time, s', unit: 's' },
        { key: 'rate', head: 'programs per s', unit: 'count' },
        { key: 'command', head: 'the same by hand', unit: 'text' },
      ],
      rows: rows(scale),
    },
  ],
};
