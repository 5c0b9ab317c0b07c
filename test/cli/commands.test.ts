import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from './capture.js';
import { alwaysText, hangText, sbText, spinText } from './litmus.js';

let folder = '';
const file = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-'));
  writeFileSync(file('SB.litmus'), sbText);
  writeFileSync(file('spin.litmus'), spinText);
  writeFileSync(file('always.litmus'), alwaysText);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Times differ from run to run. */
const withoutTimes = (text: string): string => text.replace(/· [\d.]+ s\n/g, '· 0 s\n');

describe('outcomes', () => {
  it('prints the states of a file', async () => {
    const { status, stdout, stderr } = await capture('outcomes', file('SB.litmus'));
    expect([status, stderr]).toEqual([0, '']);
    expect(withoutTimes(stdout)).toBe(`SB  ${file('SB.litmus')}
 0:EAX  1:EAX  sc   tso  pso
     0      0  -    yes  yes  non-SC
     0      1  yes  yes  yes
     1      0  yes  yes  yes
     1      1  yes  yes  yes
exists (0:EAX=0 /\\ 1:EAX=0)
 sc   No  Observation SB Never
 tso  Ok  Observation SB Sometimes
 pso  Ok  Observation SB Sometimes
both engines agree on sc/tso/pso · 11 executions · 0 s
`);
  });

  it('goes on after a bad file', async () => {
    const { status, stdout, stderr } = await capture(
      'outcomes',
      file('SB.litmus'),
      file('missing.litmus'),
      file('always.litmus'),
    );
    expect(status).toBe(2);
    expect(stdout).toMatch(/^SB .*\n\nalways /s);
    expect(stderr).toContain('file-not-found');
  });

  it('has no answer when a limit is reached', async () => {
    const argv = ['--max-executions', '1', file('SB.litmus')];
    const { status, stdout } = await capture('outcomes', '--engine', 'explicit', ...argv);
    expect(status).toBe(4);
    expect(stdout).toContain('incomplete under sc, tso, pso');
  });

  it('takes the answer of one engine when the other has none, and says so', async () => {
    const argv = ['--max-executions', '1', '--model', 'tso', file('SB.litmus')];
    const { status, stdout } = await capture('outcomes', ...argv);
    expect(status).toBe(0);
    expect(stdout).toContain(
      'explicit: no answer under tso: the limit of executions was reached (symbolic alone answers)\n',
    );
    expect(stdout).not.toContain('engines agree');
    expect((await capture('check', ...argv)).status).toBe(0);
    expect((await capture('check', '--strict', ...argv)).status).toBe(4);
  });

  it('prints one JSON object per file and line', async () => {
    const { stdout } = await capture('outcomes', '--json', '--no-spin-assume', '--model', 'TSO', folder);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toMatchObject([
      { program: 'SB', results: [{ model: 'tso', complete: true, agree: true }] },
      { program: 'always', results: [{ outcomes: [{ state: { '0:EAX': 1 }, sc: true }] }] },
      { program: 'spin', results: [{ bounded: [{ thread: 1, line: 7 }] }] },
    ]);
  });
});

describe('a strategy', () => {
  it('shows what it visits and does not claim more', async () => {
    const explicit = ['--engine', 'explicit', '--model', 'tso', file('SB.litmus')];
    const { status, stdout } = await capture(
      'outcomes',
      '--strategy',
      'random:100',
      '--seed',
      '3',
      ...explicit,
    );
    expect(status).toBe(4);
    expect(stdout).toContain('incomplete under tso');
    expect(stdout).toContain('100 executions');
    const again = await capture('outcomes', '--strategy', 'random:1', '--seed', '3', ...explicit);
    expect(again.stdout).toContain('· 1 execution ·');
  });

  it('is complete if it left nothing out', async () => {
    const bounded = (bound: number): Promise<{ status: number }> =>
      capture(
        'outcomes',
        '--engine',
        'explicit',
        '--strategy',
        `preemptions:${bound}`,
        '--model',
        'sc',
        file('SB.litmus'),
      );
    expect((await bounded(0)).status).toBe(4);
    expect((await bounded(9)).status).toBe(0);
  });
});

describe('check', () => {
  const statusOf = async (...argv: string[]): Promise<number> => (await capture('check', ...argv)).status;

  it('tells by its status what herd says', async () => {
    expect(await statusOf(file('always.litmus'))).toBe(0);
    expect(await statusOf('--model', 'tso', file('SB.litmus'))).toBe(0);
    expect(await statusOf('--model', 'sc', file('SB.litmus'))).toBe(1);
    expect(await statusOf(file('SB.litmus'))).toBe(1);
  });

  it('does not take an answer up to a bound for a proof', async () => {
    const rounds = ['--no-spin-assume', '--model', 'tso', file('spin.litmus')];
    const { status, stdout } = await capture('check', ...rounds);
    expect(status).toBe(0);
    expect(stdout).toContain('holds up to a bound');
    expect(stdout).toContain('the loop of P1 at line 7 was cut under tso (--unroll 8)');
    expect(await statusOf('--strict', ...rounds)).toBe(4);
  });

  it('needs no bound for a loop that only waits', async () => {
    expect(await statusOf('--strict', '--unroll', '1', '--model', 'sc,tso', file('spin.litmus'))).toBe(0);
  });

  it('finds threads that wait forever', async () => {
    const other = mkdtempSync(join(tmpdir(), 'diptych-'));
    const hang = join(other, 'hang.litmus');
    writeFileSync(hang, hangText);
    const { status, stdout } = await capture('check', '--model', 'sc', hang);
    rmSync(other, { recursive: true });
    expect(status).toBe(1);
    expect(stdout).toContain('hang: P1 waits forever: nothing ends its loop any more (P1 at line 8)');
    expect(stdout).toMatch(/P1 waits forever \(line 8\)/);
  });

  it('takes a bound for one loop', async () => {
    const twice = ['--json', '--no-spin-assume', '--unroll-loop', '7=2', file('spin.litmus')];
    const { stdout } = await capture('outcomes', ...twice);
    expect(JSON.parse(stdout)).toMatchObject({
      results: [{ engines: { explicit: { executions: 2 } } }, {}, {}],
    });
    const { status, stderr } = await capture('check', '--unroll-loop', '9=2', file('spin.litmus'));
    expect(status).toBe(2);
    expect(stderr).toContain('hint: there are loops at line 7');
  });

  it('shows how a violation comes about', async () => {
    const { status, stdout } = await capture('check', '--model', 'pso', file('spin.litmus'));
    expect(status).toBe(1);
    expect(stdout).toContain('the condition is violated by 1:EBX=0; under pso, step by step:');
    expect(stdout).toMatch(/W x=1 buffered .*\n(?:.*\n)*.*W y=1 .*\n(?:.*\n)*.*commit x=1\n/);
  });

  it('counts files', async () => {
    const { status, stdout } = await capture('check', '--model', 'tso', folder, file('missing.litmus'));
    expect(status).toBe(2);
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('4 files: 3 hold, 0 violated, 1 bad');
  });
});

describe('check --json', () => {
  it('has the steps that lead to the state which decides', async () => {
    const { stdout } = await capture('check', '--json', '-m', 'tso', '-e', 'explicit', file('SB.litmus'));
    const step = (event: string, name: string, rest: object): unknown =>
      expect.objectContaining({ name, event, ...rest });
    expect(JSON.parse(stdout)).toMatchObject({
      threads: ['P0', 'P1'],
      results: [
        {
          decidedBy: {
            state: { '0:EAX': 0, '1:EAX': 0 },
            steps: expect.arrayContaining([
              step('W x=1', 'P0', { line: 4 }),
              step('W x=1', 'P0', { commit: true }),
              step('R x=0', 'P1', { thread: 1 }),
            ]),
          },
        },
      ],
    });
  });
});
