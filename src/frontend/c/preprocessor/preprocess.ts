// The preprocessor: directives line by line, the lines between them through the macro expander. Nothing is printed and
// parsed again: tokens go to the parser with the positions the user knows.

import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import { standardHeader } from '../../libraryFile.js';
import { preprocessorError, unsupported } from '../diagnostics.js';
import { evaluateCondition } from './condition.js';
import { defineFromOption, definitionIn, parseDefine } from './define.js';
import { type IncludeOptions, includePath, resolveInclude } from './include.js';
import { tokenize } from './lexer.js';
import { type Macro, MacroExpander } from './macro.js';
import { Pack } from './pack.js';
import { isPunctuator, spell, type Token, withoutDigraph } from './token.js';

export interface PreprocessOptions extends IncludeOptions {
  /** As after -D: `NAME`, `NAME=VALUE` or `NAME(a,b)=BODY`. */
  readonly defines?: readonly string[];
}

interface Preprocessed {
  readonly tokens: readonly Token[];
  /** The text of every file that was read, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
}

const includeDepthLimit = 64;
const mostInclusions = 2000;
const mostIncluded = 1 << 24;

/** The operators of a condition that ask a question, such as `defined`. */
const questions: ReadonlySet<string> = new Set([
  'defined',
  '__has_include',
  '__has_include_next',
  '__has_c_attribute',
]);

/** The attributes of C23, each with when it came. */
const standardAttributes: ReadonlyMap<string, string> = new Map([
  ['deprecated', '201904L'],
  ['fallthrough', '201910L'],
  ['maybe_unused', '202106L'],
  ['nodiscard', '202003L'],
  ['noreturn', '202202L'],
]);

/** One #if ... #endif: whether its lines are read, and whether one of its branches was taken already. */
interface Group {
  readonly at: SourceSpan;
  active: boolean;
  taken: boolean;
  elseSeen: boolean;
}

/** `named`: positions name the file, since it is not the program's own. */
export function preprocess(
  text: string,
  file: string,
  options: PreprocessOptions = {},
  named = false,
): Preprocessed {
  const expander = new MacroExpander(file);
  for (const macro of (options.defines ?? []).map(defineFromOption)) expander.define(macro.name, macro);
  const run = new Preprocessing(expander, options, file);
  run.file(text, named ? file : undefined, 0);
  return { tokens: run.output, texts: run.texts };
}

class Preprocessing {
  readonly output: Token[] = [];
  readonly texts = new Map<string, string>();
  readonly #once = new Set<string>();
  /** The pushed meanings of names; undefined: no macro. */
  readonly #kept = new Map<string, readonly (Macro | undefined)[]>();
  readonly #pack = new Pack();
  #inclusions = 0;
  #included = 0;

  constructor(
    readonly expander: MacroExpander,
    readonly options: IncludeOptions,
    readonly mainFile: string,
  ) {}

  file(text: string, name: string | undefined, depth: number): void {
    this.texts.set(name ?? this.mainFile, text);
    const lines = linesOf(text, name);
    const groups: Group[] = [];
    let pending: Token[] = [];
    const { numbering, level } = this.expander;
    this.expander.numbering = { shift: 0 };
    this.expander.level = depth;
    const flush = (): void => {
      if (pending.length === 0) return;
      const tokens = this.expander.expand(pending).filter((token) => token.kind !== 'newline');
      for (let i = 0; i < tokens.length; i++)
        if (tokens[i].text === '_Pragma' && isPunctuator(tokens[i + 1], '(')) {
          const pragma = tokens[i + 2]?.text.slice(1, -1) ?? '';
          refusePragma(pragma, tokens[i].at);
          this.#notePack(tokenize(pragma, undefined));
          i += 3;
        } else this.output.push(this.#pack.marked(withoutDigraph(tokens[i])));
      pending = [];
    };
    for (const line of lines) {
      const active = groups.every((group) => group.active);
      if ('definition' in line) {
        if (!active) continue;
        flush();
        const { definition } = line;
        this.expander.defineLater(line.macro, () => definitionIn(definition, name ?? this.mainFile));
        continue;
      }
      if (!isPunctuator(line[0], '#')) {
        // A line may be too long to be given as arguments.
        if (active) for (const token of line) pending.push(token);
        continue;
      }
      const directive = line[1];
      if (directive === undefined || directive.kind === 'newline') continue;
      const rest = line.slice(2).filter((token) => token.kind !== 'newline');
      if (this.#conditional(directive, rest, groups, active)) continue;
      if (!active) continue;
      flush();
      this.#directive(directive, rest, name, depth);
    }
    flush();
    this.expander.numbering = numbering;
    this.expander.level = level;
    const open = groups[groups.length - 1];
    if (open !== undefined) preprocessorError('this condition has no #endif', open.at);
  }

  /** Whether the directive was one of the #if family. */
  #conditional(directive: Token, rest: readonly Token[], groups: Group[], active: boolean): boolean {
    const { text, at } = directive;
    const [, isElse, test] = /^(el)?(if|ifdef|ifndef)$/.exec(text) ?? [];
    const holds = (): boolean => {
      if (test === 'if') return this.#evaluate(rest, at);
      return test === undefined || this.expander.isDefined(macroName(rest, directive)) === (test === 'ifdef');
    };
    if (test !== undefined && isElse === undefined) {
      const taken = active && holds();
      groups.push({ at, active: taken, taken: taken || !active, elseSeen: false });
      return true;
    }
    if (text === 'endif') {
      if (groups.pop() === undefined) preprocessorError('#endif without #if', at);
      return true;
    }
    if (test === undefined && text !== 'else') return false;
    const group = groups[groups.length - 1];
    if (group === undefined || group.elseSeen) return preprocessorError(`#${text} without #if`, at);
    group.elseSeen = text === 'else';
    group.active = !group.taken && holds();
    group.taken ||= group.active;
    return true;
  }

  /** Macros may ask too what is defined. */
  #evaluate(tokens: readonly Token[], at: SourceSpan): boolean {
    return evaluateCondition(this.#asked(this.expander.expand(this.#asked(tokens), true)), at);
  }

  /** With the answers to `defined` and `__has_include`. */
  #asked(tokens: readonly Token[]): readonly Token[] {
    const replaced: Token[] = [];
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i];
      if (!questions.has(token.text)) {
        replaced.push(token);
        continue;
      }
      const parenthesised = isPunctuator(tokens[i + 1], '(');
      const first = parenthesised ? i + 2 : i + 1;
      const close = parenthesised
        ? tokens.findIndex((t, k) => k >= first && isPunctuator(t, ')'))
        : first + 1;
      const operand = tokens.slice(first, Math.max(first, close));
      if (operand.length === 0) preprocessorError(`${token.text} needs an operand`, token.at);
      if (token.text === 'defined' && operand[0].kind !== 'identifier')
        preprocessorError('defined needs the name of a macro', operand[0].at);
      replaced.push({ ...token, kind: 'number', text: this.#answer(token, operand) });
      i = parenthesised ? close : first;
    }
    return replaced;
  }

  #answer({ text, at }: Token, operand: readonly Token[]): string {
    if (text === 'defined') return this.expander.isDefined(operand[0].text) ? '1' : '0';
    if (text === '__has_c_attribute')
      return standardAttributes.get(operand[0].text.replace(/^__(.*)__$/, '$1')) ?? '0';
    const next = text === '__has_include_next';
    const file = resolveInclude(includePath(operand, at), at.file ?? this.mainFile, this.options, at, next);
    return file === undefined ? '0' : '1';
  }

  #directive(directive: Token, rest: readonly Token[], file: string | undefined, depth: number): void {
    switch (directive.text) {
      case 'define': {
        const macro = parseDefine(rest, directive.at);
        this.expander.define(macro.name, macro);
        return;
      }
      case 'undef':
        this.expander.define(macroName(rest, directive), undefined);
        return;
      case 'include':
      case 'include_next':
      case 'import':
        this.#include(directive, rest, depth);
        return;
      case 'error':
        preprocessorError(`#error ${spell(rest)}`, directive.at);
        return;
      case 'pragma':
        refusePragma(spell(rest), directive.at);
        if (rest[0]?.text === 'once' && file !== undefined) this.#once.add(file);
        this.#keepMacro(rest);
        this.#notePack(rest);
        return;
      case 'line':
        this.#renumber(this.expander.expand(rest), directive.at);
        return;
      case 'warning':
      case 'ident':
      case 'sccs':
      case 'assert':
      case 'unassert':
        return;
      default:
        if (directive.kind === 'number') {
          this.#renumber([directive, ...rest], directive.at);
          return;
        }
        preprocessorError(`unknown directive #${directive.text}`, directive.at);
    }
  }

  /** `#line 10 "name"`: the number of the next line, and what the file is called from there. */
  #renumber([number, name]: readonly Token[], at: SourceSpan): void {
    if (number === undefined || !/^\d+$/.test(number.text))
      preprocessorError('#line needs the number of a line', number?.at ?? at);
    const file = name?.kind === 'string' ? name.text.slice(1, -1) : this.expander.numbering.file;
    this.expander.numbering = { shift: Number(number.text) - at.line - 1, ...present({ file }) };
  }

  /** `push_macro("NAME")` and `pop_macro("NAME")`. */
  #keepMacro([word, , quoted]: readonly Token[]): void {
    if (quoted?.kind !== 'string') return;
    const name = quoted.text.slice(1, -1);
    const kept = this.#kept.get(name) ?? [];
    if (word.text === 'push_macro') this.#kept.set(name, [...kept, this.expander.macro(name)]);
    if (word.text !== 'pop_macro' || kept.length === 0) return;
    this.#kept.set(name, kept.slice(0, -1));
    this.expander.define(name, kept[kept.length - 1]);
  }

  /** Macros in it mean nothing to gcc on Linux. */
  #notePack([word, ...rest]: readonly Token[]): void {
    if (word?.text === 'pack') this.#pack.read(rest.filter(({ kind }) => kind !== 'newline'));
  }

  #include(directive: Token, rest: readonly Token[], depth: number): void {
    const at = directive.at;
    const literal = rest[0]?.kind === 'string' || isPunctuator(rest[0], '<');
    const path = includePath(literal ? rest : this.expander.expand(rest), at);
    const next = directive.text === 'include_next';
    const found = resolveInclude(path, at.file ?? this.mainFile, this.options, at, next);
    if (found === undefined) {
      const hint = path.system
        ? 'diptych brings its own standard headers; give folders of other headers with -I'
        : 'give the folder it is in with -I';
      preprocessorError(`cannot find ${path.text}`, rest[0]?.at ?? at, hint);
    }
    if (this.#once.has(found.file)) return;
    if (directive.text === 'import') this.#once.add(found.file);
    if (depth >= includeDepthLimit) preprocessorError(`${path.text} includes itself without end`, at);
    this.#inclusions++;
    this.#included += found.text.length;
    if (this.#inclusions > mostInclusions || this.#included > mostIncluded)
      preprocessorError(
        `too much is included: at most ${mostInclusions} files, and ${mostIncluded} characters in all`,
        at,
      );
    this.file(found.text, found.file, depth + 1);
  }
}

function macroName(tokens: readonly Token[], directive: Token): string {
  return tokens[0]?.kind === 'identifier'
    ? tokens[0].text
    : preprocessorError(`#${directive.text} needs the name of a macro`, directive.at);
}

/** Without OpenMP's threads, or with bytes in another order, the program would be another one. */
function refusePragma(pragma: string, at: SourceSpan): void {
  if (/^\s*omp\b.*\b(?:parallel|task|taskloop|teams|target)\b/.test(pragma)) unsupported('OpenMP', at);
  if (/^\s*scalar_storage_order\s+big-endian\b/.test(pragma)) unsupported('scalar_storage_order', at);
}

/** A line that defines a macro, and is read when the macro is used. */
interface LaterMacro {
  readonly macro: string;
  /** The text behind `#define`. */
  readonly definition: string;
}

type Line = readonly Token[] | LaterMacro;

/** The lines of diptych's own headers, which most programs include again. */
const headerLines = new Map<string, readonly Line[]>();

function linesOf(text: string, name: string | undefined): readonly Line[] {
  if (name === undefined || standardHeader(name.slice(1, -1)) !== text)
    return splitLines(tokenize(text, name));
  const lines = headerLines.get(name) ?? headerLinesOf(text, name);
  headerLines.set(name, lines);
  return lines;
}

/** Whole definitions: in diptych's own headers no such line is part of a comment. */
const defining = /^#define ((\w+).*)(?<!\\)$/gm;

/** Most lines of a header define macros, and a program uses few of them. */
export function headerLinesOf(text: string, name: string): readonly Line[] {
  const lines: Line[] = [];
  let [from, line] = [0, 0];
  const readTo = (end: number): void => {
    const part = text.slice(from, end);
    if (part.trim() !== '') lines.push(...splitLines(tokenize(part, name, line)));
    line += part.split('\n').length - 1;
  };
  for (const { 0: whole, 1: definition, 2: macro, index } of text.matchAll(defining)) {
    readTo(index);
    lines.push({ macro, definition });
    from = index + whole.length + 1;
    line++;
  }
  readTo(text.length);
  return lines;
}

function splitLines(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]];
  for (const token of tokens) {
    lines[lines.length - 1].push(token);
    if (token.kind === 'newline') lines.push([]);
  }
  return lines.filter((line) => line.length > 0);
}
