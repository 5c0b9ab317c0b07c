// The reader of words and values for parse.ts.

import { toInteger } from '../program/integer.js';
import type { SourceSpan } from '../program/statement.js';
import { present } from '../support/present.js';
import { ModuleSyntaxError, type Token, tokenize } from './tokens.js';
import { type Type, types } from './type.js';
import {
  accessed,
  arithmeticOps,
  binary,
  compare,
  compareOps,
  constant,
  element,
  local,
  offset,
  type Register,
  register,
  select,
  symbol,
  textValue,
  unary,
  unaryOps,
  undef,
  type Value,
} from './value.js';

const memberOf = <T extends string>(names: readonly T[], word: string): T | undefined =>
  names.find((name) => name === word);

export class Reader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(text: string) {
    this.#tokens = tokenize(text);
  }

  get done(): boolean {
    return this.#next >= this.#tokens.length;
  }

  peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#next + ahead];
  }

  fail(expected: string): never {
    const token = this.peek();
    const line = token?.line ?? this.#tokens.at(-1)?.line ?? 1;
    throw new ModuleSyntaxError(`expected ${expected}, found ${token?.word ?? 'the end'}`, line);
  }

  /** Whether the next word is this one; it stays. */
  is(word: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token !== undefined && !token.quoted && token.word === word;
  }

  /** Takes the word if it is the next. */
  took(word: string): boolean {
    if (!this.is(word)) return false;
    this.#next++;
    return true;
  }

  expect(word: string): void {
    if (!this.took(word)) this.fail(`'${word}'`);
  }

  word(what: string): string {
    const token = this.peek();
    if (token === undefined || token.quoted) return this.fail(what);
    this.#next++;
    return token.word;
  }

  quoted(): string {
    const token = this.peek();
    if (token === undefined || !token.quoted) return this.fail('a text in quotes');
    this.#next++;
    return token.word;
  }

  /** A name, in quotes if need be. */
  name(): string {
    return this.peek()?.quoted === true ? this.quoted() : this.word('a name');
  }

  /** `@name` */
  symbolName(): string {
    const word = this.word("'@' and a name");
    if (word === '@') return this.quoted();
    return word.startsWith('@') ? word.slice(1) : this.fail("'@' and a name");
  }

  number(): number {
    const word = this.word('a number');
    return /^-?\d+$/.test(word) ? Number(word) : this.fail('a number');
  }

  oneOf<T extends string>(names: readonly T[], what: string): T {
    return memberOf(names, this.word(what)) ?? this.fail(what);
  }

  /** One of the names if it comes next, else nothing is read. */
  maybe<T extends string>(names: readonly T[]): T | undefined {
    const token = this.peek();
    const found = token === undefined || token.quoted ? undefined : memberOf(names, token.word);
    if (found !== undefined) this.#next++;
    return found;
  }

  type(): Type {
    return this.oneOf(types, 'a type');
  }

  list<T>(close: string, read: () => T): T[] {
    const items: T[] = [];
    if (this.took(close)) return items;
    do items.push(read());
    while (this.took(','));
    this.expect(close);
    return items;
  }

  register(): Register {
    this.expect('%');
    const name = this.name();
    this.expect(':');
    return register(name, this.type());
  }

  values(close = ')'): Value[] {
    return this.list(close, () => this.value());
  }

  value(): Value {
    const token = this.peek();
    if (token === undefined) return this.fail('a value');
    if (token.quoted) return textValue(this.quoted());
    if (token.word === '%') return this.register();
    if (token.word.startsWith('@')) return symbol(this.symbolName());
    if (this.took('&')) return local(this.name());
    const word = this.word('a value');
    if (/^-?\d+$/.test(word)) {
      this.expect(':');
      return constant(toInteger(BigInt(word)), this.type());
    }
    if (word === 'undef') {
      this.expect(':');
      return undef(this.type());
    }
    const conversion = memberOf(unaryOps, word);
    if (conversion !== undefined) {
      this.expect(':');
      const type = this.type();
      this.expect('(');
      const operand = this.value();
      this.expect(')');
      return unary(conversion, type, operand);
    }
    this.expect('(');
    const first = this.value();
    this.expect(',');
    if (word === 'offset') {
      const [bytes = 0, extent] = this.list(')', () => this.number());
      return offset(first, bytes, extent);
    }
    const second = this.value();
    if (word === 'element' || word === 'accessed') {
      this.expect(',');
      const [stride = 0, count] = this.list(')', () => this.number());
      const address = element(first, second, stride, count);
      return word === 'accessed' ? accessed(address) : address;
    }
    if (word === 'select') {
      this.expect(',');
      const third = this.value();
      this.expect(')');
      return select(first, second, third);
    }
    this.expect(')');
    const arithmetic = memberOf(arithmeticOps, word);
    if (arithmetic !== undefined) return binary(arithmetic, first, second);
    const comparison = memberOf(compareOps, word);
    return comparison === undefined ? this.fail(`a value, not ${word}`) : compare(comparison, first, second);
  }

  /** `!3:5`, `!"file":3:5-3:9`, or nothing. */
  place(): { readonly at?: SourceSpan } {
    if (!this.took('!')) return {};
    const file = this.peek()?.quoted === true ? this.quoted() : undefined;
    if (file !== undefined) this.expect(':');
    const line = this.number();
    this.expect(':');
    const word = this.word('a column');
    const [, column, endLine] = /^(\d+)(?:-(\d+|_))?$/.exec(word) ?? this.fail('a column');
    if (endLine !== undefined) this.expect(':');
    const endColumn = endLine === undefined ? undefined : this.word('a column');
    const given = (digits: string | undefined): number | undefined =>
      digits === undefined || digits === '_' ? undefined : Number(digits);
    return {
      at: {
        line,
        column: Number(column),
        ...present({ file, endLine: given(endLine), endColumn: given(endColumn) }),
      },
    };
  }

  /** Whether the instruction comes from the model, and its place. */
  marks(): { readonly model?: true; readonly at?: SourceSpan } {
    const model = this.took('model') ? { model: true as const } : {};
    return { ...model, ...this.place() };
  }
}
