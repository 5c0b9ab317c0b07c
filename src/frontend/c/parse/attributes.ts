// Attributes, where gcc takes them. Those about layout are kept, and harmless ones are skipped. Those that change a
// program in ways diptych does not know are refused by name.

import type { Attributes, Expression } from '../ast.js';
import { unsupported } from '../diagnostics.js';
import type { Token } from '../preprocessor/token.js';
import { type Cursor, noAttributes } from './cursor.js';
import { readTypeName, startsSpecifiers } from './declarations.js';
import { readAssignment } from './expressions.js';

const modes: ReadonlyMap<string, Attributes['mode']> = new Map([
  ['QI', 1],
  ['byte', 1],
  ['HI', 2],
  ['SI', 4],
  ['DI', 8],
  ['TI', 16],
  ['word', 8],
  ['pointer', 8],
] as const);

const plain = (name: string): string => name.replace(/^__(.*)__$/, '$1');

export const both = (a: Attributes, b: Partial<Attributes>): Attributes =>
  b === noAttributes
    ? a
    : {
        ...a,
        ...b,
        packed: a.packed || b.packed === true,
        aligned: [...a.aligned, ...(b.aligned ?? [])],
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
    const role = cursor.role();
    if (role === 'attribute') {
      cursor.next();
      const list = cursor.inParentheses(() => cursor.inParentheses(() => readList(cursor, ')')));
      all = both(all, list);
    } else if (role === 'alignas' && cursor.is('(', 1)) {
      cursor.next();
      const aligned = cursor.inParentheses(() =>
        startsSpecifiers(cursor) ? readTypeName(cursor) : readAssignment(cursor),
      );
      all = both(all, { aligned: [aligned] });
    } else if (startsBrackets(cursor)) {
      cursor.position += 2;
      all = both(all, readList(cursor, ']'));
      cursor.expect(']');
      cursor.expect(']');
    } else if (role === 'asm' && cursor.is('(', 1) && cursor.peek(2)?.kind === 'string') {
      // the assembler's name of a function or variable
      cursor.next();
      skipParentheses(cursor);
    } else return all;
  }
}

/** C23's `[[...]]`. */
export const startsBrackets = (cursor: Cursor): boolean => cursor.is('[') && cursor.is('[', 1);

/** Of those in brackets only gcc's change anything: `gnu::packed`. */
function readList(cursor: Cursor, end: ')' | ']'): Attributes {
  let all = noAttributes;
  while (!cursor.is(end)) {
    if (cursor.take(',')) continue;
    const first = cursor.next();
    const isPrefixed = end === ']' && cursor.is(':') && cursor.is(':', 1);
    if (isPrefixed) cursor.position += 2;
    const token = isPrefixed ? cursor.next() : first;
    const isKnown = end === ')' || (isPrefixed && plain(first.text) === 'gnu');
    const read = isKnown ? meanings.get(plain(token.text)) : undefined;
    if (read !== undefined) all = both(all, read(cursor, token));
    else if (cursor.is('(')) skipParentheses(cursor);
  }
  return all;
}

type Meaning = (cursor: Cursor, token: Token) => Partial<Attributes>;

/** It changes what a program does. */
const refused: Meaning = (_, { text, at }) => unsupported(`the attribute ${plain(text)}`, at);

/** All others change nothing here. */
const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['alias', refused],
  ['ifunc', refused],
  ['scalar_storage_order', refused],
  ['packed', () => ({ packed: true })],
  ['aligned', (cursor) => ({ aligned: [readNumber(cursor)] })],
  ['gnu_inline', () => ({ gnuInline: true })],
  ['cleanup', (cursor) => ({ cleanup: cursor.inParentheses(() => readAssignment(cursor)) })],
  ['constructor', (cursor) => ({ beforeMain: readNumber(cursor) })],
  ['destructor', (cursor) => ({ afterMain: readNumber(cursor) })],
  ['vector_size', readVector],
  ['mode', readMode],
]);

function readVector(cursor: Cursor): Partial<Attributes> {
  skipParentheses(cursor);
  return { vector: true };
}

function readMode(cursor: Cursor, { at }: Token): Partial<Attributes> {
  const name = cursor.peek(1)?.text ?? '';
  const mode = modes.get(plain(name)) ?? unsupported(`the mode ${name}`, at);
  skipParentheses(cursor);
  return { mode };
}

/** The optional number of an attribute, in parentheses. */
const readNumber = (cursor: Cursor): Expression | true =>
  cursor.is('(') ? cursor.inParentheses(() => readAssignment(cursor)) : true;

/** From the parenthesis that comes next to the one that closes it. */
function skipParentheses(cursor: Cursor): void {
  let depth = 0;
  do {
    if (cursor.is('(')) depth++;
    else if (cursor.is(')')) depth--;
    cursor.next();
  } while (depth > 0);
}
