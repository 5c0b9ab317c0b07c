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
  const braces = bareRegions(points.map(({ point }) => point));
  return [
    ...points.map(({ point, text }) => inline(point, text)),
    ...braces.flatMap((bare) => inlineBraces(bare)),
  ];
}

const inline = (point: Point, text: string): Insertion =>
  point.behind
    ? { offset: point.item.end, text: ` ${text}`, rank: rankOf(point) }
    : { offset: point.item.start, text: `${text} `, rank: rankOf(point) };

/** Where regions end together the inner ones end first; where they start together the outer ones start first. */
const rankOf = ({ depth, behind }: Pick<Point, 'depth' | 'behind'>): number =>
  behind ? -2 * depth - 2 : 2 * depth + 1;
const openRank = ({ depth }: Pick<Point, 'depth'>): number => 2 * depth;
const closeRank = ({ depth }: Pick<Point, 'depth'>): number => -2 * depth - 1;

function inlineBraces({ region, depth }: Bare): Insertion[] {
  const { start, end } = extent(region);
  return [
    { offset: start, text: '{ ', rank: openRank({ depth }) },
    { offset: end, text: ' }', rank: closeRank({ depth }) },
  ];
}

/** A body without braces. */
interface Bare {
  readonly region: Region;
  readonly depth: number;
}

/** The bodies that get braces, each once. */
const bareRegions = (points: readonly Point[]): Bare[] => [
  ...new Map(
    points.flatMap(({ unbraced, depth }): [Region, Bare][] =>
      unbraced === undefined ? [] : [[unbraced, { region: unbraced, depth }]],
    ),
  ).values(),
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
  const braces = bareRegions(points.map(({ point }) => point));
  return [
    ...points.map(({ point, text }) => laidOut(sheet, point, text)),
    ...braces.flatMap((bare) => laidOutBraces(sheet, bare)),
  ];
}

function laidOut(sheet: Sheet, point: Point, text: string): Insertion {
  const { lines } = sheet;
  const { item, behind } = point;
  const crowded = point.unbraced !== undefined && !ownLines(sheet, point.unbraced);
  if (crowded || !startsLine(sheet, item.start)) return inline(point, text);
  const indent = lines.indentation(item.start);
  const newline = newlineOf(lines);
  if (!behind)
    return { offset: lines.startOf(item.start), text: `${indent}${text}${newline}`, rank: rankOf(point) };
  if (!endsLine(sheet, item.end)) return inline(point, text);
  return { offset: lines.endOf(item.end), text: `${newline}${indent}${text}`, rank: rankOf(point) };
}

function laidOutBraces(sheet: Sheet, bare: Bare): Insertion[] {
  const { region } = bare;
  const { lines, mask } = sheet;
  const { start, end } = extent(region);
  if (!ownLines(sheet, region)) return inlineBraces(bare);
  const indent = lines.indentation(region.owner);
  const newline = newlineOf(lines);
  const head = mask.codeBefore(start) + 1;
  return [
    {
      offset: head,
      text: bracesOnOwnLines(lines.text) ? `${newline}${indent}{` : ' {',
      rank: openRank(bare),
    },
    { offset: lines.endOf(end), text: `${newline}${indent}}`, rank: closeRank(bare) },
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
