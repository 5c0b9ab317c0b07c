// Text to preprocessing tokens (C11 6.4): line splices and comments vanish, every logical line ends in a newline token.

import type { SourceSpan } from '../../../program/statement.js';
import { preprocessorError } from '../diagnostics.js';
import type { Token, TokenKind } from './token.js';

const identifier = /[A-Za-z_$][A-Za-z0-9_$]*/y;
const number = /\.?[0-9](?:[eEpP][+-]|[A-Za-z0-9_.])*/y;
const string = /(?:u8|[uUL])?"(?:[^"\\\n]|\\[^\n])*"/y;
const punctuator =
  /%:%:|\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|[<>=!*/%+\-&^|]=|&&|\|\||##|[[\](){}.&*+\-~!/%<>^|?:;=,#]/y;
const char = /[uUL]?'(?:[^'\\\n]|\\[^\n])+'/y;

/** `file` is undefined for the program's own file. */
export function tokenize(source: string, file: string | undefined): Token[] {
  const { text, lineAt, columnAt } = splice(source);
  const tokens: Token[] = [];
  let position = 0;
  let space = false;
  const span = (start: number, end: number): SourceSpan => {
    const [line, column] = [lineAt(start), columnAt(start)];
    const [endLine, endColumn] = [lineAt(end - 1), columnAt(end - 1) + 1];
    return file === undefined
      ? { line, column, endLine, endColumn }
      : { file, line, column, endLine, endColumn };
  };
  const push = (kind: TokenKind, length: number): void => {
    const end = position + length;
    tokens.push({ kind, text: text.slice(position, end), at: span(position, end), space });
    position = end;
    space = false;
  };
  const match = (pattern: RegExp): number => {
    pattern.lastIndex = position;
    return pattern.exec(text)?.[0].length ?? 0;
  };
  while (position < text.length) {
    const c = text[position];
    if (c === '\n') {
      push('newline', 1);
    } else if (c === ' ' || c === '\t' || c === '\r' || c === '\f' || c === '\v') {
      position++;
      space = true;
    } else if (c === '/' && text[position + 1] === '/') {
      const end = text.indexOf('\n', position);
      position = end < 0 ? text.length : end;
      space = true;
    } else if (c === '/' && text[position + 1] === '*') {
      const end = text.indexOf('*/', position + 2);
      if (end < 0) preprocessorError('this comment is never closed', span(position, position + 2));
      position = end + 2;
      space = true;
    } else {
      const literal = match(string) || match(char);
      if (literal > 0) {
        push(text[position + literal - 1] === '"' ? 'string' : 'char', literal);
        continue;
      }
      const word = match(identifier);
      if (word > 0) {
        push('identifier', word);
        continue;
      }
      const digits = match(number);
      if (digits > 0) {
        push('number', digits);
        continue;
      }
      const sign = match(punctuator);
      if (sign > 0) push('punctuator', sign);
      else push('other', 1);
    }
  }
  if (tokens.length > 0 && tokens[tokens.length - 1].kind !== 'newline') {
    const at = tokens[tokens.length - 1].at;
    tokens.push({ kind: 'newline', text: '\n', at, space: false });
  }
  return tokens;
}

/** Removes backslash-newlines, and says where each remaining character stood. */
function splice(source: string): {
  text: string;
  lineAt: (index: number) => number;
  columnAt: (index: number) => number;
} {
  const kept: string[] = [];
  /** Starts of physical lines: index in the spliced text, line, column there. */
  const starts: { index: number; line: number; column: number }[] = [{ index: 0, line: 1, column: 1 }];
  const lines = source.split('\n');
  let length = 0;
  lines.forEach((raw, i) => {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const continued = line.endsWith('\\') && i + 1 < lines.length;
    const part = continued ? line.slice(0, -1) : i + 1 < lines.length ? `${line}\n` : line;
    kept.push(part);
    length += part.length;
    starts.push({ index: length, line: i + 2, column: 1 });
  });
  // Tokens come in order, so the line of the last question is where the next one starts.
  let current = 0;
  const find = (index: number): { index: number; line: number; column: number } => {
    while (current > 0 && starts[current].index > index) current--;
    while (current + 1 < starts.length && starts[current + 1].index <= index) current++;
    return starts[current];
  };
  return {
    text: kept.join(''),
    lineAt: (index) => find(Math.max(index, 0)).line,
    columnAt: (index) => {
      const start = find(Math.max(index, 0));
      return Math.max(index, 0) - start.index + start.column;
    },
  };
}
