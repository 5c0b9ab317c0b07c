// How large a program may become when its functions are inlined.

import type { SourceSpan } from '../../../program/statement.js';
import { unsupported } from '../diagnostics.js';

const mostStatements = 100_000;

/** One statement more. */
export function grow(size: { count: number }, at: SourceSpan = { line: 1, column: 1 }): void {
  if (++size.count > mostStatements)
    unsupported(
      'a program this large (after functions are inlined)',
      at,
      'a smaller --unroll bounds recursion',
    );
}
