// Plain tables: a head and rows; columns separated by spaces, so that output reads well and greps well. Written by hand: a
// library for tables with borders takes longer to lay out a verdict than the explicit engine to find it.

import { stripVTControlCharacters } from 'node:util';

export interface Column {
  readonly head: string;
  readonly align?: 'left' | 'right';
}

const margin = ' ';
const gap = '  ';

/** The lines of a table, without trailing spaces. */
export function tableLines(columns: readonly Column[], rows: readonly (readonly string[])[]): string[] {
  const all = [columns.map((column) => column.head), ...rows];
  const widths = columns.map((_, i) => Math.max(...all.map((row) => widthOf(row[i] ?? ''))));
  const cell = (text: string, i: number): string => {
    const space = ' '.repeat(widths[i] - widthOf(text));
    return columns[i].align === 'right' ? space + text : text + space;
  };
  return all.map((row) => `${margin}${columns.map((_, i) => cell(row[i] ?? '', i)).join(gap)}`.trimEnd());
}

const ascii = /^[ -~]*$/;

/** Columns on a terminal. */
export function widthOf(text: string): number {
  if (ascii.test(text)) return text.length;
  // Where it is wanted: V8 collects the characters of such classes when it comes by.
  const wide =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/gu;
  const bare = stripVTControlCharacters(text).replace(/\p{Mark}/gu, '');
  return [...bare].length + (bare.match(wide)?.length ?? 0);
}
