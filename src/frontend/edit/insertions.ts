// Text with pieces put in: where they go, and where everything else is afterwards.

import type { SourceSpan } from '../../program/statement.js';
import { present } from '../../support/present.js';

export interface Insertion {
  readonly offset: number;
  readonly text: string;
  /** How many characters of the old text it replaces. */
  readonly replaces?: number;
  /** Of pieces at the same offset the one with the lower rank comes first. */
  readonly rank?: number;
}

interface Inserted {
  readonly text: string;
  /** For each insertion the offset in the new text where it starts. */
  readonly starts: readonly number[];
}

export function insert(text: string, insertions: readonly Insertion[]): Inserted {
  const order = insertions
    .map((_, i) => i)
    .sort(
      (a, b) =>
        insertions[a].offset - insertions[b].offset ||
        (insertions[a].rank ?? 0) - (insertions[b].rank ?? 0) ||
        a - b,
    );
  const starts = insertions.map(() => 0);
  const parts: string[] = [];
  let from = 0;
  let length = 0;
  const put = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  for (const i of order) {
    const { offset, text: piece, replaces = 0 } = insertions[i];
    if (offset > from) put(text.slice(from, offset));
    starts[i] = length;
    put(piece);
    from = Math.max(from, offset) + replaces;
  }
  put(text.slice(from));
  return { text: parts.join(''), starts };
}

/** Offsets, and lines and columns from 1. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(readonly text: string) {
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) this.#starts.push(i + 1);
  }

  offset(line: number, column: number): number {
    return (this.#starts[line - 1] ?? this.text.length) + column - 1;
  }

  startOf(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** Without the line's end. */
  endOf(offset: number): number {
    const end = this.text.indexOf('\n', offset);
    const last = end < 0 ? this.text.length : end;
    return last > offset && this.text[last - 1] === '\r' ? last - 1 : last;
  }

  position(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.#starts[low] + 1 };
  }

  span(start: number, end: number, file: string | undefined): SourceSpan {
    const to = this.position(end);
    return {
      ...present({ file }),
      ...this.position(start),
      endLine: to.line,
      endColumn: to.column,
    };
  }

  /** The white space a line starts with. */
  indentation(offset: number): string {
    return /^[ \t]*/.exec(this.text.slice(this.startOf(offset)))?.[0] ?? '';
  }
}
