// Plain tables: a head and rows; columns separated by spaces, so that output reads well and greps well.

import Table from 'cli-table3';

export interface Column {
  readonly head: string;
  readonly align?: 'left' | 'right';
}

const chars = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: ' ',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const;

/** The lines of a table, without trailing spaces. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const table = new Table({
    head: columns.map((column) => column.head),
    colAligns: columns.map((column) => column.align ?? 'left'),
    chars,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}
