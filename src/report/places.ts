// Where in a program something is, in words.

import type { Finding } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import type { SourceSpan } from '../program/statement.js';
import { printable } from './style.js';

/** `P1 at line 12`, `P1 at lib.h:3` */
export function placeText(program: Program, thread: number, at: SourceSpan | undefined): string {
  const name = program.threads[thread]?.name ?? `thread ${thread}`;
  if (at === undefined) return name;
  return at.file === undefined ? `${name} at line ${at.line}` : `${name} at ${at.file}:${at.line}`;
}

/** `assertion: count == 1 (P1 at line 12)` */
export const findingText = (program: Program, finding: Finding): string =>
  `${finding.kind}: ${printable(finding.message)} (${placeText(program, finding.thread, finding.at)})`;
