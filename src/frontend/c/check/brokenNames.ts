// Names of a declaration with a mistake are not reported again where they are used.

import type { Diagnostic } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { ExternalDeclaration, Statement } from '../ast.js';
import { nameOf } from '../declarators.js';
import type { Context } from './scope.js';

export function breakNames(
  { scope }: Context,
  s: ExternalDeclaration | Statement,
  mistake: Diagnostic | undefined,
): void {
  const declared = s.kind === 'declaration' ? s.items : [];
  for (const { declarator } of s.kind === 'function' ? [s] : declared) {
    const name = nameOf(declarator);
    if (name !== undefined && scope.own(name) === undefined)
      scope.replace(name, { kind: 'broken', ...present({ mistake }) });
  }
}
