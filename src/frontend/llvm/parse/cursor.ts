// Tokens of LLVM's assembly language, one at a time. Newlines mean nothing to LLVM, but a token knows whether it is the first of its
// line: that ends lists of attributes, whose words are open.

import { InputError } from '../../../support/diagnostic.js';

type TokenKind =
  | 'word'
  | 'local'
  | 'global'
  | 'metadata'
  | 'attributes'
  | 'comdat'
  | 'string'
  | 'bytes'
  | 'integer'
  | 'float'
  | 'punctuation'
  | 'end';

const space = /(?:[ \t\r\n]+|;[^\n]*)*/y;
const token =
  /(c?"[^"]*")|([-a-zA-Z$._][-a-zA-Z$._0-9]*)|([%@](?:"[^"]*"|[-a-zA-Z$._0-9]+))|(![-a-zA-Z$._0-9\\]*)|([#^][a-zA-Z0-9_]+)|([()[\]{}<>,=*:|/&])/y;
const number = /-?\d+\.\d+(?:[eE][-+]?\d+)?|0x[KLMHR]?[0-9a-fA-F]+|-?\d+|[us]0x[0-9a-fA-F]+/y;

export class Cursor {
  readonly text: string;
  readonly file: string;
  kind: TokenKind = 'end';
  /** The token as it is written; of names and strings, without sigil, quotation marks and escapes. */
  token = '';
  /** Its offset. */
  at = 0;
  /** It is the first of its line. */
  first = true;
  #next = 0;
  readonly #stop: number;

  constructor(text: string, file: string, from = 0, to = text.length) {
    this.text = text;
    this.file = file;
    this.#next = from;
    this.#stop = to;
    this.advance();
  }

  /** Goes to the next token. */
  advance(): void {
    const { text } = this;
    const before = this.#next;
    space.lastIndex = before;
    space.test(text);
    const at = space.lastIndex;
    this.at = at;
    this.first = before === 0 || hasNewline(text, before, at);
    if (at >= this.#stop) {
      this.kind = 'end';
      this.token = '';
      return;
    }
    const code = text.charCodeAt(at);
    if (isDigit(code) || (code === 45 && isDigit(text.charCodeAt(at + 1))) || startsHex(text, at)) {
      number.lastIndex = at;
      const found = number.exec(text)?.[0] ?? this.refuse('a number');
      this.#next = at + found.length;
      this.token = found;
      this.kind = /[.x]/.test(found) && !/^[us]/.test(found) ? 'float' : 'integer';
      return;
    }
    token.lastIndex = at;
    const match = token.exec(text) ?? this.refuse('a word of LLVM');
    const [found, string, word, name, metadata, hash] = match;
    this.#next = at + found.length;
    if (word !== undefined) {
      this.kind = word[0] === '$' ? 'comdat' : 'word';
      this.token = word;
    } else if (name !== undefined) {
      this.kind = name[0] === '%' ? 'local' : 'global';
      this.token = name[1] === '"' ? unescaped(name.slice(2, -1)) : name.slice(1);
    } else if (metadata !== undefined) {
      this.kind = 'metadata';
      this.token = metadata.slice(1);
    } else if (hash !== undefined) {
      this.kind = 'attributes';
      this.token = hash;
    } else if (string !== undefined) {
      this.kind = string[0] === 'c' ? 'bytes' : 'string';
      this.token = string[0] === 'c' ? string.slice(2, -1) : unescaped(string.slice(1, -1));
    } else {
      this.kind = 'punctuation';
      this.token = found;
    }
  }

  /** Whether this token is of that kind. */
  isKind(kind: TokenKind): boolean {
    return this.kind === kind;
  }

  /** Whether this token is that word or sign; names and strings are never. */
  is(expected: string): boolean {
    return this.token === expected && (this.kind === 'word' || this.kind === 'punctuation');
  }

  /** Goes past that word or sign if it is there. */
  take(expected: string): boolean {
    if (!this.is(expected)) return false;
    this.advance();
    return true;
  }

  expect(expected: string): void {
    if (!this.take(expected)) this.refuse(`"${expected}"`);
  }

  /** The token, which is of that kind; `what` is what it should have been. */
  takeKind(kind: TokenKind, what: string): string {
    if (this.kind !== kind) this.refuse(what);
    const { token } = this;
    this.advance();
    return token;
  }

  takeInteger(): bigint {
    const written = this.takeKind('integer', 'a number');
    return /^[us]/.test(written) ? BigInt(written.slice(1)) : BigInt(written);
  }

  /** Whether this sign follows the token. */
  followedBy(sign: string): boolean {
    space.lastIndex = this.#next;
    space.test(this.text);
    return this.text.startsWith(sign, space.lastIndex);
  }

  /** Goes on at that offset. */
  jump(to: number): void {
    this.#next = to;
    this.advance();
    this.first = true;
  }

  /** Goes past brackets and all that is in them; stands on the opening one. */
  skipBrackets(): void {
    let depth = 0;
    do {
      if (this.kind === 'end') this.refuse('a closing bracket');
      if (this.kind === 'punctuation') {
        if ('([{<'.includes(this.token)) depth++;
        else if (')]}>'.includes(this.token)) depth--;
      }
      this.advance();
    } while (depth > 0);
  }

  /** Goes to the first token of the next line. */
  skipLine(): void {
    do this.advance();
    while (!this.first && this.kind !== 'end');
  }

  refuse(expected: string): never {
    const found = this.kind === 'end' ? 'the end' : `"${shown(this.text, this.at)}"`;
    throw syntaxError(this, this.at, `expected ${expected}, but found ${found}`);
  }
}

/** A mistake at an offset of the text. */
export function syntaxError(
  { text, file }: { readonly text: string; readonly file: string },
  at: number,
  message: string,
  code: 'llvm-syntax' | 'llvm-unsupported' = 'llvm-syntax',
  hint?: string,
): InputError {
  return new InputError(
    { code, message, file, ...lineOf(text, at), ...(hint === undefined ? {} : { hint }) },
    text,
  );
}

/** The line and the column of an offset. */
export function lineOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0 && end < at; end = text.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  return { line, column: at - start + 1 };
}

const shown = (text: string, at: number): string => /\S{1,40}/y.exec(text.slice(at, at + 40))?.[0] ?? '';

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** u0x1f and s0x1f are numbers, not words. */
const startsHex = (text: string, at: number): boolean =>
  (text[at] === 'u' || text[at] === 's') && text.startsWith('0x', at + 1);

function hasNewline(text: string, from: number, to: number): boolean {
  const found = text.indexOf('\n', from);
  return found >= 0 && found < to;
}

/** Bytes of a string in which a backslash stands before two hexadecimal digits, or before itself. */
export function bytesOf(escaped: string): Uint8Array {
  const bytes: number[] = [];
  for (let i = 0; i < escaped.length; i++) {
    const code = escaped.charCodeAt(i);
    if (code !== 92) {
      if (code < 128) bytes.push(code);
      else bytes.push(...new TextEncoder().encode(escaped[i]));
    } else if (escaped.charCodeAt(i + 1) === 92) {
      bytes.push(92);
      i++;
    } else {
      bytes.push(Number.parseInt(escaped.slice(i + 1, i + 3), 16));
      i += 2;
    }
  }
  return Uint8Array.from(bytes);
}

const unescaped = (text: string): string =>
  text.includes('\\') ? new TextDecoder().decode(bytesOf(text)) : text;
