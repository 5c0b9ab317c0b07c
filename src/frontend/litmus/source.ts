// The text of a litmus file. It turns offsets into lines and columns, and makes diagnostics that quote the text.

import type { SourceSpan } from '../../program/statement.js';
import { type Diagnostic, type DiagnosticCode, InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import type { Span } from './syntax.js';

interface Position {
  readonly line: number;
  readonly column: number;
}

export class Source {
  readonly text: string;
  readonly file: string;
  /** Offset of the first character of each line. */
  readonly #lines: number[] = [0];

  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) this.#lines.push(i + 1);
  }

  /** Line and column of an offset. Both count from 1. */
  position(offset: number): Position {
    let low = 0;
    let high = this.#lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lines[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.#lines[low] + 1 };
  }

  at(span: Span): SourceSpan {
    const { from, to } = this.#ends(span);
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
  }

  /** The positions of both ends of the span. White space at its end is left out. */
  #ends({ start, end }: Span): { from: Position; to: Position } {
    let last = end;
    while (last > start && /\s/.test(this.text[last - 1])) last--;
    return { from: this.position(start), to: this.position(Math.max(start, last)) };
  }

  /** Throws a diagnostic about a piece of the text. */
  fail(code: DiagnosticCode, message: string, span: Span, hint?: string): never {
    throw this.error(code, message, span, hint);
  }

  error(code: DiagnosticCode, message: string, span: Span, hint?: string): InputError {
    const { from, to } = this.#ends(span);
    const diagnostic: Diagnostic = {
      code,
      message,
      file: this.file,
      line: from.line,
      column: from.column,
      ...(to.line === from.line && to.column > from.column ? { endColumn: to.column } : {}),
      ...present({ hint }),
    };
    return new InputError(diagnostic, this.text);
  }
}
