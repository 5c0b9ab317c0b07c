import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gravest, type Status } from '../../src/cli/status.js';
import { capture } from './capture.js';

describe('usage', () => {
  it('prints help and version on standard output with status 0', async () => {
    for (const argv of [['--help'], ['help'], ['outcomes', '--help'], ['help', 'check']]) {
      const { status, stdout, stderr } = await capture(...argv);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toContain('Usage: diptych');
    }
    const manifest: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(manifest).toMatchObject({ version: (await capture('--version')).stdout.trim() });
  });

  it('shows common options in the short help and all of them with --all', async () => {
    for (const long of [
      ['check', '--help', '--all'],
      ['help', 'check', '--all'],
    ])
      expect((await capture(...long)).stdout).toMatch(/--timeout.*--dpor.*--encoding.*--on /s);
    const short = (await capture('check', '--help')).stdout;
    expect(short).toContain('--timeout');
    expect(short).not.toMatch(/--(dpor|encoding|on|memory) /);
    expect(short).toMatch(/\d+ more options: diptych check --help --all/);
    expect((await capture('fences', '--all', '--help', 'f.litmus')).stdout).toContain('--dpor');
  });

  it('names rare commands in one line', async () => {
    const { stdout } = await capture('--help');
    expect(stdout).toMatch(/More commands: .*crosscheck.*tables/);
    expect(stdout).not.toContain('campaign [options]');
    expect((await capture('--help', '--all')).stdout).toContain('campaign [options]');
  });

  it('explains tables like any other command', async () => {
    expect((await capture('help', 'tables')).stdout).toContain('--quick');
  });

  it.each([
    [[], 'Usage: diptych'],
    [['outcome', 'f.litmus'], "unknown command 'outcome'"],
    [['help', 'chek'], 'Did you mean check?'],
    [['outcomes'], "missing required argument 'paths'"],
    [['outcomes', '--modl', 'sc', 'f'], "unknown option '--modl'"],
    [['outcomes', '--model', 'sc,arm', 'f'], "'arm' is not one of sc, tso, pso"],
    [['outcomes', '--model', ',', 'f'], 'Name at least one of'],
    [['check', '--unroll', '-1', 'f'], 'It must be a whole number from 0 on'],
    [['check', '--unroll', '1.5', 'f'], 'It must be a whole number from 0 on'],
    [['check', '--max-executions', '0', 'f'], 'It must be a whole number from 1 on'],
    [['check', '--unroll-loop', 'f.c=3', 'f'], 'It must look like FILE:LINE=N or LINE=N'],
    [['check', '--timeout', 'soon', 'f'], 'It must be a number of seconds above 0'],
    [['check', '--engine', 'quantum', 'f'], "argument 'quantum' is invalid"],
    [['check', '--strategy', 'depth:3', 'f'], 'It must be preemptions:N, or random:N'],
    [['check', '--strategy', 'random:0', 'f'], 'It must be preemptions:N, or random:N'],
    [['outcomes', '--strategy', 'random:5', '--seed', 'x', 'f'], 'It must be a whole number'],
    [['check', '--dpor', 'best', 'f'], "argument 'best' is invalid"],
  ])('%j is bad usage', async (argv, message) => {
    const { status, stdout, stderr } = await capture(...argv);
    expect(stderr).toContain(message);
    expect([status, stdout]).toEqual([2, '']);
  });
});

describe('an option without effect', () => {
  const litmus = 'benchmarks/litmus/SB.litmus';
  const model = 'encodings/sc.cat';
  it.each([
    [['outcomes', '--model', 'tso', '--cat', model, litmus], '--model has no effect: --cat says which model'],
    [['check', '--strategy', 'random:5', '-e', 'symbolic', litmus], '--strategy has no effect'],
    [['check', '--json', '--format', 'sarif', litmus], '--json has no effect: --format sarif is asked for'],
    [['check', '--dpor', 'source', '-e', 'symbolic', litmus], '--dpor has no effect'],
    [['check', '--dpor', 'source', '--strategy', 'random:5', litmus], '--strategy is in place of reduction'],
    [['check', '--max-executions', '5', '-e', 'symbolic', litmus], '--max-executions has no effect'],
    [['check', '--seed', '5', litmus], 'nothing is random'],
    [['robust', '--encoding', 'lazy', '-e', 'explicit', litmus], '--encoding has no effect'],
    [['outcomes', '--observe', 'x', litmus], 'names its own observed values'],
    [['outcomes', '-D', 'N=1', litmus], 'only litmus tests are read'],
    [['check', '--unroll-loop', 'other.litmus:3=1', litmus], 'other.litmus is not read'],
    [['check', '--quiet', '--json', litmus], 'JSON is asked for'],
    [['crosscheck', '--native', '9', '--size', '3'], '--size has no effect: --native compares'],
    [['crosscheck', '--native', '9', '--max-executions', '3'], '--max-executions has no effect'],
    [['crosscheck', '--native', '9', '-j', '1'], '--jobs has no effect'],
    [['crosscheck', '--seed', '4', litmus], 'nothing is random without --random'],
  ])('%j is bad usage', async (argv, message) => {
    const { status, stdout, stderr } = await capture(...argv);
    expect(stderr).toContain(message);
    expect([status, stdout]).toEqual([2, '']);
  });

  it('is one that was given, not a default', async () => {
    expect((await capture('check', '-e', 'explicit', '-m', 'tso', litmus)).status).toBe(0);
  });
});

describe('the exit status of many answers', () => {
  it.each<[Status[], Status]>([
    [[], 0],
    [[0, 0], 0],
    [[0, 4], 4],
    [[4, 1, 0], 1],
    [[1, 2, 4], 2],
    [[0, 1, 2, 3, 4], 3],
  ])('of %j is %i', (statuses, status) => {
    expect(gravest(statuses)).toBe(status);
  });
});
