// Litmus tests of the x86 dialects as text that fences can be put into: a fence is a row of its own, in the column of its
// thread. A place in front of an instruction with a label is there twice: before the label, and between the two.

import type { Editable, EditedFile, PlacedFence } from '../../program/editable.js';
import type { SourceSpan } from '../../program/statement.js';
import { Source } from '../litmus/source.js';
import type { Span } from '../litmus/syntax.js';
import { readTable } from '../litmus/x86/table.js';
import { fenceCandidates } from './alike.js';
import { lineMap } from './codeEditor.js';
import { type Insertion, insert, Lines } from './insertions.js';
import type { LitmusText } from './litmusC.js';
import { markPlaces, type Trial } from './marks.js';
import { distinctFences, type ExistingFence, removalEditable } from './removal.js';
import { takeOutCells } from './takeOut.js';

interface CellPoint {
  /** Of the columns as they stand in the text. */
  readonly column: number;
  readonly row: number;
  /** The label it stands behind, with its colon. */
  readonly label?: Span;
  /** Another fence stands between it and the label. */
  readonly behindLabel?: boolean;
}

const mnemonics: Readonly<Record<PlacedFence, string>> = { full: 'MFENCE', 'store-store': 'SFENCE' };

export function editableX86({ text, code, file, from, program, parse }: LitmusText): Editable {
  const columns = readTable(new Source(text, file), code, from).columns.toSorted(
    (a, b) => a.span.start - b.span.start,
  );
  const table = new Rows(
    text,
    code,
    columns.map(({ cells }) => cells),
  );
  const lower = columns.some(({ cells }) =>
    cells.some((c) => /^\s*(mov|lock|xchg)/.test(code.slice(c.start, c.end))),
  );
  const word = (fence: PlacedFence): string => (lower ? mnemonics[fence].toLowerCase() : mnemonics[fence]);
  const points = table.points();
  const here = (line: number): number => line;
  const trial = (numbers: readonly number[]): Trial => {
    const rows = numbers.map((n) => table.rowOf([{ ...points[n], text: word('full') }], true));
    const all = rows.flatMap(({ insertions }) => insertions);
    const inserted = insert(text, all);
    const lines = new Lines(inserted.text);
    let k = 0;
    const marks = rows.map(({ insertions, fenceAt }): SourceSpan => {
      const start = inserted.starts[k] + fenceAt;
      k += insertions.length;
      return lines.span(start, start + word('full').length, undefined);
    });
    return { program: parse(inserted.text, here), marks };
  };
  const marked = markPlaces(program, points.length, trial);
  const lines = new Lines(text);
  const places = marked.points.map((n, i) => {
    const cell = table.cell(points[n]);
    return { at: marked.marks[i], source: lines.span(cell.start, cell.end, undefined), behind: false };
  });
  const candidates = fenceCandidates(marked, places);
  const edit = (chosen: readonly number[]): readonly EditedFile[] => {
    const put = chosen.flatMap((c) =>
      candidates[c].fences.map(({ place, fence }) => ({ point: marked.points[place], text: word(fence) })),
    );
    if (put.length === 0) return [];
    // Fences in front of the same row share one, as far as they are in different columns. A label stays with the first.
    const rows = new Map<string, (CellPoint & { readonly text: string })[]>();
    put.forEach((piece, i) => {
      const earlier = put.slice(0, i).filter((o) => o.point === piece.point).length;
      const { label, ...unlabelled } = points[piece.point];
      const key = `${unlabelled.row} ${label === undefined ? 0 : 1} ${earlier}`;
      const cell = earlier > 0 || label === undefined ? unlabelled : { ...unlabelled, label };
      const behindLabel = label !== undefined && earlier > 0;
      rows.set(key, [...(rows.get(key) ?? []), { ...cell, behindLabel, text: piece.text }]);
    });
    const insertions = [...rows.values()].flatMap((pieces) => table.rowOf(pieces, false).insertions);
    return [{ file, before: text, after: insert(text, insertions).text }];
  };
  return {
    file,
    program,
    marked: marked.program,
    places,
    candidates,
    edit,
    read: (chosen) => {
      const [changed] = edit(chosen);
      return changed === undefined ? program : parse(changed.after, lineMap(text, changed.after));
    },
  };
}

/** The fences it has as candidates: those that stay. */
export function removableX86({ text, code, file, from, program, parse }: LitmusText): Editable {
  const { columns } = readTable(new Source(text, file), code, from);
  const fences = columns.flatMap(({ cells }) =>
    cells.flatMap((cell): ExistingFence[] => {
      const found = /^(?:[A-Za-z_][\w.]*\s*:\s*)*([ms]fence)$/i.exec(code.slice(cell.start, cell.end));
      if (found === null) return [];
      const fence = found[1].toLowerCase() === 'mfence' ? 'full' : 'store-store';
      return [{ file, start: cell.end - found[1].length, end: cell.end, fence }];
    }),
  );
  const rows = (columns[0]?.cells ?? []).map((_, row) => columns.map(({ cells }) => cells[row]));
  return removalEditable({
    file,
    program,
    texts: new Map([[file, text]]),
    fences: distinctFences(fences),
    mark: 'MFENCE',
    remove: (_, gone) => takeOutCells(text, rows, gone),
    read: (texts, lineOf) => parse(texts.get(file) ?? text, lineOf),
  });
}

class Rows {
  readonly #lines: Lines;

  constructor(
    readonly text: string,
    readonly code: string,
    /** By column as it stands in the text. */
    readonly cells: readonly (readonly Span[])[],
  ) {
    this.#lines = new Lines(text);
  }

  cell({ column, row }: CellPoint): Span {
    return this.cells[column][row];
  }

  points(): CellPoint[] {
    return this.cells.flatMap((cells, column) =>
      cells.flatMap((cell, row): CellPoint[] => {
        if (cell.start === cell.end) return [];
        const label = /^[A-Za-z_][\w.]*\s*:/.exec(this.code.slice(cell.start, cell.end));
        if (label === null) return [{ column, row }];
        return [
          { column, row },
          { column, row, label: { start: cell.start, end: cell.start + label[0].length } },
        ];
      }),
    );
  }

  /** A row with fences in front of that of the pieces; on the same line if `inline`. */
  rowOf(
    pieces: readonly (CellPoint & { readonly text: string })[],
    inline: boolean,
  ): { readonly insertions: readonly Insertion[]; readonly fenceAt: number } {
    const { row } = pieces[0];
    const first = this.cells[0][row].start;
    const start = this.#rowStart(first);
    const segments = this.#segments(start);
    let text = '';
    let fenceAt = 0;
    segments.forEach((width, column) => {
      if (column > 0) text += '|';
      const piece = pieces.find((p) => p.column === column);
      const label =
        piece?.label === undefined ? '' : `${this.text.slice(piece.label.start, piece.label.end)} `;
      if (piece !== undefined) fenceAt = text.length + 1 + label.length;
      text += (piece === undefined ? '' : ` ${label}${piece.text}`).padEnd(Math.max(width, 1));
      if (piece !== undefined && !/\s$/.test(text)) text += ' ';
    });
    text += inline ? '; ' : `;${/\r\n/.test(this.text) ? '\r\n' : '\n'}`;
    const labelled = pieces.some(({ label }) => label !== undefined);
    const behindLabel = pieces.some((piece) => piece.behindLabel === true);
    return {
      insertions: [
        { offset: start, text, rank: behindLabel ? 2 : labelled ? 1 : 0 },
        ...pieces.flatMap(({ label }): Insertion[] =>
          label === undefined
            ? []
            : [
                {
                  offset: label.start,
                  text: ' '.repeat(label.end - label.start),
                  replaces: label.end - label.start,
                  rank: 3,
                },
              ],
        ),
      ],
      fenceAt,
    };
  }

  /** Where the row starts: with its line if nothing else is on it. */
  #rowStart(cell: number): number {
    const line = this.#lines.startOf(cell);
    return this.text.slice(line, cell).trim() === '' ? line : cell;
  }

  /** How wide each column is in the row that starts there. */
  #segments(start: number): number[] {
    const end = this.cells.length;
    const widths: number[] = [];
    let from = start;
    for (let i = start; widths.length < end && i < this.code.length; i++) {
      if (this.code[i] !== '|' && this.code[i] !== ';') continue;
      if (this.code[i] === ';' && widths.length < end - 1) continue;
      widths.push(i - from);
      from = i + 1;
    }
    return widths;
  }
}
