// Macro expansion (C11 6.10.3): arguments are expanded first unless # or ## touches them, and every produced token
// remembers the macros it came from, so that none expands itself.

import type { SourceSpan } from '../../../program/statement.js';
import { preprocessorError } from '../diagnostics.js';
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

/** What has another value wherever it stands. */
const computed: ReadonlySet<string> = new Set(['__LINE__', '__FILE__', '__COUNTER__', '__has_include']);

export class MacroExpander {
  readonly macros = new Map<string, Macro>();
  #counter = 0;
  #produced = 0;

  /** `mainFile` is what `__FILE__` says in the program's own file. */
  constructor(readonly mainFile: string) {}

  isDefined(name: string): boolean {
    return this.macros.has(name) || computed.has(name);
  }

  expand(tokens: readonly Token[]): Token[] {
    const out: Token[] = [];
    const stack = [...tokens].reverse();
    for (let token = stack.pop(); token !== undefined; token = stack.pop()) {
      if (token.kind !== 'identifier' || token.hidden?.has(token.text)) {
        out.push(token);
        continue;
      }
      const dynamic = this.#dynamic(token);
      if (dynamic !== undefined) {
        out.push(dynamic);
        continue;
      }
      const macro = this.macros.get(token.text);
      if (macro === undefined) {
        out.push(token);
        continue;
      }
      if (macro.parameters === undefined) {
        const hidden = new Set([...(token.hidden ?? []), macro.name]);
        pushAll(stack, this.#substitute(macro, [], token, token.at, hidden));
        continue;
      }
      const call = collectArguments(macro, macro.parameters, token, stack);
      if (call === undefined) {
        out.push(token);
        continue;
      }
      const common = [...(token.hidden ?? [])].filter((name) => call.close.hidden?.has(name));
      const hidden = new Set([...common, macro.name]);
      pushAll(stack, this.#substitute(macro, call.args, token, spanOf(token.at, call.close.at), hidden));
    }
    return out;
  }

  #dynamic(token: Token): Token | undefined {
    switch (token.text) {
      case '__LINE__':
        return { ...token, kind: 'number', text: String(token.at.line) };
      case '__FILE__':
        return { ...token, kind: 'string', text: JSON.stringify(token.at.file ?? this.mainFile) };
      case '__COUNTER__':
        return { ...token, kind: 'number', text: String(this.#counter++) };
      default:
        return undefined;
    }
  }

  #substitute(
    macro: Macro,
    args: readonly (readonly Token[])[],
    name: Token,
    at: SourceSpan,
    hidden: ReadonlySet<string>,
  ): Token[] {
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
    const add = (tokens: readonly Token[], space: boolean): void => {
      tokens.forEach((token, i) => {
        const spaced = i === 0 ? { ...token, space } : token;
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
        add(
          [{ kind: 'string', text: stringify(args[index]), at: args[index][0]?.at ?? at, space: false }],
          token.space,
        );
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
        // an empty operand of ## : what follows stands alone
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
    return result.map((token) => ({
      ...token,
      hidden: token.hidden === undefined ? hidden : new Set([...token.hidden, ...hidden]),
    }));
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

function pushAll(stack: Token[], tokens: readonly Token[]): void {
  for (let i = tokens.length - 1; i >= 0; i--) stack.push(tokens[i]);
}

/** Takes `( a, b )` off the stack; undefined (and nothing taken) when no parenthesis follows. */
function collectArguments(
  macro: Macro,
  parameters: readonly string[],
  name: Token,
  stack: Token[],
): { args: Token[][]; close: Token } | undefined {
  let first = stack.length - 1;
  while (first >= 0 && stack[first].kind === 'newline') first--;
  if (first < 0 || !isPunctuator(stack[first], '(')) return undefined;
  stack.length = first;
  const args: Token[][] = [[]];
  let depth = 0;
  let newline = false;
  for (let token = stack.pop(); token !== undefined; token = stack.pop()) {
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
    last.push(newline ? { ...token, space: true } : token);
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
  const hidden = new Set([...(left.hidden ?? [])].filter((name) => right.hidden?.has(name)));
  return { ...tokens[0], at, space: left.space, hidden };
}
