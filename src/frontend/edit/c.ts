// C files as text that fences can be put into: the program's own file and those it includes with quotes.

import type { Editable } from '../../program/editable.js';
import type { Program } from '../../program/program.js';
import type { SourceSpan } from '../../program/statement.js';
import type { Statement } from '../c/ast.js';
import { type COptions, parseC } from '../c/index.js';
import { Mistakes } from '../c/mistakes.js';
import { parseTokens } from '../c/parse/index.js';
import { preprocess } from '../c/preprocessor/preprocess.js';
import { type CodePoint, codeEditable } from './codeEditor.js';
import { CodeMask } from './codeMask.js';
import { type FenceStatement, memoryStatements, onlyFence, usualFences } from './fenceTexts.js';
import { Lines } from './insertions.js';
import type { Sheet } from './layout.js';
import { type Item, pointsOf, type Region } from './regions.js';
import { distinctFences, removalEditable } from './removal.js';
import { takeOutStatements } from './takeOut.js';

const mark = '__asm__("lfence");';

export function editableC(text: string, file: string, options: COptions = {}, strengthen = false): Editable {
  const { code, program, sheets, points, reader, read } = readC(text, file, options);
  return codeEditable({
    file,
    program,
    sheets,
    points,
    mark,
    existing: reader.fences(program),
    strengthen,
    usual: usualFences(code),
    read,
  });
}

/** The fences it has as candidates: those that stay. */
export function removableC(text: string, file: string, options: COptions = {}): Editable {
  const { program, sheets, reader, read } = readC(text, file, options);
  return removalEditable({
    file,
    program,
    texts: new Map([...sheets].map(([name, { lines }]) => [name, lines.text])),
    fences: distinctFences(reader.fences(program)),
    mark,
    remove: (name, fences) => {
      const sheet = sheets.get(name);
      return sheet === undefined ? [] : takeOutStatements(sheet.lines.text, sheet.mask, fences);
    },
    read,
  });
}

interface ReadC {
  readonly program: Program;
  readonly sheets: ReadonlyMap<string, Sheet>;
  readonly reader: RegionReader;
  readonly points: readonly CodePoint[];
  readonly code: string;
  read(changed: ReadonlyMap<string, string>, lineOf: (line: number) => number): Program;
}

function readC(text: string, file: string, options: COptions): ReadC {
  const program = parseC(text, file, options);
  const { tokens, texts } = preprocess(text, file, options);
  const sheets = new Map<string, Sheet>();
  for (const [name, content] of texts)
    if (!name.startsWith('<')) sheets.set(name, { lines: new Lines(content), mask: new CodeMask(content) });
  const reader = new RegionReader(file, sheets);
  const points: CodePoint[] = parseTokens(tokens, new Mistakes()).flatMap((declaration) =>
    declaration.kind === 'function' ? reader.function(declaration.body, declaration.at) : [],
  );
  const read = (changed: ReadonlyMap<string, string>, lineOf: (line: number) => number): Program =>
    parseC(changed.get(file) ?? text, file, {
      ...options,
      readFile: (path) =>
        changed.get(path) ?? (options.readFile === undefined ? texts.get(path) : options.readFile(path)),
      ...(options.loopBounds === undefined
        ? {}
        : {
            loopBounds: options.loopBounds.map((bound) =>
              bound.file === undefined || bound.file === file
                ? { ...bound, line: lineOf(bound.line) }
                : bound,
            ),
          }),
    });
  const code = [...sheets.values()].map(({ mask }) => mask.code()).join('\n');
  return { program, sheets, reader, points, code, read };
}

/** The statements of functions as regions of the texts they stand in. */
class RegionReader {
  readonly #file: string;
  readonly #sheets: ReadonlyMap<string, Sheet>;
  readonly #calls: { readonly file: string; readonly item: Item }[] = [];

  constructor(file: string, sheets: ReadonlyMap<string, Sheet>) {
    this.#file = file;
    this.#sheets = sheets;
  }

  function(body: readonly Statement[], at: SourceSpan): CodePoint[] {
    const file = at.file ?? this.#file;
    const sheet = this.#sheets.get(file);
    if (sheet === undefined) return [];
    const owner = sheet.lines.offset(at.line, at.column);
    const region: Region = { braced: true, items: this.#list(body, file, sheet), owner };
    return pointsOf([region])
      .filter(({ item, behind }) => !sheet.mask.inDirective(behind ? item.end - 1 : item.start))
      .map((point) => ({ file, point }));
  }

  /** Statements that only fence. */
  fences(program: Program): FenceStatement[] {
    return this.#calls.flatMap(({ file, item }): FenceStatement[] => {
      const sheet = this.#sheets.get(file);
      if (sheet === undefined) return [];
      const inside = memoryStatements(program, ({ at }) => {
        if (at === undefined || (at.file ?? this.#file) !== file) return false;
        const offset = sheet.lines.offset(at.line, at.column);
        return item.start <= offset && offset < item.end;
      });
      const fence = onlyFence(inside);
      if (fence === undefined) return [];
      const { start, end } = item;
      return [{ file, start, end, text: sheet.lines.text.slice(start, end), fence }];
    });
  }

  #list(statements: readonly Statement[], file: string, sheet: Sheet): Item[] {
    return statements.flatMap((s) => this.#item(s, file, sheet) ?? []);
  }

  #item(s: Statement, file: string, sheet: Sheet): Item | undefined {
    const { at } = s;
    // A macro that stands for nothing leaves an empty statement, which is no place for a fence.
    if (s.kind === 'empty') return undefined;
    if ((at.file ?? this.#file) !== file || at.endColumn === undefined) return undefined;
    const start = sheet.lines.offset(at.line, at.column);
    const end = sheet.lines.offset(at.endLine ?? at.line, at.endColumn);
    const front = s.kind !== 'case' && s.kind !== 'default';
    const item: Item = { start, end, front, regions: this.#regions(s, start, file, sheet) };
    if (s.kind === 'expression' && (s.value.kind === 'call' || s.value.kind === 'asm'))
      this.#calls.push({ file, item });
    return item;
  }

  #regions(s: Statement, owner: number, file: string, sheet: Sheet): Region[] {
    const body = (inner: Statement | undefined): Region[] => {
      if (inner === undefined || isIdle(inner)) return [];
      const braced = inner.kind === 'block' && sheet.lines.text[this.#start(inner, sheet)] === '{';
      const items = this.#list(inner.kind === 'block' ? inner.items : [inner], file, sheet);
      return items.length === 0 ? [] : [{ braced, items, owner }];
    };
    switch (s.kind) {
      case 'block':
        return body(s);
      case 'if':
        return [...body(s.whenTrue), ...body(s.whenFalse)];
      case 'while':
      case 'do':
      case 'for':
      case 'switch':
        return body(s.body);
      default:
        return [];
    }
  }

  #start({ at }: Statement, sheet: Sheet): number {
    return sheet.lines.offset(at.line, at.column);
  }
}

/** Nothing happens in it. */
const isIdle = (s: Statement): boolean => s.kind === 'empty' || (s.kind === 'block' && s.items.every(isIdle));
