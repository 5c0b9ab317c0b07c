// A program that cannot be run on the processor, and why. It is no mistake of the program: models know more than processors.

import type { SourceSpan } from '../program/statement.js';
import { type Diagnostic, InputError } from '../support/diagnostic.js';

export function notNative(message: string, file: string, at?: SourceSpan): never {
  const diagnostic: Diagnostic = {
    code: 'not-native',
    message: `${message} cannot be run on the processor`,
    file,
    ...(at === undefined ? {} : { line: at.line, column: at.column }),
    hint: 'without --native the models answer',
  };
  throw new InputError(diagnostic);
}
