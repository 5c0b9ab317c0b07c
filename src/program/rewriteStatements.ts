// A program with some of its statements replaced by others.

import type { Program } from './program.js';
import type { Statement } from './statement.js';

/** `rewrite` says what stands in place of a statement; undefined: itself, with its own statements rewritten. */
export function rewriteStatements(
  program: Program,
  rewrite: (statement: Statement) => readonly Statement[] | undefined,
): Program {
  return {
    ...program,
    threads: program.threads.map((thread) => ({ ...thread, body: rewriteBody(thread.body, rewrite) })),
  };
}

export function rewriteBody(
  body: readonly Statement[],
  rewrite: (statement: Statement) => readonly Statement[] | undefined,
): Statement[] {
  return body.flatMap((s): readonly Statement[] => {
    const replaced = rewrite(s);
    if (replaced !== undefined) return replaced;
    switch (s.kind) {
      case 'if':
        return [
          { ...s, whenTrue: rewriteBody(s.whenTrue, rewrite), whenFalse: rewriteBody(s.whenFalse, rewrite) },
        ];
      case 'atomic':
      case 'block':
      case 'while':
        return [{ ...s, body: rewriteBody(s.body, rewrite) }];
      default:
        return [s];
    }
  });
}
