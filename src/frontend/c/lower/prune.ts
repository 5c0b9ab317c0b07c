// Removes what nobody looks at: assignments to registers that are never read, and branches and blocks left empty.

import { forEachRegister } from '../../../program/expression.js';
import type { Thread } from '../../../program/program.js';
import { forEachStatement, type Statement } from '../../../program/statement.js';
import { expressionsOf } from '../../../program/validate.js';

export function prune(thread: Thread): Thread {
  for (let { body } = thread; ; ) {
    const read = new Set<string>();
    forEachStatement(body, (s) => {
      for (const expr of expressionsOf(s)) forEachRegister(expr, (name) => read.add(name));
    });
    const found = { removed: false };
    body = pruneBody(body, read, found);
    // what was removed may have been the last to read something
    if (!found.removed) return { ...thread, body };
  }
}

function pruneBody(
  body: readonly Statement[],
  read: ReadonlySet<string>,
  found: { removed: boolean },
): Statement[] {
  return body.flatMap((s): Statement[] => {
    switch (s.kind) {
      case 'assign':
        if (read.has(s.target)) return [s];
        found.removed = true;
        return [];
      case 'if': {
        const whenTrue = pruneBody(s.whenTrue, read, found);
        const whenFalse = pruneBody(s.whenFalse, read, found);
        if (whenTrue.length > 0 || whenFalse.length > 0) return [{ ...s, whenTrue, whenFalse }];
        found.removed = true;
        return [];
      }
      case 'block':
      case 'atomic': {
        const inner = pruneBody(s.body, read, found);
        return inner.length === 0 ? [] : [{ ...s, body: inner }];
      }
      case 'while':
        return [{ ...s, body: pruneBody(s.body, read, found) }];
      default:
        return [s];
    }
  });
}
