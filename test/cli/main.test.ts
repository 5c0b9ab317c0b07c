// The command as a process of its own: effects that a test inside the process cannot see.

import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logSize, readLogHeader } from '../../src/frontend/trace/binaryLog.js';
import { type Bundled, bundle } from '../launcher/bundled.js';
import { alwaysText, hugeText, sbText } from './litmus.js';

let folder = '';
let command: Bundled;

beforeAll(() => {
  command = bundle('main-test');
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  for (let i = 0; i < 200; i++) writeFileSync(join(folder, `always${i}.litmus`), alwaysText);
  writeFileSync(join(folder, 'SB.litmus'), sbText);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  command.remove();
});

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function diptych(
  argv: readonly string[],
  meanwhile: (child: ChildProcessByStdio<null, Readable, Readable>) => unknown = () => {},
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [command.launcher, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process that practises would still write into the folder when it is removed.
    env: { ...process.env, DIPTYCH_PRACTICE: 'off', ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  meanwhile(child);
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, stdout, stderr };
}

describe('diptych', () => {
  it('ends with the status of its command, without colours in a pipe', async () => {
    const { status, stdout, stderr } = await diptych(['check', join(folder, 'SB.litmus')]);
    expect([status, stderr]).toEqual([1, '']);
    expect(stdout).toContain('sc   violated  Never');
    expect(stdout).not.toContain('\u001b');
  });

  it('answers in order, on however many threads', async () => {
    const answers = async (jobs: string): Promise<string> => {
      const { status, stdout, stderr } = await diptych([
        'outcomes',
        '--engine=explicit',
        '--json',
        '--jobs',
        jobs,
        folder,
      ]);
      expect([status, stderr]).toEqual([0, '']);
      return stdout.replace(/"\w*(?:ms|Ms)":[\d.]+/g, '');
    };
    const [one, three] = [await answers('1'), await answers('3')];
    expect(one.trimEnd().split('\n')).toHaveLength(201);
    expect(three).toBe(one);
  });

  it('ends quietly when its reader goes away', async () => {
    const { status, stderr } = await diptych(['outcomes', '--engine=explicit', folder], (child) =>
      child.stdout.once('data', () => child.stdout.destroy()),
    );
    expect([status, stderr]).toEqual([141, '']);
  });

  it('has the time that it was given, without what starting took', async () => {
    const huge = join(folder, 'huge.litmus');
    writeFileSync(huge, hugeText);
    const start = performance.now();
    const { status } = await diptych(['outcomes', '--timeout', '2', huge]);
    const seconds = (performance.now() - start) / 1000;
    expect(status).toBe(4);
    // whole, but for what the last of three models had to be asked for
    expect(seconds).toBeGreaterThan(1.7);
  });

  it('prints what was found so far on Ctrl-C', async () => {
    const huge = join(folder, 'huge.litmus');
    writeFileSync(huge, hugeText);
    const { status, stdout, stderr } = await diptych(
      ['outcomes', '--jobs', '1', join(folder, 'SB.litmus'), huge, huge],
      (child) => child.stdout.once('data', () => setTimeout(() => child.kill('SIGINT'), 300)),
    );
    expect(status).toBe(4);
    expect(stdout).toContain('incomplete under sc, tso, pso');
    expect(stderr).toContain('interrupted after 2 of 3 files');
  });
});

const gcc = spawnSync('gcc', ['--version']).status === 0;
if (!gcc) console.warn('no gcc: programs that diptych starts are not tested');

/** Tells its number, and then does nothing. */
const waiting = `#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
  FILE *file = fopen(argv[argc - 1], "w");
  fprintf(file, "%d\\n", (int)getpid());
  fclose(file);
  for (;;) pause();
}
`;

/** Two threads go through many cells: a monitor remembers all of them. */
const large = `#include <pthread.h>
static int cells[150000];
static void *writer(void *p) { for (int i = 0; i < 150000; i++) cells[i] = i; return p; }
static void *reader(void *p) { long sum = 0; for (int i = 0; i < 150000; i++) sum += cells[i]; return sum < 0 ? p : 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
`;

describe.runIf(gcc)('programs that diptych starts', () => {
  const until = async <T>(look: () => T | undefined): Promise<T> => {
    for (;;) {
      const seen = look();
      if (seen !== undefined) return seen;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const numberIn = (file: string): number | undefined => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return text.endsWith('\n') ? Number(text) : undefined;
  };
  /** The process may remain as a zombie if no parent collects it. */
  const isGone = (pid: number): true | undefined => {
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || readFileSync(stat, 'utf8').includes(') Z ') ? true : undefined;
  };

  it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('do not outlive it: record and %s', async (signal) => {
    const [program, file] = [join(folder, 'waiting'), join(folder, `${signal}.pid`)];
    writeFileSync(`${program}.c`, waiting);
    if (!existsSync(program)) await diptych(['cc', '-o', program, `${program}.c`]);
    let pid = 0;
    const { status, stdout } = await diptych(
      ['record', '--timeout', '60', '--out', join(folder, 'logs'), '--', program, file],
      async (child) => {
        pid = await until(() => numberIn(file));
        child.kill(signal);
      },
    );
    await until(() => isGone(pid));
    expect(status).toBe(signal === 'SIGKILL' ? null : 4);
    if (signal !== 'SIGKILL') expect(stdout).toContain('interrupted: there were to be more runs');
  });

  it('leave a log that is whole where memory does not suffice to read it', async () => {
    const [program, logs] = [join(folder, 'large'), join(folder, 'large-logs')];
    writeFileSync(`${program}.c`, large);
    await diptych(['cc', '-O1', '-o', program, `${program}.c`, '-pthread']);
    const limits = ['--runs', '1', '--schedule', 'preemptions:0', '--memory', '130'];
    const { status, stdout } = await diptych(['record', ...limits, '--out', logs, '--', program]);
    expect([status, stdout]).toEqual([4, expect.stringContaining('because memory was (--memory)')]);
    const trace = join(logs, 'run-1.trace');
    expect(readLogHeader(trace)).toMatchObject({ ended: true, full: false });
    expect(statSync(trace).size).toBe(logSize(trace));
  });

  it('say what they have seen: outcomes --native and SIGINT', async () => {
    const [test, TMPDIR] = [join(folder, 'C.litmus'), mkdtempSync(join(folder, 'temporary-'))];
    writeFileSync(
      test,
      'C SB\n{}\nP0(int *x, int *y) { *x = 1; int r0 = *y; }\nP1(int *x, int *y) { *y = 1; int r0 = *x; }\nexists (0:r0=0 /\\ 1:r0=0)\n',
    );
    const { status, stdout } = await diptych(
      ['outcomes', '--json', '--native', '1000000000', '--timeout', '100', test],
      async (child) => {
        const isCompiled = (name: string): boolean => existsSync(join(TMPDIR, name, 'test'));
        await until(() => readdirSync(TMPDIR).find(isCompiled));
        setTimeout(() => child.kill('SIGINT'), 1000);
      },
      { TMPDIR },
    );
    expect(status).toBe(4);
    expect(JSON.parse(stdout)).toMatchObject({ native: { stopped: true, failures: [] } });
  });
});
