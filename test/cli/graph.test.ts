// `--graph` and `--graph-dir`: which files are written, and in which form.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { capture } from './capture.js';
import { sbText } from './litmus.js';

let folder: string;
const at = (name: string): string => join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-graph-'));
  writeFileSync(at('SB.litmus'), sbText);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const explicit = ['-e', 'explicit'];

it('draws the execution that decides, in the form the name says', async () => {
  for (const command of ['check', 'robust', 'outcomes']) {
    await capture(command, ...explicit, '--graph', at(`${command}.svg`), at('SB.litmus'));
    expect(readFileSync(at(`${command}.svg`), 'utf8')).toMatch(/^<svg xmlns.*\n<title>SB<\/title>/);
  }
  await capture('robust', ...explicit, '--graph', at('r.dot'), at('SB.litmus'));
  expect(readFileSync(at('r.dot'), 'utf8')).toMatch(/^digraph execution \{/);
  await capture('robust', ...explicit, '--graph', at('r.html'), at('SB.litmus'));
  expect(readFileSync(at('r.html'), 'utf8')).toContain('id="machine"');
});

it('draws races, replayed witnesses and cycles that were forced', async () => {
  const sb = at('SB.litmus');
  await capture('races', ...explicit, '--plain-races', '--graph', at('race.svg'), sb);
  const race = readFileSync(at('race.svg'), 'utf8');
  expect(race.match(/<path class="race"/g)).toHaveLength(1);
  expect(race).toContain('races with');
  await capture('robust', ...explicit, '-m', 'tso', '--witness', at('w.json'), sb);
  await capture('replay', '--graph', at('replayed.html'), at('w.json'));
  expect(readFileSync(at('replayed.html'), 'utf8')).toContain('id="machine"');
  writeFileSync(at('bad.json'), readFileSync(at('w.json'), 'utf8').replace('"tso"', '"sc"'));
  const flawed = await capture('replay', '--graph', at('flawed.svg'), at('bad.json'));
  expect(flawed.status).toBe(1);
  expect(flawed.stderr).toContain('was not written');
  await capture('relax', '-m', 'tso', '--graph', at('relax.svg'), sb);
  expect(readFileSync(at('relax.svg'), 'utf8')).toContain('under tso');
});

it('draws each final state under each model', async () => {
  await capture('outcomes', ...explicit, '--graph-dir', at('all'), at('SB.litmus'));
  const names = readdirSync(at('all'));
  expect(names.filter((name) => name.startsWith('sc'))).toHaveLength(3);
  expect(names.filter((name) => name.startsWith('tso'))).toHaveLength(4);
  expect(new Set(names).size).toBe(11);
});

it('refuses another form, and does not write over what is not its own', async () => {
  const wrong = await capture('check', '--graph', at('x.gif'), at('SB.litmus'));
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toContain('.svg');
  writeFileSync(at('mine.svg'), '<svg>mine</svg>');
  const kept = await capture('robust', ...explicit, '--graph', at('mine.svg'), at('SB.litmus'));
  expect(kept.status).toBe(2);
  expect(readFileSync(at('mine.svg'), 'utf8')).toBe('<svg>mine</svg>');
});
