// `diptych tables`, with small experiments in place of the real ones.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeTables } from '../../lab/command.js';
import type { Experiment, Problem, Row } from '../../lab/table.js';
import type { Io } from '../../src/cli/io.js';
import { capture } from '../cli/capture.js';

const folder = mkdtempSync(join(tmpdir(), 'diptych-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

const row = (id: string, problems: readonly Problem[] = []): Row => ({
  id,
  cells: { program: id, theirs: 7 },
  parts: [{ name: 'one', time: 'time', measure: ({ timeLimitMs }) => ({ time: 0.25, limit: timeLimitMs }) }],
  finish: ({ time }) => ({ cells: { doubled: typeof time === 'number' ? 2 * time : null }, problems }),
});

const experiment = (name: string, rows: readonly Row[]): Experiment => ({
  name,
  title: `The table ${name}`,
  about: ['What it is.'],
  limitSeconds: { quick: 1, full: 5 },
  plan: (scale) => [
    {
      name: 'only',
      title: 'Only',
      columns: [
        { key: 'program', head: 'program', unit: 'text', answer: true },
        { key: 'time', head: 'time, s', unit: 's' },
        { key: 'doubled', head: 'twice', unit: 's' },
        { key: 'theirs', head: 'theirs, s', unit: 's', published: true },
      ],
      rows: scale === 'quick' ? rows.slice(0, 1) : rows,
    },
  ],
  notes: ['A note.'],
});

async function make(experiments: readonly Experiment[], options = {}, names: readonly string[] = []) {
  const written = { stdout: '', stderr: '' };
  const io: Io = {
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
    env: {},
  };
  const out = join(folder, 'results');
  const status = await makeTables(names, { out, jobs: 2, ...options }, io, experiments);
  const read = (name: string): string => readFileSync(join(out, name), 'utf8');
  return { status, ...written, read, out };
}

describe('tables', () => {
  it('writes what was measured beside what is published', async () => {
    const { status, read, stdout, out } = await make([experiment('a', [row('p'), row('q')])]);
    expect(status).toBe(0);
    expect(stdout).toBe(`a: 2 rows: ${out}/a.md\n`);
    expect(read('a.md')).toContain('Made by `diptych tables a` on');
    expect(read('a.md')).toContain('| p | 0.25 | 0.50 | *7.00* |\n| q | 0.25 | 0.50 | *7.00* |');
    expect(read('a.csv')).toBe('program,time,doubled,theirs\r\np,0.25,0.5,7\r\nq,0.25,0.5,7\r\n');
    expect(JSON.parse(read('a.json')).sections[0].rows[0].cells.limit).toBe(5000);
    expect(readdirSync(out).sort()).toEqual(['a.csv', 'a.json', 'a.md']);
  });

  it('has a quick scale, limits and JSON', async () => {
    const { stdout } = await make([experiment('a', [row('p'), row('q')])], { quick: true, json: true });
    const table = JSON.parse(stdout);
    expect(table.command).toBe('diptych tables a --quick');
    expect(table.sections[0].rows.map(({ id }: Row) => id)).toEqual(['p']);
    const { read } = await make([experiment('a', [row('p')])], { timeout: 9 });
    expect(JSON.parse(read('a.json'))).toMatchObject({
      command: 'diptych tables a --timeout 9',
      limitSeconds: 9,
    });
  });

  it('can be asked for some rows', async () => {
    const { read } = await make([experiment('a', [row('p'), row('q')])], { only: 'q' });
    const table = JSON.parse(read('a.json'));
    expect(table.command).toBe("diptych tables a --only 'q'");
    expect(table.sections[0].rows.map(({ id }: Row) => id)).toEqual(['q']);
  });

  it('makes each row by another build too, and says where that answers otherwise', async () => {
    const build = join(folder, 'other.mjs');
    const cells = { program: 'p', time: 0.5, doubled: 2 };
    writeFileSync(
      build,
      `const words = process.argv.slice(2);
       if (words.slice(0, 3).join() !== 'tables,a,--quick') throw new Error(words.join());
       const row = words[words.indexOf('--only') + 1].split('/')[1];
       const rows = [{ id: row, cells: ${JSON.stringify(cells)} }, { id: row + row, cells: {} }];
       console.log(JSON.stringify({ sections: [{ name: 'only', rows }] }));`,
    );
    const both = [experiment('a', [row('p'), row('q')])];
    const same = await make(both, { quick: true, with: `diptych=${build}` });
    expect(same.stderr).toBe('');
    expect(same.status).toBe(0);
    expect(same.read('a.md')).toContain('| p | 0.50 | 0.25 | 2.00 | 0.50 | *7.00* |');
    expect(same.read('a.md')).toContain('over 1 rows 0.500 s before and 0.250 s now, 2.00 times');
    const quick = [experiment('a', [row('q')])];
    const other = await make(quick, { quick: true, with: `diptych=${build}` });
    expect(other.status).toBe(1);
    expect(other.stdout).toContain('verdict: q: program: q, before: p');
  });

  it('says in its exit status what is wrong', async () => {
    const wrong = (kind: Problem['kind']) => row('p', [{ kind, message: 'so and so' }]);
    const { status, stdout, read } = await make([experiment('a', [wrong('verdict')])]);
    expect(status).toBe(1);
    expect(stdout).toContain(' verdict: p: so and so\n');
    expect(read('a.md')).toContain('- p: verdict: so and so');
    expect(
      (await make([experiment('a', [wrong('verdict'), { ...wrong('disagreement'), id: 'q' }])])).status,
    ).toBe(3);
  });

  it('goes on after a measurement that fails', async () => {
    const fails: Row = {
      ...row('p'),
      parts: [
        {
          name: 'one',
          time: 'time',
          measure: () => {
            throw new Error('no luck');
          },
        },
      ],
    };
    const { status, stdout, read } = await make([experiment('a', [fails, row('q')])]);
    expect(status).toBe(3);
    expect(stdout).toContain('failed: p: one: no luck');
    expect(read('a.csv')).toContain('p,failed,,7\r\nq,0.25');
  });

  it('measures shared parts once', async () => {
    let measured = 0;
    const part = {
      name: 'one',
      time: 'time',
      shared: 'the same',
      measure: () => ({ time: ++measured }),
    };
    const both = [row('p'), row('q')].map((one) => ({ ...one, parts: [part] }));
    const { read } = await make([experiment('a', both), experiment('b', both)]);
    expect(measured).toBe(1);
    expect(read('b.csv')).toContain('q,1,2,7');
  });

  it('knows its tables', async () => {
    const { status, stderr } = await make([experiment('a', [])], {}, ['b']);
    expect(status).toBe(2);
    expect(stderr).toContain('no table is named b [unknown-table]');
    expect((await capture('tables', '--list')).stdout).toMatch(/^ engines {2}/m);
  });
});

describe('diptych tables', () => {
  it('hands its words to the laboratory', async () => {
    const listed = await capture('tables', '--list');
    expect(listed).toMatchObject({ status: 0, stderr: '' });
    expect(listed.stdout).toContain('sober');
    const help = await capture('tables', '--help');
    expect(help).toMatchObject({ status: 0, stderr: '' });
    expect(help.stdout).toContain('Usage: diptych tables [options] [names...]');
    expect(await capture('tables', '--jobs', 'none')).toMatchObject({ status: 2, stdout: '' });
    expect(await capture('tables', 'none', '--quick')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('[unknown-table]'),
    });
  });
});
