// The words of SV-COMP's programs. There an error is a call of `reach_error` (before 2020: of `__VERIFIER_error`),
// for any definition of these functions in the program. `abort` ends an execution of no interest: programs assume
// with it.

import type { ExternalDeclaration } from '../ast.js';
import { nameOf } from '../declarators.js';

const errorFunctions: ReadonlySet<string> = new Set(['reach_error', '__VERIFIER_error']);

export const isErrorFunction = (name: string): boolean => errorFunctions.has(name);

/** That such a function is declared says something, whether it is called or not. */
export const isWord = (name: string): boolean =>
  isErrorFunction(name) ||
  name === 'assume_abort_if_not' ||
  /^__VERIFIER_(assert$|nondet_|atomic_)/.test(name);

/** A program with such a name is written for a checker. */
export const isCheckers = (name: string): boolean =>
  isErrorFunction(name) || /^(__VERIFIER_|__CPROVER_|__ESBMC_|__goblint_|nondet(?:_|$))/.test(name);

/** A program that calls such a function without a declaration is one of them too. */
export const callsForErrors = (used: ReadonlySet<string>): boolean =>
  [...used].some((name) => isErrorFunction(name) || /^__VERIFIER_nondet_(?!bool$)/.test(name));

/** Whether a program declares one of these functions. */
export const speaksOfErrors = (declarations: readonly ExternalDeclaration[]): boolean =>
  declarations.some((declaration) => {
    if (declaration.kind === 'static-assert') return false;
    const declarators =
      declaration.kind === 'function'
        ? [declaration.declarator]
        : declaration.items.map(({ declarator }) => declarator);
    return declarators.some((declarator) => {
      const name = nameOf(declarator);
      return name !== undefined && isWord(name);
    });
  });
