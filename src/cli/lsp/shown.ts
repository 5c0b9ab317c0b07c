// Diagnostics, findings and changes in the words of the protocol. Lines and columns count from 0 there, in UTF-16.

import { pathToFileURL } from 'node:url';
import type {
  DiagnosticRelatedInformation,
  Range,
  Diagnostic as Shown,
  TextEdit,
} from 'vscode-languageserver';
import type { EditedFile } from '../../program/editable.js';
import type { SourceSpan } from '../../program/statement.js';
import type { ItemPlace, ReportItem } from '../../report/formats/item.js';
import { changedLines } from '../../report/formats/sarif.js';
import type { Diagnostic } from '../../support/diagnostic.js';

/** As the protocol numbers them. */
const severity = { error: 1, warning: 2, note: 3 } as const;
const hint = 4;

/** No mistake of the text: the file is a part of a program, or this computer lacks a compiler. */
const isMild = ({ code, message }: Diagnostic): boolean =>
  code === 'no-compiler' || message === 'there is no main function';

/** More steps than these are no help beside a line. */
const mostSteps = 60;

export const source = 'diptych';

export const uriOf = (file: string): string => pathToFileURL(file).href;

/** `file`: the one that is shown, with its lines. */
export function shownMistake(mistake: Diagnostic, file: string, lines: readonly string[]): Shown {
  const { code, message, hint: advice, line, column, endColumn } = mistake;
  const elsewhere = mistake.file !== undefined && mistake.file !== file;
  const text = advice === undefined ? message : `${message}\nhint: ${advice}`;
  return {
    range: elsewhere || line === undefined ? firstLine : rangeAt(lines, { line, column, endColumn }),
    severity: isMild(mistake) ? hint : severity.error,
    code,
    source,
    message: text,
    ...(elsewhere && mistake.file !== undefined
      ? { relatedInformation: [relatedAt({ file: mistake.file, line, column }, message, lines)] }
      : {}),
  };
}

/** Actions for a finding: the models that have it. */
interface FindingData {
  readonly rule: string;
  readonly models: readonly string[];
}

export const findingDataOf = ({ data }: Pick<Shown, 'data'>): FindingData | undefined =>
  typeof data === 'object' && data !== null && 'rule' in data && 'models' in data ? data : undefined;

export function shownItem(item: ReportItem, file: string, lines: readonly string[]): Shown {
  const { rule, level, message, place, models, steps, related = [] } = item;
  const isOwn = place.file === file;
  // A condition has no place in the report.
  const at =
    rule === 'condition' && place.line === undefined ? { ...place, line: conditionLine(lines) } : place;
  const data: FindingData = { rule, models };
  return {
    range: isOwn ? rangeOf(lines, at) : firstLine,
    // That a state is or is not reached is what a litmus test is for.
    severity: rule === 'condition' && file.endsWith('.litmus') ? severity.note : severity[level],
    code: rule,
    source,
    message: models.length === 0 ? message : `${message} (${models.join(', ')})`,
    data,
    relatedInformation: [
      ...(isOwn ? [] : [relatedAt(place, message, lines)]),
      ...related.map(({ text, place: other }) => relatedAt(other, text, lines)),
      ...steps
        .slice(0, mostSteps)
        .map(({ thread, text, place: where }, i) => relatedAt(where, `${i + 1}. ${thread}: ${text}`, lines)),
    ],
  };
}

const relatedAt = (
  place: ItemPlace | { file: string; line?: number | undefined; column?: number | undefined },
  message: string,
  lines: readonly string[],
): DiagnosticRelatedInformation => ({
  location: { uri: uriOf(place.file), range: rangeOf(lines, place) },
  message,
});

const firstLine: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

interface Spot {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly endColumn?: number | undefined;
}

const rangeOf = (lines: readonly string[], place: Spot): Range =>
  place.line === undefined ? firstLine : rangeAt(lines, place);

/** To the stated end, or to that of the word. */
function rangeAt(lines: readonly string[], { line = 1, column, endColumn }: Spot): Range {
  const text = lines[line - 1] ?? '';
  const start = (column ?? text.search(/\S|$/) + 1) - 1;
  const rest = text.slice(start);
  const word = column === undefined ? rest.trimEnd() : (/^[\w.$]+/.exec(rest)?.[0] ?? rest.slice(0, 1));
  const end = endColumn === undefined ? start + Math.max(1, word.length) : endColumn - 1;
  return { start: { line: line - 1, character: start }, end: { line: line - 1, character: end } };
}

function conditionLine(lines: readonly string[]): number {
  const found = lines.findLastIndex((text) =>
    /^\s*(?:~\s*exists|exists|forall|final|not\s+exists)\b/.test(text),
  );
  return found < 0 ? 1 : found + 1;
}

export const spanRange = ({ line, column, endLine = line, endColumn = column + 1 }: SourceSpan): Range => ({
  start: { line: line - 1, character: column - 1 },
  end: { line: endLine - 1, character: endColumn - 1 },
});

/** One edit: the lines that are not the same. */
export function editOf({ before, after }: EditedFile): TextEdit {
  const { start, end, text } = changedLines(before, after);
  return {
    range: { start: { line: start, character: 0 }, end: { line: end, character: 0 } },
    newText: text,
  };
}
