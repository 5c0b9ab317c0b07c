// The labels of recorded executions: the same in every run of the program.

import type { Event } from '../execution/event.js';
import type { SourceSpan } from '../program/statement.js';
import { present } from '../support/present.js';
import { type AccessKind, noLabel } from './label.js';

export interface TraceLabel {
  readonly kind: AccessKind;
  readonly at?: SourceSpan;
}

/** A label for each place and kind of access, as in label.ts; without places, for each cell and thread. */
export class TraceLabels {
  readonly list: TraceLabel[] = [];
  readonly #known = new Map<string, number>();

  of({ kind, at, thread, reads, writes }: Event): number {
    const accessed = accessKind(kind);
    if (accessed === undefined) return noLabel;
    const where =
      at === undefined
        ? `${thread} ${[...reads, ...writes].map(({ address }) => address).join()}`
        : `${at.file ?? ''}:${at.line}:${at.column}`;
    const key = `${accessed} ${where}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.list.length);
    return this.list.push({ kind: accessed, ...present({ at }) }) - 1;
  }
}

function accessKind(kind: Event['kind']): AccessKind | undefined {
  switch (kind) {
    case 'R':
    case 'W':
    case 'U':
    case 'A':
    case 'lock':
    case 'unlock':
    case 'free':
      return kind;
    default:
      return undefined;
  }
}
