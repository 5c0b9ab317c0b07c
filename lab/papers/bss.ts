// The table `bss`: Tables 1 and 2 of BSS (TACAS 2011): its monitors on all interleavings with one and with two preemptions.

import { readProgram } from '#diptych/frontend/index.js';
import { cpuLimit, timed } from '../run/measure.js';
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
import { overheadOf, watchInterleavings } from './interleavings.js';
import { paperProgram, paperVariant } from './manifest.js';
import { bssRows } from './published.js';

const columns: readonly Column[] = [
  { key: 'program', head: 'program', unit: 'text' },
  { key: 'interleavings', head: 'interleavings', unit: 'count' },
  { key: 'publishedInterleavings', head: 'BSS', unit: 'count', published: true },
  { key: 'monitorTime', head: 'time, s', unit: 's' },
  { key: 'overhead', head: 'monitors add', unit: 'percent' },
  { key: 'publishedTime', head: 'BSS, s', unit: 's', published: true },
  { key: 'tso', head: 'TSO violations', unit: 'count' },
  { key: 'publishedTso', head: 'BSS', unit: 'count', published: true },
  { key: 'pso', head: 'PSO violations', unit: 'count' },
  { key: 'publishedPso', head: 'BSS', unit: 'count', published: true },
];

const monitors = ['bss-tso-published', 'bss-pso-published'] as const;

async function watch(name: string, preemptions: number, limit: Limit, watched: boolean): Promise<Cells> {
  const program = paperProgram('structures', name);
  const { defines, unroll } = paperVariant(program, 'unfenced');
  const read = await readProgram(program.file, { defines, unroll });
  const { stop } = cpuLimit(limit);
  const { value, seconds } = await timed(() =>
    watchInterleavings(read, { unroll, preemptions, monitors: watched ? monitors : [], stop }),
  );
  const time = timeCell(seconds, value.finished);
  if (!watched) return { plainTime: time };
  const [tso, pso] = monitors.map((monitor) => value.pairs.get(monitor) ?? 0);
  return { interleavings: value.interleavings, tso, pso, monitorTime: time };
}

function finish(cells: Cells, isMutex: boolean): { cells: Cells; problems: Problem[] } {
  const { tso, pso, monitorTime, plainTime } = cells;
  const wrong = (message: string): Problem => ({ kind: 'verdict', message });
  const problems = [
    ...(typeof tso === 'number' && tso > 0 !== isMutex ? [wrong(`${tso} violations under TSO`)] : []),
    ...(pso === 0 ? [wrong('no violation under PSO')] : []),
  ];
  return { cells: { overhead: overheadOf(monitorTime, plainTime) }, problems };
}

const rowsOf = (preemptions: 1 | 2, scale: Scale): Row[] =>
  bssRows()
    .filter((row) => row.preemptions === preemptions)
    .filter(
      ({ program }) =>
        scale === 'full' || (preemptions === 1 && program !== 'lazylist' && program !== 'harris'),
    )
    .map(({ program, interleavings, seconds, tso, pso }) => {
      return {
        id: `${program} ${preemptions}`,
        cells: {
          program,
          publishedInterleavings: interleavings,
          publishedTime: seconds,
          publishedTso: tso,
          publishedPso: pso,
        },
        parts: [
          {
            name: 'monitors',
            time: 'monitorTime',
            measure: (limit) => watch(program, preemptions, limit, true),
          },
          { name: 'plain', time: 'plainTime', measure: (limit) => watch(program, preemptions, limit, false) },
        ],
        finish: (cells) => finish(cells, program === 'dekker' || program === 'bakery'),
      };
    });

export const bss: Experiment = {
  name: 'bss',
  title: 'The monitors of BSS on bounded interleavings',
  paper:
    'J. Burnim, K. Sen, C. Stergiou: Sound and complete monitoring of sequential consistency for relaxed memory models, TACAS 2011, Tables 1 and 2.',
  about: [
    'monitor-TSO and monitor-PSO, as published, on every SC interleaving with at most one and at most two preemptions, without any reduction. Violations are told apart by the pair of statements that causes them. The programs are those of benchmarks/papers/structures, unfenced, with the harnesses of RELAXER, section 5.2; BSS does not describe its own.',
    'A preemption takes the processor from a thread that could go on. A thread that waits in a loop can go on: it does so up to the bound of three rounds and then stops for good, where THRILLE knows locks and blocks the thread at once.',
  ],
  limitSeconds: { quick: 5, full: 60 },
  plan: (scale) =>
    ([1, 2] as const)
      .map((preemptions) => ({
        name: `preemptions${preemptions}`,
        title: preemptions === 1 ? 'At most one preemption (Table 1)' : 'At most two preemptions (Table 2)',
        columns,
        rows: rowsOf(preemptions, scale),
      }))
      .filter(({ rows }) => rows.length > 0),
  notes: [
    'As in the paper, no data structure violates sequential consistency under TSO, every program does under PSO, and the mutual exclusion algorithms do under both.',
    "The number of violations is the paper's for bakery, msn, ms2 and harris. Of dekker it is known only that it has 20 lines; with ours, neither more rounds of waiting nor another check of mutual exclusion leads to the paper's numbers. lazylist reads and initialises more fields of a node, and the DCAS of snark is made of compare-and-swaps of one cell.",
    'Interleavings need not be as many as in the paper: harnesses differ, and so does what counts as a step. `monitors add` is what the monitors add to writing down the events of each interleaving, in percent; BSS reports 20 % for data structures and 100 % for mutual exclusion, on top of running the program.',
  ],
};
