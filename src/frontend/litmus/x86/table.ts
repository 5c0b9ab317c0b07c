// The code table ` P0 | P1 ; ... ` of the x86 dialects, cut into cells with their places in the file.

import { match } from '../sections.js';
import type { Source } from '../source.js';
import type { Span } from '../syntax.js';

interface Column {
  /** The number after the P. */
  readonly number: number;
  readonly span: Span;
  readonly cells: readonly Span[];
}

interface Table {
  readonly columns: readonly Column[];
  /** Where the table ends and `locations`, `filter` or the condition start. */
  readonly end: number;
}

/** The word that starts the part after the table. */
const finalWord =
  /(locations|filter|exists|forall|final|observed|cases|not\s+exists|no\s+condition)\b|~|<<|\(/y;
/** A row longer than this is not a row. */
const longestRow = 20_000;
const mostRows = 2_000;

export function readTable(source: Source, text: string, from: number): Table {
  const header = readRow(source, text, from, 'the row of thread names, such as  P0 | P1 ;');
  const columns = header.cells.map((cell) => {
    const name = /^P(\d{1,4})$/.exec(text.slice(cell.start, cell.end));
    if (name === null)
      return source.fail(
        'bad-thread-name',
        `expected a thread name such as P0, but found '${text.slice(cell.start, Math.min(cell.end, cell.start + 40))}'`,
        cell,
      );
    return { number: Number(name[1]), span: cell, cells: [] as Span[] };
  });
  const numbers = new Set(columns.map((column) => column.number));
  for (const column of columns)
    if (column.number >= columns.length || numbers.size !== columns.length)
      source.fail(
        'bad-thread-name',
        `the ${columns.length} threads must be named P0 to P${columns.length - 1}, each once`,
        column.span,
      );
  let offset = skipSpace(text, header.end);
  for (let rows = 0; offset < text.length && match(text, offset, finalWord) === ''; rows++) {
    if (rows === mostRows)
      source.fail('too-large', `a thread has more than ${mostRows} rows`, { start: offset, end: offset + 1 });
    const row = readRow(source, text, offset, 'a row of instructions');
    if (row.cells.length !== columns.length)
      source.fail(
        'unequal-columns',
        `this row has ${row.cells.length} columns, but there are ${columns.length} threads`,
        { start: offset, end: row.end },
        'every row has one cell per thread, separated by |; a cell may be empty',
      );
    row.cells.forEach((cell, i) => {
      columns[i].cells.push(cell);
    });
    offset = skipSpace(text, row.end);
  }
  return { columns: columns.sort((a, b) => a.number - b.number), end: offset };
}

/** One row up to its semicolon. `LOCK ;` before an instruction is herd's other way to write a lock prefix. */
function readRow(source: Source, text: string, from: number, what: string): { cells: Span[]; end: number } {
  const start = skipSpace(text, from);
  if (startsFinal(text, start)) source.fail('missing-code', `expected ${what}`, { start, end: start });
  const cells: Span[] = [];
  let cellStart = start;
  for (let i = start; ; i++) {
    const c = text[i];
    if (c === undefined || i - start > longestRow || (c === '\n' && startsFinal(text, i + 1))) {
      const end = trimEnd(text, start, Math.min(i, text.length));
      source.fail(
        start === end ? 'missing-code' : 'missing-semicolon',
        start === end ? `expected ${what}` : `${what} ends with a semicolon, but none was found`,
        { start: Math.max(start, end - 1), end },
      );
    }
    if (c !== '|' && c !== ';') continue;
    const cell = trim(text, cellStart, i);
    if (c === ';' && /(^|[\s:])lock$/i.test(text.slice(cell.start, cell.end))) continue;
    cells.push(cell);
    if (c === ';') return { cells, end: i + 1 };
    cellStart = i + 1;
  }
}

const startsFinal = (text: string, lineStart: number): boolean =>
  match(
    text,
    skipSpace(text, lineStart),
    /(locations\s*\[|filter\b|exists\b|forall\b|final\b|~\s*exists\b)/y,
  ) !== '';

const skipSpace = (text: string, offset: number): number => offset + match(text, offset, /\s*/y).length;

function trim(text: string, start: number, end: number): Span {
  const from = Math.min(skipSpace(text, start), end);
  return { start: from, end: trimEnd(text, from, end) };
}

function trimEnd(text: string, start: number, end: number): number {
  let i = end;
  while (i > start && /\s/.test(text[i - 1])) i--;
  return i;
}
