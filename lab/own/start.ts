// The table `start`: small questions as whole commands, beside Node that does nothing, in turns with it. With another build
// (`--with diptych=PATH`) both are run in turns. Files and bytes are counted in runs of their own, and do not depend on the machine.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeFolder } from '../home.js';
import { diptych } from '../papers/rivalCommands.js';
import { inTurns, runCommand, type Turns } from '../run/wholeCommand.js';
import type { Cells, Column, Experiment, Limit, Row, Scale, Tools } from '../table.js';

const litmus = join(homeFolder, 'benchmarks', 'litmus', 'SB.litmus');
const program = join(homeFolder, 'benchmarks', 'c', 'store_buffering.c');

/** Its name, its words, and as an aim the most time it may take, as a multiple of Node's own start. */
const commands: readonly (readonly [name: string, words: readonly string[], aim?: number])[] = [
  ['--version', ['--version'], 1.3],
  ['--help', ['--help']],
  ['outcomes, litmus, explicit', ['outcomes', '-e', 'explicit', litmus], 2.5],
  ['outcomes, litmus, symbolic', ['outcomes', '-e', 'symbolic', litmus]],
  ['outcomes, litmus, both', ['outcomes', litmus], 8],
  ['check, C, explicit', ['check', '-e', 'explicit', program], 4],
  ['check, C, symbolic', ['check', '-e', 'symbolic', program]],
  ['check, C, both', ['check', program], 8],
  ['robust, litmus, both', ['robust', litmus]],
  ['races, C, both', ['races', program]],
  ['fences, litmus', ['fences', '-m', 'tso', litmus]],
  ['relax, C', ['relax', program]],
];

const columnsOf = (tools: Tools): Column[] => [
  { key: 'command', head: 'command', unit: 'text' },
  { key: 'node', head: 'Node alone, ms', unit: 'ms' },
  ...(tools.diptych === undefined
    ? []
    : ([
        { key: 'before', head: 'before, ms', unit: 'ms' },
        { key: 'beforeTimes', head: 'times Node', unit: 'plain' },
        { key: 'beforeCpu', head: 'CPU, ms', unit: 'ms' },
      ] as const)),
  { key: 'now', head: 'now, ms', unit: 'ms' },
  { key: 'times', head: 'times Node', unit: 'plain' },
  { key: 'aim', head: 'aim', unit: 'plain' },
  { key: 'cpu', head: 'CPU, ms', unit: 'ms' },
  { key: 'files', head: 'files read', unit: 'count' },
  { key: 'bytes', head: 'MB read', unit: 'plain' },
];

/**
 * Writes down what is read of every file, on any thread. Node has other flags with it, so code is kept in a separate folder,
 * and no practice (launcher/practice.ts) runs beside the measurements.
 */
const noting = (folder: string, file: string): string => `
process.env.DIPTYCH_CODE_CACHE = ${JSON.stringify(folder)};
process.env.DIPTYCH_PRACTICE = 'off';
const fs = require('node:fs');
const { appendFileSync, openSync, readFileSync, readSync, read } = fs;
let isWhole = false;
const note = (bytes, name) => appendFileSync(${JSON.stringify(file)}, bytes + ' ' + name + '\\n');
const names = new Map();
fs.openSync = (file, ...rest) => { const opened = openSync(file, ...rest); names.set(opened, file); return opened; };
fs.readFileSync = (file, ...rest) => {
  isWhole = true;
  try { const content = readFileSync(file, ...rest); note(content.length, file); return content; } finally { isWhole = false; }
};
// Files that are read at once, the second beside other work, and parts of files.
fs.readSync = (file, ...rest) => { const count = readSync(file, ...rest); if (!isWhole && count > 0) note(count, names.get(file)); return count; };
fs.read = (file, ...rest) => {
  const done = rest.pop();
  return read(file, ...rest, (error, count, content) => { if (!error) note(count, names.get(file)); done(error, count, content); });
};`;

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** The files that a command reads when it has run before. */
function readings(words: readonly string[], limit: Limit): Cells {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-readings-'));
  const file = join(folder, 'sizes');
  const command = diptych(words);
  if (command === undefined) return {};
  const [node, ...rest] = command;
  try {
    // Threads too load what is required before.
    const preloaded = join(folder, 'noting.cjs');
    writeFileSync(preloaded, noting(join(folder, 'cache'), file));
    const counted = [node, '-r', preloaded, ...rest];
    runCommand(counted, limit);
    runCommand(counted, limit);
    writeFileSync(file, '');
    runCommand(counted, limit);
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    const names = new Set(lines.map((line) => line.slice(line.indexOf(' '))));
    const bytes = lines.reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
    return { files: names.size, bytes: rounded(bytes / 1e6) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measure(words: readonly string[], scale: Scale, tools: Tools, limit: Limit): Cells {
  const command = diptych(words);
  if (command === undefined) return { now: 'not built' };
  const before = tools.diptych === undefined ? [] : [[process.execPath, tools.diptych, ...words]];
  // The cache holds only the code of earlier runs.
  inTurns([command, ...before], 2, limit);
  const [node, now, then] = inTurns(
    [[process.execPath, '-e', '0'], command, ...before],
    scale === 'quick' ? 4 : 9,
    limit,
  );
  if (node === undefined) return {};
  const times = ({ wall }: Turns): number => rounded(wall / node.wall);
  return {
    node: node.wall,
    ...(now === undefined ? { now: 'no answer' } : { now: now.wall, times: times(now), cpu: now.cpu }),
    ...(then === undefined ? {} : { before: then.wall, beforeTimes: times(then), beforeCpu: then.cpu }),
    ...readings(words, limit),
  };
}

const rowsOf = (scale: Scale, tools: Tools): Row[] =>
  commands
    .filter(([, , aim]) => scale === 'full' || aim !== undefined)
    .map(([name, words, aim]) => ({
      id: name,
      cells: { command: name, ...(aim === undefined ? {} : { aim }) },
      parts: [{ name: 'command', time: 'now', measure: (limit) => measure(words, scale, tools, limit) }],
    }));

export const start: Experiment = {
  name: 'start',
  title: 'How long a small question takes',
  about: [
    'The published command, the least of several runs in turns with Node alone (`node -e 0`), on the wall; CPU times count all threads. The last columns count the files a run reads, and their bytes: a test holds them, since they do not depend on the machine.',
  ],
  limitSeconds: { quick: 20, full: 60 },
  runsOtherBuild: true,
  plan: (scale, tools = {}) => [
    { name: 'commands', title: 'Commands', columns: columnsOf(tools), rows: rowsOf(scale, tools) },
  ],
  notes: [
    'To be made with `-j 1` on a machine that does nothing else; `--with diptych=PATH` runs another build beside it.',
  ],
};
