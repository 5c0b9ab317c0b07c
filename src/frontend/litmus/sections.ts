// Cuts a litmus file into its parts: dialect and name, metadata, init section, and what follows it (code and condition).

import { commentEnd, quotedEnd, skipBlank } from './comments.js';
import type { Source } from './source.js';
import { didYouMean } from './suggest.js';
import type { Span } from './syntax.js';

const dialects = ['X86', 'X86_64', 'C'] as const;
type Dialect = (typeof dialects)[number];

export interface Sections {
  readonly dialect: Dialect;
  readonly name: string;
  readonly init: Span;
  /** Code and condition. */
  readonly rest: Span;
}

export function cutSections(source: Source): Sections {
  const { text } = source;
  const start = skipBlank(source, 0);
  if (start === text.length)
    source.fail('empty-file', 'the file has no litmus test in it', { start: 0, end: 0 });
  const word = match(text, start, /[^\s{"]*/y);
  const dialect = dialects.find((d) => d === word);
  if (dialect === undefined)
    return source.fail(
      'unknown-dialect',
      word === '' || !/^\w+$/.test(word)
        ? 'a litmus file starts with its dialect and name, such as X86 SB'
        : `dialect ${word} is not supported; X86, X86_64 and C are`,
      { start, end: start + Math.min(word.length, 40) },
      didYouMean(word, dialects),
    );
  const { name, end } = readName(source, start + dialect.length);
  const open = skipMetadata(source, end);
  const close = closingBrace(source, open);
  return {
    dialect,
    name,
    init: { start: open + 1, end: close },
    rest: { start: close + 1, end: text.length },
  };
}

/** A name runs to the next white space; in quotes it may contain any character. */
function readName(source: Source, after: number): { name: string; end: number } {
  const { text } = source;
  const start = skipBlank(source, after);
  const sameLine = !text.slice(after, start).includes('\n');
  if (sameLine && text[start] === '"') {
    const end = quotedEnd(text, start);
    if (end !== undefined)
      return { name: text.slice(start + 1, end - 1).replace(/\\(.)/gs, (_, c: string) => c), end };
  }
  const name = sameLine ? match(text, start, /[^\s{]+/y) : '';
  if (name === '')
    source.fail('missing-name', 'the test has no name: one is expected after the dialect', {
      start: after - 1,
      end: after,
    });
  return { name, end: start + name.length };
}

/** Passes doc strings and `Key=value` lines; returns the offset of the brace that opens the init section. */
function skipMetadata(source: Source, from: number): number {
  const { text } = source;
  for (let i = skipBlank(source, from); i < text.length; i = skipBlank(source, i)) {
    if (text[i] === '{') return i;
    if (text[i] === '"') {
      const end = quotedEnd(text, i);
      if (end === undefined)
        source.fail('unclosed-string', 'this string is never closed', { start: i, end: i + 1 });
      else i = end;
    } else if (match(text, i, /[A-Za-z_][\w.-]*[ \t]*=/y) !== '') i += match(text, i, /[^\n]*/y).length;
    else
      source.fail(
        'syntax',
        'expected a doc string, a Key=value line or { before the init section',
        { start: i, end: i + 1 },
        'the init section is written { x=0; y=0; } and may be empty: { }',
      );
  }
  return source.fail('missing-init', 'the file ends before its init section { ... }', {
    start: text.length,
    end: text.length,
  });
}

function closingBrace(source: Source, open: number): number {
  const { text } = source;
  let depth = 0;
  const mark = /[{}`]|\(\*/g;
  mark.lastIndex = open;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === '(*') mark.lastIndex = commentEnd(source, found.index, '(*');
    else if (found[0] === '`') mark.lastIndex = quotedEnd(text, found.index) ?? found.index + 1;
    else {
      depth += found[0] === '{' ? 1 : -1;
      if (depth === 0) return found.index;
    }
  }
  return source.fail('unclosed-init', 'the init section is never closed by }', {
    start: open,
    end: open + 1,
  });
}

/** The match of a sticky regular expression at an offset, or the empty string. */
export function match(text: string, offset: number, sticky: RegExp): string {
  sticky.lastIndex = offset;
  return sticky.exec(text)?.[0] ?? '';
}
