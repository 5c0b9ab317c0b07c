// A user's mistake in words:
//
//   SB.litmus:4:3: error: unknown instruction MOVE [unknown-instruction]
//     3 |  P0          | P1          ;
//   > 4 |  MOVE [x],$1 | MOV [y],$1  ;
//       |  ^^^^
//   hint: did you mean MOV?

import { codeFrameColumns } from '@babel/code-frame';
import type { Diagnostic } from '../support/diagnostic.js';
import { printable, type Style } from './style.js';

export function diagnosticText(diagnostic: Diagnostic, text: string | undefined, style: Style): string {
  const { file, line, column, code, message, hint } = diagnostic;
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const lines = [
    `${place === '' ? '' : `${style.bold(printable(place))}: `}${style.red('error')}: ${printable(message)} ${style.dim(`[${code}]`)}`,
  ];
  if (text !== undefined && line !== undefined)
    lines.push(codeFrame(text, line, column, diagnostic.endColumn));
  if (hint !== undefined) lines.push(`${style.cyan('hint')}: ${printable(hint)}`);
  const more = (diagnostic.more ?? []).map((other) =>
    diagnosticText(other, other.file === file ? text : undefined, style),
  );
  return `${lines.join('\n')}\n${more.join('')}`;
}

const linesAround = 2;
/** Longer lines are cut around the column, so that a file of one long line still gives a frame. */
const widestLine = 120;

function codeFrame(
  text: string,
  line: number,
  column: number | undefined,
  endColumn: number | undefined,
): string {
  const first = Math.max(1, line - linesAround);
  const excerpt = linesOf(text, first, line + linesAround);
  while (excerpt.length > line - first + 1 && excerpt.at(-1) === '') excerpt.pop();
  const width = Math.max(0, ...excerpt.map((l) => l.length));
  const cut = width <= widestLine ? 0 : Math.max(0, (column ?? 1) - 1 - widestLine / 2);
  const shown = excerpt.map((l) => printable(l.slice(cut, cut + widestLine))).join('\n');
  const shift = (c: number): number => Math.min(Math.max(1, c - cut), widestLine + 1);
  const options = { linesAbove: linesAround, linesBelow: linesAround, startLine: first };
  return codeFrameColumns(
    shown,
    {
      start: { line, ...(column === undefined ? {} : { column: shift(column) }) },
      ...(column === undefined || endColumn === undefined ? {} : { end: { line, column: shift(endColumn) } }),
    },
    options,
  );
}

/** Lines `first` to `last` (from 1), without splitting the whole text. */
function linesOf(text: string, first: number, last: number): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let number = 1; number <= last && start <= text.length; number++) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    if (number >= first) lines.push(text.slice(start, end).replace(/\r$/, ''));
    start = end + 1;
  }
  return lines;
}
