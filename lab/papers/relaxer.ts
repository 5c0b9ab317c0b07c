// The table `relaxer`: Table 1 of RELAXER, its seven programs with its harnesses, ours beside it.

import { readProgram } from '#diptych/frontend/index.js';
import { type RelaxModel, relaxModels } from '#diptych/relax/model.js';
import { isBuggy, isConfirmed, probabilityOf, relax } from '#diptych/relax/relax.js';
import { cpuLimit, cpuSeconds, timed } from '../run/measure.js';
import {
  type Cells,
  type Column,
  type Experiment,
  type Limit,
  type Problem,
  type Row,
  type Scale,
  timeCell,
} from '../table.js';
import { paperProgram } from './manifest.js';
import { type RelaxerRow, relaxerRows } from './published.js';

/** Trials per cycle and runs per trial are the paper's. */
const scales: Readonly<Record<Scale, { trials: number; repeats: number }>> = {
  quick: { trials: 5, repeats: 20 },
  full: { trials: 30, repeats: 100 },
};

/** Trials without success after which a cycle is given up, to save time. */
const giveUp = (model: RelaxModel, scale: Scale): number =>
  scale === 'full' && model !== 'pslo' ? scales.full.trials : 3;

const quickPrograms = ['dekker', 'bakery', 'ms2'];

const published = (key: string, head: string, unit: Column['unit']): Column => ({
  key,
  head,
  unit,
  published: true,
});

const columns: readonly Column[] = [
  { key: 'program', head: 'program', unit: 'text' },
  { key: 'model', head: 'model', unit: 'text' },
  published('paperPredicted', 'predicted, paper', 'count'),
  { key: 'predicted', head: 'predicted', unit: 'count' },
  { key: 'tried', head: 'tried', unit: 'count' },
  published('paperConfirmed', 'confirmed, paper', 'count'),
  { key: 'confirmed', head: 'confirmed', unit: 'count' },
  published('paperBugs', 'bugs, paper', 'count'),
  { key: 'wrong', head: 'with an error', unit: 'count' },
  { key: 'buggy', head: 'causing it', unit: 'count' },
  published('paperProbability', 'probability, paper', 'plain'),
  { key: 'probability', head: 'probability', unit: 'plain' },
  published('paperTrial', 'trial, paper, s', 's'),
  { key: 'trial', head: 'trial, s', unit: 's' },
  { key: 'time', head: 'all, s', unit: 's' },
];

function rows(scale: Scale): Row[] {
  return relaxerRows()
    .filter(({ program }) => scale === 'full' || quickPrograms.includes(program))
    .flatMap((published) => relaxModels.map((model) => row(published, model, scale)));
}

function row(published: RelaxerRow, model: RelaxModel, scale: Scale): Row {
  const { program, predicted } = published;
  const confirmed = published.confirmed.get(model) ?? null;
  return {
    id: `${program} ${model}`,
    cells: {
      program,
      model,
      paperPredicted: predicted,
      paperConfirmed: confirmed,
      paperBugs: published.bugs.get(model) ?? null,
      paperTrial: published.phase2.get(model) ?? null,
      paperProbability: published.probability.get(model) ?? null,
    },
    parts: [{ name: 'relax', time: 'time', measure: (limit) => measure(program, model, scale, limit) }],
    finish: (cells) => ({ problems: problemsOf(cells, confirmed) }),
  };
}

/** No cycle of a program can be confirmed under TSO that is robust there. */
function problemsOf({ model, confirmed }: Cells, published: number | null): Problem[] {
  return model === 'tso' && published === 0 && typeof confirmed === 'number' && confirmed > 0
    ? [{ kind: 'verdict', message: `${confirmed} cycles confirmed under tso, where there is none` }]
    : [];
}

async function measure(name: string, model: RelaxModel, scale: Scale, limit: Limit): Promise<Cells> {
  const { file } = paperProgram('structures', name);
  const program = await readProgram(file);
  const start = cpuSeconds();
  const { value: verdict, seconds } = await timed(() =>
    relax(program, {
      models: [model],
      runs: 100,
      ...scales[scale],
      giveUp: giveUp(model, scale),
      seed: 0,
      cycleLength: 4,
      unroll: 1000,
      maxSteps: 10_000,
      stop: cpuLimit(limit).stop,
    }),
  );
  const [result] = verdict.models;
  const trials = result.cycles.reduce((sum, cycle) => sum + cycle.trials, 0);
  const probability = probabilityOf(result);
  return {
    predicted: verdict.predicted.length,
    tried: result.cycles.length,
    confirmed: result.cycles.filter(isConfirmed).length,
    wrong: result.cycles.filter(({ wrong }) => wrong).length,
    buggy: result.cycles.filter(isBuggy).length,
    probability: probability === undefined ? null : Math.round(probability * 100) / 100,
    events: verdict.events,
    trials,
    trial: trials === 0 ? null : seconds / trials,
    start,
    time: timeCell(seconds, !verdict.stopped),
  };
}

export const relaxer: Experiment = {
  name: 'relaxer',
  title: 'Predicting SC violations and forcing them',
  paper:
    'Burnim, Sen and Stergiou, Testing Concurrent Programs on Relaxed Memory Models (RELAXER), ISSTA 2011, Table 1',
  about: [
    '`diptych relax` on the seven programs of the paper, unfenced, with its harnesses (benchmarks/papers/structures): 100 runs under SC to predict from, cycles of four statements, 30 trials for each cycle and model, a trial being up to 100 runs, and the average probability that a trial creates a cycle that can be created at all.',
    '`tried` are the predicted cycles that have a pair of statements which the model may reorder and which was seen without a fence in between. Under PSLO, which has the most, a cycle that the first three trials did not create is given up. `with an error` counts the cycles that were there in a run that went wrong, which is what the paper calls bugs; `causing it` only those that the error can be blamed on, because nothing else was reordered (docs/relax.md). Under TSO and PSO each cycle counted has an execution that was replayed on the machine and allowed by the cat file.',
  ],
  limitSeconds: { quick: 30, full: 1200 },
  plan: (scale) => [{ name: 'cycles', title: 'Cycles', columns, rows: rows(scale) }],
  notes: [
    'The programs were written anew from the published algorithms, so statements, and with them cycles, are others than those the paper counts: a compare-and-swap, for one, is a single statement here however many calls it has. What must agree is which programs have cycles under which model, which of them do harm, and how often a trial succeeds.',
    'The paper runs on the machine itself and waits by the clock; here a machine is simulated and a step is a tick. Its seconds are for 100 runs of the harness whatever happens; here a trial ends when its cycle is there and nothing new can be learnt from it.',
    'PSLO: lock acquisition is a load-load barrier and release a store-store barrier, as in the paper; compare-and-swap orders nothing but its own cell.',
  ],
};
