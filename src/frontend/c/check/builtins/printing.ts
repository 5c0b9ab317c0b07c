// sprintf and snprintf with a format that is known: calls of the parts that write it (library/printing.ts).

import type { SourceSpan } from '../../../../program/statement.js';
import { typeError, unsupported } from '../../diagnostics.js';
import { printFlags } from '../../library/index.js';
import type { Value } from '../../typed.js';
import { vaListType } from '../variadic.js';
import { argument, type BuiltinCall, doing, entry, hasPart, type Library } from './table.js';
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

/** One conversion of a format: flags, width, precision, length, letter. */
export const conversion = /^%([-+ #0]*)(\*|\d+)?(?:\.(\*|\d*))?(hh|h|ll|l|z|j|t|L)?(.)/s;

const out = '__lib_b, __lib_z, __lib_k';

const next = '__lib_c = __lib_f[++__lib_i]';
const isOneOf = (letters: string): string => [...letters].map((c) => `__lib_c == '${c}'`).join(' || ');

/** How a format that only the program knows is gone through: __lib_f is at __lib_i, where __lib_c stands. */
export const formatScan = {
  /** A loop over the flags. */
  flags: `for (; ${isOneOf('-0#+ ')}; ${next})`,
  /** The value of __lib_p; `*` is the next of the arguments in __lib_a. */
  precision: `if (__lib_c == '.') {
            __lib_p = 0;
            ${next};
            if (__lib_c == '*') {
              __lib_p = __builtin_va_arg(__lib_a, int);
              ${next};
            } else for (; __lib_c >= '0' && __lib_c <= '9'; ${next}) __lib_p = 10 * __lib_p + __lib_c - '0';
          }`,
  /** A loop over the letters that say how long an argument is. */
  lengths: `for (; ${isOneOf('lzjth')}; ${next})`,
};

/** The output of one conversion; `argument` takes the next argument. A width and a precision may be arguments too. */
function written(match: RegExpExecArray, argument: () => string, call: BuiltinCall, at: SourceSpan): string {
  const [, flagText, width, precision] = match;
  const flags = [...flagText].reduce(
    (bits, flag) => bits | (flag === '-' || flag === '0' || flag === '#' ? printFlags[flag] : 0),
    0,
  );
  const given = width === '*' ? `(${argument()})` : Number(width ?? 0);
  const most = precision === '*' ? `(${argument()})` : precision === undefined ? -1 : Number(precision);
  return `{ long __lib_w = ${given}, __lib_p = ${most}; int __lib_g = ${flags};
    if (__lib_w < 0) { __lib_w = -__lib_w; __lib_g |= ${printFlags['-']}; }
    ${converted(match, argument, call, at)} }`;
}

function converted(
  match: RegExpExecArray,
  argument: () => string,
  call: BuiltinCall,
  at: SourceSpan,
): string {
  const [whole, flagText, , , length = '', letter] = match;
  const unknown = (): never => unsupported(`the conversion ${whole} of a format`, at);
  const type = integerTypes.get(length);
  const number = (value: string, sign: string, base: number, ten = 'a'): string =>
    `__lib_k = __lib_i_putNumber(${out}, ${value}, ${sign}, ${base}, '${ten}', __lib_w, __lib_p, __lib_g);`;
  switch (letter) {
    case '%':
      return `__lib_k = __lib_i_put(${out}, '%');`;
    case 'c': {
      if (length !== '') return unknown();
      const pad = (right: number): string =>
        `if ((__lib_g & ${printFlags['-']}) == ${right}) __lib_k = __lib_i_pad(${out}, ' ', __lib_w - 1);`;
      return `char __lib_v = (${argument()}); ${pad(0)} __lib_k = __lib_i_put(${out}, __lib_v); ${pad(1)}`;
    }
    case 's':
      return length === ''
        ? `__lib_k = __lib_i_putText(${out}, ${argument()}, __lib_w, __lib_p, __lib_g);`
        : unknown();
    case 'n':
      return type === undefined ? unknown() : `*(${argument()}) = __lib_k;`;
    case 'p': {
      const address = `__lib_k = __lib_i_putNumber(${out}, __lib_v, 0, 16, 'a', __lib_w, -1, __lib_g | ${printFlags['#']});`;
      const none = `__lib_k = __lib_i_putText(${out}, "(nil)", __lib_w, -1, __lib_g);`;
      return `unsigned long __lib_v = (unsigned long)(${argument()}); if (__lib_v != 0) ${address} else ${none}`;
    }
    case 'd':
    case 'i': {
      if (type === undefined || flagText.includes('#')) return unknown();
      const value = '(__lib_v < 0 ? -(unsigned long)__lib_v : (unsigned long)__lib_v)';
      const put = number(value, `(char)(__lib_v < 0 ? '-' : ${plusOf(flagText)})`, 10);
      return `long __lib_v = (${type === 'char' ? 'signed char' : type})(${argument()}); ${put}`;
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
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      if ((length !== '' && length !== 'l') || !hasPart(call, 'i_putFloat')) return unknown();
      return `__lib_k = __lib_i_putFloat(${out}, ${argument()}, '${letter}', ${plusOf(flagText)}, __lib_w, __lib_p, __lib_g);`;
    default:
      return unknown();
  }
}

/** The character before numbers that are not negative. */
const plusOf = (flags: string): string => (flags.includes('+') ? "'+'" : flags.includes(' ') ? "' '" : '0');

/** The output of a format. */
export function print(call: BuiltinCall, format: number): Value {
  const given = call.args[format];
  const chars = text(given)?.replace(/\0.*/s, '');
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
    body += written(match, argument, call, given.at);
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

/**
 * With the arguments of a va_list, which conversion each belongs to is seen while it is written. Formats are known where they are
 * called, and so is then what is written.
 */
export function printList(call: BuiltinCall, format: number): Value {
  const list = `A${format + 1}`;
  const { type } = argument(call, format + 1);
  if (type.kind !== 'struct' || type.struct !== vaListType.struct)
    return unsupported(`${call.name} of anything but a va_list`, call.at);
  const number = (value: string, sign: string): string =>
    `__lib_k = __lib_i_putNumber(${out}, ${value}, ${sign}, __lib_c == 'o' ? 8 : __lib_c == 'x' || __lib_c == 'X' ? 16 : 10,
      __lib_c == 'X' ? 'A' : 'a', __lib_w, __lib_p, __lib_g);`;
  const floats = hasPart(call, 'i_putFloat')
    ? `else if (${isOneOf('eEfFgG')})
            __lib_k = __lib_i_putFloat(${out}, __builtin_va_arg(__lib_a, double), __lib_c, __lib_s, __lib_w, __lib_p, __lib_g);`
    : '';
  return expanded(
    call,
    `({ char *__lib_b = (A0); unsigned long __lib_z = ${format === 2 ? '(A1)' : '-1ul'}, __lib_k = 0;
      const char *__lib_f = (A${format}); __builtin_va_list __lib_a; __builtin_va_copy(__lib_a, ${list});
      for (int __lib_i = 0; __lib_f[__lib_i] != 0; __lib_i++) {
        char __lib_c = __lib_f[__lib_i];
        if (__lib_c != '%') __lib_k = __lib_i_put(${out}, __lib_c);
        else {
          int __lib_g = 0, __lib_s = 0, __lib_l = 0;
          long __lib_w = 0, __lib_p = -1;
          __lib_c = __lib_f[++__lib_i];
          ${formatScan.flags} {
            if (__lib_c == '-') __lib_g |= ${printFlags['-']};
            else if (__lib_c == '0') __lib_g |= ${printFlags['0']};
            else if (__lib_c == '#') __lib_g |= ${printFlags['#']};
            else if (__lib_s != '+') __lib_s = __lib_c;
          }
          if (__lib_c == '*') {
            __lib_w = __builtin_va_arg(__lib_a, int);
            if (__lib_w < 0) { __lib_g |= ${printFlags['-']}; __lib_w = -__lib_w; }
            __lib_c = __lib_f[++__lib_i];
          } else for (; __lib_c >= '0' && __lib_c <= '9'; __lib_c = __lib_f[++__lib_i]) __lib_w = 10 * __lib_w + __lib_c - '0';
          ${formatScan.precision}
          ${formatScan.lengths}
            __lib_l += __lib_c == 'h' ? -1 : 1;
          if (__lib_c == '%') __lib_k = __lib_i_put(${out}, '%');
          else if (__lib_c == 'c') {
            char __lib_v = __builtin_va_arg(__lib_a, int);
            if (!(__lib_g & ${printFlags['-']})) __lib_k = __lib_i_pad(${out}, ' ', __lib_w - 1);
            __lib_k = __lib_i_put(${out}, __lib_v);
            if (__lib_g & ${printFlags['-']}) __lib_k = __lib_i_pad(${out}, ' ', __lib_w - 1);
          } else if (__lib_c == 's')
            __lib_k = __lib_i_putText(${out}, __builtin_va_arg(__lib_a, const char *), __lib_w, __lib_p, __lib_g);
          else if (__lib_c == 'd' || __lib_c == 'i') {
            long __lib_v = __lib_l > 0 ? __builtin_va_arg(__lib_a, long) : __builtin_va_arg(__lib_a, int);
            if (__lib_l == -1) __lib_v = (short)__lib_v;
            if (__lib_l == -2) __lib_v = (signed char)__lib_v;
            ${number('(__lib_v < 0 ? -(unsigned long)__lib_v : (unsigned long)__lib_v)', "(char)(__lib_v < 0 ? '-' : __lib_s)")}
          } else if (__lib_c == 'u' || __lib_c == 'x' || __lib_c == 'X' || __lib_c == 'o') {
            unsigned long __lib_v = __lib_l > 0 ? __builtin_va_arg(__lib_a, unsigned long) : __builtin_va_arg(__lib_a, unsigned);
            if (__lib_l == -1) __lib_v = (unsigned short)__lib_v;
            if (__lib_l == -2) __lib_v = (unsigned char)__lib_v;
            ${number('__lib_v', '0')}
          } else if (__lib_c == 'p') {
            unsigned long __lib_v = (unsigned long)__builtin_va_arg(__lib_a, void *);
            if (__lib_v != 0) __lib_k = __lib_i_putNumber(${out}, __lib_v, 0, 16, 'a', __lib_w, -1, __lib_g | ${printFlags['#']});
            else __lib_k = __lib_i_putText(${out}, "(nil)", __lib_w, -1, __lib_g);
          } ${floats} else __diptych_format();
        }
      }
      if (__lib_z > 0) __lib_b[__lib_k < __lib_z ? __lib_k : __lib_z - 1] = 0;
      (int)__lib_k; })`,
  );
}

const any = Number.POSITIVE_INFINITY;

export const printing: Library = new Map([
  entry('sprintf', [2, any], (call) => print(call, 1)),
  entry('snprintf', [3, any], (call) => print(call, 2)),
  entry('vsprintf', 3, (call) => printList(call, 1)),
  entry('vsnprintf', 4, (call) => printList(call, 2)),
  entry('__diptych_format', 0, (call) =>
    doing({ op: 'refused', construct: 'a conversion of this format' }, call),
  ),
]);
