// The values of integer, character and string literals (C11 6.4.4, 6.4.5).

import { strayByte } from '../textFile.js';

/** C23 writes `1'000'000`. */
export const withoutSeparators = (number: string): string => number.replaceAll("'", '');

interface IntegerLiteral {
  readonly value: bigint;
  readonly decimal: boolean;
  readonly unsigned: boolean;
  /** Number of `l` in the suffix. */
  readonly longs: number;
}

/** Undefined when the text is no integer literal (a floating constant, a bad suffix). */
export function integerValue(text: string): IntegerLiteral | undefined {
  const match = /^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)([uU]?)([lL]{0,2})([uU]?)$/.exec(text);
  if (match === null || (match[2] !== '' && match[4] !== '')) return undefined;
  const digits = match[1];
  const octal = digits.length > 1 && /^0[0-7]+$/.test(digits);
  const value = BigInt(octal ? `0o${digits.slice(1)}` : digits);
  if (value >= 2n ** 64n) return undefined;
  return {
    value,
    decimal: !octal && /^[1-9]/.test(digits),
    unsigned: match[2] !== '' || match[4] !== '',
    longs: match[3].length,
  };
}

const simpleEscapes: ReadonlyMap<string, number> = new Map([
  ['n', 10],
  ['t', 9],
  ['r', 13],
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['v', 11],
  ['e', 27],
  ['\\', 92],
  ["'", 39],
  ['"', 34],
  ['?', 63],
]);

/** The characters between the quotes, as signed chars; undefined for an escape that says no character. */
const characters = (body: string): number[] | undefined => codes(body)?.map((value) => (value << 24) >> 24);

/** Behind a backslash that means nothing else stands a character as it is: gcc only warns. */
const isPlain = (char: string): boolean => char !== '' && !/[xuUN]/.test(char);

/** The same as bytes, but for numbers behind a backslash, which are as they are written; `wide`: so are the letters named there. */
function codes(body: string, wide = false): number[] | undefined {
  const values: number[] = [];
  for (let i = 0; i < body.length; i++) {
    if (body[i] !== '\\') {
      const code = body.codePointAt(i) ?? 0;
      const stray = strayByte(code);
      if (stray !== undefined) values.push(stray);
      else if (code < 0x80) values.push(code);
      else values.push(...new TextEncoder().encode(String.fromCodePoint(code)));
      if (code > 0xffff) i++;
      continue;
    }
    const rest = body.slice(i + 1);
    const numeric = /^(?:x([0-9a-fA-F]+)|([0-7]{1,3}))/.exec(rest);
    if (numeric !== null) {
      values.push(
        numeric[1] !== undefined ? Number.parseInt(numeric[1], 16) : Number.parseInt(numeric[2], 8),
      );
      i += numeric[0].length;
      continue;
    }
    const named = /^(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))/.exec(rest);
    if (named !== null) {
      const point = Number.parseInt(named[1] ?? named[2], 16);
      if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
      if (wide) values.push(point);
      else values.push(...new TextEncoder().encode(String.fromCodePoint(point)));
      i += named[0].length;
      continue;
    }
    const char = [...rest][0] ?? '';
    const simple = simpleEscapes.get(char);
    // the character itself comes next
    if (simple === undefined && isPlain(char)) continue;
    if (simple === undefined) return undefined;
    values.push(simple);
    i++;
  }
  return values;
}

/** gcc reads several characters as the bytes of an int, the first one highest, and takes the last four. */
export function charValue(text: string): number | undefined {
  const quote = text.indexOf("'");
  const is8 = text.startsWith('u8');
  const body = text.slice(quote + 1, -1);
  if (quote > 0) {
    // a wide character has the value of its code point
    const [code, ...rest] = [...body];
    const point = code?.codePointAt(0);
    if (point !== undefined && strayByte(point) !== undefined) return undefined;
    if (code !== '\\' && rest.length === 0) return is8 && (point ?? 0) > 0x7f ? undefined : point;
    const escaped = codes(body, true);
    if (escaped?.length !== 1) return undefined;
    if (is8) return escaped[0] < 0x100 ? escaped[0] : undefined;
    // wchar_t is an int, char16_t has 16 bits
    return text[0] === 'L' ? escaped[0] | 0 : text[0] === 'u' ? escaped[0] & 0xffff : escaped[0];
  }
  const values = characters(body);
  if (values === undefined || values.length === 0) return undefined;
  return values.length === 1 ? values[0] : values.reduce((all, value) => (all << 8) | (value & 0xff), 0);
}

/** The same of a literal that is L, u or U, or stands beside one: wide characters, or, of 16 bits, their halves. */
export function wideValues(text: string, prefix: string): number[] | undefined {
  const values: number[] = [];
  const body = text.slice(text.indexOf('"') + 1, -1);
  for (const piece of body.match(
    /\\(?:x[0-9a-fA-F]+|[0-7]{1,3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)|[^\\]/gu,
  ) ?? []) {
    const isNumber = /^\\[x0-7]/.test(piece);
    const point = piece[0] === '\\' ? codes(piece, true) : [piece.codePointAt(0) ?? 0];
    if (point?.length !== 1 || strayByte(point[0]) !== undefined) return undefined;
    if (prefix === 'u' && !isNumber && point[0] > 0xffff)
      values.push(...[0, 1].map((half) => String.fromCodePoint(point[0]).charCodeAt(half)));
    else values.push(prefix === 'L' ? point[0] | 0 : prefix === 'u' ? point[0] & 0xffff : point[0]);
  }
  return values;
}

/** The chars of a string literal, without the final 0. */
export function stringValues(text: string): number[] | undefined {
  const quote = text.startsWith('u8"') ? 2 : 0;
  return text[quote] === '"' ? characters(text.slice(quote + 1, -1)) : undefined;
}
