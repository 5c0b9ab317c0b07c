// Functions that print or write to a stream or descriptor. Their output is not observed, but they read their
// arguments, and the strings and buffers that these point to (lower/values/output.ts).

import { InputError } from '../../../../support/diagnostic.js';
import { present } from '../../../../support/present.js';
import type { Expression } from '../../ast.js';
import type { Value } from '../../typed.js';
import { intType } from '../../types.js';
import { coerce } from '../conversions.js';
import { hasPipes, writeToPipe } from './pipes.js';
import { conversion, formatScan, print, printList } from './printing.js';
import { usingStandard } from './standardStreams.js';
import { usingStream } from './streams.js';
import {
  argument,
  type BuiltinCall,
  doing,
  entry,
  hasPart,
  integerArgument,
  type Library,
  meaning,
} from './table.js';
import { expanded } from './template.js';
import { ignored, text } from './verification.js';

/** An argument that a conversion %s takes, and the one that says how much of it is read. */
interface TextArgument {
  readonly index: number;
  readonly most?: number | { readonly argument: number };
}

/** The letters of the conversions. */
const conversionsOf = (format: string): readonly string[] =>
  [...format.matchAll(new RegExp(conversion.source.slice(1), 'gs'))].map((match) => match[5]);

/** The strings that a format prints, as far as it is understood. */
function textsOf(format: string, first: number): TextArgument[] {
  const texts: TextArgument[] = [];
  let next = first;
  for (let i = format.indexOf('%'); i >= 0; i = format.indexOf('%', i)) {
    const match = conversion.exec(format.slice(i));
    if (match === null) break;
    const [whole, , width, precision, length = '', letter] = match;
    i += whole.length;
    if (letter === '%' || letter === 'm') continue;
    if (!/[diouxXeEfFgGaAcCsSpn]/.test(letter)) break;
    if (width === '*') next++;
    const most =
      precision === '*' ? { argument: next++ } : precision === undefined ? undefined : Number(precision);
    if (letter === 's' && length === '') texts.push({ index: next, ...present({ most }) });
    next++;
  }
  return texts;
}

const isText = ({ type }: Value): boolean =>
  type.kind === 'pointer' && (type.to.kind === 'void' || (type.to.kind === 'integer' && type.to.size === 1));

const reads = (call: BuiltinCall, pointer: Value, most?: Value): Value =>
  isText(pointer) ? doing({ op: 'reads', what: 'text', pointer, ...present({ most }) }, call) : pointer;

/** Evaluates the arguments, and reads those that are strings. */
function reading(call: BuiltinCall, texts: readonly TextArgument[]): Value {
  const taken = new Set(
    texts.flatMap(({ most }) =>
      typeof most === 'object' && most.argument < call.args.length ? [most.argument] : [],
    ),
  );
  const args = [...call.args.keys()]
    .filter((index) => call.args[index].kind !== 'string' && !taken.has(index))
    .map((index) => {
      const found = texts.find((one) => one.index === index);
      if (found === undefined) return argument(call, index);
      return reads(call, argument(call, index), mostOf(call, found));
    });
  return meaning({ op: 'ignore', args, looksAt: true }, call);
}

function mostOf(call: BuiltinCall, { most }: TextArgument): Value | undefined {
  if (most === undefined) return undefined;
  if (typeof most === 'number') return { kind: 'const', value: most, type: intType, at: call.at };
  if (most.argument >= call.args.length) return undefined;
  return coerce(argument(call, most.argument), intType, call.args[most.argument].at);
}

/** `format`: the number of the argument that is one. */
function prints(call: BuiltinCall, format: number): Value {
  const given = text(call.args[format])?.replace(/\0.*/s, '');
  if (given !== undefined && conversionsOf(given).includes('n')) return counted(call, format, print);
  const texts = given === undefined ? [] : textsOf(given, format + 1);
  return withCount(call, reading(call, texts), () => counted(call, format, print));
}

/** With a va_list: its contents are known if the format is, at the call of the function that prints. */
function printsList(call: BuiltinCall, format: number): Value {
  const others = [...call.args.keys()].slice(0, format).map((i) => argument(call, i));
  const done = meaning({ op: 'ignore', args: [...others, listRead(call, format)] }, call);
  return withCount(call, done, () => counted(call, format, printList));
}

function listRead(call: BuiltinCall, format: number): Value {
  return expanded(
    call,
    `({ const char *__lib_f = (A${format}); __builtin_va_list __lib_a; __builtin_va_copy(__lib_a, A${format + 1});
      if (__diptych_is_literal(__lib_f))
        for (int __lib_i = 0; __lib_f[__lib_i] != 0; __lib_i++) {
          if (__lib_f[__lib_i] != '%') continue;
          int __lib_p = -1, __lib_l = 0;
          char __lib_c = __lib_f[++__lib_i];
          ${formatScan.flags};
          if (__lib_c == '*') {
            (void)__builtin_va_arg(__lib_a, int);
            __lib_c = __lib_f[++__lib_i];
          } else for (; __lib_c >= '0' && __lib_c <= '9'; __lib_c = __lib_f[++__lib_i]);
          ${formatScan.precision}
          ${formatScan.lengths}
            if (__lib_c != 'h') __lib_l = 1;
          if (__lib_c == '%' || __lib_c == 'm') continue;
          if (__lib_c == 's' && __lib_l == 0) __diptych_reads_text(__builtin_va_arg(__lib_a, const char *), __lib_p);
          else if (__lib_c == 's' || __lib_c == 'p') (void)__builtin_va_arg(__lib_a, void *);
          else if (__lib_c == 'n') __diptych_format();
          else if (__lib_c == 'd' || __lib_c == 'i' || __lib_c == 'u' || __lib_c == 'x' || __lib_c == 'X' || __lib_c == 'o') {
            if (__lib_l) (void)__builtin_va_arg(__lib_a, long);
            else (void)__builtin_va_arg(__lib_a, int);
          } else if (__lib_c == 'c') (void)__builtin_va_arg(__lib_a, int);
          else if ((__lib_c >= 'e' && __lib_c <= 'g') || (__lib_c >= 'E' && __lib_c <= 'G') || __lib_c == 'a' || __lib_c == 'A')
            (void)__builtin_va_arg(__lib_a, double);
          else break;
        }
      0; })`,
  );
}

/** The number of characters that a function printed, where the result is used: as many as snprintf would write. */
const withCount = (call: BuiltinCall, done: Value, count: () => Value): Value =>
  withResult(done, () => (hasPart(call, 'i_put') ? count() : undefined));

/** The effect, with a result other than 0 where the result is used. */
function withResult(done: Value, result: () => Value | undefined): Value {
  if (done.kind !== 'builtin' || done.builtin.op !== 'ignore') return done;
  return { ...done, builtin: { ...done.builtin, ...present({ count: result() }) } };
}

function counted(call: BuiltinCall, format: number, write: typeof print): Value {
  const nowhere: Expression = { kind: 'number', text: '0', at: call.at };
  try {
    return write({ ...call, args: [nowhere, nowhere, ...call.args.slice(format)] }, 2);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const construct = `the number of characters that this ${call.name} writes`;
    return meaning({ op: 'refused', construct }, call);
  }
}

const EBADF = 9;

/** Functions that wait for some time, and the numbers of their arguments. */
const pauses = { nanosleep: 2, clock_nanosleep: 4, thrd_sleep: 2 } as const;

const any = Number.POSITIVE_INFINITY;

export const output: Library = new Map([
  entry(
    'printf',
    [1, any],
    usingStandard('stdout', (call) => prints(call, 0)),
  ),
  entry(
    'fprintf',
    [2, any],
    usingStream(0, (call) => prints(call, 1)),
  ),
  entry('dprintf', [2, any], (call) => prints(call, 1)),
  entry(
    'vprintf',
    2,
    usingStandard('stdout', (call) => printsList(call, 0)),
  ),
  entry(
    'vfprintf',
    3,
    usingStream(0, (call) => printsList(call, 1)),
  ),
  entry('vdprintf', 3, (call) => printsList(call, 1)),
  ...['', '_unlocked'].flatMap((suffix) => [
    entry(
      `puts${suffix}`,
      1,
      usingStandard('stdout', (call) => reading(call, [{ index: 0 }])),
    ),
    entry(
      `fputs${suffix}`,
      2,
      usingStream(1, (call) => reading(call, [{ index: 0 }])),
    ),
    entry(
      `fwrite${suffix}`,
      4,
      usingStream(3, (call) =>
        expanded(
          call,
          `({ unsigned long __lib_z = (A1), __lib_n = (A2); __diptych_reads_bytes((A0), __lib_z * __lib_n); (void)(A3); __lib_z ? __lib_n : 0; })`,
        ),
      ),
    ),
  ]),
  entry('pthread_setname_np', 2, (call) =>
    withResult(reading(call, [{ index: 1 }]), () =>
      hasPart(call, 'i_setname') ? expanded(call, '__lib_i_setname((A1))') : undefined,
    ),
  ),
  // given a null pointer, it prints the earlier message
  entry('perror', 1, (call) =>
    call.args[0].kind === 'string'
      ? ignored(call)
      : expanded(call, `({ const char *__lib_s = (A0); if (__lib_s != 0) __diptych_reads_text(__lib_s); })`),
  ),
  entry('write', 3, (call) => {
    if (hasPipes(call)) return writeToPipe(call);
    const failure = hasPart(call, 'i_fail') ? `__lib_i_fail(${EBADF})` : '-1';
    const bad = hasPart(call, 'i_bad') ? '__lib_i_bad(__lib_d)' : '__lib_d < 0';
    return expanded(
      call,
      `({ int __lib_d = (A0), __lib_b = ${bad}; unsigned long __lib_n = (A2); if (!__lib_b) __diptych_reads_bytes((A1), __lib_n);
        __lib_b ? (long)${failure} : (long)__lib_n; })`,
    );
  }),
  // where the result is not used, waiting does nothing
  ...Object.entries(pauses).map(([name, arity]) =>
    entry(name, arity, (call) => {
      const given = call.args.map((_, i) => `(A${i})`).join(', ');
      return withResult(ignored(call), () =>
        hasPart(call, `i_${name}`) ? expanded(call, `__lib_i_${name}(${given})`) : undefined,
      );
    }),
  ),
  entry('__diptych_reads_text', [1, 2], (call) =>
    reads(
      call,
      argument(call, 0),
      call.args.length > 1 ? coerce(argument(call, 1), intType, call.at) : undefined,
    ),
  ),
  entry('__diptych_reads_bytes', 2, (call) =>
    doing({ op: 'reads', what: 'bytes', pointer: argument(call, 0), most: integerArgument(call, 1) }, call),
  ),
  entry('__diptych_is_literal', 1, (call) => meaning({ op: 'is-literal', pointer: argument(call, 0) }, call)),
]);
