// Comments: `(* *)`, which nest, everywhere but in the code of the C dialect, which has C's own.
// They become spaces, so that every offset stays what it is in the file.

import type { Source } from './source.js';
import type { Span } from './syntax.js';

type CommentStyle = 'ml' | 'c';

/** The text of the span, with spaces in place of everything before it. */
export function blankComments(source: Source, span: Span, style: CommentStyle): string {
  const { text } = source;
  const pieces: string[] = [' '.repeat(span.start)];
  let kept = span.start;
  const opener = style === 'ml' ? /["`]|\(\*/g : /["`]|\/\*|\/\//g;
  opener.lastIndex = span.start;
  for (let match = opener.exec(text); match !== null && match.index < span.end; match = opener.exec(text)) {
    const isString = match[0] === '"' || match[0] === '`';
    const end = isString
      ? (quotedEnd(text, match.index) ?? match.index + 1)
      : commentEnd(source, match.index, match[0]);
    opener.lastIndex = end;
    if (isString) continue;
    pieces.push(text.slice(kept, match.index), text.slice(match.index, end).replace(/[^\n\r]/g, ' '));
    kept = end;
  }
  pieces.push(text.slice(kept, Math.max(kept, span.end)));
  return pieces.join('');
}

/** The offset of the first character at or after `offset` that is neither white space nor in a `(* *)`. */
export function skipBlank(source: Source, offset: number): number {
  const { text } = source;
  for (let i = offset; ; ) {
    while (i < text.length && /\s/.test(text[i])) i++;
    if (!text.startsWith('(*', i)) return i;
    i = commentEnd(source, i, '(*');
  }
}

/** The offset after the string or quoted name that starts at `start`, or undefined when it is never closed. */
export function quotedEnd(text: string, start: number): number | undefined {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === text[start]) return i + 1;
    else if (text[i] === '\n' && text[start] === '`') return undefined;
  }
  return undefined;
}

export function commentEnd(source: Source, start: number, opener: string): number {
  const { text } = source;
  if (opener === '//') {
    const end = text.indexOf('\n', start);
    return end < 0 ? text.length : end;
  }
  const mark = opener === '/*' ? /\*\//g : /\(\*|\*\)/g;
  mark.lastIndex = start + (opener === '/*' ? 2 : 0);
  let depth = opener === '/*' ? 1 : 0;
  for (let match = mark.exec(text); match !== null; match = mark.exec(text)) {
    depth += match[0] === '(*' ? 1 : -1;
    if (depth === 0) return match.index + 2;
  }
  return source.fail('unclosed-comment', `a comment opened by ${opener} is never closed`, {
    start,
    end: start + 2,
  });
}

/** Where the text ends that counts: at `<<` outside comments and quotes, else at the end of the file. */
export function ignoredTail(source: Source, from: number): number {
  const { text } = source;
  const mark = /["`]|\(\*|<</g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found !== null; found = mark.exec(text)) {
    if (found[0] === '<<') return found.index;
    mark.lastIndex =
      found[0] === '(*'
        ? commentEnd(source, found.index, '(*')
        : (quotedEnd(text, found.index) ?? found.index + 1);
  }
  return text.length;
}
