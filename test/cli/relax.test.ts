// `diptych relax` from the outside: text, JSON, witnesses that replay, and mistakes.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { capture } from './capture.js';

const folder = mkdtempSync(join(tmpdir(), 'diptych-relax-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sb = 'benchmarks/litmus/SB.litmus';
const few = ['--runs', '3', '--trials', '3', '--repeat', '10'];

describe('diptych relax', () => {
  it('shows what was predicted and created, and a run step by step', async () => {
    const { status, stdout } = await capture('relax', '--model', 'tso', ...few, sb);
    expect(status).toBe(1);
    expect(stdout).toContain('1 cycle predicted from 3 runs under sc of 4 events');
    expect(stdout).toMatch(/ tso +1 +1 +0 +1\.00\n/);
    expect(stdout).toMatch(/P0 +line \d+ +W x=1 +is followed by/);
    expect(stdout).toContain('step by step:');
  });

  it('answers the same to the same seed', async () => {
    const ask = async (): Promise<unknown> => {
      const { stdout } = await capture('relax', ...few, '--seed', '7', '--json', sb);
      return JSON.parse(stdout.replace(/"ms":[\d.]+/g, '"ms":0'));
    };
    expect(await ask()).toEqual(await ask());
  });

  it('prints JSON', async () => {
    const { stdout } = await capture('relax', ...few, '--json', sb);
    const answer = JSON.parse(stdout);
    expect(answer.predicted[0].statements.map(({ kind }: { kind: string }) => kind)).toEqual([
      'W',
      'R',
      'W',
      'R',
    ]);
    expect(
      answer.results.map(({ model, confirmed }: { model: string; confirmed: number }) => [model, confirmed]),
    ).toEqual([
      ['tso', 1],
      ['pso', 1],
      ['pslo', 1],
    ]);
  });

  it('writes executions that replay certifies', async () => {
    const out = join(folder, 'out');
    const { stdout } = await capture('relax', ...few, '--witness', out, sb);
    expect(stdout).toContain('2 executions written');
    expect(readdirSync(out).sort()).toEqual(['SB-pso-1.json', 'SB-tso-1.json']);
    for (const file of readdirSync(out)) expect((await capture('replay', join(out, file))).status).toBe(0);
  });

  it('finds nothing where nothing is', async () => {
    const { status, stdout } = await capture('relax', ...few, 'benchmarks/litmus/SB+mfences.litmus');
    expect(status).toBe(0);
    expect(stdout).toMatch(/ tso +0 +0 +0 +-\n/);
  });

  it('does not blame a cycle for what goes wrong under SC already', async () => {
    const file = join(folder, 'wrong.c');
    writeFileSync(
      file,
      `#include <assert.h>
#include <pthread.h>
int x, y;
void *f(void *u) { x = 1; int r = y; assert(0); return u; }
void *g(void *u) { y = 1; int r = x; return u; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); }
`,
    );
    const { stdout } = await capture('relax', '--model', 'tso', ...few, file);
    expect(stdout).toContain('goes wrong under sc already: assertion');
    expect(stdout).toMatch(/ tso +1 +1 +0 +1\.00\n/);
  });
});

describe('mistakes', () => {
  it.each([
    [['--model', 'sc'], 'Under sc there is nothing to force'],
    [['--model', 'arm'], "'arm' is not one of tso, pso, pslo"],
    [['--cycle-length', '5'], 'It must be even'],
    [['--trials', '0'], 'It must be a whole number from 1 on'],
  ])('%j', async (options, message) => {
    const { status, stderr } = await capture('relax', ...options, sb);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('a file that is not there, and a folder that cannot be written', async () => {
    const missing = await capture('relax', 'nothing.litmus');
    expect([missing.status, missing.stderr]).toEqual([
      2,
      expect.stringContaining('nothing.litmus does not exist'),
    ]);
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const unwritable = await capture('relax', ...few, '--witness', file, sb);
    expect([unwritable.status, unwritable.stderr]).toEqual([
      2,
      expect.stringContaining('--witness wants the name of a folder'),
    ]);
  });
});
