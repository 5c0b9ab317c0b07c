// Litmus tests of the C dialect as text that fences can be put into.

import type { Editable } from '../../program/editable.js';
import type { Program } from '../../program/program.js';
import { cutCode, parseCode } from '../litmus/c/code.js';
import type { CStatement } from '../litmus/c/syntax.js';
import { Source } from '../litmus/source.js';
import { codeEditable } from './codeEditor.js';
import { CodeMask } from './codeMask.js';
import { type FenceStatement, memoryStatements, onlyFence, usualFences } from './fenceTexts.js';
import { Lines } from './insertions.js';
import type { Sheet } from './layout.js';
import { type Item, type Point, pointsOf, type Region } from './regions.js';
import { distinctFences, removalEditable } from './removal.js';
import { takeOutStatements } from './takeOut.js';

const mark = 'smp_rmb();';

export interface LitmusText {
  readonly text: string;
  /** Without comments. */
  readonly code: string;
  readonly file: string;
  /** Where the code starts. */
  readonly from: number;
  readonly program: Program;
  /** Is told where lines of the text are now. */
  parse(text: string, lineOf: (line: number) => number): Program;
}

export function editableLitmusC(test: LitmusText, strengthen: boolean): Editable {
  const { text, file, program } = test;
  const { points, fences, sheet, code } = readTest(test);
  return codeEditable({
    file,
    program,
    sheets: new Map([[file, sheet]]),
    points: points.map((point) => ({ file, point })),
    mark,
    existing: fences,
    strengthen,
    usual: usualFences(code),
    read: (texts, lineOf) => test.parse(texts.get(file) ?? text, lineOf),
  });
}

/** The fences it has as candidates: those that stay. */
export function removableLitmusC(test: LitmusText): Editable {
  const { text, file, program } = test;
  const { fences, sheet } = readTest(test);
  return removalEditable({
    file,
    program,
    texts: new Map([[file, text]]),
    fences: distinctFences(fences),
    mark,
    remove: (_, gone) => takeOutStatements(text, sheet.mask, gone),
    read: (texts, lineOf) => test.parse(texts.get(file) ?? text, lineOf),
  });
}

function readTest({ text, file, from, program }: LitmusText): {
  readonly points: readonly Point[];
  readonly fences: readonly FenceStatement[];
  readonly sheet: Sheet;
  readonly code: string;
} {
  const source = new Source(text, file);
  const { text: code } = cutCode(source, from);
  const reader = new ItemReader(code);
  const points = parseCode(source, code).flatMap(({ body, start }) =>
    pointsOf([{ braced: true, items: reader.list(body), owner: start }]),
  );
  const lines = new Lines(text);
  const fences = reader.calls.flatMap((item): FenceStatement[] => {
    const inside = memoryStatements(program, ({ at }) => {
      const offset = at === undefined ? -1 : lines.offset(at.line, at.column);
      return item.start <= offset && offset < item.end;
    });
    const fence = onlyFence(inside);
    const { start, end } = item;
    return fence === undefined ? [] : [{ file, start, end, text: text.slice(start, end), fence }];
  });
  return { points, fences, sheet: { lines, mask: new CodeMask(text) }, code };
}

class ItemReader {
  readonly calls: Item[] = [];

  constructor(readonly code: string) {}

  list(statements: readonly CStatement[]): Item[] {
    return statements.map((s) => this.#item(s));
  }

  #item(s: CStatement): Item {
    const start =
      'label' in s && s.label !== undefined && s.kind !== 'break' && s.kind !== 'continue'
        ? this.#labelStart(s.start)
        : s.start;
    const end = s.start + this.code.slice(s.start, s.end).trimEnd().length;
    const item: Item = { start, end, front: true, regions: this.#regions(s, start) };
    if (s.kind === 'call') this.calls.push(item);
    return item;
  }

  #regions(s: CStatement, owner: number): Region[] {
    const body = (statements: readonly CStatement[]): Region[] => {
      if (statements.length === 0) return [];
      const items = this.list(statements);
      const braced = /\{\s*$/.test(this.code.slice(0, items[0].start));
      return [{ braced, items, owner }];
    };
    switch (s.kind) {
      case 'if':
        return [...body(s.whenTrue), ...body(s.whenFalse)];
      case 'while':
      case 'block':
        return body(s.body);
      default:
        return [];
    }
  }

  #labelStart(offset: number): number {
    const before = /[`\w.]+\s*:\s*$/.exec(this.code.slice(0, offset));
    return before?.index ?? offset;
  }
}
