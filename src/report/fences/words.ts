// The words for what can be added to a program, and where.

import type { Addition, Candidate, Editable } from '../../program/editable.js';
import { forEachStatement } from '../../program/statement.js';

export const additionText: Readonly<Record<Addition, string>> = {
  full: 'full fence',
  'store-store': 'store-store fence',
  release: 'release store',
  seq_cst: 'seq_cst store',
};

/** `before line 12`, `after lib.h:3` */
export function candidatePlace({ source, behind, add }: Candidate): string {
  const line = behind ? (source.endLine ?? source.line) : source.line;
  const where = source.file === undefined ? `line ${line}` : `${source.file}:${line}`;
  const isFence = add === 'full' || add === 'store-store';
  return `${isFence ? (behind ? 'after' : 'before') : 'at'} ${where}`;
}

/** The names of the threads that pass the place. */
export function threadsAt({ marked, places }: Editable, { fences, store }: Candidate): string[] {
  const wanted = new Set([
    ...fences.map(({ place }) => key(places[place].at)),
    ...(store === undefined ? [] : [key(store.at)]),
  ]);
  return marked.threads
    .filter(({ body }) => {
      let found = false;
      forEachStatement(body, (s) => {
        if ((s.kind === 'fence' || s.kind === 'store') && s.at !== undefined && wanted.has(key(s.at)))
          found = true;
      });
      return found;
    })
    .map(({ name }) => name);
}

const key = ({ file, line, column }: { file?: string; line: number; column: number }): string =>
  `${file ?? ''}:${line}:${column}`;

/** The text of the statement, in one line. */
export function sourceText({ places: _, ...editable }: Editable, { source }: Candidate): string {
  if (source.file !== undefined) return '';
  const line = (editable.program.source?.text ?? '').split('\n')[source.line - 1] ?? '';
  const end = source.endLine === source.line ? source.endColumn : undefined;
  const text = line.slice(source.column - 1, end === undefined ? undefined : end - 1).trim();
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text;
}

const widest = 40;
