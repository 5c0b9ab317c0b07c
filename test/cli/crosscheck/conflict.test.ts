// `diptych crosscheck` when routes disagree. Here they are made to, on every program with an atomic exchange.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Program } from '../../../src/program/program.js';
import { forEachStatement } from '../../../src/program/statement.js';
import type { Crosscheck, Inquiry } from '../../../src/verdict/crosscheck/index.js';
import { capture } from '../capture.js';

const hasExchange = ({ threads }: Program): boolean => {
  let found = false;
  for (const { body } of threads)
    forEachStatement(body, (s) => {
      found ||= s.kind === 'rmw' && s.op.kind === 'xchg';
    });
  return found;
};

const disagreement: Inquiry = {
  question: 'traces',
  model: 'tso',
  testimonies: [
    { route: 'explicit', said: { kind: 'count', count: 3, complete: true } },
    { route: 'symbolic', said: { kind: 'set', items: ['0,1'], complete: true } },
  ],
};

vi.mock('../../../src/verdict/crosscheck/index.js', async (original) => ({
  ...(await original<object>()),
  startCrosscheck: async (): Promise<Crosscheck> => (program) => ({
    queries: 1,
    agreements: hasExchange(program) ? 0 : 1,
    disagreements: hasExchange(program) ? [disagreement] : [],
    open: [],
    times: { explicit: 1 },
  }),
}));

const folder = await mkdtemp(join(tmpdir(), 'diptych-'));
afterAll(() => rm(folder, { recursive: true }));

describe('a disagreement', () => {
  it('is shown with a smallest program and a report', async () => {
    const { status, stdout } = await capture('crosscheck', '--random', '500', '--report', folder);
    expect(status).toBe(3);
    expect(stdout).toContain('This is a bug in diptych');
    expect(stdout).toContain('explicit: 3\n    symbolic: 0,1');
    const file = /Report: (.*)/.exec(stdout)?.[1] ?? '';
    const report = JSON.parse(await readFile(file, 'utf8'));
    expect(report).toMatchObject({ seed: expect.any(Number), disagreements: [disagreement] });
    expect(report.again).toContain(`--random 1 --seed ${report.seed}`);
    expect(report.smallest.program.match(/exchange|xchg/g)).toHaveLength(1);
    expect(stdout).toContain(report.smallest.program);
    expect(stdout).not.toMatch(/programs +500\n/);
  });

  it('is JSON with --json', async () => {
    const { status, stdout } = await capture('crosscheck', '--random', '200', '--report', folder, '--json');
    expect(status).toBe(3);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines[0]).toMatchObject({
      disagreements: [disagreement],
      report: expect.stringContaining(folder),
    });
    expect(lines.at(-1)).toMatchObject({ disagreements: expect.any(Number) });
  });

  it('is shown even where no report can be written', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { status, stdout, stderr } = await capture(
      'crosscheck',
      '--random',
      '200',
      '--report',
      join(file, 'f'),
    );
    expect(status).toBe(3);
    expect(stdout).toContain('This is a bug in diptych');
    expect(stderr).toContain('cannot be written');
  });
});
