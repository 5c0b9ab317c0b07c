// The code of a C litmus test: finds where it ends, and parses its functions.

import { commentEnd, quotedEnd } from '../comments.js';
import { match } from '../sections.js';
import type { Source } from '../source.js';
import { withGrammar } from '../state.js';
import { SyntaxError as GrammarError, parse } from './c.peggy.js';
import type { CFunction } from './syntax.js';

const finalWord =
  /(locations|filter|exists|forall|final|observed|cases|not\s+exists|no\s+condition|with)(?![\w.])|~|<<|\(/y;

/** The text up to the end of the last function, with blanks in place of comments, and the offset of that end. */
export function cutCode(source: Source, from: number): { text: string; end: number } {
  const { text } = source;
  const pieces: string[] = [' '.repeat(from)];
  let kept = from;
  let depth = 0;
  let betweenFunctions = true;
  let i = from;
  const blank = (end: number): void => {
    pieces.push(text.slice(kept, i), text.slice(i, end).replace(/[^\n\r]/g, ' '));
    kept = end;
    i = end;
  };
  const interesting = /["`{}]|\/\*|\/\//g;
  while (i < text.length) {
    if (betweenFunctions) {
      i += match(text, i, /\s*/y).length;
      const comment = match(text, i, /\(\*|\/\*|\/\//y);
      if (comment !== '') {
        blank(commentEnd(source, i, comment));
        continue;
      }
      if (match(text, i, finalWord) !== '') break;
      betweenFunctions = false;
    }
    interesting.lastIndex = i;
    const found = interesting.exec(text);
    i = found?.index ?? text.length;
    if (found === null) break;
    switch (found[0]) {
      case '/*':
      case '//':
        blank(commentEnd(source, i, found[0]));
        break;
      case '"':
      case '`':
        i = quotedEnd(text, i) ?? i + 1;
        break;
      case '{':
        depth++;
        i++;
        break;
      default:
        depth--;
        i++;
        betweenFunctions = depth <= 0;
    }
  }
  pieces.push(text.slice(kept, i));
  return { text: pieces.join(''), end: i };
}

export const parseCode = (source: Source, text: string): readonly CFunction[] =>
  withGrammar(source, 'code', GrammarError, () => parse(text, { startRule: 'Code' }));
