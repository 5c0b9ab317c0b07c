// `diptych crosscheck` with engines that agree, on files and on random programs.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { capture } from '../capture.js';

const folder = await mkdtemp(join(tmpdir(), 'diptych-'));
afterAll(() => rm(folder, { recursive: true }));

const crosscheck = (...argv: string[]) => capture('crosscheck', '--report', folder, ...argv);

describe('crosscheck', () => {
  it('takes files and counts', async () => {
    const { status, stdout } = await crosscheck('docs/examples/dekker.litmus');
    expect(status).toBe(0);
    expect(stdout).toMatch(/programs +1\n/);
    expect(stdout).toMatch(/disagreements +0\n/);
    expect(stdout).toMatch(/symbolic +\d+\.\d s\n/);
  });

  it('makes random programs', async () => {
    const { status, stdout } = await crosscheck(
      '--random',
      '12',
      '--size',
      '4',
      '--only',
      'traces',
      '--json',
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ programs: 12, queries: 72, agreements: 72, disagreements: 0 });
  });

  it('stops when the time is over', async () => {
    const { status, stdout } = await crosscheck('--minutes', '0.002', '--size', '3', '--only', 'traces');
    expect(status).toBe(0);
    expect(stdout).toMatch(/programs +[1-9]\d*\n/);
  });

  it('keeps what was compared when the time for everything is over', async () => {
    const { status, stdout } = await crosscheck('--random', '1000000', '--size', '3', '--timeout', '0.2');
    expect(status).toBe(4);
    expect(stdout).toMatch(/programs +[1-9]\d*\n/);
  });

  it('says which questions have no answer within the limits', async () => {
    const { status, stdout } = await crosscheck('docs/examples/dekker.litmus', '--max-executions', '1');
    expect(status).toBe(4);
    expect(stdout).toMatch(/open +[1-9]/);
  });

  it.each([
    [[], 'no program was named'],
    [['absent.litmus'], 'does not exist'],
    [['docs/examples/typo.litmus'], 'typo.litmus'],
    [['--random', '1', '--features', 'magic'], 'no feature named magic'],
    [['--minutes', 'some'], 'number of minutes above 0'],
    [['--only', 'luck'], 'Allowed choices'],
  ])('refuses %j', async (argv, message) => {
    const { status, stderr } = await crosscheck(...argv);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });
});
