// sscanf with a format that is known: calls of the parts that read it (library/scanning.ts).

import { typeError, unsupported } from '../../diagnostics.js';
import type { Value } from '../../typed.js';
import { type BuiltinCall, entry, type Library } from './table.js';
import { expanded } from './template.js';
import { text } from './verification.js';

/** `%*3ld`, `%9[^,]`: whether it is kept, the width, the length, the conversion, and the characters of a set. */
export const conversion = /^%(\*?)(\d*)(hh|h|ll|l|z|j|t)?(?:\[(\^?\]?[^\]]*)\]|(.))/s;

const types: ReadonlyMap<string, string> = new Map([
  ['', 'int'],
  ['hh', 'char'],
  ['h', 'short'],
]);

const bases: ReadonlyMap<string, number> = new Map([
  ['d', 10],
  ['u', 10],
  ['i', 0],
  ['x', 16],
  ['X', 16],
  ['o', 8],
]);

/** The characters of `[...]` as C: whether it is all others, how many ranges there are, and these, first and last. */
export function setOf(written: string): string {
  const others = written.startsWith('^');
  const ranges = [...written.slice(others ? 1 : 0).matchAll(/(.)(?:-(.))?/gs)];
  const codes = ranges.flatMap(([, first, last = first]) => [first.charCodeAt(0), last.charCodeAt(0)]);
  const text = codes.map((code) => `\\${code.toString(8).padStart(3, '0')}`).join('');
  return `${others ? 1 : 0}, ${ranges.length}, "${text}"`;
}

/** No width: as wide as anything. */
const anyWidth = 1_000_000;

/** Ends the reading if nothing matched; at the end of the text, before anything was stored, the result is EOF. */
const stop = '{ if (__lib_m == -2 && __lib_n == 0) __lib_n = -1; break; }';

function scanned(call: BuiltinCall): Value {
  const format = text(call.args[1]);
  if (format === undefined)
    return unsupported(`${call.name} with a format that is no constant`, call.args[1].at);
  let next = 2;
  const target = (): string =>
    next < call.args.length
      ? `(A${next++})`
      : typeError(`${call.name} has fewer arguments than its format asks for`, call.at);
  let body = '';
  const step = (read: string, done = ''): void => {
    body += `__lib_m = ${read}; if (__lib_m < 0) ${stop} __lib_k = __lib_m; ${done}`;
  };
  for (let i = 0; i < format.length; ) {
    if (/\s/.test(format[i])) {
      body += '__lib_k = __lib_i_skip(__lib_s, __lib_k);';
      i++;
      continue;
    }
    if (format[i] !== '%') {
      step(`__lib_i_match(__lib_s, __lib_k, ${format.charCodeAt(i++)})`);
      continue;
    }
    const match = conversion.exec(format.slice(i));
    if (match === null) return unsupported('a format that ends inside a conversion', call.args[1].at);
    const [whole, star, width, length = '', set, letter = '['] = match;
    i += whole.length;
    const counted = star === '' ? '__lib_n++;' : '';
    const base = bases.get(letter);
    if (base !== undefined) {
      const signed = letter === 'd' || letter === 'i';
      const type = `${signed ? 'signed' : 'unsigned'} ${types.get(length) ?? 'long'}`;
      const keep = star === '' ? `*${target()} = (${type})__lib_v;` : '';
      const most = `-1ul${signed ? ' >> 1' : ''}`;
      const digits = width === '' ? 1000 : Number(width);
      step(`__lib_i_scanNumber(__lib_s, __lib_k, ${base}, ${digits}, ${most}, &__lib_v)`, keep + counted);
    } else if ((letter === 's' || letter === 'c') && length === '') {
      const to = star === '' ? `(char *)${target()}` : '(char *)0';
      const part = letter === 's' ? '__lib_i_scanText' : '__lib_i_scanChars';
      step(
        `${part}(__lib_s, __lib_k, ${width === '' ? (letter === 's' ? anyWidth : 1) : Number(width)}, ${to})`,
        counted,
      );
    } else if (set !== undefined && length === '') {
      const to = star === '' ? `(char *)${target()}` : '(char *)0';
      step(
        `__lib_i_scanSet(__lib_s, __lib_k, ${width === '' ? anyWidth : Number(width)}, ${to}, ${setOf(set)})`,
        counted,
      );
    } else if (letter === 'n' && star === '') body += `*${target()} = __lib_k;`;
    else if (letter === '%') step('__lib_i_match(__lib_s, __lib_i_skip(__lib_s, __lib_k), 37)');
    else return unsupported(`the conversion ${whole} of a format`, call.args[1].at);
  }
  const others = call.args.slice(next).map((_, i) => `(void)(A${next + i});`);
  return expanded(
    call,
    `({ const char *__lib_s = (A0); long __lib_k = 0, __lib_m; unsigned long __lib_v; int __lib_n = 0;
      do { ${body} } while (0); ${others.join(' ')}
      __lib_n; })`,
  );
}

export const scanning: Library = new Map([entry('sscanf', [2, Number.POSITIVE_INFINITY], scanned)]);
