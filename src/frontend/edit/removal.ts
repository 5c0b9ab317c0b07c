// Programs as text that the fences they have can be taken out of: a candidate is a fence that stays.

import type { Candidate, Editable, EditedFile, PlacedFence } from '../../program/editable.js';
import type { Program } from '../../program/program.js';
import type { SourceSpan } from '../../program/statement.js';
import { lineMap } from './codeEditor.js';
import { type Insertion, insert, Lines } from './insertions.js';
import { markPlaces, type Trial } from './marks.js';

/** A statement or an instruction that only fences. */
export interface ExistingFence {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly fence: PlacedFence;
}

/** Each once, in the order of the text. */
export const distinctFences = <T extends ExistingFence>(fences: readonly T[]): T[] =>
  [...new Map(fences.map((fence) => [`${fence.file} ${fence.start}`, fence])).values()].sort((a, b) =>
    a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1,
  );

interface FencedText {
  readonly file: string;
  readonly program: Program;
  readonly texts: ReadonlyMap<string, string>;
  readonly fences: readonly ExistingFence[];
  /** The text that the front end reads as a fence. */
  readonly mark: string;
  /** The edits that take these fences out of one file. */
  remove(file: string, fences: readonly ExistingFence[]): readonly Insertion[];
  read(texts: ReadonlyMap<string, string>, lineOf: (line: number) => number): Program;
}

export function removalEditable(code: FencedText): Editable {
  const { file, program, texts, fences, mark } = code;
  const textOf = (name: string): string => texts.get(name) ?? '';
  const files = [...new Set(fences.map((fence) => fence.file))].sort();
  const here = (line: number): number => line;
  const edit = (kept: ReadonlySet<ExistingFence>): readonly EditedFile[] =>
    files.flatMap((name): EditedFile[] => {
      const gone = fences.filter((fence) => fence.file === name && !kept.has(fence));
      const before = textOf(name);
      return gone.length === 0
        ? []
        : [{ file: name, before, after: insert(before, code.remove(name, gone)).text }];
    });
  const read = (kept: ReadonlySet<ExistingFence>): Program => {
    const edited = edit(kept);
    const own = edited.find(({ file: name }) => name === file);
    return code.read(
      new Map(edited.map(({ file: name, after }) => [name, after])),
      own === undefined ? here : linesLeft(own),
    );
  };
  const trial = (numbers: readonly number[]): Trial => {
    const marks = numbers.map((): SourceSpan => ({ line: 0, column: 0 }));
    const changed = new Map<string, string>();
    for (const name of files) {
      const mine = numbers.flatMap((n, i) => (fences[n].file === name ? [i] : []));
      const marked = mine.map((i): Insertion => {
        const { start, end } = fences[numbers[i]];
        return { offset: start, text: mark, replaces: end - start };
      });
      const gone = fences.filter((fence, n) => fence.file === name && !numbers.includes(n));
      // Where others stood stays empty, so that lines keep their numbers.
      const blank = gone.map(
        ({ start, end }): Insertion => ({ offset: start, text: ';', replaces: end - start }),
      );
      const inserted = insert(textOf(name), [...marked, ...(mark.endsWith(';') ? blank : blanked(gone))]);
      const lines = new Lines(inserted.text);
      mine.forEach((i, k) => {
        const start = inserted.starts[k];
        marks[i] = lines.span(start, start + mark.length, name === file ? undefined : name);
      });
      changed.set(name, inserted.text);
    }
    return { program: code.read(changed, here), marks };
  };
  const marked = markPlaces(read(new Set()), fences.length, trial);
  const places = marked.points.map((n, i) => {
    const { file: name, start, end } = fences[n];
    const source = new Lines(textOf(name)).span(start, end, name === file ? undefined : name);
    return { at: marked.marks[i], source, behind: false };
  });
  const candidates = marked.points.map((n, place): Candidate => {
    const { fence } = fences[n];
    return { add: fence, fences: [{ place, fence }], source: places[place].source, behind: false };
  });
  const keptBy = (chosen: readonly number[]): ReadonlySet<ExistingFence> => {
    const movable = new Set(marked.points.map((n) => fences[n]));
    const stay = fences.filter((fence) => !movable.has(fence));
    return new Set([...stay, ...chosen.map((c) => fences[marked.points[c]])]);
  };
  return {
    file,
    program,
    marked: marked.program,
    places,
    candidates,
    edit: (chosen) => edit(keptBy(chosen)),
    read: (chosen) => read(keptBy(chosen)),
  };
}

const blanked = (fences: readonly ExistingFence[]): Insertion[] =>
  fences.map(({ start, end }) => ({ offset: start, text: ' '.repeat(end - start), replaces: end - start }));

/** Where the lines of a text are after some were taken out. */
function linesLeft({ before, after }: EditedFile): (line: number) => number {
  const was = lineMap(after, before);
  const count = after.split('\n').length;
  const now = new Map(Array.from({ length: count }, (_, i) => [was(i + 1), i + 1]));
  return (line) => now.get(line) ?? line;
}
