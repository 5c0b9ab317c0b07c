// Text to preprocessing tokens (C11 6.4): line splices and comments vanish, every logical line ends in a newline token.

import type { SourceSpan } from '../../../program/statement.js';
import { preprocessorError } from '../diagnostics.js';
import type { Token, TokenKind } from './token.js';

/** Strings, characters, identifiers (also with letters of other alphabets: C11 D.1), numbers, punctuators: one pattern, since compiling and running several takes longer than all the rest. */
const token =
  /(?:u8|[uUL])?"(?:[^"\\\n]|\\[^\n])*"|(?:u8|[uUL])?'(?:[^'\\\n]|\\[^\n])+'|[A-Za-z_$\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u1fff\u3040-\ud7ff][A-Za-z0-9_$\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u1fff\u3040-\ud7ff]*|\.?[0-9](?:[eEpP][+-]|'[A-Za-z0-9_]|[A-Za-z0-9_.])*|%:%:|<:|:>|<%|%>|%:|\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|[<>=!*/%+\-&^|]=|&&|\|\||##|[[\](){}.&*+\-~!/%<>^|?:;=,#]/y;

/** Of what `token` matches. */
function kindOf(text: string, start: number, end: number): TokenKind {
  const last = text[end - 1];
  if (last === '"') return 'string';
  if (last === "'") return 'char';
  const c = text[start];
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c === '_' || c === '$') return 'identifier';
  if (c >= '0' && c <= '9') return 'number';
  if (c >= '\u00aa') return 'identifier';
  return c === '.' && end - start > 1 && text[start + 1] !== '.' ? 'number' : 'punctuator';
}

/** `file` is undefined for the program's own file; `before`: the lines before the text. */
export function tokenize(source: string, file: string | undefined, before = 0): Token[] {
  const { text, lines } = splice(source);
  const tokens: Token[] = [];
  let position = 0;
  let space = false;
  // Tokens come in order, so the line of the last one is where the next one is looked for.
  let current = 0;
  const lineOf = (index: number): number => {
    while (current > 0 && lines[current] > index) current--;
    while (current + 1 < lines.length && lines[current + 1] <= index) current++;
    return current;
  };
  const span = (start: number, end: number): SourceSpan => {
    const first = lineOf(start);
    const last = lineOf(end - 1);
    const line = first + before + 1;
    const column = start - lines[first] + 1;
    const endLine = last + before + 1;
    const endColumn = end - lines[last] + 1;
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
      token.lastIndex = position;
      if (token.test(text)) push(kindOf(text, position, token.lastIndex), token.lastIndex - position);
      else push('other', 1);
    }
  }
  if (tokens.length > 0 && tokens[tokens.length - 1].kind !== 'newline') {
    const at = tokens[tokens.length - 1].at;
    tokens.push({ kind: 'newline', text: '\n', at, space: false });
  }
  return tokens;
}

/** Removes backslash-newlines, and says at which of the remaining characters each line begins. */
function splice(source: string): { readonly text: string; readonly lines: readonly number[] } {
  const kept: string[] = [];
  const starts = [0];
  const lines = source.split('\n');
  let length = 0;
  lines.forEach((raw, i) => {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
    const continued = line.endsWith('\\') && i + 1 < lines.length;
    const part = continued ? line.slice(0, -1) : i + 1 < lines.length ? `${line}\n` : line;
    kept.push(part);
    length += part.length;
    starts.push(length);
  });
  return { text: kept.join(''), lines: starts };
}
