// Macro expansion (C11 6.10.3): arguments are expanded first unless # or ## touches them. A macro is off while what it was
// replaced by is read: its name there never expands again, not even later; but what a macro leaves unread is free, so
// that macros which postpone each other can repeat.

import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import { preprocessorError } from '../diagnostics.js';
import { predefinedMacro } from './define.js';
import { tokenize } from './lexer.js';
import { isPunctuator, spanOf, spell, type Token } from './token.js';

export interface Macro {
  readonly name: string;
  /** Absent for an object-like macro. */
  readonly parameters?: readonly string[];
  /** The last parameter takes all remaining arguments. */
  readonly variadic: boolean;
  readonly body: readonly Token[];
}

/** More tokens than this are the work of macros that double each other. */
const tokenLimit = 300_000;

/** Macros whose value depends on the place of use. */
const computed: ReadonlySet<string> = new Set(
  '__LINE__ __FILE__ __FILE_NAME__ __BASE_FILE__ __INCLUDE_LEVEL__ __COUNTER__ __has_include __has_include_next __has_c_attribute'.split(
    ' ',
  ),
);

/** Where tokens come from: the text, or what a macro was replaced by. */
interface Source {
  readonly tokens: readonly Token[];
  next: number;
  /** It is off until this is read. */
  readonly macro?: string;
}

/** The effect of #line on the following lines. */
interface Renumbering {
  /** Added to the number of a line. */
  readonly shift: number;
  readonly file?: string;
}

const asWritten: Renumbering = { shift: 0 };

export class MacroExpander {
  /** The macros that the program defines; undefined: it has taken the definition back. */
  readonly #macros = new Map<string, Macro | undefined>();
  readonly #later = new Map<string, () => Macro>();
  /** Of the file that is read. */
  numbering = asWritten;
  /** How many files include the one that is read. */
  level = 0;
  readonly #off = new Set<string>();
  #counter = 0;
  #produced = 0;

  /** `mainFile` is what `__FILE__` says in the program's own file. */
  constructor(readonly mainFile: string) {}

  macro(name: string): Macro | undefined {
    const later = this.#later.get(name);
    if (later !== undefined) this.define(name, later());
    const own = this.#macros.get(name);
    return own ?? (this.#macros.has(name) ? undefined : predefinedMacro(name));
  }

  define(name: string, macro: Macro | undefined): void {
    this.#later.delete(name);
    this.#macros.set(name, macro);
  }

  /** `make` yields the macro when a program uses its name. */
  defineLater(name: string, make: () => Macro): void {
    this.#later.set(name, make);
  }

  isDefined(name: string): boolean {
    return this.macro(name) !== undefined || computed.has(name);
  }

  /** `condition`: the operand of `defined` stays as it is. */
  expand(tokens: readonly Token[], condition = false): Token[] {
    const out: Token[] = [];
    const input = new Input(tokens, this.#off);
    for (let token = input.next(); token !== undefined; token = input.next()) {
      if (condition && token.text === 'defined') {
        out.push(token, ...input.operand());
        continue;
      }
      const macro = token.kind === 'identifier' ? this.macro(token.text) : undefined;
      if (macro === undefined || token.final || this.#off.has(macro.name)) {
        out.push(macro === undefined ? (this.#dynamic(token) ?? token) : { ...token, final: true });
        continue;
      }
      if (macro.parameters === undefined) {
        input.replace(token, this.#substitute(macro, [], token, token.at), macro.name);
        continue;
      }
      const call = collectArguments(macro, macro.parameters, token, input);
      if (call === undefined) {
        out.push(token);
        continue;
      }
      const body = this.#substitute(macro, call.args, token, spanOf(token.at, call.close.at));
      input.replace(token, body, macro.name);
    }
    return out;
  }

  #dynamic(token: Token): Token | undefined {
    const string = (text: string): Token => ({ ...token, kind: 'string', text: JSON.stringify(text) });
    const number = (value: number): Token => ({ ...token, kind: 'number', text: String(value) });
    const file = this.numbering.file ?? token.at.file ?? this.mainFile;
    switch (token.kind === 'identifier' ? token.text : undefined) {
      case '__LINE__':
        return number(token.at.line + this.numbering.shift);
      case '__FILE__':
        return string(file);
      case '__FILE_NAME__':
        return string(file.replace(/^.*\//, ''));
      case '__BASE_FILE__':
        return string(this.mainFile);
      case '__INCLUDE_LEVEL__':
        return number(this.level);
      case '__COUNTER__':
        return number(this.#counter++);
      default:
        return undefined;
    }
  }

  #substitute(macro: Macro, args: readonly (readonly Token[])[], name: Token, at: SourceSpan): Token[] {
    const parameters = macro.parameters ?? [];
    const functionLike = macro.parameters !== undefined;
    const expanded: (readonly Token[] | undefined)[] = [];
    const argument = (i: number): readonly Token[] => {
      expanded[i] ??= this.expand(args[i]);
      return expanded[i] ?? [];
    };
    const here = (token: Token): Token => ({ ...token, at });
    const result: Token[] = [];
    let pasteNext = false;
    let blank = false;
    const add = (tokens: readonly Token[], space: boolean): void => {
      blank ||= space;
      tokens.forEach((token, i) => {
        const spaced = i === 0 ? { ...token, space: blank } : token;
        blank = false;
        if (pasteNext && i === 0) {
          const left = result.pop();
          result.push(left === undefined ? spaced : paste(left, spaced, at));
        } else result.push(spaced);
      });
      pasteNext = false;
    };
    const body = withOptional(macro, args[parameters.length - 1] ?? []);
    for (let i = 0; i < body.length; i++) {
      const token = body[i];
      if (functionLike && isPunctuator(token, '#')) {
        const index = parameterIndex(parameters, body[i + 1]);
        if (index < 0)
          preprocessorError(`# in macro ${macro.name} is not followed by one of its parameters`, token.at);
        const text = stringify(args[index]);
        add([{ kind: 'string', text, at: args[index][0]?.at ?? at, space: false }], token.space);
        i++;
        continue;
      }
      if (isPunctuator(token, '##')) {
        const next = body[i + 1];
        const index = parameterIndex(parameters, next);
        const isRest = macro.variadic && index === parameters.length - 1 && index >= 0;
        const before = result[result.length - 1];
        if (isRest && isPunctuator(before, ',')) {
          // GNU: `, ## __VA_ARGS__` drops the comma when there is nothing to follow it.
          if (args[index].length === 0) result.pop();
          else add(argument(index), next.space);
          i++;
        } else if (index >= 0 && args[index].length === 0) i++;
        else pasteNext = result.length > 0;
        continue;
      }
      const index = parameterIndex(parameters, token);
      if (index < 0) {
        add([here(token)], token.space);
        continue;
      }
      const raw = pasteNext || isPunctuator(body[i + 1], '##');
      if (raw && args[index].length === 0 && isPunctuator(body[i + 1], '##')) {
        // an empty operand of ##: the other operand stands alone
        i++;
        const next = parameterIndex(parameters, body[i + 1]);
        if (next >= 0) {
          add(args[next], token.space);
          i++;
        }
        continue;
      }
      add(raw ? args[index] : argument(index), token.space);
      pasteNext = false;
    }
    this.#produced += result.length;
    if (this.#produced > tokenLimit)
      preprocessorError(`expanding macro ${macro.name} never seems to end`, name.at);
    if (result.length > 0) result[0] = { ...result[0], space: name.space };
    return result;
  }
}

/** The tokens that are still to be read, and those that take the place of some of them. */
class Input {
  readonly #sources: Source[];
  /** Before the next token, from a macro that left none. */
  #blank = false;

  constructor(
    tokens: readonly Token[],
    readonly off: Set<string>,
  ) {
    this.#sources = [{ tokens, next: 0 }];
  }

  next(): Token | undefined {
    for (;;) {
      const source = this.#sources[this.#sources.length - 1];
      if (source.next < source.tokens.length) {
        const token = source.tokens[source.next++];
        if (!this.#blank) return token;
        this.#blank = token.kind === 'newline';
        return { ...token, space: true };
      }
      if (this.#sources.length === 1) return undefined;
      this.#sources.pop();
      if (source.macro !== undefined) this.off.delete(source.macro);
    }
  }

  replace({ space }: Token, tokens: readonly Token[], macro: string): void {
    this.#blank ||= space && tokens.length === 0;
    this.push(tokens, macro);
  }

  push(tokens: readonly Token[], macro?: string): void {
    if (macro !== undefined) this.off.add(macro);
    this.#sources.push({ tokens, next: 0, ...present({ macro }) });
  }

  /** `( NAME )` or `NAME`. */
  operand(): readonly Token[] {
    const read = (count: number): readonly Token[] =>
      Array.from({ length: count }, () => this.next()).flatMap((token) => token ?? []);
    const first = read(1);
    return isPunctuator(first[0], '(') ? [...first, ...read(2)] : first;
  }
}

/** The body with what `__VA_OPT__(...)` holds, or without it if there are no further arguments. */
function withOptional({ body, variadic }: Macro, rest: readonly Token[]): readonly Token[] {
  if (!variadic) return body;
  const kept: Token[] = [];
  for (let i = 0; i < body.length; i++) {
    if (body[i].text !== '__VA_OPT__' || !isPunctuator(body[i + 1], '(')) {
      kept.push(body[i]);
      continue;
    }
    let depth = 1;
    for (i += 2; i < body.length; i++) {
      if (isPunctuator(body[i], '(')) depth++;
      if (isPunctuator(body[i], ')') && --depth === 0) break;
      if (rest.length > 0) kept.push(body[i]);
    }
  }
  return kept;
}

const parameterIndex = (parameters: readonly string[], token: Token | undefined): number =>
  token === undefined || token.kind !== 'identifier' ? -1 : parameters.indexOf(token.text);

/** Takes `( a, b )`; undefined (and nothing taken) when no parenthesis follows. */
function collectArguments(
  macro: Macro,
  parameters: readonly string[],
  name: Token,
  input: Input,
): { args: Token[][]; close: Token } | undefined {
  const seen: Token[] = [];
  let open = input.next();
  for (; open?.kind === 'newline'; open = input.next()) seen.push(open);
  if (!isPunctuator(open, '(')) {
    input.push(open === undefined ? seen : [...seen, open]);
    return undefined;
  }
  const args: Token[][] = [[]];
  let depth = 0;
  let newline = false;
  for (let token = input.next(); token !== undefined; token = input.next()) {
    if (token.kind === 'newline') {
      newline = true;
      continue;
    }
    const last = args[args.length - 1];
    if (isPunctuator(token, ')') && depth === 0)
      return { args: checkArity(macro, parameters, args, name), close: token };
    const isRest = macro.variadic && args.length === parameters.length;
    if (isPunctuator(token, ',') && depth === 0 && !isRest) {
      args.push([]);
      newline = false;
      continue;
    }
    if (isPunctuator(token, '(')) depth++;
    if (isPunctuator(token, ')')) depth--;
    const final = token.kind === 'identifier' && input.off.has(token.text);
    last.push(
      newline || final
        ? { ...token, ...present({ final: final || token.final }), space: newline || token.space }
        : token,
    );
    newline = false;
  }
  return preprocessorError(`the arguments of macro ${macro.name} are never closed`, name.at);
}

function checkArity(macro: Macro, parameters: readonly string[], args: Token[][], name: Token): Token[][] {
  const wanted = parameters.length;
  if (wanted === 0 && args.length === 1 && args[0].length === 0) return [];
  if (macro.variadic && args.length === wanted - 1) return [...args, []];
  if (args.length !== wanted)
    preprocessorError(
      `macro ${macro.name} takes ${wanted}${macro.variadic ? ' or more' : ''} arguments, not ${args.length}`,
      name.at,
    );
  return args;
}

function stringify(tokens: readonly Token[]): string {
  const parts = tokens.map((token) =>
    token.kind === 'string' || token.kind === 'char'
      ? { ...token, text: token.text.replace(/["\\]/g, '\\$&') }
      : token,
  );
  return `"${spell(parts)}"`;
}

function paste(left: Token, right: Token, at: SourceSpan): Token {
  const tokens = tokenize(left.text + right.text, at.file).filter((token) => token.kind !== 'newline');
  if (tokens.length !== 1)
    preprocessorError(`## makes "${left.text}${right.text}", which is not one token`, at);
  return { ...tokens[0], at, space: left.space };
}
