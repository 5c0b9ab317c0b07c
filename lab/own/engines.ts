// The table `engines`: the symbolic against the explicit engine on everything there is: litmus tests, C programs, the
// papers' programs, families of programs that grow.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ModelName, modelNames } from '#diptych/execution/execution.js';
import { homeFolder } from '../home.js';
import { type KnownVerdict, loadPapers } from '../papers/manifest.js';
import {
  agreement,
  checkParts,
  fileSubject,
  paperSubject,
  type Subject,
  verdictOf,
  verdictProblems,
} from '../parts.js';
import type { Column, Experiment, Row, Scale, Section } from '../table.js';
import { familyPlots, familySection } from './families.js';
import { litmusSection } from './litmusFolder.js';
import { longProcessSection } from './longProcess.js';

const columns: readonly Column[] = [
  { key: 'program', head: 'program', unit: 'text' },
  { key: 'variant', head: 'variant', unit: 'text' },
  { key: 'model', head: 'model', unit: 'text' },
  { key: 'verdict', head: 'verdict', unit: 'text', answer: true },
  { key: 'executions', head: 'executions', unit: 'count', answer: true },
  { key: 'explicitTime', head: 'explicit, s', unit: 's' },
  { key: 'explicitMemory', head: 'MB', unit: 'MB' },
  { key: 'events', head: 'events', unit: 'count' },
  { key: 'clauses', head: 'clauses', unit: 'count' },
  { key: 'solveSeconds', head: 'solver, s', unit: 's' },
  { key: 'symbolicTime', head: 'symbolic, s', unit: 's' },
  { key: 'symbolicMemory', head: 'MB', unit: 'MB' },
  { key: 'agreement', head: 'engines', unit: 'text' },
];

/** `diptych check` for each model. */
const checkRows = (
  subject: Subject,
  names: Readonly<{ program: string; variant?: string }>,
  models: readonly ModelName[],
  expected: (model: ModelName) => KnownVerdict | undefined,
  limitSeconds?: number,
): Row[] =>
  models.map((model) => ({
    id: [names.program, names.variant, model].filter((word) => word !== undefined).join(' '),
    cells: { ...names, model },
    parts: checkParts(subject, model).map((part) =>
      limitSeconds === undefined ? part : { ...part, limitSeconds },
    ),
    finish: (cells) => {
      const agreed = agreement(cells);
      return {
        cells: { ...agreed.cells, verdict: verdictOf(cells) },
        problems: [...agreed.problems, ...verdictProblems(cells, expected(model))],
      };
    },
  }));

/** Programs that are known to have too many executions are tried only for a moment, under the weakest model. */
const slowLimitSeconds = 2;

const quickPapers = ['nidhugg/peterson unfenced', 'nidhugg/dcl_singleton unfenced'];

function papersSection(scale: Scale): Section {
  const subjects = loadPapers()
    .flatMap((program) => program.variants.map((variant) => ({ program, variant })))
    .filter(
      ({ program, variant }) =>
        scale === 'full' || quickPapers.includes(`${program.group}/${program.name} ${variant.name}`),
    );
  return {
    name: 'papers',
    title: "The papers' programs",
    about: [
      `\`diptych check\`, each program and variant with the bound its manifest gives (benchmarks/papers). Those that the manifest calls slow are tried under PSO alone, for ${slowLimitSeconds} s.`,
    ],
    columns,
    rows: subjects.flatMap(({ program, variant }) =>
      checkRows(
        paperSubject(program, variant),
        { program: `${program.group}/${program.name}`, variant: variant.name },
        variant.slow ? ['pso'] : modelNames,
        (model) => variant.verdicts[model],
        variant.slow ? slowLimitSeconds : undefined,
      ),
    ),
  };
}

const cFolder = join(homeFolder, 'benchmarks', 'c');
const quickC = ['dekker.c'];

function cSection(scale: Scale): Section {
  const files = readdirSync(cFolder).filter((name) => name.endsWith('.c'));
  return {
    name: 'c',
    title: 'C programs',
    about: ['`diptych check --unroll 3` of benchmarks/c.'],
    columns: columns.filter(({ key }) => key !== 'variant'),
    rows: files
      .filter((name) => scale === 'full' || quickC.includes(name))
      .flatMap((name) => {
        const file = join(cFolder, name);
        const [, expected = ''] = /\bexpected {2}(.*)/.exec(readFileSync(file, 'utf8')) ?? [];
        const words = new Map(
          [...expected.matchAll(/(\w+): (\w+)/g)].map(([, model, word]) => [model, word]),
        );
        return checkRows(fileSubject(file, 3), { program: basename(name, '.c') }, modelNames, (model) => {
          const word = words.get(model);
          return word === undefined ? undefined : word === 'holds' ? 'holds' : 'violated';
        });
      }),
  };
}

export const engines: Experiment = {
  name: 'engines',
  title: 'The symbolic against the explicit engine',
  about: [
    'The explicit engine explores one execution per trace; the symbolic one encodes all executions and asks the solver. Both must give the same answer wherever both finish. `events` and `clauses` are the size of the formula; `solver` is the part of the symbolic time that is spent in Z3 (wall clock).',
  ],
  limitSeconds: { quick: 3, full: 5 },
  plan: (scale) => [
    litmusSection(scale),
    cSection(scale),
    papersSection(scale),
    familySection(scale),
    longProcessSection(scale),
  ],
  plots: familyPlots,
};
