import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseLitmus } from '../../src/frontend/litmus/index.js';
import { capture } from './capture.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('generate', () => {
  it('prints tests by name and by relaxations', async () => {
    const { status, stdout, stderr } = await capture('generate', 'SB+mfences', 'PodWW Rfe PodRR Fre');
    expect([status, stderr]).toEqual([0, '']);
    const [sb, mp] = stdout.split('\n\nC ');
    expect(parseLitmus(sb, 'sb').name).toBe('SB+mfences');
    expect(parseLitmus(`C ${mp}`, 'mp').name).toBe('MP');
  });

  it('lists all cycles over a set of relaxations', async () => {
    const { status, stdout } = await capture(
      ...['generate', '--edges', 'PodWR MFencedWR Fre', '--length', '4', '--critical', '--list'],
    );
    expect(status).toBe(0);
    expect(stdout.split('\n').sort()).toEqual([
      '',
      'SB+mfence+po: MFencedWR Fre PodWR Fre',
      'SB+mfences: MFencedWR Fre MFencedWR Fre',
      'SB: PodWR Fre PodWR Fre',
    ]);
  });

  it('says that the time was not enough', async () => {
    const { status, stdout, stderr } = await capture('generate', '--random', '1000000', '--timeout', '0.1');
    expect([status, stdout.startsWith('C random0'), stderr]).toEqual([
      4,
      true,
      expect.stringContaining('time-limit'),
    ]);
  });

  it('overwrites its own tests, not those of other origin', async () => {
    const out = join(folder, 'twice');
    for (const status of [0, 0]) expect((await capture('generate', 'SB', '-o', out)).status).toBe(status);
    const file = join(out, 'SB.litmus');
    const theirs = readFileSync(file, 'utf8').replace('exists', '(* seen on Tuesday *)\nexists');
    writeFileSync(file, theirs);
    const { status, stderr } = await capture('generate', 'SB', '-o', out);
    expect([status, readFileSync(file, 'utf8')]).toEqual([2, theirs]);
    expect(stderr).toContain('--force');
    expect((await capture('generate', 'SB', '-o', out, '--force')).status).toBe(0);
    rmSync(out, { recursive: true });
  });

  it('writes random programs and families to files that can be read back', async () => {
    const { status, stdout } = await capture(
      ...[
        'generate',
        '--random',
        '5',
        '--seed',
        '3',
        '--features',
        'rmw,lock',
        '--family',
        'wr1',
        '--n',
        '3',
        '-o',
        folder,
      ],
    );
    expect([status, stdout]).toEqual([0, `6 tests in ${folder}\n`]);
    const names = readdirSync(folder).sort();
    expect(names).toEqual([...[3, 4, 5, 6, 7].map((n) => `random${n}.litmus`), 'wr1-3.litmus']);
    for (const name of names)
      expect(parseLitmus(readFileSync(join(folder, name), 'utf8'), name).name).toBe(
        name.replace('.litmus', ''),
      );
  });

  it.each([
    [['generate'], 'nothing-to-generate'],
    [['generate', 'XY'], 'unknown-test-name'],
    [['generate', 'PodWR', 'Fre'], 'one argument, in quotes'],
    [['generate', 'PodWR Frx'], 'unknown-relaxation'],
    [['generate', 'PodWR Fre Rfe'], 'relaxations-do-not-fit'],
    [['generate', '--family', 'wr9'], 'unknown-family'],
    [['generate', '--features', 'magic', '--random', '1'], 'unknown-feature'],
    [['generate', 'SB', '-o', '/dev/null/tests'], 'cannot-write'],
  ])('%j is bad input', async (argv, message) => {
    const { status, stdout, stderr } = await capture(...argv);
    expect(stderr).toContain(message);
    expect([status, stdout]).toEqual([2, '']);
  });

  it('points at the relaxation that is wrong', async () => {
    const { stderr } = await capture('generate', 'PodWR Frx PodWR Fre');
    expect(stderr).toContain('> 1 | PodWR Frx PodWR Fre');
    expect(stderr).toMatch(/\n +\| +\^\^\^\n/);
  });
});
