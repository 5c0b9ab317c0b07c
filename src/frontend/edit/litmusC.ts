// Litmus tests of the C dialect as text that fences can be put into.

import type { Editable } from '../../program/editable.js';
import type { Program } from '../../program/program.js';
import { cutCode, parseCode } from '../litmus/c/code.js';
import type { CStatement } from '../litmus/c/syntax.js';
import { Source } from '../litmus/source.js';
import { codeEditable } from './codeEditor.js';
import { CodeMask } from './codeMask.js';
import { type FenceStatement, memoryStatements, usualFences } from './fenceTexts.js';
import { Lines } from './insertions.js';
import { type Item, pointsOf, type Region } from './regions.js';

const mark = 'smp_rmb();';

/** `from` is where the code starts; `parse` is told where lines of the text were before. */
export function editableLitmusC(
  text: string,
  file: string,
  from: number,
  program: Program,
  parse: (text: string, lineOf: (line: number) => number) => Program,
): Editable {
  const source = new Source(text, file);
  const { text: code } = cutCode(source, from);
  const reader = new ItemReader(code);
  const functions = parseCode(source, code);
  const points = functions.flatMap(({ body, start }) => {
    const items = reader.list(body);
    return pointsOf([{ braced: true, items, owner: start }]).map((point) => ({ file, point }));
  });
  const lines = new Lines(text);
  return codeEditable({
    file,
    program,
    sheets: new Map([[file, { lines, mask: new CodeMask(text) }]]),
    points,
    mark,
    existing: reader.calls.flatMap((item): FenceStatement[] => {
      const inside = memoryStatements(program, ({ at }) => {
        const offset = at === undefined ? -1 : lines.offset(at.line, at.column);
        return item.start <= offset && offset < item.end;
      });
      const [first] = inside;
      if (first?.kind !== 'fence' || first.fence === 'load-load') return [];
      const { fence } = first;
      if (!inside.every((s) => s.kind === 'fence' && s.fence === fence)) return [];
      return [{ text: text.slice(item.start, item.end), fence }];
    }),
    usual: usualFences(code),
    read: (texts, lineOf) => parse(texts.get(file) ?? text, lineOf),
  });
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
