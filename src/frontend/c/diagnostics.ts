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

/** Another place, as a reader at `from` needs it. Lines of the library mean nothing to users and are left out. */
function seeAlso({ file, line }: SourceSpan, from: SourceSpan): string {
  if (file === libraryFile) return '';
  const elsewhere = file === undefined ? ' of the first file' : ` of ${file}`;
  return ` (see line ${line}${file === from.file ? '' : elsewhere})`;
}

/** An error inside a library function is reported at the program's call of it. */
export function saidAt(at: SourceSpan, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof InputError) || error.diagnostic.file !== libraryFile) throw error;
    const { code, message, hint } = error.diagnostic;
    throw failure(code, message, at, hint);
  }
}

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

/** A divided access to what threads share; the message is one of `unsupported`. */
export function mixedSize(at: SourceSpan, other: SourceSpan): never {
  throw failure(
    'c-mixed-size',
    `an access to memory that threads share and use with different sizes${seeAlso(other, at)} is not supported`,
    at,
    'only atomic read-modify-writes, stores that are followed by a fence and loads that follow one may cover several of the smallest parts',
  );
}
