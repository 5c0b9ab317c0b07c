// The table `sober`, Fig. 4(a) of SOBER (CAV 2008; Figure 4 of the technical report). It shows the number of
// borderline interleavings, the time until the monitor finds a violation, and the time to verify the repaired
// program.

import { readProgram } from '#diptych/frontend/index.js';
import type { Program } from '#diptych/program/program.js';
import { cpuLimit, timed } from '../run/measure.js';
import {
  type Cells,
  type Column,
  type Experiment,
  type Limit,
  type Part,
  type Problem,
  type Row,
  type Scale,
  timeCell,
} from '../table.js';
import { countInterleavings, overheadOf, type WatchOptions, watchInterleavings } from './interleavings.js';
import { paperProgram, paperVariant } from './manifest.js';
import { soberRows } from './published.js';

interface Subject {
  readonly program: string;
  readonly title: string;
  readonly broken: string;
  readonly repaired: string;
}

/** A bound that no interleaving of Fig. 1(b) reaches. */
const unbounded = 9;

const subjects: readonly Subject[] = [
  {
    program: 'fig1b',
    title: 'Fig. 1(b)',
    broken: 'bare',
    repaired: 'bare tso',
  },
  {
    program: 'dekker',
    title: 'dekker, 2 critical sections',
    broken: 'unfenced',
    repaired: 'robust',
  },
  {
    program: 'bakery',
    title: 'bakery, 3 critical sections',
    broken: 'unfenced',
    repaired: 'tso',
  },
  {
    program: 'takequeue',
    title: 'takequeue, 6 operations',
    broken: 'unfenced',
    repaired: 'tso',
  },
];

const columns: readonly Column[] = [
  { key: 'program', head: 'program', unit: 'text' },
  { key: 'bound', head: 'preemptions', unit: 'text' },
  { key: 'interleavings', head: 'interleavings', unit: 'count' },
  { key: 'publishedTotal', head: 'SOBER', unit: 'count', published: true },
  { key: 'borderline', head: 'borderline', unit: 'count' },
  { key: 'publishedBorderline', head: 'SOBER', unit: 'count', published: true },
  { key: 'falsifyTime', head: 'falsified, s', unit: 's' },
  { key: 'publishedFalsify', head: 'SOBER, s', unit: 'text', published: true },
  { key: 'verifyTime', head: 'verified, s', unit: 's' },
  { key: 'publishedSober', head: 'SOBER, s', unit: 'text', published: true },
  { key: 'eventsTime', head: 'without monitor, s', unit: 's' },
  { key: 'publishedChess', head: 'CHESS, s', unit: 'text', published: true },
  { key: 'overhead', head: 'overhead', unit: 'percent' },
  { key: 'searchTime', head: 'search alone, s', unit: 's' },
];

interface Measured {
  readonly finished: boolean;
  readonly cells?: Cells;
}

/** A part that looks at the interleavings of one variant and says how long that takes. */
const part = (
  name: string,
  { program, variant, bound }: { readonly program: string; readonly variant: string; readonly bound: number },
  look: (program: Program, options: Pick<WatchOptions, 'unroll' | 'preemptions' | 'stop'>) => Measured,
): Part => ({
  name,
  time: `${name}Time`,
  measure: async (limit: Limit) => {
    const paper = paperProgram('sober', program);
    const { defines, unroll } = paperVariant(paper, variant);
    const read = await readProgram(paper.file, { defines, unroll });
    const { stop } = cpuLimit(limit);
    const { value, seconds } = await timed(() => look(read, { unroll, preemptions: bound, stop }));
    return { ...value.cells, [`${name}Time`]: timeCell(seconds, value.finished) };
  },
});

function partsOf({ program, broken, repaired }: Subject, bound: number): Part[] {
  const monitors = ['sober'] as const;
  const before = { program, variant: broken, bound };
  const after = { program, variant: repaired, bound };
  return [
    part('count', before, (read, options) => {
      const { interleavings, borderline, finished } = watchInterleavings(read, { ...options, monitors });
      return { finished, cells: { interleavings, borderline } };
    }),
    part('falsify', before, (read, options) => {
      const watched = watchInterleavings(read, { ...options, monitors, untilReport: true });
      return { finished: watched.finished, cells: { falsified: watched.borderline > 0 } };
    }),
    part('verify', after, (read, options) => {
      const { borderline, finished } = watchInterleavings(read, { ...options, monitors });
      return { finished, cells: { leftBorderline: borderline } };
    }),
    part('events', after, (read, options) => watchInterleavings(read, { ...options, monitors: [] })),
    part('search', after, (read, options) => countInterleavings(read, options)),
  ];
}

function finish(cells: Cells): { readonly cells: Cells; readonly problems: readonly Problem[] } {
  const { leftBorderline, verifyTime, eventsTime, falsified, falsifyTime } = cells;
  const left = typeof leftBorderline === 'number' ? leftBorderline : 0;
  return {
    cells: {
      overhead: overheadOf(verifyTime, eventsTime),
      falsifyTime: falsified === false ? 'not found' : (falsifyTime ?? null),
    },
    problems: left > 0 ? [{ kind: 'verdict', message: `${left} borderline interleavings after repair` }] : [],
  };
}

const quickBound = 2;

const rowsOf = (subject: Subject, scale: Scale): Row[] =>
  soberRows()
    .filter(({ program }) => program === subject.program)
    .filter(({ preemptions }) => scale === 'full' || preemptions === undefined || preemptions <= quickBound)
    .map(({ preemptions, interleavings, borderline, falsify, sober, chess }) => {
      const word = String(preemptions ?? 'any');
      return {
        id: `${subject.program} ${word}`,
        cells: {
          program: subject.title,
          bound: word,
          publishedTotal: interleavings,
          publishedBorderline: borderline,
          publishedFalsify: falsify,
          publishedSober: sober,
          publishedChess: chess,
        },
        parts: partsOf(subject, preemptions ?? unbounded),
        finish,
      };
    });

export const sober: Experiment = {
  name: 'sober',
  title: 'SOBER on bounded interleavings',
  paper:
    'S. Burckhardt, M. Musuvathi: Effective program verification for relaxed memory models, CAV 2008, Fig. 4(a). Published times are of a 2.2 GHz Intel Core Duo.',
  about: [
    'The monitor of SOBER, corrected (docs/monitors.md), on every SC interleaving with at most so many preemptions, without any reduction. An interleaving is borderline if the monitor reports something on it. `falsified` is the time until it does so for the first time on the program without fences; `verified` the time for all interleavings of the repaired program, on which it must be silent. `without monitor` is the same with the events of each interleaving written down for nobody, which stands for CHESS; the search alone is faster.',
  ],
  limitSeconds: { quick: 5, full: 30 },
  plan: (scale) => [
    {
      name: 'bounds',
      title: 'Programs and preemption bounds',
      columns,
      rows: subjects.flatMap((subject) => rowsOf(subject, scale)),
    },
  ],
  notes: [
    "The programs are in benchmarks/papers/sober. The paper's are C# and not shown, so interleavings need not be as many. The two threads of Fig. 1(b), with two steps each, have six, of which two are borderline; with one more step in one of the threads, such as its creation, they would be ten and four as in the paper.",
    "A repaired dekker needs more fences than mutual exclusion does: with those alone the violation that RELAXER's Fig. 12 calls benign is left, and the monitor reports it.",
    'As in the paper a large share of the interleavings is borderline, so that a violation is found at once. Here that holds for takequeue without preemptions as well, where the paper has none: one thread after the other, the last store of the first is still in its buffer when the second begins.',
    'A thread that waits in a loop can go on, so that leaving it is a preemption; it stops for good after the rounds that its manifest allows. CHESS lets a waiting thread yield.',
  ],
};
