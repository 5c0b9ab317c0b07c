// Programs in C, of a file or of a litmus test, as text that fences can be put into.

import type {
  Candidate,
  Editable,
  EditedFile,
  Place,
  PlacedFence,
  StrongerStore,
} from '../../program/editable.js';
import { Marks } from '../../program/effects.js';
import type { Program } from '../../program/program.js';
import { type FenceKind, forEachStatement, type SourceSpan } from '../../program/statement.js';
import { InputError } from '../../support/diagnostic.js';
import { fenceCandidates } from './alike.js';
import { chooseFenceTexts, type FenceStatement } from './fenceTexts.js';
import { type Insertion, insert, Lines } from './insertions.js';
import { inlineInsertions, laidOutInsertions, type Sheet } from './layout.js';
import { type Marked, markPlaces, spanKey, type Trial } from './marks.js';
import type { Point } from './regions.js';
import { sameProgram } from './sameProgram.js';
import { type StoreOrder, strongerTexts } from './stores.js';

/** A point of one of the files the program consists of. */
export interface CodePoint {
  readonly file: string;
  readonly point: Point;
}

interface CodeText {
  readonly file: string;
  readonly program: Program;
  readonly sheets: ReadonlyMap<string, Sheet>;
  readonly points: readonly CodePoint[];
  /** A statement that the front end reads as a fence. */
  readonly mark: string;
  /** Statements of the program that only fence. */
  readonly existing: readonly FenceStatement[];
  /** Stores can be made stronger, too. */
  readonly strengthen: boolean;
  /** Statements that may be such fences, the likely ones first. */
  readonly usual: Readonly<Record<PlacedFence, readonly string[]>>;
  /** `lineOf` says where a line of the program's own file is now. */
  read(texts: ReadonlyMap<string, string>, lineOf: (line: number) => number): Program;
}

interface Piece extends CodePoint {
  readonly text: string;
}

export function codeEditable(code: CodeText): Editable {
  const { file, program, sheets, points, mark } = code;
  const here = (line: number): number => line;
  const trial = (numbers: readonly number[], text = mark): Trial => {
    const pieces = numbers.map((n): Piece => ({ ...points[n], text }));
    const marks = numbers.map((): SourceSpan => ({ line: 0, column: 0 }));
    const texts = new Map<string, string>();
    for (const name of new Set(pieces.map((piece) => piece.file))) {
      const sheet = sheetOf(sheets, name);
      const mine = pieces.flatMap((piece, i) => (piece.file === name ? [i] : []));
      const inserted = insert(sheet.lines.text, inlineInsertions(mine.map((i) => pieces[i])));
      const lines = new Lines(inserted.text);
      mine.forEach((i, k) => {
        const blank = pieces[i].point.behind ? 1 : 0;
        const start = inserted.starts[k] + blank;
        marks[i] = lines.span(start, start + text.length, name === file ? undefined : name);
      });
      texts.set(name, inserted.text);
    }
    return { program: code.read(texts, here), marks };
  };
  const marked = markPlaces(program, points.length, (numbers) => trial(numbers));
  const places = marked.points.map((n, i) => {
    const { point, file: name } = points[n];
    const { start, end } = point.item;
    return {
      at: marked.marks[i],
      source: sheetOf(sheets, name).lines.span(start, end, name === file ? undefined : name),
      behind: point.behind,
    };
  });
  const fences = fenceCandidates(marked, places);
  const stores = code.strengthen ? storeCandidates(code, marked, places) : [];
  const candidates = [...fences, ...stores.map(({ candidate }) => candidate)];
  const fenceText = chooseFenceTexts(code.existing, code.usual, (text) =>
    marked.points.length === 0 ? undefined : fenceReadAt(trial([marked.points[0]], text)),
  );
  const edit = (chosen: readonly number[]): readonly EditedFile[] => {
    const pieces = chosen.flatMap((c) =>
      candidates[c].fences.map(
        ({ place, fence }): Piece => ({ ...points[marked.points[place]], text: fenceText(fence) }),
      ),
    );
    const rewritten = chosen.flatMap((c) => stores[c - fences.length] ?? []);
    return [...new Set([...pieces, ...rewritten].map((piece) => piece.file))].sort().map((name) => {
      const sheet = sheetOf(sheets, name);
      const mine = pieces.filter((piece) => piece.file === name);
      const own = rewritten.filter((piece) => piece.file === name).map(({ insertion }) => insertion);
      const before = sheet.lines.text;
      return { file: name, before, after: insert(before, [...laidOutInsertions(sheet, mine), ...own]).text };
    });
  };
  return {
    file,
    program,
    marked: marked.program,
    places,
    candidates,
    edit,
    read: (chosen) => {
      const files = edit(chosen);
      const own = files.find(({ file: name }) => name === file);
      const lineOf = own === undefined ? here : lineMap(own.before, own.after);
      return code.read(new Map(files.map(({ file: name, after }) => [name, after])), lineOf);
    },
  };
}

/** A store as it would be written with a stronger order, and what the front end makes of it. */
interface StoreCandidate {
  readonly candidate: Candidate;
  readonly file: string;
  readonly insertion: Insertion;
}

function storeCandidates(code: CodeText, marked: Marked, places: readonly Place[]): StoreCandidate[] {
  const marks = new Marks({ places });
  const words = [...code.sheets.values()].map(({ mask }) => mask.code()).join('\n');
  const read = (file: string, insertion: Insertion): Program | undefined => {
    try {
      const { text } = sheetOf(code.sheets, file).lines;
      return code.read(new Map([[file, insert(text, [insertion]).text]]), (line) => line);
    } catch (error) {
      if (error instanceof InputError) return undefined;
      throw error;
    }
  };
  return marked.points.flatMap((n, place) => {
    const { file, point } = code.points[n];
    if (point.behind) return [];
    const { start, end } = point.item;
    const text = sheetOf(code.sheets, file).lines.text.slice(start, end);
    const { at: mark, source } = places[place];
    // The mark and a blank stand in front of it.
    const at: SourceSpan = { ...mark, column: (mark.endColumn ?? mark.column) + 1 };
    return storeOrders.flatMap((order): StoreCandidate[] => {
      for (const stronger of strongerTexts(text, order, words)) {
        const insertion: Insertion = { offset: start, text: stronger, replaces: end - start, rank: afterAll };
        const program = read(file, insertion);
        const store = storeForms(order)
          .map((form) => ({ at, ...form }))
          .find(
            (form) =>
              program !== undefined &&
              sameProgram(
                program,
                marks.apply(marked.program, { fences: new Map(), stores: new Map([[spanKey(at), form]]) }),
              ),
          );
        if (store !== undefined)
          return [{ candidate: { add: order, fences: [], store, source, behind: false }, file, insertion }];
      }
      return [];
    });
  });
}

const storeOrders: readonly StoreOrder[] = ['release', 'seq_cst'];

/** Behind everything else that stands at the same offset. */
const afterAll = 1_000_000;

/** The stronger forms of a store of that order. */
const storeForms = (order: StoreOrder): Omit<StrongerStore, 'at'>[] =>
  order === 'release'
    ? [{ before: ['store-store'], after: [] }]
    : [
        { before: ['store-store'], after: ['full'] },
        { before: [], after: ['full'] },
      ];

/** The fence that the front end read from the inserted statement. */
function fenceReadAt({ program, marks: [mark] }: Trial): PlacedFence | undefined {
  const found = new Set<FenceKind | undefined>();
  for (const { body } of program.threads)
    forEachStatement(body, (s) => {
      if (s.at !== undefined && spanKey(s.at) === spanKey(mark))
        found.add(s.kind === 'fence' ? s.fence : undefined);
    });
  const [only] = found;
  return found.size === 1 && only !== 'load-load' ? only : undefined;
}

function sheetOf(sheets: ReadonlyMap<string, Sheet>, name: string): Sheet {
  const sheet = sheets.get(name);
  if (sheet === undefined) throw new Error(`no text of ${name}`);
  return sheet;
}

/** Where each line of a text is after whole lines were added or lines became longer. */
export function lineMap(before: string, after: string): (line: number) => number {
  const old = before.split('\n');
  const now = after.split('\n');
  const moved: number[] = [];
  let k = 0;
  for (const line of old) {
    let at = k;
    while (at < now.length && !holds(now[at], line)) at++;
    if (at < now.length) k = at;
    moved.push(k + 1);
    k++;
  }
  return (line) => moved[line - 1] ?? line;
}

/** Whether `line` is `old` with something added. */
function holds(line: string, old: string): boolean {
  let i = 0;
  for (const c of line) if (i < old.length && c === old[i]) i++;
  return i === old.length;
}
