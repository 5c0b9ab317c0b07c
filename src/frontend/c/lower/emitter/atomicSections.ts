// Moves parts of an atomic section in front of it or behind it.
//
// The value of `nondet()` in a section is chosen before the section begins. No thread can notice, since a choice depends on
// nothing and only this thread writes its register. A choice in a loop is made anew each round and stays where it is.
//
// Threads that are created in a section begin when it has ended: before that they could not run.
//
// No other thread runs during a section. A thread that would have to wait in a section does not run it now. An assumption stops
// that thread, and no other thread sees the section's earlier stores (docs/semantics.md).

import { constant, type Expr, type ExprWidth, register, widthOf } from '../../../../program/expression.js';
import { rewriteBody } from '../../../../program/rewrite.js';
import type { Statement, StatementOf } from '../../../../program/statement.js';
import { present } from '../../../../support/present.js';

type Around = Pick<StatementOf<'atomic'>, 'at' | 'order' | 'failure' | 'loads'>;

/**
 * The section with the statements around it, and whether it is a fence. A section that only loads is no fence if it may be a
 * load (`loads`).
 */
export function sectionOf(
  body: readonly Statement[],
  { loads, ...around }: Around,
  temporary: (width: ExprWidth) => string,
): { readonly statements: readonly Statement[]; readonly fences: boolean } {
  const before: Statement[] = [];
  const after: Statement[] = [];
  /** The section leaves the arguments, and whether it came to the spawn. */
  const postpone = (s: StatementOf<'spawn'>): Statement[] => {
    const at = present({ at: s.at });
    const set = (target: string, value: Expr): Statement => ({ kind: 'assign', target, value, ...at });
    const created = temporary(32);
    const kept = s.args.map((value) => ({ target: temporary(widthOf(value)), value }));
    const args = kept.map(({ target, value }) => register(target, widthOf(value)));
    before.push(set(created, constant(0)));
    after.push({
      kind: 'if',
      condition: register(created),
      whenTrue: [{ ...s, args }],
      whenFalse: [],
      ...at,
    });
    return [...kept.map(({ target, value }) => set(target, value)), set(created, constant(1))];
  };
  const inside = rewriteBody(body, (s) => {
    switch (s.kind) {
      case 'nondet':
        before.push(s);
        return [];
      case 'spawn':
        return postpone(s);
      case 'while':
        // loops that create threads are written out
        return [s];
      default:
        return undefined;
    }
  });
  const light = inside.every(({ kind }) => kind === 'load' || kind === 'assign') ? loads : undefined;
  const section: Statement = { kind: 'atomic', body: inside, ...around, ...present({ loads: light }) };
  return {
    statements: [...before, ...(inside.length > 0 ? [section] : []), ...after],
    fences: light === undefined,
  };
}
