// How a fence is taken out of a text without a trace of it.

import type { CodeMask } from './codeMask.js';
import { type Insertion, Lines } from './insertions.js';
import type { ExistingFence } from './removal.js';

/** A statement of C: with its line if it has one to itself; a body, or what a label is for, becomes an empty statement. */
export function takeOutStatements(
  text: string,
  mask: CodeMask,
  fences: readonly ExistingFence[],
): Insertion[] {
  const lines = new Lines(text);
  return fences.map(({ start, end }) => {
    const before = text[mask.codeBefore(start)] ?? '{';
    if (!';{}'.includes(before)) return { offset: start, text: ';', replaces: end - start };
    const from = lines.startOf(start);
    const to = lines.endOf(end);
    const alone = text.slice(from, start).trim() === '' && text.slice(end, to).trim() === '';
    if (alone) return { offset: from, text: '', replaces: nextLine(text, to) - from };
    if (text[end] === ' ') return { offset: start, text: '', replaces: end + 1 - start };
    const first = text.slice(from, start).trimEnd().length + from;
    return { offset: first, text: '', replaces: end - first };
  });
}

/** Instructions of a table: with their row if nothing else is in it. */
export function takeOutCells(
  text: string,
  rows: readonly (readonly { readonly start: number; readonly end: number }[])[],
  fences: readonly ExistingFence[],
): Insertion[] {
  const lines = new Lines(text);
  const gone = new Set(fences.map(({ start }) => start));
  return rows.flatMap((cells): Insertion[] => {
    const mine = fences.filter(({ start }) => cells.some((cell) => cell.start <= start && start < cell.end));
    if (mine.length === 0) return [];
    const [first] = [...cells].sort((a, b) => a.start - b.start);
    const from = lines.startOf(first.start);
    const to = lines.endOf(first.start);
    const empty = cells.every((cell) => cell.start === cell.end || gone.has(cell.start));
    const own = text.slice(from, to).split(';').length === 2 && /;\s*$/.test(text.slice(from, to));
    if (empty && own) return [{ offset: from, text: '', replaces: nextLine(text, to) - from }];
    return mine.map(({ start, end }) => ({
      offset: start,
      text: ' '.repeat(end - start),
      replaces: end - start,
    }));
  });
}

function nextLine(text: string, end: number): number {
  const newline = /^\r?\n/.exec(text.slice(end, end + 2));
  return end + (newline?.[0].length ?? 0);
}
