// diptych.json: what commands take from it, `diptych init` and `diptych test`.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.js';
import { sbText } from './litmus.js';

const home = mkdtempSync(join(tmpdir(), 'diptych-'));
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 30, retryDelay: 100 }));
let folder = '';
let number = 0;
beforeEach(() => {
  folder = join(home, `project${number++}`);
  mkdirSync(folder);
});

async function diptych(...args: string[]) {
  const [stdout, stderr]: string[][] = [[], []];
  const io = {
    stdout: { write: (text: string) => stdout.push(text) },
    stderr: { write: (text: string) => stderr.push(text) },
    env: {},
    folder,
  };
  const status = await run(args, io);
  return { status, stdout: stdout.join(''), stderr: stderr.join('') };
}

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const config = (value: object): void => write('diptych.json', JSON.stringify(value));
const stored = (): Record<string, unknown> => JSON.parse(readFileSync(join(folder, 'diptych.json'), 'utf8'));

const threaded = `#include <pthread.h>
int x;
void *run(void *p) { x = 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0); return x - 1; }
`;

describe('diptych.json', () => {
  it('names the programs and the models where the command line does not', async () => {
    write('SB.litmus', sbText);
    config({ files: ['SB.litmus'], models: ['sc'] });
    const { status, stdout } = await diptych('outcomes', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout).results.map(({ model }: { model: string }) => model)).toEqual(['sc']);
    const stated = await diptych('outcomes', '--json', '--model', 'tso');
    expect(JSON.parse(stated.stdout).results.map(({ model }: { model: string }) => model)).toEqual(['tso']);
    const without = await diptych('outcomes', '--json', '--no-config', join(folder, 'SB.litmus'));
    expect(JSON.parse(without.stdout).results).toHaveLength(3);
  });

  it('counts also for folders below, and has macros and bounds', async () => {
    write('loop.c', `int main(void) { int i = 0; while (i < N) i++; return i - 3; }\n`);
    config({ files: ['loop.c'], define: ['N=3'], unroll: 5, models: ['sc'] });
    const outer = folder;
    folder = join(outer, 'below');
    mkdirSync(folder);
    const { status, stdout } = await diptych('check', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout).unroll).toBe(5);
  });

  it.each([
    [{ models: ['arm'] }, 'models must be a list of sc, tso, pso'],
    [{ unroll: -1 }, 'unroll must be a whole number from 0 on'],
    [{ timeout: 0 }, 'timeout must be a number above 0'],
    [{ files: 'a.c' }, 'files must be a list of texts'],
    [{ modells: [] }, 'modells is no field of diptych.json'],
    [{ expect: { 'a.c': { check: 'fine' } } }, 'expect / a.c / check must be holds or violated'],
    [{ expect: { 'a.c': { check: { arm: 'holds' } } } }, 'expect / a.c / check / arm is no field'],
    [{ expect: { 'a.c': { races: true } } }, 'expect / a.c / races must be none or found'],
    [{ files: [] }, 'no files are named'],
  ])('that is wrong is told: %j', async (value, message) => {
    config(value);
    const { status, stderr } = await diptych('check');
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain('[bad-config]');
  });

  it('that is no JSON is told', async () => {
    write('diptych.json', '{ "files": [');
    expect((await diptych('check')).stderr).toContain('is no JSON');
  });
});

describe('diptych init', () => {
  it('lists litmus tests and C programs with threads, not what is built or installed', async () => {
    write('SB.litmus', sbText);
    write('threads.c', threaded);
    write('part.c', 'int f(void) { return 1; }\n');
    for (const name of ['node_modules', 'deep']) {
      mkdirSync(join(folder, name));
      write(`${name}/other.litmus`, sbText);
    }
    const { status } = await diptych('init', folder);
    expect(status).toBe(0);
    expect(stored()).toEqual({
      files: ['SB.litmus', 'deep/other.litmus', 'threads.c'],
      models: ['sc', 'tso', 'pso'],
      timeout: 60,
      expect: {},
    });
    const again = await diptych('init', folder);
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining('[output-exists]')]);
    expect((await diptych('init', '--force', folder)).status).toBe(0);
  });
});

describe('diptych test', () => {
  const sb = {
    check: { sc: 'violated', tso: 'holds', pso: 'holds' },
    robust: { tso: false, pso: false },
    races: 'none',
    states: { sc: 3, tso: 4, pso: 4 },
  };

  it('makes expectations of the answers of now, and finds them again', async () => {
    write('SB.litmus', sbText);
    config({ files: ['SB.litmus'], timeout: 100 });
    expect((await diptych('test')).stdout).toContain('skipped');
    expect((await diptych('test', '--promote')).status).toBe(0);
    expect(stored()).toEqual({ files: ['SB.litmus'], timeout: 100, expect: { 'SB.litmus': sb } });
    const { status, stdout } = await diptych('test');
    expect(status).toBe(0);
    expect(stdout).toContain('1 file: 9 answers as expected');
  });

  it('tells what is not as expected, also as JUnit', async () => {
    write('SB.litmus', sbText);
    config({
      expect: { 'SB.litmus': { check: { sc: 'violated', tso: 'violated' }, races: 'found', robust: false } },
    });
    const { status, stdout } = await diptych('test');
    expect(status).toBe(1);
    expect(stdout).toContain('FAILED   check under tso: expected: violated; diptych says: holds');
    expect(stdout).toContain('FAILED   races: expected: found; diptych says: none');
    expect(stdout).toContain('ok       robust under pso');
    const junit = await diptych('test', '--format', 'junit');
    expect(junit.status).toBe(1);
    expect(junit.stdout).toContain('<testsuites name="diptych" tests="5" failures="2" errors="0"');
    expect(junit.stdout).toContain('<failure message="expected: violated; diptych says: holds">');
  });

  it('has no answer for a program that cannot be read, and knows its files', async () => {
    write('bad.litmus', 'X86 BAD\n{ }\n P0 ;\n FOO ;\n');
    config({ files: ['bad.litmus'], expect: { 'bad.litmus': { races: 'none' } } });
    const { status, stdout } = await diptych('test');
    expect(status).toBe(4);
    expect(stdout).toContain('unknown-instruction');
    const other = await diptych('test', 'other.c');
    expect([other.status, other.stderr]).toEqual([2, expect.stringContaining('[no-config]')]);
    rmSync(join(folder, 'diptych.json'));
    expect((await diptych('test')).stderr).toContain('diptych init writes one');
  });
});
