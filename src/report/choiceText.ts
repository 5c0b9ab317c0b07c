// The result of a choice, in the program's words.

import type { Event } from '../execution/event.js';
import type { Program } from '../program/program.js';
import { forEachStatement, type SourceSpan, type Statement, type StatementOf } from '../program/statement.js';

/** `choose 7`, `fails by chance` */
export function choiceText(program: Program, { thread, at, choice = 0 }: Event): string {
  const { means, values } = choiceAt(program.threads[thread]?.body ?? [], at) ?? {};
  return means?.[choice === 0 ? 0 : 1] ?? `choose ${values?.[Number(choice)] ?? choice}`;
}

/** The first at that place: those of other rounds and calls are like it. */
function choiceAt(body: readonly Statement[], at: SourceSpan | undefined): StatementOf<'nondet'> | undefined {
  const found: StatementOf<'nondet'>[] = [];
  forEachStatement(body, (s) => {
    if (s.kind === 'nondet' && isSame(s.at, at)) found.push(s);
  });
  return found[0];
}

const isSame = (a: SourceSpan | undefined, b: SourceSpan | undefined): boolean =>
  a !== undefined && b !== undefined && a.line === b.line && a.column === b.column && a.file === b.file;
