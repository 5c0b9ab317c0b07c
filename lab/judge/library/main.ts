// npm run judge library -- --seconds 2: every row of the table of strengths against this processor, or, where it is no x86, against the
// machine code of glibc for x86-64.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { tsoMachine } from '../compiler.js';
import { judgeCode } from './disassembly.js';
import { judgeRow, type Shown } from './onProcessor.js';
import { libraryPage, withRows } from './page.js';
import { strength } from './strength/index.js';

const { values: options } = parseArgs({
  options: {
    /** For each program of a row. */
    seconds: { type: 'string', default: '1' },
    /** Only rows whose functions have this in their names. */
    only: { type: 'string', default: '' },
    /** Where the table goes; with `only`, the table that has other figures of these rows. */
    out: { type: 'string' },
    /** The machine code instead of the processor. */
    code: { type: 'boolean', default: false },
  },
});

const rows = strength.filter(({ functions }) => functions.some((name) => name.includes(options.only)));
const machine = process.arch === 'x64' && !options.code ? await tsoMachine() : undefined;
let failures = 0;

function version(): string {
  try {
    return execFileSync('ldd', ['--version'], { encoding: 'utf8' }).split('\n')[0];
  } catch {
    return 'an unknown library';
  }
}

if (machine === undefined) {
  const judged = judgeCode(rows);
  if (judged === undefined)
    console.log('no x86 processor with gcc, and no libc of x86-64 with objdump: nothing was judged');
  for (const { row, functionName, problem } of judged ?? []) {
    if (problem !== undefined) failures++;
    console.log(
      `${problem === undefined ? 'agrees' : 'DIFFERS'}  ${functionName}: ${row.path}${problem === undefined ? '' : `: ${problem}`}`,
    );
  }
} else {
  const figures = new Map<(typeof rows)[number], readonly Shown[]>();
  for (const row of rows) {
    const shown = await judgeRow(row, machine, Number(options.seconds) * 1000);
    const name = `${row.functions[0]}${row.path === '' ? '' : `: ${row.path}`}`;
    if (typeof shown === 'string') {
      failures++;
      console.log(`REFUSED  ${name}: ${shown}`);
      continue;
    }
    figures.set(row, shown);
    const outside = shown.flatMap((s) =>
      s.outside.map(([state, count]) => `${s.shape} r1 r2 = ${state}, ${count} times`),
    );
    failures += outside.length > 0 ? 1 : 0;
    const counts = shown.map((s) => `${s.shape} ${s.reordered}/${s.rounds}`).join('  ');
    console.log(
      `${outside.length === 0 ? 'agrees ' : 'DIFFERS'}  ${name}  ${counts}${outside.map((o) => `\n  not a state of TSO: ${o}`).join('')}`,
    );
  }
  if (options.out !== undefined) {
    const seconds = Number(options.seconds);
    const text =
      options.only === ''
        ? libraryPage(figures, { processor: cpus()[0]?.model ?? 'unknown', library: version(), seconds })
        : withRows(readFileSync(options.out, 'utf8'), figures, { seconds });
    writeFileSync(options.out, text);
  }
}
console.log(`${rows.length} rows, ${failures} that differ`);
process.exitCode = failures > 0 ? 1 : 0;
