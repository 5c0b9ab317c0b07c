// Whether a thread's store buffer is surely empty at a point of its code. The map of known values holds this under a name that
// no register has. An atomic section empties the buffer. If the buffer is empty already, a section of loads has no such effect:
// it is one wide load.

import type { Expr } from '../../../../program/expression.js';
import { forEachStatement, type Statement } from '../../../../program/statement.js';
import { one } from '../fold.js';

export const emptyBuffer = '!buffer is empty';

/** Updates the knowledge of the buffer after the statement. */
export function noteBuffer(known: Map<string, Expr>, statement: Statement): void {
  switch (statement.kind) {
    case 'store':
    case 'free':
    case 'rmw':
      known.delete(emptyBuffer);
      return;
    case 'fence':
      if (statement.fence === 'full') known.set(emptyBuffer, one);
      return;
    case 'lock':
    case 'unlock':
    case 'spawn':
    case 'join':
      known.set(emptyBuffer, one);
      return;
    case 'if':
      if (storesIn([statement])) known.delete(emptyBuffer);
      return;
    default:
      return;
  }
}

/** Whether something in it may leave a store in the buffer; a block may be filled later. */
export function storesIn(body: readonly Statement[]): boolean {
  let found = false;
  forEachStatement(body, (s) => {
    if (
      s.kind === 'store' ||
      s.kind === 'free' ||
      s.kind === 'rmw' ||
      (s.kind === 'block' && s.body.length === 0)
    )
      found = true;
  });
  return found;
}
