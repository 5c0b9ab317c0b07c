// Where in a program something is, in words.

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

/** `assertion: count == 1 (P1 at line 12)`, `deadlock: P0 at line 3 waits for m, P1 at line 7 waits for P0` */
export const findingText = (program: Program, { kind, message, thread, at, waits }: Finding): string =>
  waits === undefined
    ? `${kind}: ${printable(message)} (${placeText(program, thread, at)})`
    : `${kind}: ${waits.map((wait) => `${placeText(program, wait.thread, wait.at)} waits for ${printable(wait.awaited)}`).join(', ')}`;
