// The table `monitors`: a monitor's cost per event, against the number of threads and of events, and its share of an
// exploration. SOBER claims O(N P^2), BSS O(N P) (its appendix B), for N events of P threads.

import type { Event, EventKind } from '#diptych/execution/event.js';
import { explore } from '#diptych/explicit/explore.js';
import { type MonitorName, monitorEvents, monitorNames } from '#diptych/explicit/monitors/index.js';
import { RaceMonitor } from '#diptych/explicit/monitors/races/raceMonitor.js';
import { familyProgram } from '#diptych/generate/families.js';
import { Random } from '#diptych/support/prng.js';
import { least, repeated } from '../run/measure.js';
import type { Cell, Cells, Column, Experiment, MeasuredRow, Plot, Scale, Section } from '../table.js';
import { streamSection } from './streamCost.js';

/** The clocks alone, which every monitor needs. */
const clocks = 'hb clocks';
const subjects: readonly (MonitorName | typeof clocks | 'races')[] = [clocks, ...monitorNames, 'races'];
type MonitorSubject = (typeof subjects)[number];

/** Shows the events of an execution to a monitor. The one for data races has clocks of its own. */
function watch(subject: MonitorSubject, events: Iterable<Event>, threads: number): void {
  if (subject !== 'races') monitorEvents(events, { monitors: subject === clocks ? [] : [subject], threads });
  else {
    const monitor = new RaceMonitor(threads);
    for (const event of events) monitor.observe(event);
  }
}

/** A log of `threads` threads over 64 cells: half loads, the rest mostly stores; of a program of twenty lines per thread. */
function randomLog(threads: number, length: number): Event[] {
  const random = new Random(threads * 1_000_003 + length);
  const count = new Array<number>(threads).fill(0);
  return Array.from({ length }, (_, id): Event => {
    const thread = random.int(0, threads - 1);
    const access = [{ address: random.int(0, 63), value: 0 }];
    const kind = random.weighted<EventKind>([
      [50, 'R'],
      [40, 'W'],
      [5, 'U'],
      [5, 'F'],
    ]);
    return {
      id,
      thread,
      index: count[thread]++,
      kind,
      reads: kind === 'R' || kind === 'U' ? access : [],
      writes: kind === 'W' || kind === 'U' ? access : [],
      at: { line: 1 + (id % 20), column: 1 + thread },
    };
  });
}

interface LogSize {
  readonly key: string;
  readonly head: string;
  readonly threads: number;
  readonly length: number;
}

const byThreads = (scale: Scale): LogSize[] =>
  (scale === 'quick' ? [2, 16] : [2, 4, 8, 16, 32, 64]).map((threads) => ({
    key: `threads${threads}`,
    head: `${threads} threads`,
    threads,
    length: 10_000,
  }));

const byLength = (scale: Scale): LogSize[] =>
  (scale === 'quick' ? [1_000, 10_000] : [1_000, 10_000, 100_000]).map((length) => ({
    key: `length${length}`,
    head: `${length.toLocaleString('en')} events`,
    threads: 8,
    length,
  }));

/** Nanoseconds per event of one monitor on each log; and of the clocks alone, which the exponent leaves out. */
function measureLogs(subject: MonitorSubject, logs: readonly LogSize[]): Cells {
  const cells: Record<string, Cell> = {};
  const warm = randomLog(8, 5_000);
  repeated(() => watch(subject, warm, 8), {
    seconds: 0.5,
    most: 200,
  });
  for (const { key, threads, length } of logs) {
    const log = randomLog(threads, length);
    for (const [name, measured] of [
      [key, subject],
      [`${key}Clocks`, clocks],
    ] as const) {
      const run = (): void => watch(measured, log, threads);
      repeated(run, { seconds: 0.03, most: 20 });
      cells[name] = (least(repeated(run, { seconds: 0.15, most: 100 })) * 1e9) / length;
    }
  }
  return cells;
}

const logSection = (
  rest: Pick<Section, 'name' | 'title' | 'about'>,
  logs: readonly LogSize[],
  more: readonly Column[] = [],
): Section => ({
  ...rest,
  columns: [
    { key: 'monitor', head: 'monitor', unit: 'text' },
    ...logs.map(({ key, head }): Column => ({ key, head, unit: 'ns' })),
    ...more,
  ],
  rows: subjects.map((subject) => ({
    id: `${rest.name} ${subject}`,
    cells: { monitor: subject },
    parts: [{ name: 'logs', time: logs[0].key, limitSeconds: 30, measure: () => measureLogs(subject, logs) }],
    finish: (cells) => ({ cells: { exponent: exponent(subject, cells) } }),
  })),
});

/** The exponent k of a monitor's cost P^k beyond the clocks, between 16 and 64 threads. */
function exponent(subject: MonitorSubject, cells: Cells): Cell {
  const own = (threads: number): number => {
    const [all, base] = [cells[`threads${threads}`], cells[`threads${threads}Clocks`]];
    if (typeof all !== 'number' || typeof base !== 'number') return Number.NaN;
    return subject === clocks || subject === 'races' ? all : all - base;
  };
  const k = Math.log2(own(64) / own(16)) / 2;
  return Number.isFinite(k) ? Math.round(k * 10) / 10 : null;
}

type Member = readonly [family: string, n: number];

const members: Readonly<Record<Scale, readonly Member[]>> = {
  quick: [['dekker', 3]],
  full: [
    ['dekker', 3],
    ['dekker-fenced', 3],
    ['wr1', 5],
    ['lastzero', 9],
    ['fetch-add', 6],
    ['mutex-inc', 6],
    ['fib-join', 4],
  ],
};

function measureOverhead([family, n]: Member): Cells {
  const program = familyProgram(family, n);
  const threads = program.threads.length;
  const fastest = (run: () => void): number => {
    repeated(run, { seconds: 0.1, most: 5 });
    return 1000 * least(repeated(run, { seconds: 0.6, most: 100 }));
  };
  const { executions } = explore(program, { model: 'sc' });
  const search = fastest(() => void explore(program, { model: 'sc' }));
  const events = fastest(() => {
    explore(program, { model: 'sc', onExecution: (witness) => void witness().execution.events.length });
  });
  const overhead = subjects.map((subject): readonly [string, Cell] => {
    const ms = fastest(() => {
      explore(program, {
        model: 'sc',
        onExecution: (witness) => watch(subject, witness().execution.events, threads),
      });
    });
    return [subject, Math.max(0, ms / events - 1) * 100];
  });
  return { executions, search, events, ...Object.fromEntries(overhead) };
}

const overheadSection = (scale: Scale): Section => ({
  name: 'overhead',
  title: 'Overhead on exploration',
  about: [
    "All SC executions under optimal DPOR, in milliseconds: the search alone, and with the events of every execution written down, which is what a monitor is shown. Then what each monitor adds to that, in percent. SOBER's paper reports about 5 % (with CHESS, which runs every interleaving as a real program), BSS's 20 to 100 % (with THRILLE).",
  ],
  columns: [
    { key: 'program', head: 'program', unit: 'text' },
    { key: 'executions', head: 'executions', unit: 'count' },
    { key: 'search', head: 'search, ms', unit: 'ms' },
    { key: 'events', head: 'with events, ms', unit: 'ms' },
    ...subjects.map((subject): Column => ({ key: subject, head: subject, unit: 'percent' })),
  ],
  rows: members[scale].map((member) => ({
    id: member.join(' '),
    cells: { program: member.join(' ') },
    parts: [{ name: 'overhead', time: 'search', measure: () => measureOverhead(member) }],
  })),
});

function plots(sections: readonly Section<MeasuredRow>[]): Plot[] {
  const rows = sections.find(({ name }) => name === 'threads')?.rows ?? [];
  return [
    {
      name: 'threads',
      title: 'Cost of the monitors against the number of threads',
      x: { label: 'threads', log: true },
      y: { label: 'ns per event', log: true },
      panels: (['sober', 'bss', 'races'] as const).map((kind) => ({
        title: kind,
        series: rows
          .filter(({ cells }) => cells.monitor === clocks || String(cells.monitor).startsWith(kind))
          .map(({ cells }) => ({
            name: String(cells.monitor),
            points: byThreads('full').flatMap(({ key, threads }) => {
              const y = cells[key];
              return typeof y === 'number' ? [{ x: threads, y }] : [];
            }),
          })),
      })),
    },
  ];
}

export const monitorCost: Experiment = {
  name: 'monitors',
  title: 'The cost of the monitors',
  about: [
    "The fastest of several runs. Each monitor's figure contains that of the happens-before clocks, which come first; the monitor for data races has clocks of its own.",
  ],
  limitSeconds: { quick: 20, full: 60 },
  plan: (scale) => [
    logSection(
      {
        name: 'threads',
        title: 'Time per event and number of threads',
        about: [
          'Nanoseconds per event of a random log of 10,000 events over 64 cells (half loads, 40 % stores, atomics and fences).',
        ],
      },
      byThreads(scale),
      [{ key: 'exponent', head: 'own cost grows as P to the', unit: 'plain' }],
    ),
    logSection(
      {
        name: 'length',
        title: 'Time per event and length of the log',
        about: ['Nanoseconds per event with 8 threads.'],
      },
      byLength(scale),
    ),
    streamSection(scale),
    overheadSection(scale),
  ],
  plots,
  notes: [
    'In the random logs only fences synchronise: nearly every access races with every place that touched its cell, and the monitor for data races reports each such pair. What it costs on programs is in the last table.',
    'The exponent compares 16 and 64 threads and leaves out the clocks, which are O(P) per event.',
    'SOBER merges a timestamp of 2P entries into P clocks at each store, O(P²), and a few at each load: the exponent tends to 2 as P grows.',
    'Published BSS adds a constant to the clocks: O(N·P) in all, as in appendix B. Trace-level BSS asks each of P threads what it forces, when a store of another thread could be pending: O(P) per event as well.',
  ],
};
