// Attributes, where gcc takes them. Those about layout are kept, and harmless ones are skipped. Those that change a
// program in ways diptych does not know are refused by name.

import type { Attributes, Expression } from '../ast.js';
import { unsupported } from '../diagnostics.js';
import type { Token } from '../preprocessor/token.js';
import { type Cursor, noAttributes } from './cursor.js';
import { readTypeName, startsType } from './declarators.js';
import { readAssignment } from './expressions.js';
import { alignasWords, asmWords, attributeWords } from './words.js';

export { noAttributes };

/** Attributes that change what a program does. */
const refused: ReadonlySet<string> = new Set(['alias', 'ifunc', 'scalar_storage_order']);

const modes: ReadonlyMap<string, 1 | 2 | 4 | 8 | 16> = new Map<string, 1 | 2 | 4 | 8 | 16>([
  ['QI', 1],
  ['byte', 1],
  ['HI', 2],
  ['SI', 4],
  ['DI', 8],
  ['TI', 16],
  ['word', 8],
  ['pointer', 8],
]);

const plain = (name: string): string => name.replace(/^__(.*)__$/, '$1');

export const both = (a: Attributes, b: Attributes): Attributes =>
  b === noAttributes
    ? a
    : {
        ...a,
        ...b,
        packed: a.packed || b.packed,
        aligned: [...a.aligned, ...b.aligned],
      };

/** Those that stand inside or behind a declarator belong to what it declares: they are kept until that is read. */
export function noteAttributes(cursor: Cursor): void {
  cursor.attributes = both(cursor.attributes, readAttributes(cursor));
}

export function takeAttributes(cursor: Cursor): Attributes {
  const all = both(cursor.attributes, readAttributes(cursor));
  cursor.attributes = noAttributes;
  return all;
}

/** All attributes, _Alignas and assembler names that stand here. */
export function readAttributes(cursor: Cursor): Attributes {
  let all = noAttributes;
  for (;;) {
    const word = cursor.peek()?.text ?? '';
    if (attributeWords.has(word)) {
      cursor.next();
      all = both(
        all,
        cursor.inParentheses(() => cursor.inParentheses(() => readList(cursor))),
      );
    } else if (alignasWords.has(word) && cursor.is('(', 1)) {
      cursor.next();
      const aligned = cursor.inParentheses(() =>
        startsType(cursor) ? readTypeName(cursor) : readAssignment(cursor),
      );
      all = both(all, { packed: false, aligned: [aligned] });
    } else if (startsBrackets(cursor)) {
      cursor.next();
      cursor.next();
      all = both(all, readBrackets(cursor));
      cursor.expect(']');
      cursor.expect(']');
    } else if (asmWords.has(word) && cursor.is('(', 1) && cursor.peek(2)?.kind === 'string') {
      // the assembler's name of a function or variable
      cursor.next();
      skipParentheses(cursor);
    } else return all;
  }
}

function readList(cursor: Cursor): Attributes {
  let all = noAttributes;
  while (!cursor.is(')')) {
    if (cursor.take(',')) continue;
    const token = cursor.next();
    all = both(all, readOne(cursor, token, plain(token.text)));
  }
  return all;
}

function readOne(cursor: Cursor, token: Token, name: string): Attributes {
  if (refused.has(name)) return unsupported(`the attribute ${name}`, token.at);
  const open = cursor.is('(');
  switch (name) {
    case 'packed':
      return { packed: true, aligned: [] };
    case 'aligned':
      return { packed: false, aligned: [readNumber(cursor)] };
    case 'transparent_union':
      return { ...noAttributes, transparent: true };
    case 'gnu_inline':
      return { ...noAttributes, gnuInline: true };
    case 'cleanup': {
      const cleanup = cursor.inParentheses(() => readAssignment(cursor));
      return { ...noAttributes, cleanup };
    }
    case 'constructor':
      return { ...noAttributes, beforeMain: readNumber(cursor) };
    case 'destructor':
      return { ...noAttributes, afterMain: readNumber(cursor) };
    case 'vector_size':
      skipParentheses(cursor);
      return { ...noAttributes, vector: true };
    case 'mode': {
      const mode = modes.get(plain(cursor.peek(1)?.text ?? ''));
      if (mode === undefined) return unsupported(`the mode ${cursor.peek(1)?.text}`, token.at);
      skipParentheses(cursor);
      return { packed: false, aligned: [], mode };
    }
    default:
      if (open) skipParentheses(cursor);
      return noAttributes;
  }
}

/** The optional number of an attribute, in parentheses. */
function readNumber(cursor: Cursor): Expression | true {
  return cursor.is('(') ? cursor.inParentheses(() => readAssignment(cursor)) : true;
}

/** From the parenthesis that comes next to the one that closes it. */
function skipParentheses(cursor: Cursor): void {
  let depth = 0;
  do {
    if (cursor.is('(')) depth++;
    else if (cursor.is(')')) depth--;
    cursor.next();
  } while (depth > 0);
}

/** C23's `[[...]]`. */
export const startsBrackets = (cursor: Cursor): boolean => cursor.is('[') && cursor.is('[', 1);

/** Of those in brackets only gcc's change anything: `gnu::packed`. */
function readBrackets(cursor: Cursor): Attributes {
  let all = noAttributes;
  while (!cursor.is(']')) {
    if (cursor.take(',')) continue;
    const token = cursor.next();
    const isPrefixed = cursor.is(':') && cursor.is(':', 1);
    if (isPrefixed) {
      cursor.next();
      cursor.next();
      const name = cursor.next();
      if (plain(token.text) === 'gnu') {
        all = both(all, readOne(cursor, name, plain(name.text)));
        continue;
      }
    }
    if (cursor.is('(')) skipParentheses(cursor);
  }
  return all;
}
