// Marks at places of a program's text: which of the points that were thought of are really places between statements. A mark
// is a fence put there; the front end says what it read. A point is a place if its mark is there, and if without the marks
// the program is what it was.

import type { Program } from '../../program/program.js';
import { rewriteBody, rewriteStatements } from '../../program/rewrite.js';
import type { SourceSpan, Statement } from '../../program/statement.js';
import { InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import { type Insertion, insert, Lines } from './insertions.js';
import { sameProgram } from './sameProgram.js';

/** The program with marks at some points, and where in it each of their marks is. */
export interface Trial {
  readonly program: Program;
  readonly marks: readonly SourceSpan[];
}

export interface Marked {
  readonly program: Program;
  /** The points that are places, in order, and where their marks are. */
  readonly points: readonly number[];
  readonly marks: readonly SourceSpan[];
}

export const spanKey = ({ file, line, column }: SourceSpan): string => `${file ?? ''}:${line}:${column}`;

/** `read` puts marks at the points of these numbers. */
export function markPlaces(base: Program, count: number, read: (points: readonly number[]) => Trial): Marked {
  const { points: fitting, trial } = fittingPoints(base, [...Array(count).keys()], read);
  const program = asMarks(trial);
  const seen = new Set<string>();
  rewriteStatements(program, (s) => {
    if (s.kind === 'fence' && s.at !== undefined) seen.add(spanKey(s.at));
    return undefined;
  });
  const reached = fitting.map((point, i) => ({ point, mark: trial.marks[i] }));
  const kept = reached.filter(({ mark }) => seen.has(spanKey(mark)));
  return { program, points: kept.map(({ point }) => point), marks: kept.map(({ mark }) => mark) };
}

interface Fitting {
  readonly points: readonly number[];
  readonly trial: Trial;
}

/**
 * Those that together leave the program as it is. Points that do not, beside those that were kept before, are halved. If the first half
 * does, the second half cannot: reading it again would find what is known.
 */
function fittingPoints(
  base: Program,
  all: readonly number[],
  read: (points: readonly number[]) => Trial,
): Fitting {
  let kept: Fitting | undefined;
  const isKept = (points: readonly number[]): boolean => {
    const together = [...(kept?.points ?? []), ...points];
    const trial = fittingTrial(base, together, read);
    if (trial !== undefined) kept = { points: together, trial };
    return trial !== undefined;
  };
  const keep = (points: readonly number[], isKnownNotToFit = false): boolean => {
    if (!isKnownNotToFit && isKept(points)) return true;
    if (points.length === 1) return false;
    const middle = points.length >> 1;
    const isFirstKept = keep(points.slice(0, middle));
    keep(points.slice(middle), isFirstKept);
    return false;
  };
  if (all.length > 0) keep(all);
  return kept ?? { points: [], trial: read([]) };
}

/** The program with marks at the points, if they leave it as it is. */
function fittingTrial(
  base: Program,
  points: readonly number[],
  read: (points: readonly number[]) => Trial,
): Trial | undefined {
  try {
    const trial = read(points);
    const isSame = sameProgram(base, withoutFences(trial.program, new Set(trial.marks.map(spanKey))));
    return isSame ? trial : undefined;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

const withoutFences = (program: Program, marks: ReadonlySet<string>): Program =>
  rewriteStatements(program, (s) => (isMark(s, marks) ? [] : undefined));

/** Its marks as load-load fences, which are no events. */
function asMarks({ program, marks }: Trial): Program {
  const keys = new Set(marks.map(spanKey));
  const rewrite = (s: Statement): readonly Statement[] | undefined =>
    s.kind === 'atomic'
      ? [{ ...s, body: rewriteBody(s.body, (inner) => (isMark(inner, keys) ? [] : undefined)) }]
      : isMark(s, keys)
        ? [{ ...s, kind: 'fence', fence: 'load-load' }]
        : undefined;
  return { ...rewriteStatements(program, rewrite), ...present({ source: withoutMarks(program, marks) }) };
}

/** The text with blanks in place of marks: people shall not see them. */
function withoutMarks({ source }: Program, marks: readonly SourceSpan[]): Program['source'] {
  if (source === undefined) return undefined;
  const lines = new Lines(source.text);
  const blanks = marks.flatMap(({ file, line, column, endColumn }): Insertion[] => {
    if (file !== undefined || endColumn === undefined) return [];
    const replaces = endColumn - column;
    return [{ offset: lines.offset(line, column), text: ' '.repeat(replaces), replaces }];
  });
  return { ...source, text: insert(source.text, blanks).text };
}

const isMark = (s: Statement, marks: ReadonlySet<string>): boolean =>
  s.kind === 'fence' && s.at !== undefined && marks.has(spanKey(s.at));
