// What the monitors cost: `npm run bench:monitors` measures the time per event against the number of events and threads, and
// what each monitor adds to an exploration, and writes results/monitors.md.

import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { join } from 'node:path';
import { Bench } from 'tinybench';
import type { Event, EventKind } from '../src/execution/event.js';
import { explore } from '../src/explicit/explore.js';
import { type MonitorName, monitorEvents, monitorNames } from '../src/explicit/monitors/index.js';
import { familyProgram } from '../src/generate/families.js';
import { Random } from '../src/program/prng.js';

/** The clocks alone, which every monitor needs. */
const clocks = 'hb clocks';
const subjects: readonly (MonitorName | typeof clocks)[] = [clocks, ...monitorNames];
const monitorsOf = (subject: (typeof subjects)[number]): readonly MonitorName[] =>
  subject === clocks ? [] : [subject];

/** A log of `threads` threads over 64 cells: half loads, the rest mostly stores. */
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
    };
  });
}

/** CPU time in milliseconds: on a busy machine the clock on the wall measures the others. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds of the fastest run of each task. */
async function fastest(tasks: readonly (readonly [string, () => void])[], time: number): Promise<number[]> {
  const bench = new Bench({ now: cpuMs, time, warmupTime: time / 4, iterations: 8, warmupIterations: 2 });
  for (const [name, run] of tasks) bench.add(name, run);
  await bench.run();
  return bench.tasks.map(({ name, result }) => {
    if (!('latency' in result)) throw new Error(`${name} was not measured`);
    return result.latency.min;
  });
}

const threadCounts = [2, 4, 8, 16, 32, 64];
const lengths = [1_000, 10_000, 100_000];

/** Nanoseconds per event, one number per subject. */
async function perEvent(threads: number, length: number): Promise<number[]> {
  const log = randomLog(threads, length);
  const tasks = subjects.map((subject) => {
    const monitors = monitorsOf(subject);
    return [subject, () => void monitorEvents(log, { monitors, threads })] as const;
  });
  console.error(`${threads} threads, ${length} events`);
  return (await fastest(tasks, 120)).map((ms) => (ms * 1e6) / length);
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${head.join(' | ')} |`,
    `| --- | ${head
      .slice(1)
      .map(() => '---:')
      .join(' | ')} |`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

const byThreads: number[][] = [];
for (const threads of threadCounts) byThreads.push(await perEvent(threads, 10_000));
const byLength: number[][] = [];
for (const length of lengths) byLength.push(await perEvent(8, length));

/** The exponent k of a cost that grows as P^k, between 16 and 64 threads, of what a monitor adds to the clocks. */
function exponent(subject: number): string {
  const own = (row: readonly number[]): number => row[subject] - (subject === 0 ? 0 : row[0]);
  const from = own(byThreads[threadCounts.indexOf(16)]);
  const to = own(byThreads[threadCounts.indexOf(64)]);
  return from > 0 && to > 0 ? (Math.log2(to / from) / 2).toFixed(1) : '0';
}

const programs: readonly (readonly [string, number])[] = [
  ['dekker', 3],
  ['dekker-fenced', 3],
  ['wr1', 5],
  ['lastzero', 9],
  ['fetch-add', 6],
  ['mutex-inc', 6],
  ['fib-join', 4],
];
const overheads: string[][] = [];
for (const [family, n] of programs) {
  const program = familyProgram(family, n);
  const threads = program.threads.length;
  let executions = 0;
  const tasks: (readonly [string, () => void])[] = [
    ['search', () => void explore(program, { model: 'sc' })],
    [
      'events',
      () => {
        executions = 0;
        explore(program, {
          model: 'sc',
          onExecution: (witness) => {
            executions += witness().execution.events.length > 0 ? 1 : 0;
          },
        });
      },
    ],
    ...subjects.map((subject) => {
      const monitors = monitorsOf(subject);
      const run = (): void => {
        explore(program, {
          model: 'sc',
          onExecution: (witness) => void monitorEvents(witness().execution.events, { monitors, threads }),
        });
      };
      return [subject, run] as const;
    }),
  ];
  console.error(`${family} ${n}`);
  const [search, events, ...monitored] = await fastest(tasks, 500);
  overheads.push([
    `${family} ${n}`,
    executions.toLocaleString('en'),
    search.toFixed(1),
    events.toFixed(1),
    ...monitored.map((ms) => `${Math.round(Math.max(0, ms / events - 1) * 100)} %`),
  ]);
}

const number = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
const text = `# What the monitors cost

Made by \`npm run bench:monitors\` with Node ${process.version} on ${platform()} ${arch()}, ${cpus()[0]?.model ?? 'unknown CPU'},
${cpus().length} cores, one used. CPU time of the fastest of several runs. Each
monitor's figure contains that of the happens-before clocks, which come first.

## Time per event and number of threads

Nanoseconds per event of a random log of 10,000 events over 64 cells (half loads, 40 % stores, atomics and fences).

${table(
  ['threads', ...subjects],
  [
    ...threadCounts.map((threads, i) => [String(threads), ...byThreads[i].map(number)]),
    ['own cost grows as P to the', ...subjects.map((_, i) => exponent(i))],
  ],
)}

The last line compares 16 and 64 threads and leaves out the clocks, which are O(P) per event. SOBER merges a timestamp of 2P
entries into P clocks at each store, O(P²), and a few at each load: the exponent tends to 2 as P grows. Published BSS adds a
constant to the clocks: O(N·P) in all, as in appendix B. Trace-level BSS asks each of P threads what it forces, when a store
of another thread could be pending: O(P) per event as well.

## Time per event and length of the log

Nanoseconds per event with 8 threads.

${table(
  ['events', ...subjects],
  lengths.map((length, i) => [length.toLocaleString('en'), ...byLength[i].map(number)]),
)}

## Overhead on exploration

All SC executions under optimal DPOR, in milliseconds: the search alone, and with the events of every execution written
down, which is what a monitor is shown. Then what each monitor adds to that, in percent; SOBER's paper reports about 5 %
(with CHESS, which runs every interleaving as a real program), BSS's 20 to 100 % (with THRILLE).

${table(['program', 'executions', 'search', 'with events', ...subjects], overheads)}
`;
const folder = join(import.meta.dirname, '..', 'results');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'monitors.md'), text);
console.error(text);
