// `nondet()` in an atomic section: the value is chosen before the section begins. Nobody can tell, since a choice depends on
// nothing and its register is written by nobody else. One in a loop is chosen anew each round and stays where it is.

import { rewriteBody } from '../../../program/rewrite.js';
import type { Statement } from '../../../program/statement.js';

export function withoutChoices(body: readonly Statement[]): {
  readonly choices: readonly Statement[];
  readonly rest: readonly Statement[];
} {
  const choices: Statement[] = [];
  const rest = rewriteBody(body, (s) => {
    if (s.kind === 'while') return [s];
    if (s.kind !== 'nondet') return undefined;
    choices.push(s);
    return [];
  });
  return { choices, rest };
}
