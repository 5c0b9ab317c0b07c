// The table `fences`: the repairs of the papers' algorithms, their cost, and whether a smaller repair exists.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readEditable } from '#diptych/frontend/edit/index.js';
import type { ReadOptions } from '#diptych/frontend/index.js';
import type { Editable } from '#diptych/program/editable.js';
import { defaultCosts } from '#diptych/repair/costs.js';
import { findCounterexample } from '#diptych/repair/counterexample.js';
import { asserted, forAssertions, type Goal } from '#diptych/repair/goal.js';
import { type RepairResult, repair } from '#diptych/repair/repair.js';
import type { Engine, Limits } from '#diptych/verdict/engine.js';
import { startEngines } from '#diptych/verdict/engines.js';
import { homeFolder } from '../home.js';
import { type PaperGroup, paperProgram, paperVariant } from '../papers/manifest.js';
import { timed } from '../run/measure.js';
import {
  type Cells,
  type Experiment,
  type Finished,
  type Limit,
  type Row,
  type Scale,
  timeCell,
} from '../table.js';

type Model = 'tso' | 'pso';

interface Subject {
  readonly name: string;
  readonly file: string;
  readonly options: ReadOptions & { readonly unroll: number };
}

/** Group, program, variant, rounds of loops if not the program's own. */
const papers: readonly (readonly [PaperGroup, string, string, number?])[] = [
  ['nidhugg', 'dekker', 'unfenced', 3],
  ['nidhugg', 'peterson', 'unfenced', 3],
  ['nidhugg', 'lamport', 'unfenced', 3],
  ['structures', 'bakery', 'small unfenced', 2],
  ['nidhugg', 'szymanski', 'unfenced', 2],
  ['sober', 'takequeue', 'unfenced'],
  ['sober', 'idle', 'unfenced'],
  ['structures', 'ms2', 'small unfenced'],
  ['structures', 'msn', 'small unfenced'],
  ['structures', 'lazylist', 'tiny unfenced'],
  ['structures', 'harris', 'tiny unfenced'],
  ['classic', 'chase_lev', 'unfenced'],
];

function subjectsOf(scale: Scale): Subject[] {
  const sb: Subject = {
    name: 'SB',
    file: join(homeFolder, 'benchmarks', 'litmus', 'SB.litmus'),
    options: { unroll: 3 },
  };
  const chosen =
    scale === 'quick' ? papers.filter(([, name]) => name === 'peterson' || name === 'idle') : papers;
  return [
    sb,
    ...chosen.map(([group, name, variantName, unroll]): Subject => {
      const program = paperProgram(group, name);
      const variant = paperVariant(program, variantName);
      const options = { defines: variant.defines, unroll: unroll ?? variant.unroll };
      return {
        name: variantName === 'unfenced' ? name : `${name} (${variantName.split(' ')[0]})`,
        file: program.file,
        options,
      };
    }),
  ];
}

const row = (subject: Subject, model: Model, goal: Goal): Row => ({
  id: `${subject.name} ${model} ${goal}`,
  cells: { program: subject.name, model, goal, unroll: subject.options.unroll },
  parts: [{ name: 'repair', time: 'time', measure: (limit) => measure(subject, model, goal, limit) }],
  finish: ({ answer, compiles, less }): Finished => {
    const wrong = [
      ...(answer === 'disagreement'
        ? [{ kind: 'disagreement' as const, message: 'the engines disagree' }]
        : []),
      ...(compiles === 'no' ? [{ kind: 'verdict' as const, message: 'gcc refuses the repaired file' }] : []),
      ...(less === 'yes' ? [{ kind: 'verdict' as const, message: 'less would do' }] : []),
    ];
    return wrong.length === 0 ? {} : { problems: wrong };
  },
});

async function measure(
  { file, options }: Subject,
  model: Model,
  goal: Goal,
  { timeLimitMs }: Limit,
): Promise<Cells> {
  const engines = await startEngines('both');
  const editable = await readEditable(file, options);
  const limits: Limits = { unroll: options.unroll, timeLimitMs };
  const { value: result, seconds } = await timed(() => repair(editable, { model, goal, engines, limits }));
  const { answer, rounds, clauses, candidates } = result;
  return {
    answer: answer.kind,
    time: timeCell(seconds, answer.kind !== 'unknown'),
    rounds,
    clauses,
    candidates,
    ...(answer.kind === 'none-needed' ? { fences: 'none needed' } : {}),
    ...(await repairCells(editable, result, engines, limits)),
    ...compiled(editable, result, options),
  };
}

/** Sets that cost less than a repair, if these are few enough to try them all. */
const mostSets = 400;

async function repairCells(
  editable: Editable,
  { answer, model, goal }: RepairResult,
  engines: readonly Engine[],
  limits: Limits,
): Promise<Cells> {
  if (answer.kind !== 'repaired') return {};
  const [{ choices, cost, verification }] = answer.repairs;
  const count = (add: string): number =>
    choices.filter(({ candidate }) => editable.candidates[candidate].add === add).length;
  const parts = [
    { count: count('full'), name: 'F' },
    { count: count('store-store'), name: 'S' },
  ].filter((part) => part.count > 0);
  const sets = cheaperSets(editable, model, cost);
  return {
    fences: parts.map((part) => `${part.count} ${part.name}`).join(' + '),
    cost,
    confirmedBy: verification.confirmedBy.join(', '),
    bounded: verification.bounded.length > 0 ? 'up to a bound' : 'yes',
    without: `${choices.filter(({ without }) => without !== undefined).length} of ${choices.length}`,
    ...(sets === undefined
      ? {}
      : { sets: sets.length, less: await anyHolds(editable, sets, model, goal, engines, limits) }),
  };
}

function cheaperSets({ candidates }: Editable, model: Model, cost: number): number[][] | undefined {
  const usable = [...candidates.keys()].filter((c) => model === 'pso' || candidates[c].add === 'full');
  const sets: number[][] = [];
  const visit = (start: number, chosen: number[], total: number): boolean => {
    if (sets.push(chosen) > mostSets) return false;
    for (let i = start; i < usable.length; i++) {
      const next = total + defaultCosts[candidates[usable[i]].add];
      if (next < cost && !visit(i + 1, [...chosen, usable[i]], next)) return false;
    }
    return true;
  };
  return visit(0, [], 0) ? sets : undefined;
}

/** Whether one of them repairs it after all: each is read from its text and searched for an execution that must not be. */
async function anyHolds(
  editable: Editable,
  sets: readonly (readonly number[])[],
  model: Model,
  goal: Goal,
  engines: readonly Engine[],
  limits: Limits,
): Promise<string> {
  for (const set of sets) {
    const program = editable.read(set);
    const asked = goal === 'robust' ? program : forAssertions(asserted(program, true), true, limits);
    const found = await findCounterexample(asked, goal, model, engines, limits, Number.POSITIVE_INFINITY);
    if (found.kind !== 'found') return found.kind === 'none' ? 'yes' : 'unknown';
  }
  return 'no';
}

function compiled(editable: Editable, { answer }: RepairResult, { defines = [] }: ReadOptions): Cells {
  if (answer.kind !== 'repaired' || !editable.file.endsWith('.c')) return {};
  const files = editable.edit(answer.repairs[0].choices.map(({ candidate }) => candidate));
  const own = files.find(({ file }) => file === editable.file);
  if (own === undefined) return {};
  const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  try {
    const path = join(folder, 'repaired.c');
    writeFileSync(path, own.after);
    const flags = [
      '-fsyntax-only',
      '-w',
      ...defines.map((define) => `-D${define}`),
      `-I${dirname(editable.file)}`,
    ];
    const { status, error } = spawnSync('gcc', [...flags, path]);
    return { compiles: error !== undefined ? 'no gcc' : status === 0 ? 'yes' : 'no' };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const fences: Experiment = {
  name: 'fences',
  title: 'Fences that repair',
  about: [
    'For each program, model and goal the cheapest fences (F: full, cost 2; S: store-store, cost 1), found from counterexamples and verified by both engines on the changed text. A clause is a set of fences of which every repair has one; each is certified by an execution that is replayed on the program with all other fences in it.',
    '`needed`: for how many of the fences an execution is shown that appears if only that one is left out. `sets`: how many sets of fences cost less; where there are at most 400 each was tried, and none repairs the program. Times are CPU seconds of the search and its verification.',
  ],
  limitSeconds: { quick: 60, full: 600 },
  plan: (scale) => [
    {
      name: 'repairs',
      title: 'Repairs',
      columns: [
        { key: 'program', head: 'program', unit: 'text' },
        { key: 'unroll', head: 'rounds of loops', unit: 'count' },
        { key: 'model', head: 'model', unit: 'text' },
        { key: 'goal', head: 'goal', unit: 'text' },
        { key: 'fences', head: 'fences', unit: 'text' },
        { key: 'cost', head: 'cost', unit: 'count' },
        { key: 'confirmedBy', head: 'verified by', unit: 'text' },
        { key: 'bounded', head: 'loops ran to their end', unit: 'text' },
        { key: 'without', head: 'needed', unit: 'text' },
        { key: 'sets', head: 'sets that cost less', unit: 'count' },
        { key: 'less', head: 'one of them is enough', unit: 'text' },
        { key: 'compiles', head: 'gcc compiles it', unit: 'text' },
        { key: 'candidates', head: 'candidates', unit: 'count' },
        { key: 'rounds', head: 'rounds', unit: 'count' },
        { key: 'clauses', head: 'clauses', unit: 'count' },
        { key: 'time', head: 'time', unit: 's' },
      ],
      rows: subjectsOf(scale).flatMap((subject) =>
        (['tso', 'pso'] as const).flatMap((model) =>
          (['assertions', 'robust'] as const).map((goal) => row(subject, model, goal)),
        ),
      ),
    },
  ],
};
