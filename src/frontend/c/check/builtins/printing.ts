// sprintf and snprintf with a format that is known: calls of the parts that write it (library/printing.ts).

import type { SourceSpan } from '../../../../program/statement.js';
import { typeError, unsupported } from '../../diagnostics.js';
import { printFlags } from '../../library/index.js';
import type { Value } from '../../typed.js';
import { type BuiltinCall, entry, type Library } from './table.js';
import { expanded } from './template.js';
import { text } from './verification.js';

const integerTypes: ReadonlyMap<string, string> = new Map([
  ['', 'int'],
  ['hh', 'char'],
  ['h', 'short'],
  ['l', 'long'],
  ['ll', 'long'],
  ['z', 'long'],
  ['j', 'long'],
  ['t', 'long'],
]);

const conversion = /^%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?(hh|h|ll|l|z|j|t|L)?(.)/s;

const out = '__lib_b, __lib_z, __lib_k';

/** What a conversion writes, of which `argument` is what it takes. */
function written(match: RegExpExecArray, argument: () => string, at: SourceSpan): string {
  const [whole, flagText, width = '0', precision, length = '', letter] = match;
  const unknown = (): never => unsupported(`the conversion ${whole} of a format`, at);
  if (width === '*' || precision === '*') return unknown();
  const flags = [...flagText].reduce(
    (bits, flag) => bits | (flag === '-' || flag === '0' || flag === '#' ? printFlags[flag] : 0),
    0,
  );
  const most = precision === undefined ? -1 : Number(precision);
  const rest = `${Number(width)}, ${most}, ${flags}`;
  const type = integerTypes.get(length);
  const number = (value: string, sign: string, base: number, ten = 'a'): string =>
    `__lib_k = __lib_i_putNumber(${out}, ${value}, ${sign}, ${base}, '${ten}', ${rest});`;
  switch (letter) {
    case '%':
      return `__lib_k = __lib_i_put(${out}, '%');`;
    case 'c': {
      if (length !== '') return unknown();
      const pad = `__lib_k = __lib_i_pad(${out}, ' ', ${Number(width) - 1});`;
      const put = `__lib_k = __lib_i_put(${out}, (char)(${argument()}));`;
      return (flags & printFlags['-']) === 0 ? pad + put : put + pad;
    }
    case 's':
      return length === '' ? `__lib_k = __lib_i_putText(${out}, ${argument()}, ${rest});` : unknown();
    case 'p': {
      const address = `__lib_k = __lib_i_putNumber(${out}, __lib_v, 0, 16, 'a', ${Number(width)}, -1, ${flags | printFlags['#']});`;
      const none = `__lib_k = __lib_i_putText(${out}, "(nil)", ${Number(width)}, -1, ${flags});`;
      return `{ unsigned long __lib_v = (unsigned long)(${argument()}); if (__lib_v != 0) ${address} else ${none} }`;
    }
    case 'd':
    case 'i': {
      if (type === undefined || flagText.includes('#')) return unknown();
      const plus = flagText.includes('+') ? "'+'" : flagText.includes(' ') ? "' '" : '0';
      const value = '(__lib_v < 0 ? -(unsigned long)__lib_v : (unsigned long)__lib_v)';
      const call = number(value, `(char)(__lib_v < 0 ? '-' : ${plus})`, 10);
      return `{ long __lib_v = (${type === 'char' ? 'signed char' : type})(${argument()}); ${call} }`;
    }
    case 'u':
    case 'o':
    case 'x':
    case 'X': {
      if (type === undefined || (flagText.includes('#') && (letter === 'o' || letter === 'u')))
        return unknown();
      const value = `(unsigned long)(unsigned ${type})(${argument()})`;
      return number(value, '0', letter === 'u' ? 10 : letter === 'o' ? 8 : 16, letter === 'X' ? 'A' : 'a');
    }
    default:
      return unknown();
  }
}

function print(call: BuiltinCall, format: number): Value {
  const given = call.args[format];
  const chars = text(given);
  if (chars === undefined) return unsupported(`${call.name} with a format that is no constant`, given.at);
  let next = format + 1;
  const argument = (): string =>
    next < call.args.length
      ? `A${next++}`
      : typeError(`${call.name} has fewer arguments than its format asks for`, call.at);
  let body = '';
  for (let i = 0; i < chars.length; ) {
    if (chars[i] !== '%') {
      body += `__lib_k = __lib_i_put(${out}, ${chars.charCodeAt(i++)});`;
      continue;
    }
    const match = conversion.exec(chars.slice(i));
    if (match === null) return unsupported('a format that ends inside a conversion', given.at);
    body += written(match, argument, given.at);
    i += match[0].length;
  }
  const others = call.args.slice(next).map((_, i) => `(void)(A${next + i});`);
  return expanded(
    call,
    `({ char *__lib_b = (A0); unsigned long __lib_z = ${format === 2 ? '(A1)' : '-1ul'}, __lib_k = 0;
      ${body} ${others.join(' ')}
      if (__lib_z > 0) __lib_b[__lib_k < __lib_z ? __lib_k : __lib_z - 1] = 0;
      (int)__lib_k; })`,
  );
}

const any = Number.POSITIVE_INFINITY;

export const printing: Library = new Map([
  entry('sprintf', [2, any], (call) => print(call, 1)),
  entry('snprintf', [3, any], (call) => print(call, 2)),
]);
