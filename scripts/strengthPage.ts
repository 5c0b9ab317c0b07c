// docs/strength.md, from the table of strengths (lab/judge/library/strength).

import { type Row, strength, strengthOf } from '../lab/judge/library/strength/index.js';

const head = `# How strong library functions are

A library function is as strong as what it executes. This page is made of the table in \`lab/judge/library/strength\` by \`npm run make documents\`.
\`test/frontend/c/strength.test.ts\` measures every row with both engines; \`npm run judge library\` runs every row on the processor
([library.md](../results/library.md)).

Under **TSO** a call is what glibc 2.36 to 2.39 executes on x86-64 on the path that is taken: **locked** is an instruction with a \`lock\` prefix or
\`xchg\` with memory, which empties the store buffer; **fence** is \`mfence\` after a store; **load** and **store** are plain; **nothing** touches only memory of the thread's own; a **call**
is a system call that Linux documents as a full barrier. Under **PSO**, and for data races, a call is what C11 and POSIX promise: **full** for the
functions that POSIX lists as synchronising memory (issue 7, 4.12), **acquire**, **release** or **nothing**; of a call that fails they promise nothing.

The columns TSO and PSO say what diptych orders: W→R an earlier store with a later load, W→W with a later store. TSO keeps W→W in any case. A program
that needs more finds a fence with \`diptych fences\`.

Atomic objects of 16 bytes are libatomic's: its load is one \`vmovdqa\` where the processor has AVX, its store \`vmovdqa\` and \`mfence\`, whatever the order
(gcc 12, disassembled; its source ignores the order). A compiler that writes such a store without libatomic (clang with \`-mcx16 -mavx\`) may leave the fence
out where the order is relaxed or release: a program compiled so may not rely on it.

`;

const heading = ['function', 'path', 'x86-64', 'promised', 'TSO', 'PSO', 'remark'];

const cellsOf = (row: Row): readonly string[] => {
  const { tsoStoreLoad, psoStoreLoad, psoStoreStore } = strengthOf(row);
  const pso = [psoStoreLoad ? 'W→R' : '', psoStoreStore ? 'W→W' : ''].filter((text) => text !== '').join(' ');
  const weaker = row.weaker === undefined ? '' : `weaker: ${row.weaker}`;
  const stronger = row.stronger === undefined ? '' : `stronger: ${row.stronger}`;
  const names = row.functions.map((name) => `\`${name}\``).join(', ');
  return [names, row.path, row.x86, row.promised, tsoStoreLoad ? 'W→R' : '', pso, `${weaker}${stronger}`];
};

/** Columns as wide as their longest cells, as the formatter wants them. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, k) => Math.max(3, ...rows.map((row) => row[k].length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, k) => cell.padEnd(widths[k])).join(' | ')} |\n`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  const [first, ...rest] = rows;
  return `${line(first)}${rule}${rest.map(line).join('')}`;
}

export const strengthPage = (): string => `${head}${tableText([heading, ...strength.map(cellsOf)])}`;
