// Statements put into C code the way a programmer would: on lines of their own, indented like their neighbours, with braces
// around a body that had none.

import type { CodeMask } from './codeMask.js';
import type { Insertion, Lines } from './insertions.js';
import type { Point, Region } from './regions.js';

export interface Sheet {
  readonly lines: Lines;
  readonly mask: CodeMask;
}

/** Each piece on the line of its place, so that no line changes its number. */
export function inlineInsertions(points: readonly { point: Point; text: string }[]): Insertion[] {
  const braces = regionsOf(points.map(({ point }) => point));
  return [
    ...points.map(({ point, text }) => inline(point, text)),
    ...braces.flatMap((region) => inlineBraces(region)),
  ];
}

const inline = ({ item, behind }: Point, text: string): Insertion =>
  behind
    ? { offset: item.end, text: ` ${text}`, rank: -1 }
    : { offset: item.start, text: `${text} `, rank: 1 };

function inlineBraces(region: Region): Insertion[] {
  const { start, end } = extent(region);
  return [
    { offset: start, text: '{ ', rank: 0 },
    { offset: end, text: ' }', rank: 0 },
  ];
}

/** The bodies that get braces, each once. */
const regionsOf = (points: readonly Point[]): Region[] => [
  ...new Set(points.flatMap(({ unbraced }) => (unbraced === undefined ? [] : [unbraced]))),
];

const extent = ({ items }: Region): { start: number; end: number } => ({
  start: items[0].start,
  end: items[items.length - 1].end,
});

/** On lines of their own wherever the neighbours are. */
export function laidOutInsertions(
  sheet: Sheet,
  points: readonly { point: Point; text: string }[],
): Insertion[] {
  const braces = regionsOf(points.map(({ point }) => point));
  return [
    ...points.map(({ point, text }) => laidOut(sheet, point, text)),
    ...braces.flatMap((region) => laidOutBraces(sheet, region)),
  ];
}

function laidOut(sheet: Sheet, point: Point, text: string): Insertion {
  const { lines } = sheet;
  const { item, behind } = point;
  const crowded = point.unbraced !== undefined && !ownLines(sheet, point.unbraced);
  if (crowded || !startsLine(sheet, item.start)) return inline(point, text);
  const indent = lines.indentation(item.start);
  const newline = newlineOf(lines);
  if (!behind) return { offset: lines.startOf(item.start), text: `${indent}${text}${newline}`, rank: 1 };
  if (!endsLine(sheet, item.end)) return inline(point, text);
  return { offset: lines.endOf(item.end), text: `${newline}${indent}${text}`, rank: -1 };
}

function laidOutBraces(sheet: Sheet, region: Region): Insertion[] {
  const { lines, mask } = sheet;
  const { start, end } = extent(region);
  if (!ownLines(sheet, region)) return inlineBraces(region);
  const indent = lines.indentation(region.owner);
  const newline = newlineOf(lines);
  const head = mask.codeBefore(start) + 1;
  return [
    { offset: head, text: bracesOnOwnLines(lines.text) ? `${newline}${indent}{` : ' {', rank: 0 },
    { offset: lines.endOf(end), text: `${newline}${indent}}`, rank: 0 },
  ];
}

/** No other code stands on its lines. */
const ownLines = (sheet: Sheet, region: Region): boolean => {
  const { start, end } = extent(region);
  return startsLine(sheet, start) && endsLine(sheet, end);
};

const startsLine = ({ lines, mask }: Sheet, offset: number): boolean =>
  !mask.hasCode(lines.startOf(offset), offset) &&
  /^\s*$/.test(lines.text.slice(lines.startOf(offset), offset));

const endsLine = ({ lines, mask }: Sheet, offset: number): boolean => {
  const end = lines.endOf(offset);
  return !mask.hasCode(offset, end) && closesComments(lines.text.slice(offset, end));
};

/** A comment that goes on in the next line does not end with this one. */
const closesComments = (rest: string): boolean =>
  rest
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*/, '')
    .trim() === '';

const newlineOf = ({ text }: Lines): string => (/\r\n/.test(text) ? '\r\n' : '\n');

function bracesOnOwnLines(text: string): boolean {
  const own = text.match(/^[ \t]*(?:if|while|for|else|do)\b[^{;\n]*\r?\n[ \t]*\{/gm)?.length ?? 0;
  const same = text.match(/^[ \t}]*(?:if|while|for|else|do)\b[^;\n]*\{/gm)?.length ?? 0;
  return own > same;
}
