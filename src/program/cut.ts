// Cuts and their reasons: an engine names the loop that it could not enter by its label, the program has the reason.

import { present } from '../support/present.js';
import type { CutReason } from './cutReason.js';
import { constant } from './expression.js';
import type { ThreadId } from './identity.js';
import type { Program } from './program.js';
import { forEachStatement, type SourceSpan, type Statement } from './statement.js';

/** A loop that may not run once: the engines stop the thread there and name the label. */
export const cutAt = (label: string, cut?: CutReason, at?: SourceSpan): Statement => ({
  kind: 'while',
  label,
  condition: constant(1),
  body: [],
  bound: 0,
  ...present({ cut, at }),
});

/** The reason of a cut that an engine reports; undefined for a loop that --unroll cuts. */
export const reasonOfCut = (
  program: Program,
  { thread, label }: { readonly thread: ThreadId; readonly label: string },
): CutReason | undefined => reasonsOf(program)[thread]?.get(label);

/** By thread and label; kept while the program is referenced elsewhere. */
const known = new WeakMap<Program, readonly ReadonlyMap<string, CutReason>[]>();

function reasonsOf(program: Program): readonly ReadonlyMap<string, CutReason>[] {
  const reasons = known.get(program) ?? program.threads.map(({ body }) => reasonsIn(body));
  known.set(program, reasons);
  return reasons;
}

function reasonsIn(body: Program['threads'][number]['body']): ReadonlyMap<string, CutReason> {
  const reasons = new Map<string, CutReason>();
  forEachStatement(body, (s) => {
    if (s.kind === 'while' && s.cut !== undefined) reasons.set(s.label, s.cut);
  });
  return reasons;
}
