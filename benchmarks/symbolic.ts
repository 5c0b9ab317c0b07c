// How fast the symbolic engine answers: `npm run bench:symbolic` writes results/symbolic.md.
// 1. Time per question against the number of events, for each encoding of acyclicity, on random straight-line programs.
// 2. Time per litmus test in a long process, over benchmarks/litmus.
// 3. Families where the number of traces explodes.
// 4. Memory over 5,000 solves.

import { readdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform } from 'node:os';
import { join } from 'node:path';
import { Bench } from 'tinybench';
import { explore } from '../src/explicit/explore.js';
import { readLitmusFile } from '../src/frontend/litmus/index.js';
import { familyProgram } from '../src/generate/families.js';
import { finalRegister, program } from '../src/program/builder.js';
import type { Formula } from '../src/program/condition.js';
import { Random } from '../src/program/prng.js';
import type { Program } from '../src/program/program.js';
import { type Encoding, encodings, SymbolicEngine } from '../src/symbolic/index.js';

const engine = await SymbolicEngine.start();
const timeLimitMs = 10_000;
const quick = process.argv.includes('--quick');

/** CPU milliseconds of this process: other work on the machine does not count. */
const cpuNow = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** What `ask` returns, and its CPU milliseconds. */
function timed<T>(ask: () => T): [answer: T, ms: number] {
  const start = cpuNow();
  const answer = ask();
  return [answer, cpuNow() - start];
}

/** Four threads with `events` loads, stores, atomics and fences on a few locations, every value stored once. */
function straightLine(events: number, seed: number): Program {
  const random = new Random(seed);
  const p = program(`mixed-${events}-${seed}`);
  const cells = Array.from({ length: 2 + Math.ceil(events / 24) }, (_, i) => p.location(`x${i}`));
  let value = 1;
  for (let thread = 0; thread < 4; thread++)
    p.thread((t) => {
      for (let i = 0; i < events / 4; i++) {
        const cell = cells[random.int(0, cells.length - 1)];
        const kind = random.int(0, 19);
        if (kind < 9) t.load(cell, `r${i}`);
        else if (kind < 17) t.store(cell, value++);
        else if (kind < 19) t.xchg(cell, value++, `r${i}`);
        else t.fence();
      }
    });
  return p.build();
}

/** Registers of a program and a final state of them that is reachable under TSO, and one that is not. */
function questions(test: Program): { reachable: Formula; unreachable: Formula } | undefined {
  const registers = test.threads.flatMap((thread, t) =>
    thread.body.flatMap((s) =>
      (s.kind === 'load' || s.kind === 'rmw') && s.target !== undefined ? [finalRegister(t, s.target)] : [],
    ),
  );
  const observed = { ...test, observed: registers };
  const shown = engine.reachable(observed, { kind: 'true' }, { model: 'tso' }).shown?.execution.outcome ?? [];
  const conjunction = (values: readonly number[]): Formula =>
    registers.reduce<Formula>(
      (left, r, i) => ({
        kind: 'and',
        left,
        right: { kind: 'compare', op: '=', left: r, right: { kind: 'const', value: values[i] } },
      }),
      { kind: 'true' },
    );
  for (let i = 0; i < registers.length; i++)
    for (const value of [0, ...shown]) {
      const unreachable = conjunction(shown.with(i, value));
      if (value !== shown[i] && engine.reachable(observed, unreachable, { model: 'tso' }).reachable === false)
        return { reachable: conjunction(shown), unreachable };
    }
  return undefined;
}

/** Median milliseconds of a few runs; undefined when the time limit came first. */
async function median(ask: () => boolean): Promise<number | undefined> {
  const [answered, first] = timed(ask);
  if (!answered) return undefined;
  if (first > 1000) return first;
  const bench = new Bench({ time: 0, iterations: 5, warmup: false, now: cpuNow });
  bench.add('question', () => {
    ask();
  });
  await bench.run();
  const result = bench.tasks[0]?.result;
  return result !== undefined && 'latency' in result ? result.latency.p50 : undefined;
}

const middle = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1];
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const ms = (value: number | undefined): string =>
  value === undefined ? 'over limit' : value < 10 ? value.toFixed(1) : value.toFixed(0);

async function encodingTable(): Promise<string[]> {
  const sizes = quick ? [12, 48] : [12, 24, 48, 96, 144, 200];
  const lines = [
    row(['encoding', 'question', ...sizes.map((n) => `${n} events`)]),
    row(['---', '---', ...sizes.map(() => '---:')]),
  ];
  const instances = sizes.map((n) =>
    [1, 2, 3].map((seed) => ({ test: straightLine(n, seed), asked: questions(straightLine(n, seed)) })),
  );
  type Ask = (test: Program, q: { reachable: Formula; unreachable: Formula }, encoding: Encoding) => boolean;
  const kinds: readonly [string, Ask][] = [
    [
      'reachable',
      (test, q, encoding) =>
        engine.reachable(test, q.reachable, { model: 'tso', encoding, timeLimitMs }).reachable !== 'unknown',
    ],
    [
      'unreachable',
      (test, q, encoding) =>
        engine.reachable(test, q.unreachable, { model: 'tso', encoding, timeLimitMs }).reachable !==
        'unknown',
    ],
    [
      'robust?',
      (test, _, encoding) =>
        engine.robust(test, { model: 'tso', encoding, timeLimitMs }).robust !== 'unknown',
    ],
  ];
  for (const encoding of encodings)
    for (const [kind, ask] of kinds) {
      const cells: string[] = [];
      let given = true;
      for (const group of instances) {
        const times: (number | undefined)[] = [];
        if (given)
          for (const { test, asked } of group)
            if (asked !== undefined) times.push(await median(() => ask(test, asked, encoding)));
        const known = times.filter((t) => t !== undefined);
        given = known.length > 0 && known.length === times.length;
        cells.push(ms(given ? middle(known) : undefined));
      }
      lines.push(row([encoding, kind, ...cells]));
      console.error(`${encoding} ${kind}: ${cells.join(' ')}`);
    }
  return lines;
}

function litmusTable(): string[] {
  const folder = join(import.meta.dirname, 'litmus');
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((f) => f.endsWith('.litmus'))
    .map((f) => readLitmusFile(join(folder, f)));
  const lines = [
    row(['model', 'tests', 'all outcomes, ms', 'robust?, ms']),
    row(['---', '---:', '---:', '---:']),
  ];
  for (const model of ['sc', 'tso', 'pso'] as const) {
    for (const test of tests.slice(0, 50)) engine.outcomes(test, { model });
    const outcomes = tests.map((test) => timed(() => engine.outcomes(test, { model, timeLimitMs }))[1]);
    const robust = tests.map((test) => timed(() => engine.robust(test, { model, timeLimitMs }))[1]);
    lines.push(row([model, tests.length, ms(middle(outcomes)), ms(middle(robust))]));
  }
  return lines;
}

function familyTable(): string[] {
  const lines = [
    row(['program', 'model', 'question', 'symbolic, ms', 'all traces with the explicit engine, ms']),
    row(['---', '---', '---', '---:', '---:']),
  ];
  const rows: readonly [string, number][] = quick
    ? [['ring', 8]]
    : [
        ['ring', 8],
        ['ring', 12],
        ['ring', 16],
        ['writers', 8],
        ['writers', 16],
        ['writers', 32],
        ['dekker', 4],
        ['dekker', 8],
        ['dekker-fenced', 8],
        ['fetch-add', 8],
        ['fetch-add', 12],
      ];
  for (const [name, n] of rows) {
    const test = familyProgram(name, n);
    const [explicit, exploring] = timed(() => explore(test, { model: 'tso', timeLimitMs }));
    const spent = explicit.complete
      ? `${ms(exploring)} (${explicit.executions} traces)`
      : `over limit (${explicit.executions} traces)`;
    for (const model of ['tso', 'pso'] as const) {
      const [{ robust }, solving] = timed(() => engine.robust(test, { model, timeLimitMs }));
      lines.push(
        row([`${name} ${n}`, model, `robust: ${robust}`, ms(solving), model === 'tso' ? spent : '']),
      );
    }
    console.error(lines.at(-1));
  }
  return lines;
}

function memoryTable(): string[] {
  const tests = Array.from({ length: 50 }, (_, seed) => straightLine(16, seed));
  const lines = [row(['solves', 'resident, MB']), row(['---:', '---:'])];
  let solves = 0;
  for (let step = 0; step <= 5; step++) {
    for (let i = 0; i < (quick ? 20 : 1000) && step > 0; i++) {
      engine.reachable(tests[i % tests.length], { kind: 'true' }, { model: 'tso' });
      solves++;
    }
    if (step > 0) lines.push(row([solves, Math.round(process.memoryUsage.rss() / 1e6)]));
  }
  return lines;
}

const parts: [string, string[]][] = [
  ['Memory in one process', memoryTable()],
  ['Litmus tests in one process (median)', litmusTable()],
  ['Families', familyTable()],
  ['Encodings of acyclicity (TSO, four threads, median of three programs, ms)', await encodingTable()],
];
const text = `# The symbolic engine

Made by \`npm run bench:symbolic\` with Node ${process.version} on ${platform()} ${arch()}, ${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, one
used. CPU milliseconds of encoding and solving together, in a process that is warm; limit ${timeLimitMs / 1000} s.

${parts.map(([title, lines]) => `## ${title}\n\n${lines.join('\n')}\n`).join('\n')}`;
if (quick) console.log(text);
else writeFileSync(join(import.meta.dirname, '..', 'results', 'symbolic.md'), text);
