// The table `nidhugg`: the programs of Table 1 of "Stateless model checking for TSO and PSO" with both engines.

import { type ModelName, modelNames } from '#diptych/execution/execution.js';
import { agreement, checkParts, paperSubject, verdictOf, verdictProblems } from '../parts.js';
import type { Cells, Column, Experiment, Row, Scale } from '../table.js';
import { loadGroup } from './manifest.js';
import { type NidhuggRow, nidhuggRows } from './published.js';

const columns: readonly Column[] = [
  { key: 'program', head: 'program', unit: 'text' },
  { key: 'fence', head: 'fences', unit: 'text' },
  { key: 'bound', head: 'bound', unit: 'plain' },
  { key: 'model', head: 'model', unit: 'text' },
  { key: 'verdict', head: 'verdict', unit: 'text' },
  { key: 'executions', head: 'traces', unit: 'count' },
  { key: 'blocked', head: 'blocked', unit: 'count' },
  { key: 'explicitTime', head: 'explicit, s', unit: 's' },
  { key: 'symbolicTime', head: 'symbolic, s', unit: 's' },
  { key: 'agreement', head: 'engines', unit: 'text' },
  { key: 'nidhugg', head: 'Nidhugg, s', unit: 's', published: true },
  { key: 'cbmc', head: 'CBMC, s', unit: 's', published: true },
  { key: 'goto', head: 'goto-instrument, s', unit: 's', published: true },
];

const quick = ['dcl_singleton unfenced', 'peterson unfenced'];

/** The published figures of one row of ours, as its cells. */
export const publishedCells = (
  published: readonly NidhuggRow[],
  program: string,
  variant: string,
  model: ModelName,
): Cells => {
  const row = published.find((one) => one.program === program && one.variant === variant);
  if (row === undefined) return {};
  return {
    cbmc: row.cbmc.get(model) ?? null,
    goto: row.goto.get(model) ?? null,
    nidhugg: row.nidhugg.get(model) ?? null,
  };
};

function rowsOf(scale: Scale): Row[] {
  const published = nidhuggRows();
  return loadGroup('nidhugg').flatMap((program) =>
    program.variants
      .filter((variant) => scale === 'full' || quick.includes(`${program.name} ${variant.name}`))
      .flatMap((variant) =>
        modelNames.map(
          (model): Row => ({
            id: `${program.name} ${variant.name} ${model}`,
            cells: {
              program: program.name,
              fence: variant.defines.length === 0 ? '' : variant.name,
              bound: variant.unroll,
              model,
              ...publishedCells(published, program.name, variant.name, model),
            },
            parts: checkParts(paperSubject(program, variant), model),
            finish: (cells) => {
              const agreed = agreement(cells);
              return {
                cells: { ...agreed.cells, verdict: verdictOf(cells) },
                problems: [...agreed.problems, ...verdictProblems(cells, variant.verdicts[model])],
              };
            },
          }),
        ),
      ),
  );
}

export const nidhugg: Experiment = {
  name: 'nidhugg',
  title: "Nidhugg's programs with both engines",
  paper:
    'P. A. Abdulla, S. Aronis, M. F. Atig, B. Jonsson, C. Leonardsson, K. Sagonas: Stateless model checking for TSO and PSO, Table 1. Published times are of a 3 GHz Intel i7 with a limit of ten minutes.',
  about: [
    '`diptych check` of each program and fence variant: does an assertion fail? `traces` are complete executions, one per Shasha-Snir trace; `blocked` are those that end at a false assumption, a failed assertion or the loop bound. Both engines look for everything that can go wrong, they do not stop at the first failure. Times are without the start of Node and of the solver, and without reading the program.',
  ],
  limitSeconds: { quick: 5, full: 10 },
  plan: (scale) => [{ name: 'programs', title: 'Programs', columns, rows: rowsOf(scale) }],
  notes: [
    'Verdicts are those of the paper on every row: the mutual exclusion algorithms fail under TSO and PSO without fences, under PSO with the fences of TSO, and nowhere with those of PSO; dcl_singleton and pgsql fail under PSO alone, parker under TSO and PSO; fib_false, fib_false_join and stack_unsafe fail on any machine.',
    'apr_1 and apr_2, 8,000 lines each of the Apache Portable Runtime, are left out. So is one of the published times, indexer with Nidhugg under PSO, which our copy of the paper does not show legibly.',
    'The programs were written anew from the algorithms, so their traces need not be as many as with the programs of the paper; benchmarks/papers/nidhugg/manifest.json says where they differ. Loops without a published bound are those that only wait, which become an assumption, and those that count.',
    'On a row that fails Nidhugg stops at the first failure; diptych goes on to the end.',
  ],
};
