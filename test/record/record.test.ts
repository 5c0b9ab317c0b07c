// Programs compiled by `diptych cc` and recorded, where there is a compiler.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilerDriver } from '../../src/record/compilerDriver.js';
import { monitorTrace } from '../../src/record/monitoredTrace.js';
import { type RecordOptions, type RecordVerdict, recordRuns } from '../../src/record/recordRuns.js';
import {
  blocked,
  busy,
  crash,
  deadlock,
  fenced,
  handOver,
  killed,
  long,
  sleeper,
  storeBuffering,
} from './programs.js';

const compiler = spawnSync('gcc', ['--version']).status === 0;
if (!compiler) console.warn('no gcc: no program is recorded');

const compilers = (
  [
    ['c', 'clang'],
    ['c++', 'g++'],
    ['c++', 'clang++'],
  ] as const
).filter(([, name]) => spawnSync(name, ['--version']).status === 0);

describe.runIf(compiler)('a recorded program', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-record-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function record(text: string, options: Partial<RecordOptions> = {}): Promise<RecordVerdict> {
    const source = join(folder, 'program.c');
    writeFileSync(source, text);
    expect(compilerDriver('c', ['-O1', '-o', join(folder, 'program'), source, '-pthread'])).toBe(0);
    return again(options);
  }
  const again = (options: Partial<RecordOptions> = {}): Promise<RecordVerdict> =>
    recordRuns({
      command: [join(folder, 'program')],
      runs: 20,
      schedule: 'random',
      seed: 1,
      timeLimitMs: 60_000,
      monitors: ['sober', 'bss-tso', 'bss-pso'],
      races: false,
      folder: join(folder, 'logs'),
      keep: false,
      ...options,
    });
  const pairs = ({ violations }: RecordVerdict): string[] =>
    violations
      .map(
        ({ found: { model, violation } }) =>
          `${model} ${violation.event.at?.line} ${violation.overtaken.at?.line}`,
      )
      .sort();

  it('shows which loads can overtake which stores, by line, and none with fences', async () => {
    const verdict = await record(storeBuffering);
    expect(pairs(verdict)).toEqual(['pso 10 4', 'pso 5 9', 'tso 10 4', 'tso 5 9']);
    expect(verdict).toMatchObject({ wrongReads: 0, ends: [] });
    const repaired = await record(fenced);
    expect(pairs(repaired)).toEqual([]);
    expect(repaired.events).toBeGreaterThan(0);
  });

  it.each(compilers)(
    'is compiled by %s %s, and has the lines that use std::atomic',
    async (language, name) => {
      const source = join(folder, 'atomics.cc');
      const store = (x: string): string =>
        language === 'c++' ? `${x}.store(1, std::memory_order_relaxed)` : `__atomic_store_n(&${x}, 1, 0)`;
      const load = (x: string): string =>
        language === 'c++' ? `${x}.load(std::memory_order_relaxed)` : `__atomic_load_n(&${x}, 0)`;
      const declared = language === 'c++' ? '#include <atomic>\nstd::atomic<int> x, y;' : '\nint x, y;';
      const thread = (f: string, x: string, y: string): string =>
        `static void *${f}(void *p) {\n${store(x)};\nr = ${load(y)};\nreturn p;\n}`;
      const started = 'pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0);';
      writeFileSync(
        language === 'c++' ? source : `${source}.c`,
        `#include <pthread.h>\n${declared} static int r;\n${thread('f', 'x', 'y')}\n${thread('g', 'y', 'x')}\nint main(void) { ${started} pthread_join(a, 0); pthread_join(b, 0); return 0; }\n`,
      );
      const env = { ...process.env, DIPTYCH_CC: name, DIPTYCH_CXX: name };
      const text = language === 'c++' ? source : `${source}.c`;
      expect(compilerDriver(language, ['-O1', '-o', join(folder, 'program'), text, '-pthread'], env)).toBe(0);
      const verdict = await again({ monitors: ['bss-tso'] });
      expect(pairs(verdict)).toEqual(['tso 11 5', 'tso 6 10']);
      expect(verdict.wrongReads).toBe(0);
    },
  );

  it('is the same again with the same seed, and from its log', async () => {
    const first = await record(storeBuffering, { runs: 3 });
    const second = await again({ runs: 3 });
    expect(second.events).toBe(first.events);
    expect(pairs(second)).toEqual(pairs(first));
    const [{ trace }] = first.violations;
    const replayed = await again({
      runs: 1,
      schedule: `replay:${trace}`,
      seed: 99,
      folder: join(folder, 'replayed'),
    });
    expect(pairs(replayed).length).toBeGreaterThan(0);
  });

  it('leaves the log that it replays, and those of other programs, as they are', async () => {
    const logs = join(folder, 'both');
    const first = await record(storeBuffering, { runs: 1, keep: true, folder: logs });
    expect(first.runs).toBe(1);
    const trace = join(logs, 'run-1.trace');
    const bytes = readFileSync(trace);
    const replayed = await again({ runs: 1, keep: true, schedule: `replay:${trace}`, folder: logs });
    expect(replayed.runs).toBe(1);
    expect(readFileSync(trace).equals(bytes)).toBe(true);
    expect(readdirSync(logs).sort()).toEqual(
      ['run-1-2.trace', 'run-1-2.trace.maps', 'run-1.trace', 'run-1.trace.maps'].sort(),
    );
    // a program of another name, whose log of the same seed is not kept
    copyFileSync(join(folder, 'program'), join(folder, 'other'));
    await again({ command: [join(folder, 'other')], runs: 1, monitors: [], races: false, folder: logs });
    expect(readFileSync(trace).equals(bytes)).toBe(true);
    // the same program and seed: the log is the new one
    await again({ runs: 1, keep: true, folder: logs });
    expect(readdirSync(logs)).toHaveLength(4);
    await expect(again({ schedule: 'replay:nothing.trace', folder: logs })).rejects.toThrow('no log');
  });

  it('says where threads wait for each other', async () => {
    const { ends } = await record(deadlock, { runs: 15 });
    expect(ends.map(({ found }) => found.kind)).toEqual(['deadlock']);
    const [{ found }] = ends;
    expect(found.kind === 'deadlock' ? found.waiting.map(({ at }) => at?.line) : []).toEqual([24, 7, 15]);
  });

  it.each(['pct:3', 'preemptions:2'])('crashes under %s with its log up to the crash', async (schedule) => {
    const { ends } = await record(crash, { runs: 60, schedule });
    expect(ends.map(({ found }) => found.kind === 'signal' && found.signal)).toEqual(['SIGSEGV']);
    const [{ found }] = ends;
    // The crashed thread was last at its store, after any other accesses.
    expect(found.kind === 'signal' ? found.last.map(({ at }) => at?.line) : []).toContain(11);
  });

  it('leaves a log that is read when it is killed', async () => {
    const verdict = await record(killed, { runs: 1 });
    expect(verdict.ends.map(({ found }) => found.kind === 'signal' && found.signal)).toEqual(['SIGKILL']);
    expect(verdict.events).toBeGreaterThan(50);
  });

  it('leaves what there was room for', async () => {
    const monitors = ['bss-tso'] as const;
    const unwatched = { runs: 1, schedule: 'random:0.01', monitors: [] };
    const whole = await record(long, { ...unwatched, keep: true });
    expect(whole).toMatchObject({ ends: [], full: 0, wrongReads: 0 });
    expect(whole.events).toBeGreaterThan(300_000);
    const { log, verdict } = monitorTrace(join(folder, 'logs', 'run-1.trace'), {
      monitors,
      races: false,
    });
    expect(log).toMatchObject({ ended: true, full: false, wrongReads: 0 });
    expect(verdict.events).toBe(whole.events);
    // One piece of the log, and not a second one.
    const limited = ['bash', '-c', `ulimit -f 12000; exec ${join(folder, 'program')}`];
    const cut = await again({ command: limited, ...unwatched });
    expect(cut).toMatchObject({ ends: [], full: 1, wrongReads: 0 });
    expect(cut.events).toBeGreaterThan(200_000);
    expect(cut.events).toBeLessThan(whole.events);
  });

  it('has the data races that its orders leave', async () => {
    const { races = [], wrongReads } = await record(handOver, { races: true });
    expect(wrongReads).toBe(0);
    expect(races.map(({ found: { events } }) => events.map(({ at }) => at?.line).sort())).toEqual([[11, 24]]);
  });

  it('is warned of fences in assembly, by line', async () => {
    expect((await again({ runs: 1 })).unseen).toEqual({ count: 0, places: [] });
    const barrier = process.arch === 'x64' ? 'mfence' : 'dmb ish';
    const assembly = storeBuffering.replace('x = 1;', `x = 1; asm volatile("${barrier}" ::: "memory");`);
    const { unseen } = await record(assembly, { runs: 1 });
    expect([unseen.count, unseen.places.map(({ line }) => line)]).toEqual([1, [4]]);
  });

  it('takes the turn from a thread that does not come back, and gives it again', async () => {
    const verdict = await record(busy, { runs: 1, schedule: 'preemptions:0' });
    expect(verdict).toMatchObject({ ends: [], runs: 1 });
    expect(verdict.notSc).toBeGreaterThan(0);
    expect(verdict.lostTurns.map((turn) => turn.in)).toEqual(['computation']);
    const other = await record(blocked, { runs: 1, schedule: 'preemptions:0' });
    expect(other.lostTurns).toMatchObject([{ in: 'system-call', at: { line: 9 } }]);
  });

  it('sleeps by the clock while another thread waits for the world', async () => {
    const { events, logBytes, notSc } = await record(sleeper, { runs: 1, keep: true });
    // It slept a millisecond each time, or longer: at most five hundred times.
    expect(events).toBeLessThan(3_000);
    expect(logBytes).toBeLessThan(1 << 20);
    expect(notSc).toBe(0);
  });

  it('has a log that ends at its limit', async () => {
    const verdict = await record(long, { runs: 1, keep: true, timeLimitMs: 5_000, logLimit: 16 << 20 });
    expect(verdict).toMatchObject({ limited: 1, full: 1 });
    expect(verdict.logBytes).toBeLessThanOrEqual(16 << 20);
  });

  it('that was compiled otherwise is told apart', async () => {
    await record(storeBuffering, { runs: 1 });
    expect(
      spawnSync('gcc', ['-o', join(folder, 'program'), join(folder, 'program.c'), '-pthread']).status,
    ).toBe(0);
    expect((await again({ runs: 1 })).unrecorded).toBe(1);
    await expect(again({ command: [join(folder, 'nothing')] })).rejects.toThrow(/is not there/);
  });
});
