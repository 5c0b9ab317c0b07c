// A statement of two sides.

import type { Expr } from '../../../../program/expression.js';
import type { SourceSpan, Statement, StatementOf } from '../../../../program/statement.js';
import { foldUnary, isFalse } from '../fold.js';

/** One of the sides does something. `if (!c) abort();`, where that ends what is of no interest, is the assumption that c holds. */
export function conditional(
  condition: Expr,
  whenTrue: readonly Statement[],
  whenFalse: readonly Statement[],
  at: SourceSpan,
): StatementOf<'if' | 'assume'> {
  const [only] = whenTrue.length === 0 ? whenFalse : whenTrue;
  if (
    whenTrue.length + whenFalse.length === 1 &&
    only.kind === 'assume' &&
    only.exits !== true &&
    isFalse(only.condition)
  ) {
    const holds = whenTrue.length === 0 ? condition : foldUnary('!', condition);
    return { kind: 'assume', condition: holds, at: only.at ?? at };
  }
  return whenTrue.length > 0
    ? { kind: 'if', condition, whenTrue, whenFalse, at }
    : { kind: 'if', condition: foldUnary('!', condition), whenTrue: whenFalse, whenFalse: [], at };
}
