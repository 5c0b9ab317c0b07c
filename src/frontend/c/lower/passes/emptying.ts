// Copies pass on that there is no value. Where everything has one from the start, none of them ever does.

import { forEachRegister } from '../../../../program/expression.js';
import type { Location, Thread } from '../../../../program/program.js';
import { mapBody } from '../../../../program/rewrite.js';
import { forEachStatement, type Statement, type StatementOf } from '../../../../program/statement.js';
import { isFlagOrMask } from '../emitter/marks.js';

interface Lowered {
  readonly locations: readonly Location[];
  readonly threads: readonly Thread[];
}

export function withoutEmptying<T extends Lowered>(lowered: T): T {
  if (lowered.locations.some(({ uninitialised }) => uninitialised === true)) return lowered;
  if (lowered.threads.some(({ body }) => mayBeUnset(body))) return lowered;
  const threads = lowered.threads.map((thread) => ({
    ...thread,
    body: mapBody(thread.body, (s) => (isEmptying(s) ? [] : [s])),
  }));
  return { ...lowered, threads };
}

const isEmptying = (s: Statement): boolean => s.kind === 'store' && s.lifetime === 'empties';

/** Whether memory or registers may have no value, or a copy is made of what never had one. */
function mayBeUnset(body: readonly Statement[]): boolean {
  const answers = new Set<string>();
  let emptying = 0;
  let found = false;
  forEachStatement(body, (s) => {
    if (s.kind === 'load' && s.has !== undefined) answers.add(s.has);
    if (isEmptying(s)) emptying++;
    found ||=
      (s.kind === 'alloc' && !s.zeroed) ||
      (s.kind === 'store' && (s.lifetime === 'begins' || s.lifetime === 'destroys'));
    found ||=
      s.kind === 'assign' &&
      isFlagOrMask(s.target) &&
      !(s.value.kind === 'const' && Number(s.value.value) > 0);
  });
  forEachStatement(body, (s) => {
    if (s.kind === 'if' && isAnswered(s, answers)) emptying--;
  });
  return found || emptying > 0;
}

/** Stores the value that a load found, or that it found none. */
function isAnswered(
  { condition, whenTrue, whenFalse }: StatementOf<'if'>,
  answers: ReadonlySet<string>,
): boolean {
  if (whenTrue.length !== 1 || whenFalse.length !== 1 || !isEmptying(whenFalse[0])) return false;
  let all = true;
  forEachRegister(condition, (name) => {
    all &&= answers.has(name) || isFlagOrMask(name);
  });
  return all;
}
