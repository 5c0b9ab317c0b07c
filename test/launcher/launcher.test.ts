// The launcher as a process: the files it reads. Kept code makes no difference to answers, in any condition.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { version } from '../../src/cli/version.js';
import { sbText } from '../cli/litmus.js';
import { type Bundled, bundle } from './bundled.js';

const readings = join(dirname(fileURLToPath(import.meta.url)), 'readings.cjs');

let command: Bundled;
let folder = '';
let cache = '';
let sb = '';
const program = (): string => join(folder, 'program.c');

beforeAll(() => {
  command = bundle('launcher-test');
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  sb = join(folder, 'SB.litmus');
  writeFileSync(sb, sbText);
  writeFileSync(
    program(),
    '#include <pthread.h>\nint x;\nvoid *run(void *p) { x = 1; return p; }\nint main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); return x - 1; }\n',
  );
});
beforeEach(() => {
  cache = mkdtempSync(join(folder, 'cache-'));
});
afterAll(() => {
  command.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 });
});

const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return { ...env, DIPTYCH_CODE_CACHE: cache, DIPTYCH_PRACTICE: 'off', ...more };
};

function diptych(argv: readonly string[], env: NodeJS.ProcessEnv = {}, nodeArgv: readonly string[] = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...nodeArgv, command.launcher, ...argv], {
    env: environment(env),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const question = (): string[] => ['outcomes', '-e', 'explicit', '--json', sb];
/** Without times. */
const states = (json: string): unknown =>
  JSON.parse(json).results.map((m: { outcomes: unknown }) => m.outcomes);
const isOfThreads = (name: string): boolean => name.startsWith('code-thread-');
/** But for the code of threads: on a busy machine a question may take long enough to be moved to one. */
const cached = (): string[] =>
  readdirSync(cache)
    .filter((name) => !isOfThreads(name))
    .map((name) => join(cache, name));

/** The names of the files that a run reads, on all its threads, and how many bytes at once. */
function filesRead(argv: readonly string[]): readonly (readonly [string, number])[] {
  const file = join(folder, 'readings');
  rmSync(file, { force: true });
  diptych(argv, { READINGS: file }, ['-r', readings]);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => [
      basename(line).replace(/^(code|wasm-[a-z0-9]+(-sitter|-small)?)-.*/, '$1'),
      Number.parseInt(line, 10),
    ]);
}

describe('several files', () => {
  it('have the answers of both engines, found or not', () => {
    const { status, stdout } = diptych(['check', '--json', '-j', '2', '--confirm', '60', sb, sb]);
    expect(status).toBe(1);
    const confirmed = stdout
      .trim()
      .split('\n')
      .flatMap((line) => JSON.parse(line).results.map((result: { confirmed: boolean }) => result.confirmed));
    expect(confirmed).toEqual(Array(6).fill(true));
  });
});

describe('the files it reads', () => {
  it('is nothing but the launcher for --version', () => {
    expect(diptych(['--version'])).toEqual({ status: 0, stdout: `${version()}\n`, stderr: '' });
    expect(filesRead(['-V']).map(([name]) => name)).toEqual(['diptych.cjs']);
  });

  it.skipIf(process.platform === 'win32')('ends as a program that nobody listens to does', () => {
    const unheard = '("$0" "$1" --version; echo $? >&2) | true';
    const { stderr } = spawnSync('sh', ['-c', unheard, process.execPath, command.launcher], {
      encoding: 'utf8',
    });
    // A quick process has written before the reader is gone.
    expect(['0\n', '141\n']).toContain(stderr);
  });

  /** Files that every question reads, and a thread reads again where a busy machine is slow. */
  const own = ['diptych.cjs', 'code', 'program.cjs', 'package.json', 'sc.cat', 'tso.cat', 'pso.cat'];
  const ofThreads = ['cli-worker.cjs', 'loader.cjs', 'z3-built.wasm'];
  /** Predefined macros, <pthread.h>, which the program includes, and the headers that it includes itself. */
  const headers = ['__predefined.h', 'pthread.h', '__stddef.h', 'errno.h', 'time.h', 'sched.h'];
  /** The library of C, which the program is linked with. */
  const library = ['library.kept', 'prototypes.h'];
  const cases = [
    ['a litmus test', () => question(), () => ['SB.litmus'], 2],
    [
      'a C program',
      () => ['check', '-e', 'explicit', program()],
      () => ['program.c', ...headers, ...library],
      2.4,
    ],
    ['both engines', () => ['outcomes', sb], () => ['SB.litmus', 'z3-small.wasm'], 3],
  ] as const;
  it.each(cases)('is one script, its code, the models and nothing else for %s', (_, words, more, most) => {
    filesRead(words());
    const read = filesRead(words()).filter(([name]) => !ofThreads.includes(name));
    const files = new Map(read);
    expect([...files.keys()].sort()).toEqual([...own, ...more()].sort());
    // The definitions of the library are read one by one.
    const parts = read.filter(([name]) => name === 'library.kept').map(([, size]) => size);
    if (parts.length > 0)
      files.set(
        'library.kept',
        parts.reduce((sum, size) => sum + size, 0),
      );
    // Each once, in bytes of the script: it is less than as much again, and so is what is needed of the solver.
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
    expect(bytes / (files.get('program.cjs') ?? 0)).toBeLessThan(most);
  });
});

describe('the laboratory', () => {
  it('is found beside the command, or said to be missing', () => {
    const { status, stderr } = diptych(['tables', '--help']);
    expect([status, stderr.includes('bug')]).toEqual([stderr.includes('not part of this') ? 2 : 0, false]);
  });
});

describe('kept code', () => {
  it('is written until the same question needs no more, and again when more of the program runs', () => {
    const first = diptych(question());
    const [file] = cached();
    // A search that is moved to a thread is more code.
    let settled = false;
    for (let runs = 0; !settled && runs < 6; runs++) {
      const before = statSync(file).mtimeMs;
      expect(states(diptych(question()).stdout)).toEqual(states(first.stdout));
      settled = statSync(file).mtimeMs === before;
    }
    expect(settled).toBe(true);
    const { size } = statSync(file);
    diptych(['outcomes', '-e', 'explicit', '--format', 'junit', sb]);
    expect(cached()).toEqual([file]);
    expect(statSync(file).size).toBeGreaterThan(size);
    diptych(['robust', '-e', 'explicit', sb]);
    expect(cached()).toHaveLength(1);
  });

  it('is shared by the questions about a language', () => {
    for (const question of ['outcomes', 'check', 'robust', 'races'])
      diptych([question, '-e', 'explicit', sb]);
    expect(cached()).toEqual([expect.stringMatching(/code-litmus-[^/]*$/)]);
  });

  it('is not used when it is damaged anywhere', () => {
    const { stdout } = diptych(question());
    const [file] = cached();
    const good = readFileSync(file);
    const damages = [
      good.subarray(0, 0),
      good.subarray(0, good.length >> 1),
      ...[0.01, 0.7].map((place) => {
        const bad = Buffer.from(good);
        bad[Math.floor(place * good.length)] ^= 0x10;
        return bad;
      }),
    ];
    for (const damaged of damages) {
      writeFileSync(file, damaged);
      const again = diptych(question());
      expect([again.status, again.stderr]).toEqual([0, '']);
      expect(states(again.stdout)).toEqual(states(stdout));
      // It was written anew.
      expect(readFileSync(file).equals(damaged)).toBe(false);
    }
  });

  it('is done without where nothing can be written, and when it is turned off', () => {
    for (const place of [join(sb, 'below-a-file'), 'off']) {
      const { status, stdout, stderr } = diptych(question(), { DIPTYCH_CODE_CACHE: place });
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).not.toBe('');
    }
    expect(cached()).toEqual([]);
  });

  it('is apart for other flags of Node', () => {
    diptych(question());
    const { status } = diptych(question(), { NODE_OPTIONS: '--max-old-space-size=600' });
    expect(status).toBe(0);
    expect(cached()).toHaveLength(2);
  });

  it('is kept of what threads run too', () => {
    filesRead(['relax', sb]);
    expect(readdirSync(cache).filter(isOfThreads)).toHaveLength(1);
    // By the main thread and by the other.
    expect(filesRead(['relax', sb]).filter(([name]) => name === 'code')).toHaveLength(2);
  });

  it('survives processes that start at the same time', async () => {
    const { stdout } = diptych(question(), { DIPTYCH_CODE_CACHE: 'off' });
    const runs = Array.from({ length: 5 }, async () => {
      const child = spawn(process.execPath, [command.launcher, ...question()], { env: environment() });
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      const status = await new Promise((resolve) => child.on('close', resolve));
      return [status, states(text)];
    });
    for (const run of await Promise.all(runs)) expect(run).toEqual([0, states(stdout)]);
    expect(cached()).toHaveLength(1);
    expect(diptych(question()).status).toBe(0);
  });
});

describe('kept code of WebAssembly', () => {
  it('is made by a process that a run starts, used if it is whole, and changes no answer', async () => {
    const all = ['outcomes', '-e', 'symbolic', '--json', sb];
    // With the flags of the later readers: code is kept apart for them.
    const flags = ['-r', readings];
    const { stdout } = diptych(all, { READINGS: join(folder, 'practice'), DIPTYCH_PRACTICE: '1' }, flags);
    const kept = (): string[] => cached().filter((name) => basename(name).startsWith('wasm-z3-small-'));
    await expect.poll(kept, { timeout: 120_000 }).toHaveLength(1);
    const [file] = kept();
    const good = readFileSync(file);
    const bad = Buffer.from(good);
    bad[good.length >> 2] ^= 0x10;
    for (const content of [good, bad]) {
      writeFileSync(file, content);
      expect(filesRead(all).map(([name]) => name)).toContain('wasm-z3-small');
      expect(states(diptych(all, { READINGS: join(folder, 'readings') }, flags).stdout)).toEqual(
        states(stdout),
      );
    }
    // The folder of the trial is gone.
    const trials = (): string[] => cached().filter((name) => basename(name).startsWith('trial'));
    await expect.poll(trials, { timeout: 60_000 }).toEqual([]);
  });
});
