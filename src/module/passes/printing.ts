// Printing whose result nothing uses. A format that is known says which arguments are texts. The model reads these, looks at the stream, and
// counts nothing. The whole printer of the model would be inlined at each call, to vanish when nothing is found that reads its count.

import { instructionsIn, mapInstructions, registersReadIn } from '../body.js';
import { type Instruction, type InstructionOf, originOf } from '../instruction.js';
import type { Body, Module } from '../module.js';
import { constant, knownAddress, symbol, typeOf, unary, type Value } from '../value.js';

/** By name: the position of the format. A stream stands before it, if anything does. */
const printers: ReadonlyMap<string, number> = new Map([
  ['printf', 0],
  ['fprintf', 1],
]);

/** The model's functions that remain: a text is read, at most so many characters of it, or a stream used. */
const reads = '__model_reads_text';
const readsWithin = '__model_reads_part';
const usesStream = '__model_uses_stream';
const usesOutput = '__model_uses_output';

type Call = InstructionOf<'call'>;

/** The body itself if it prints nothing. */
export function withoutCounting(program: Module, body: Body): Body {
  const prints = (i: Instruction): i is Call => i.kind === 'call' && isPrinter(program, i);
  if (!instructionsIn(body).some(prints)) return body;
  const used = registersReadIn(body);
  let changed = false;
  const other = mapInstructions(body, (i) => {
    if (!prints(i) || i.results.some(({ name }) => used.has(name))) return i;
    const looks = looksOf(program, i);
    changed ||= looks !== undefined;
    return looks ?? i;
  });
  return changed ? other : body;
}

const isPrinter = ({ functions }: Module, { target }: Call): boolean =>
  target.kind === 'symbol' && printers.has(target.name) && functions.get(target.name)?.body === undefined;

/** Undefined if the format is not known, or the arguments are not those that it asks for. */
function looksOf(program: Module, call: Call): readonly Instruction[] | undefined {
  const { target, args } = call;
  const at = target.kind === 'symbol' ? printers.get(target.name) : undefined;
  const format = at === undefined ? undefined : textAt(program, args[at]);
  const texts = at === undefined || format === undefined ? undefined : textsOf(format, args.slice(at + 1));
  if (at === undefined || texts === undefined) return undefined;
  const placed = originOf(call);
  const model = (name: string, given: readonly Value[]): Instruction => ({
    kind: 'call',
    results: [],
    target: symbol(name),
    args: given,
    ...placed,
  });
  const streams = at === 0 ? [model(usesOutput, [])] : [model(usesStream, args.slice(0, at))];
  return [
    ...streams,
    ...texts.flatMap(({ text, most }) => {
      if (most === undefined && textAt(program, text) !== undefined) return [];
      return [most === undefined ? model(reads, [text]) : model(readsWithin, [text, most])];
    }),
  ];
}

/** The text at the address of constant bytes. */
function textAt({ globals }: Module, address: Value | undefined): string | undefined {
  const known = address === undefined ? undefined : knownAddress(address);
  const global = known === undefined ? undefined : globals.get(known.object.name);
  if (known === undefined || global?.constant !== true || global.bytes === undefined) return undefined;
  if (known.offset < 0 || known.offset >= global.size || global.relocations.length > 0) return undefined;
  const bytes = global.bytes.subarray(known.offset);
  const end = bytes.indexOf(0);
  // Bytes behind those that are given are 0.
  if (end < 0 && global.bytes.length >= global.size) return undefined;
  return new TextDecoder('latin1').decode(end < 0 ? bytes : bytes.subarray(0, end));
}

interface PrintedText {
  readonly text: Value;
  /** An `i64`: so many characters at most, where the format says so. */
  readonly most?: Value;
}

const conversion = /%[-+ #0]*(\*|\d+)?(?:\.(\*|-?\d*))?(hh|h|ll|l|z|j|t|q)?([%a-zA-Z])/g;

function textsOf(format: string, given: readonly Value[]): readonly PrintedText[] | undefined {
  const texts: PrintedText[] = [];
  let next = 0;
  const take = (): Value | undefined => given[next++];
  for (const [, width, precision, , letter] of format.matchAll(conversion)) {
    if (letter === '%' || letter === 'm') continue;
    if (!'csdiuxXopeEfFgGaA'.includes(letter ?? '')) return undefined;
    if (width === '*') take();
    const most =
      precision === '*' ? take() : precision === undefined ? undefined : constant(Number(precision), 'i64');
    const value = take();
    if (value === undefined) return undefined;
    if (letter !== 's') continue;
    if (typeOf(value) !== 'ptr') return undefined;
    texts.push({ text: value, ...(most === undefined ? {} : { most: widened(most) }) });
  }
  const percents = format.replaceAll(conversion, '').includes('%');
  return percents || next > given.length ? undefined : texts;
}

const widened = (value: Value): Value => (typeOf(value) === 'i64' ? value : unary('sext', 'i64', value));
