// Programs that do all they can to be left behind, recorded: no process and no file of theirs is.

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilerDriver } from '../../src/record/compilerDriver.js';
import { recordRuns } from '../../src/record/recordRuns.js';
import { recorderFolder } from '../../src/record/runtimeLibrary.js';
import { runChild } from '../../src/support/childProcess.js';

const compiler = process.platform === 'linux' && spawnSync('gcc', ['--version']).status === 0;
if (!compiler) console.warn('no gcc on Linux: no program is left behind');

const start = `#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static int shared;
static void *work(void *p) { shared++; return p; }
static void busy(void) { for (volatile long i = 0;; i++); }
static void begin(void) { pthread_t t; pthread_create(&t, 0, work, 0); shared++; pthread_join(t, 0); }
`;

/** Name, and what \`main\` does. */
const programs: readonly (readonly [string, string])[] = [
  [
    'a busy child in a session of its own, which holds the pipes',
    'begin(); if (fork() == 0) { setsid(); busy(); } return 0;',
  ],
  [
    'the same, and the program does not end either',
    'begin(); if (fork() == 0) { setsid(); busy(); } busy(); return 0;',
  ],
  [
    'a daemon: two forks, a session, closed files',
    'begin(); if (fork() == 0) { setsid(); if (fork() == 0) { for (int f = 0; f < 64; f++) close(f); busy(); } _exit(0); } return 0;',
  ],
  [
    'a daemon with an environment of its own',
    `begin(); if (fork() == 0) { setsid(); char *none[] = { 0 }; char *words[] = { "sleep", NAME, 0 }; usleep(300000); execve("/bin/sleep", words, none); } busy(); return 0;`,
  ],
  ['it stops itself', 'begin(); raise(SIGSTOP); return 0;'],
  [
    'a child that stops itself in a session of its own',
    'begin(); if (fork() == 0) { setsid(); raise(SIGSTOP); busy(); } return 0;',
  ],
  ['it ignores what it can', 'begin(); for (int s = 1; s < 65; s++) signal(s, SIG_IGN); busy(); return 0;'],
  ['it crashes, and leaves a child', 'begin(); if (fork() == 0) { setsid(); busy(); } abort();'],
  [
    'generations of children, each in a session of its own',
    'begin(); for (int k = 0; k < 6; k++) { if (fork() != 0) { if (k == 0) return 0; break; } setsid(); } busy(); return 0;',
  ],
  [
    'it fills what it may of the disk',
    'struct rlimit most = { 1 << 16, 1 << 16 }; setrlimit(RLIMIT_FSIZE, &most); signal(SIGXFSZ, SIG_IGN); begin(); for (long i = 0; i < 3000000; i++) shared++; return 0;',
  ],
  [
    'it ends while its threads go on',
    'begin(); pthread_t t; pthread_create(&t, 0, (void *(*)(void *))busy, 0); _exit(3);',
  ],
  [
    'it starts itself, recorded too',
    'begin(); if (!getenv("AGAIN")) { setenv("AGAIN", "1", 1); if (fork() == 0) { setsid(); execl("/proc/self/exe", "again", (char *)0); } return 0; } busy(); return 0;',
  ],
];

/** Processes of the program, or of the program it was told to become. */
const running = (program: string, name: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
      const state = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1];
      return state !== 'Z' && (words.includes(name) || readlinkSync(`/proc/${pid}/exe`).startsWith(program));
    } catch {
      return false;
    }
  });

describe.runIf(compiler)('of a recorded program nothing is left behind', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'diptych-left-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(programs)('%s', async (_, body) => {
    const program = join(folder, 'program');
    const logs = join(folder, 'logs');
    const name = `${3e6 + process.pid}`;
    writeFileSync(`${program}.c`, `${start}#define NAME "${name}"\nint main(void) { ${body} }\n`);
    expect(compilerDriver('c', ['-O1', '-w', '-o', program, `${program}.c`, '-pthread'])).toBe(0);
    const { runs } = await recordRuns({
      command: [program],
      runs: 1,
      schedule: 'random',
      seed: 1,
      timeLimitMs: 1_500,
      monitors: ['bss-tso'],
      races: false,
      folder: logs,
      keep: false,
    });
    expect(runs).toBe(1);
    expect(running(program, name)).toEqual([]);
    // A log is kept if it shows how the run went wrong.
    expect(readdirSync(logs).filter((file) => !/^run-1\.trace(\.maps)?$/.test(file))).toEqual([]);
    rmSync(logs, { recursive: true });
  });

  it('a process that ends between two looks at the list of processes does not hide the one it has started', async () => {
    const program = join(folder, 'daemon');
    writeFileSync(
      `${program}.c`,
      '#include <unistd.h>\nint main(void) { if (fork() == 0) { setsid(); if (fork() == 0) for (volatile long i = 0;; i++); _exit(0); } return 0; }\n',
    );
    expect(spawnSync('gcc', ['-O1', '-o', program, `${program}.c`]).status).toBe(0);
    for (let run = 0; run < 200; run++) {
      await runChild(program, [], { limitMs: 1_500, silent: true });
      expect(running(program, program)).toEqual([]);
    }
  });

  it('a cache of the recorder that has lost its library gets it again', () => {
    const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
    const first = recorderFolder('gcc', env);
    const library = join(first, 'libtsan.so');
    for (const damage of [
      () => rmSync(library),
      () => writeFileSync(library, ''),
      () => chmodSync(library, 0o666),
    ]) {
      damage();
      expect(recorderFolder('gcc', env)).toBe(first);
      expect(statSync(library).size).toBeGreaterThan(10_000);
      expect(statSync(library).mode & 0o022).toBe(0);
    }
    expect(readdirSync(join(folder, 'cache', 'diptych', 'recorder'))).toHaveLength(1);
  });

  it('removes the files that a killed diptych left', async () => {
    const logs = join(folder, 'stale');
    spawnSync('mkdir', ['-p', logs]);
    const gone = spawnSync('true').pid;
    const stale = ['run-7.trace.part', 'run-7.trace.part.maps', `run-8.trace.${gone}-00ff00ff00ff.part`];
    const kept = ['run-9.trace', `run-9.trace.${process.pid}-00ff00ff00ff.part`, 'notes.part'];
    for (const file of [...stale, ...kept]) writeFileSync(join(logs, file), '');
    await recordRuns({
      command: ['/bin/true'],
      runs: 1,
      schedule: 'random',
      seed: 1,
      timeLimitMs: 10_000,
      monitors: [],
      races: false,
      folder: logs,
      keep: false,
    });
    expect(readdirSync(logs).sort()).toEqual([...kept].sort());
  });
});
