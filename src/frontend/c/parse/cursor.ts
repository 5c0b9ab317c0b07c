// The tokens of a unit with a place in them, and which names are types there: the one thing C's grammar cannot tell.

import type { SourceSpan } from '../../../program/statement.js';
import type { Attributes } from '../ast.js';
import { strayCharacter, syntaxError, unsupported } from '../diagnostics.js';
import { spanOf, type Token } from '../preprocessor/token.js';
import { builtinTypeNames, isWord, roleOf } from './words.js';

/** Deeper nesting than this would not fit the stack of the passes that follow. */
const depthLimit = 300;

export const noAttributes: Attributes = { packed: false, aligned: [] };

const nowhere: SourceSpan = { line: 1, column: 1 };

export class Cursor {
  position = 0;
  /** The attributes inside the current declarator. */
  attributes: Attributes = noAttributes;
  /** The names in the function of the labels that blocks around declare by `__label__`, innermost last. */
  readonly #labels: Map<string, string>[] = [];
  #localLabels = 0;
  #depth = 0;
  /** Innermost last: whether a name declared there is a type. */
  readonly #scopes: Map<string, boolean>[] = [new Map()];

  constructor(readonly tokens: readonly Token[]) {}

  get done(): boolean {
    return this.position >= this.tokens.length;
  }

  peek(ahead = 0): Token | undefined {
    return this.tokens[this.position + ahead];
  }

  /** Where the next token is, or the last one when there is none. */
  get at(): SourceSpan {
    return (this.peek() ?? this.tokens.at(-1))?.at ?? nowhere;
  }

  /** From the token at `start` to the one before the next. */
  from(start: number): SourceSpan {
    const first = this.tokens[start]?.at ?? this.at;
    const last = this.tokens[Math.max(start, this.position - 1)]?.at ?? first;
    return spanOf(first, last);
  }

  next(): Token {
    const token = this.peek();
    if (token === undefined) return syntaxError('the file ends here, in the middle of something', this.at);
    this.position++;
    return token;
  }

  /** Whether the next token is this punctuator or word. */
  is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return (
      token !== undefined &&
      token.text === text &&
      (token.kind === 'punctuator' || token.kind === 'identifier')
    );
  }

  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.position++;
    return true;
  }

  expect(text: string): void {
    if (this.take(text)) return;
    const before = this.tokens[this.position - 1];
    const found = this.peek();
    // a token missing at the end of a line is reported there, not where the next line starts
    if (before !== undefined && (found === undefined || found.at.line !== before.at.line))
      syntaxError(`expected ${text} after ${before.text}`, before.at);
    syntaxError(`expected ${text} before ${found?.text ?? 'the end of the file'}`, this.at);
  }

  /** The role of the next word. */
  role(ahead = 0): ReturnType<typeof roleOf> {
    return roleOf(this.peek(ahead)?.text);
  }

  /** `( ... )` */
  inParentheses<T>(read: () => T): T {
    this.expect('(');
    const value = read();
    this.expect(')');
    return value;
  }

  /** A name that is not a word of the language. */
  identifier(what: string): string {
    return this.isName() ? this.next().text : this.unexpected(what);
  }

  isName(ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === 'identifier' && !isWord(token.text);
  }

  /** `wanted` says what should stand here. */
  unexpected(wanted: string): never {
    const token = this.peek();
    if (token === undefined) return syntaxError(`expected ${wanted} before the end of the file`, this.at);
    if (token.kind === 'other') return strayCharacter(token.text, token.at);
    return syntaxError(`expected ${wanted}, not ${token.text}`, token.at);
  }

  /** Counts how deep `read` nests. */
  nested<T>(read: () => T): T {
    if (++this.#depth > depthLimit) unsupported('nesting this deep', this.at);
    const value = read();
    this.#depth--;
    return value;
  }

  /** After a mistake: as if nothing had been open. */
  reset(): void {
    this.#depth = 0;
    this.attributes = noAttributes;
    this.#scopes.length = 1;
    this.#labels.length = 0;
  }

  /** Names that `read` declares are known in it alone. */
  inScope<T>(read: () => T): T {
    this.#scopes.push(new Map());
    this.#labels.push(new Map());
    const value = read();
    this.#scopes.pop();
    this.#labels.pop();
    return value;
  }

  /** gcc's `__label__ name;` */
  declareLabel(name: string): void {
    this.#labels.at(-1)?.set(name, `${name}#${++this.#localLabels}`);
  }

  /** The name in the function of a label. */
  label(name: string): string {
    return this.#labels.findLast((block) => block.has(name))?.get(name) ?? name;
  }

  declare(name: string, type: boolean): void {
    this.#scopes.at(-1)?.set(name, type);
  }

  /** Whether the token is the name of a type here. Common ones are known without their header. */
  isTypeName(ahead = 0): boolean {
    const token = this.peek(ahead);
    if (token?.kind !== 'identifier') return false;
    for (let i = this.#scopes.length - 1; i >= 0; i--) {
      const known = this.#scopes[i].get(token.text);
      if (known !== undefined) return known;
    }
    return builtinTypeNames.has(token.text);
  }

  isDeclared(name: string): boolean {
    return this.#scopes.some((scope) => scope.has(name));
  }
}
