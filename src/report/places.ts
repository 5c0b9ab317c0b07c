// Where in a program something is, in words.

import { awaitedText } from '../execution/deadlock.js';
import type { Finding } from '../execution/finding.js';
import type { ThreadId } from '../program/identity.js';
import type { Program } from '../program/program.js';
import type { SourceSpan } from '../program/statement.js';
import { printable } from './style.js';

/** `P1 at line 12`, `P1 at lib.h:3` */
export function placeText(program: Program, thread: ThreadId, at: SourceSpan | undefined): string {
  const name = program.threads[thread]?.name ?? `thread ${thread}`;
  if (at === undefined) return name;
  return at.file === undefined ? `${name} at line ${at.line}` : `${name} at ${at.file}:${at.line}`;
}

/** Longer source text is cut. */
const widestSource = 48;

/** `line 5` and the text that stands there; the text only if it is the program's own file. */
export function sourceOf(program: Program, at: SourceSpan | undefined): [string, string] {
  if (at === undefined) return ['', ''];
  if (at.file !== undefined) return [`${at.file}:${at.line}`, ''];
  const line = program.source?.text.split('\n')[at.line - 1] ?? '';
  const oneLine = at.endLine === undefined || at.endLine === at.line;
  const text = line.slice(
    at.column - 1,
    oneLine && at.endColumn !== undefined ? at.endColumn - 1 : undefined,
  );
  const shown = printable(text.trim());
  return [`line ${at.line}`, shown.length > widestSource ? `${shown.slice(0, widestSource - 1)}…` : shown];
}

const namedBySource: ReadonlySet<Finding['kind']> = new Set([
  'invalid-address',
  'mixed-size',
  'out-of-bounds',
]);

/** The source text of the access, where only an address or an array is known otherwise: `: t->next`, `: a[i]` */
function accessText(program: Program, kind: Finding['kind'], at: SourceSpan | undefined): string {
  if (!namedBySource.has(kind)) return '';
  const [, text] = sourceOf(program, at);
  return text === '' ? '' : `: ${text}`;
}

/** `assertion: count == 1 (P1 at line 12)`, `deadlock: P0 at line 3 waits for m, P1 at line 7 waits for P0` */
export const findingText = (program: Program, { kind, message, thread, at, waits }: Finding): string =>
  waits === undefined
    ? `${kind}: ${printable(message)}${accessText(program, kind, at)} (${placeText(program, thread, at)})`
    : `${kind}: ${waits.map((wait) => `${placeText(program, wait.thread, wait.at)} waits for ${printable(awaitedText(wait))}`).join(', ')}`;
