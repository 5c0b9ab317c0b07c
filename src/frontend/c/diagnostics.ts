// The ways a C program can be refused. Every message names the construct; positions are the user's own.

import type { SourceSpan } from '../../program/statement.js';
import { type DiagnosticCode, InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';

function failure(code: DiagnosticCode, message: string, at: SourceSpan, hint?: string): InputError {
  return new InputError({
    code,
    message,
    ...present({ file: at.file }),
    line: at.line,
    column: at.column,
    ...(at.endColumn === undefined || at.endLine !== at.line ? {} : { endColumn: at.endColumn }),
    ...present({ hint }),
  });
}

/** The file name of functions of diptych's own library. */
export const libraryFile = '<library>';

export function preprocessorError(message: string, at: SourceSpan, hint?: string): never {
  throw failure('c-preprocessor', message, at, hint);
}

export function syntaxError(message: string, at: SourceSpan, hint?: string): never {
  throw failure('c-syntax', message, at, hint);
}

/** A character that belongs to nothing, by its number if it cannot be seen. */
export function strayCharacter(text: string, at: SourceSpan): never {
  if (text === '"' || text === "'") return syntaxError('this quote is never closed', at);
  const number = text.codePointAt(0) ?? 0;
  const name = /^[\p{C}\p{Z}]/u.test(text) ? `U+${number.toString(16).toUpperCase().padStart(4, '0')}` : text;
  return syntaxError(`unexpected ${name}`, at);
}

export function typeError(message: string, at: SourceSpan, hint?: string): never {
  throw failure('c-type', message, at, hint);
}

/** `construct` names the unsupported construct, such as `union` or `variable-length array`. */
export function unsupported(construct: string, at: SourceSpan, hint?: string): never {
  throw failure('c-unsupported', `${construct} is not supported`, at, hint);
}

/** Rare constructs, which the reader of LLVM IR knows (docs/adr/0018-c-on-the-middle.md). */
export const leftToClang = (construct: string, { file, line, column }: SourceSpan): never =>
  unsupported(
    construct,
    { ...present({ file }), line, column },
    '--readers llvm has clang compile the program',
  );
