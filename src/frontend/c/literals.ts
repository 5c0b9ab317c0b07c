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

/** Letters behind a backslash, and the characters that they mean. */
const simpleEscapes: ReadonlyMap<string, number> = new Map(
  Object.entries({ n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11, e: 27 }),
);

/** A code point, or a byte that stays as it is: a number behind a backslash, or a byte that is no UTF-8. */
interface Character {
  readonly code: number;
  readonly kind: 'point' | 'number' | 'stray';
}

const pieces = /\\(?:x([\da-fA-F]+)|([0-7]{1,3})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))|([^\\])/gsu;

/** The characters between the quotes; undefined for an escape that says no character. */
function charactersIn(body: string): readonly Character[] | undefined {
  const found: Character[] = [];
  for (const [, hex, octal, short, long, escaped, plain] of body.matchAll(pieces)) {
    if (hex !== undefined || octal !== undefined) {
      const code = hex === undefined ? Number.parseInt(octal, 8) : Number.parseInt(hex, 16);
      found.push({ code, kind: 'number' });
      continue;
    }
    // behind a backslash that means nothing else stands a character as it is: gcc only warns
    if (escaped !== undefined && /[xuUN]/.test(escaped)) return undefined;
    const named = short ?? long;
    const char = escaped ?? plain ?? '';
    const simple = escaped === undefined ? undefined : simpleEscapes.get(escaped);
    const code = named === undefined ? (simple ?? char.codePointAt(0) ?? 0) : Number.parseInt(named, 16);
    if (named !== undefined && (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))) return undefined;
    const stray = strayByte(code);
    found.push(stray === undefined ? { code, kind: 'point' } : { code: stray, kind: 'stray' });
  }
  return found;
}

/** The text before the quotes, and the text between them. */
function parted(text: string): [prefix: string, body: string] {
  const quote = text.search(/['"]/);
  return [text.slice(0, quote), text.slice(quote + 1, -1)];
}

/** As signed chars: UTF-8. */
const charsIn = (body: string): number[] | undefined =>
  charactersIn(body)
    ?.flatMap(({ code, kind }) =>
      kind === 'point' ? [...new TextEncoder().encode(String.fromCodePoint(code))] : [code],
    )
    .map((value) => (value << 24) >> 24);

/** gcc reads several characters as the bytes of an int, the first one highest, and takes the last four. */
export function charValue(text: string): number | undefined {
  const [prefix, body] = parted(text);
  if (prefix === '') {
    const values = charsIn(body);
    if (values === undefined || values.length === 0) return undefined;
    return values.length === 1 ? values[0] : values.reduce((all, value) => (all << 8) | (value & 0xff), 0);
  }
  const [only, ...more] = charactersIn(body) ?? [];
  if (only === undefined || more.length > 0 || only.kind === 'stray') return undefined;
  if (prefix !== 'u8') return inUnit(only.code, prefix);
  return only.code < (only.kind === 'point' ? 0x80 : 0x100) ? only.code : undefined;
}

/** wchar_t is an int, char16_t has 16 bits. */
const inUnit = (code: number, prefix: string): number =>
  prefix === 'L' ? code | 0 : prefix === 'u' ? code & 0xffff : code;

/** The same of a literal that is L, u or U, or stands beside one: wide characters, or, of 16 bits, their halves. */
export function wideValues(text: string, prefix: string): number[] | undefined {
  const characters = charactersIn(parted(text)[1]);
  if (characters?.some(({ kind }) => kind === 'stray') === true) return undefined;
  return characters?.flatMap(({ code, kind }) => {
    const halves = prefix === 'u' && kind === 'point' ? String.fromCodePoint(code).split('') : [];
    return halves.length > 1 ? halves.map((half) => half.charCodeAt(0)) : [inUnit(code, prefix)];
  });
}

/** The chars of a string literal, without the final 0. */
export function stringValues(text: string): number[] | undefined {
  const [prefix, body] = parted(text);
  return prefix === '' || prefix === 'u8' ? charsIn(body) : undefined;
}
