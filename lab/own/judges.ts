// The table `judges`: random C programs against gcc and against a processor with TSO (docs/judges.md).

import {
  allFeatures,
  concurrentFeatures,
  type Feature,
  sequentialFeatures,
} from '#diptych/generate/c/features.js';
import { compilerIsThere, tsoMachine } from '../judge/compiler.js';
import { concurrentJudge, type Judge, judgeMany, sequentialJudge } from '../judge/run.js';
import { timed } from '../run/measure.js';
import type { Cells, Experiment, Row, Scale } from '../table.js';

type Kind = Judge['name'];

const features = new Set<Feature>(allFeatures);

async function judgeOf(kind: Kind, rounds: number): Promise<Judge | undefined> {
  if (kind === 'sequential') return (await compilerIsThere()) ? sequentialJudge({ features }) : undefined;
  const machine = await tsoMachine();
  return machine === undefined ? undefined : concurrentJudge({ features, machine, rounds });
}

/** The figures of all programs, and for each construct those with it that were refused or differ. */
async function measure(kind: Kind, seed: number, count: number, rounds: number): Promise<Cells> {
  const judge = await judgeOf(kind, rounds);
  if (judge === undefined) return { machine: 'no compiler' };
  const { value, seconds } = await timed(() => judgeMany(judge, seed, count));
  const { kinds, figures } = value;
  const perFeature = [...value.features].flatMap(([feature, f]) => [
    [`programs with ${feature}`, f.programs],
    [`refused with ${feature}`, f.refused],
    [`differ with ${feature}`, f.differs],
  ]);
  return { ...kinds, ...figures, ...Object.fromEntries(perFeature), time: seconds };
}

interface Run {
  readonly kind: Kind;
  readonly seed: number;
  readonly count: number;
  readonly rounds: number;
}

const runs = (scale: Scale): Run[] =>
  scale === 'quick'
    ? [
        { kind: 'sequential', seed: 1, count: 40, rounds: 0 },
        { kind: 'concurrent', seed: 1, count: 10, rounds: 20 },
      ]
    : [
        ...[0, 1, 2, 3, 4].map(
          (i): Run => ({ kind: 'sequential', seed: 1 + 200 * i, count: 200, rounds: 0 }),
        ),
        { kind: 'concurrent', seed: 1, count: 150, rounds: 100 },
      ];

const partOf = ({ kind, seed, count, rounds }: Run): Row['parts'][number] => ({
  name: `${kind} ${seed}`,
  time: 'time',
  shared: `judge ${kind} ${seed} ${count} ${rounds}`,
  measure: () => measure(kind, seed, count, rounds),
});

const row = (run: Run): Row => ({
  id: `${run.kind}, seeds ${run.seed} to ${run.seed + run.count - 1}`,
  cells: { what: `${run.kind}, seeds ${run.seed} to ${run.seed + run.count - 1}`, programs: run.count },
  parts: [partOf(run)],
  finish: ({ differs }) =>
    typeof differs === 'number' && differs > 0
      ? { problems: [{ kind: 'verdict', message: `${differs} programs differ` }] }
      : {},
});

/** Of the first run of each kind. */
const constructRow = (feature: Feature, run: Run): Row => ({
  id: feature,
  cells: { construct: feature },
  parts: [partOf(run)],
  finish: (cells) => ({
    cells: {
      with: cells[`programs with ${feature}`] ?? 0,
      refusedWith: cells[`refused with ${feature}`] ?? 0,
      differWith: cells[`differ with ${feature}`] ?? 0,
    },
  }),
});

function constructRows(scale: Scale): Row[] {
  const all = runs(scale);
  const rows = (list: readonly Feature[], kind: Kind): Row[] => {
    const run = all.find((one) => one.kind === kind);
    return run === undefined ? [] : list.map((feature) => constructRow(feature, run));
  };
  return [...rows(sequentialFeatures, 'sequential'), ...rows(concurrentFeatures, 'concurrent')];
}

export const judges: Experiment = {
  name: 'judges',
  title: 'Judges of the C front end',
  about: [
    'Random C programs (docs/judges.md). Sequential ones: every final value of the program that gcc compiles against what diptych computes. Concurrent ones: every state that the processor (x86-64, or its emulation by QEMU elsewhere) shows in 100 runs must be among those that diptych computes for TSO; `weak` are states that SC does not have. Programs that the sanitizers object to are thrown out. What diptych refuses is counted per construct.',
  ],
  limitSeconds: { quick: 120, full: 900 },
  plan: (scale) => [
    {
      name: 'programs',
      title: 'Programs',
      columns: [
        { key: 'what', head: 'programs', unit: 'text' },
        { key: 'programs', head: 'number', unit: 'count' },
        { key: 'undefined', head: 'thrown out', unit: 'count' },
        { key: 'agrees', head: 'agree', unit: 'count' },
        { key: 'differs', head: 'differ', unit: 'count' },
        { key: 'refused', head: 'refused', unit: 'count' },
        { key: 'open', head: 'no answer', unit: 'count' },
        { key: 'values', head: 'values', unit: 'count' },
        { key: 'runs', head: 'runs', unit: 'count' },
        { key: 'states', head: 'states seen', unit: 'count' },
        { key: 'promised', head: 'states of TSO', unit: 'count' },
        { key: 'weak', head: 'weak states seen', unit: 'count' },
        { key: 'promisedWeak', head: 'weak states of TSO', unit: 'count' },
        { key: 'time', head: 'time, s', unit: 's' },
      ],
      rows: runs(scale).map(row),
    },
    {
      name: 'constructs',
      title: 'Constructs',
      about: [
        'Of the first run of each kind: how many programs have the construct, and how many of those are refused or differ.',
      ],
      columns: [
        { key: 'construct', head: 'construct', unit: 'text' },
        { key: 'with', head: 'programs', unit: 'count' },
        { key: 'refusedWith', head: 'refused', unit: 'count' },
        { key: 'differWith', head: 'differ', unit: 'count' },
      ],
      rows: constructRows(scale),
    },
  ],
};
