// Preprocessing tokens. A token remembers where the user wrote it; tokens of a macro's body stand at the outermost
// invocation, tokens of a macro's arguments where they were written.

import type { SourceSpan } from '../../../program/statement.js';

export type TokenKind = 'identifier' | 'number' | 'string' | 'char' | 'punctuator' | 'other' | 'newline';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: SourceSpan;
  /** White space stands before it: `#` and `assert` show it as one blank. */
  readonly space: boolean;
  /** The name of a macro that stands in what the macro was replaced by: it never expands. */
  readonly final?: boolean;
  /** Of a closing brace: the #pragma pack in force there. */
  readonly pack?: number;
}

/** C11 6.4.6 p3: they only differ in how `#` spells them. */
const digraphs: ReadonlyMap<string, string> = new Map([
  ['<:', '['],
  [':>', ']'],
  ['<%', '{'],
  ['%>', '}'],
  ['%:', '#'],
  ['%:%:', '##'],
]);

/** The token as the parser sees it. */
export function withoutDigraph(token: Token): Token {
  const text = token.kind === 'punctuator' ? digraphs.get(token.text) : undefined;
  return text === undefined ? token : { ...token, text };
}

export const isPunctuator = (token: Token | undefined, text: string): boolean =>
  token !== undefined &&
  token.kind === 'punctuator' &&
  (token.text === text || digraphs.get(token.text) === text);

/** The text of tokens as one line, for `#` and for messages. */
export function spell(tokens: readonly Token[]): string {
  let text = '';
  tokens.forEach((token, i) => {
    text += i > 0 && token.space ? ` ${token.text}` : token.text;
  });
  return text;
}

/** From the start of `first` to the end of `last`, if they stand in order in one file. */
export function spanOf(first: SourceSpan, last: SourceSpan): SourceSpan {
  if (first === last || first.file !== last.file) return first;
  const endLine = last.endLine ?? last.line;
  const endColumn = last.endColumn ?? last.column;
  if (endLine < first.line || (endLine === first.line && endColumn <= first.column)) return first;
  // every node has one: spelt out, it is made several times faster than with what is present spread into it
  const { file, line, column } = first;
  return file === undefined
    ? { line, column, endLine, endColumn }
    : { file, line, column, endLine, endColumn };
}
