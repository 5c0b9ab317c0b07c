// The table `rivals`: both engines beside SAT-based model checkers on the same kind of programs.

import { type ModelName, modelNames } from '#diptych/execution/execution.js';
import { agreement, checkParts, engineNames, paperSubject, verdictOf, verdictProblems } from '../parts.js';
import {
  type Cell,
  type Cells,
  type Column,
  type Experiment,
  isOver,
  type Row,
  type Scale,
} from '../table.js';
import { paperProgram } from './manifest.js';
import { type RivalRow, type RivalTime, rivalRows } from './published.js';

const columns: readonly Column[] = [
  { key: 'program', head: 'program', unit: 'text' },
  { key: 'fence', head: 'fences', unit: 'text' },
  { key: 'model', head: 'model', unit: 'text' },
  { key: 'verdict', head: 'verdict', unit: 'text' },
  { key: 'deagle', head: 'Deagle 4.1, s', unit: 's', published: true },
  { key: 'cbmc', head: 'CBMC 6.6, s', unit: 's', published: true },
  { key: 'explicitWhole', head: 'explicit, s', unit: 's' },
  { key: 'symbolicWhole', head: 'symbolic, s', unit: 's' },
  { key: 'faster', head: 'faster of both, s', unit: 's' },
  { key: 'fasterWins', head: 'below both rivals', unit: 'text' },
  { key: 'symbolicWins', head: 'symbolic alone below', unit: 'text' },
  { key: 'explicitStart', head: 'start, s', unit: 's' },
  { key: 'symbolicStart', head: 'start with Z3, s', unit: 's' },
  { key: 'agreement', head: 'engines', unit: 'text' },
];

const quick = ['ring8'];

const isWrong = (time: RivalTime): time is { readonly wrong: number } =>
  typeof time === 'object' && time !== null && 'wrong' in time;

/** As a cell: a wrong answer is a word, since its time says nothing. */
const asCell = (time: RivalTime): Cell => (isWrong(time) ? `wrong, ${time.wrong.toFixed(2)}` : time);

function rivalCells(row: RivalRow, model: ModelName): Cells {
  const [deagle, cbmc] = [row.deagle.get(model) ?? null, row.cbmc.get(model) ?? null];
  const right = [deagle, cbmc].filter((time) => typeof time === 'number');
  return {
    deagle: asCell(deagle),
    cbmc: asCell(cbmc),
    ...(right.length === 0 ? {} : { bestRival: Math.min(...right) }),
  };
}

const rowsOf = (scale: Scale): Row[] =>
  rivalRows()
    .filter(({ program }) => scale === 'full' || quick.includes(program))
    .flatMap(modelRows);

function modelRows(row: RivalRow): Row[] {
  const program = paperProgram(row.group, row.program);
  return program.variants
    .filter(({ name }) => name === row.variant)
    .flatMap((variant) =>
      modelNames.map(
        (model): Row => ({
          id: `${row.program} ${row.variant} ${model}`,
          cells: {
            program: row.program,
            fence: variant.defines.length === 0 ? '' : variant.name,
            model,
            ...rivalCells(row, model),
          },
          parts: checkParts(paperSubject(program, variant), model),
          finish: (cells) => {
            const agreed = agreement(cells);
            return {
              cells: { ...agreed.cells, verdict: verdictOf(cells), ...compared(cells) },
              problems: [...agreed.problems, ...verdictProblems(cells, variant.verdicts[model])],
            };
          },
        }),
      ),
    );
}

/** The times with reading the program, which those of the rivals have too, and who is below whom. */
function compared(cells: Cells): Cells {
  const whole = engineNames.map((name): Cell => {
    const [time, read] = [cells[`${name}Time`], cells[`${name}Read`]];
    return typeof time === 'number' && typeof read === 'number' ? time + read : (time ?? null);
  });
  const [explicitWhole, symbolicWhole] = whole;
  const finished = whole.filter((time) => typeof time === 'number');
  const faster = finished.length === 0 ? null : Math.min(...finished);
  return {
    explicitWhole,
    symbolicWhole,
    faster,
    fasterWins: faster !== null && below(faster, cells.deagle) && below(faster, cells.cbmc) ? 'yes' : 'no',
    symbolicWins: ['deagle', 'cbmc']
      .filter((rival) => typeof symbolicWhole === 'number' && below(symbolicWhole, cells[rival]))
      .map((rival) => (rival === 'deagle' ? 'Deagle' : 'CBMC'))
      .join(' '),
  };
}

/** A rival that is wrong, refuses or does not finish is no faster than anybody. */
const below = (ours: number, rival: Cell | undefined): boolean =>
  typeof rival === 'number' ? ours < rival : isOver(rival) ? ours < rival.over : true;

export const rivals: Experiment = {
  name: 'rivals',
  title: 'Beside SAT-based model checkers',
  about: [
    '`diptych check` with each engine, beside the CPU seconds that Deagle 4.1 and CBMC 6.6 took for programs of the same kind on a two-core machine of the same kind. Ours are without the start of Node, of the C parser and of Z3, which stand beside them and do not depend on the program; reading the program is included.',
  ],
  limitSeconds: { quick: 5, full: 10 },
  plan: (scale) => [{ name: 'programs', title: 'Programs', columns, rows: rowsOf(scale) }],
  notes: [
    'Deagle misses the failures of parker: it does not know that a thread sees its own buffered stores. CBMC was right wherever it answered, and refuses stack_safe.',
    'diptych names every assertion that can fail, and every other thing that goes wrong, with an execution for each; a rival that says only that something fails is done earlier.',
    "The programs are diptych's own (benchmarks/papers/nidhugg and rivals); the rivals were timed on programs of the same algorithms and bounds.",
  ],
};
