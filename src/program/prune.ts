// Removes code without effect: assignments to registers that are never read, and branches and blocks left empty.

import { forEachRegister } from './expression.js';
import type { Thread } from './program.js';
import { mapBody } from './rewrite.js';
import { expressionsOf, forEachStatement, type Statement } from './statement.js';

export function prune(thread: Thread): Thread {
  for (let { body } = thread; ; ) {
    const read = new Set<string>();
    forEachStatement(body, (s) => {
      for (const expr of expressionsOf(s)) forEachRegister(expr, (name) => read.add(name));
    });
    const pruned = mapBody(body, (s) => (isIdle(s, read) ? [] : [s]));
    // a removed statement may have been the last reader of a register
    if (pruned === body) return { ...thread, body };
    body = pruned;
  }
}

/** Does nothing that is looked at. */
function isIdle(s: Statement, read: ReadonlySet<string>): boolean {
  switch (s.kind) {
    case 'assign':
      return !read.has(s.target);
    case 'if':
      return s.whenTrue.length === 0 && s.whenFalse.length === 0;
    case 'block':
    case 'atomic':
      return s.body.length === 0;
    default:
      return false;
  }
}
