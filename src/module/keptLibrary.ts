// The library in the form that a run reads fastest, made of the text when the command is built: a table of names, and behind it the
// definitions as JSON. V8 parses JSON itself. A parser of text is code that a short run executes for the first time, which takes longer.

import { lazyFunction } from './lazyFunction.js';
import { libraryOfText, namesIn } from './libraryText.js';
import type { Block, Body, Func, Global, Local } from './module.js';
import type { Library } from './passes/link.js';

interface KeptBody {
  readonly parameters: Body['parameters'];
  readonly locals: readonly (readonly [string, Local])[];
  readonly blocks: readonly (readonly [string, Block])[];
}

type KeptGlobal = Omit<Global, 'bytes'> & { readonly bytes: readonly number[] };

/** JSON has no bigint: its digits and this letter stand for one. */
const large = /^-?\d+n$/;
const largeAsText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);
const largeAgain = (key: string, value: unknown): unknown =>
  key === 'value' && typeof value === 'string' && large.test(value) ? BigInt(value.slice(0, -1)) : value;

/** ASCII, so that places in the text are places in the file. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, largeAsText).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A name is looked for among those with the same number. */
const buckets = 1024;

function bucketOf(name: string): number {
  let hash = 0;
  for (let k = 0; k < name.length; k++) hash = (hash * 31 + name.charCodeAt(k)) | 0;
  return hash & (buckets - 1);
}

/** The places where the lines of each bucket begin and end come first. */
const digits = 7;
const placesEnd = digits * (buckets + 1);

/** A line of the table has a name, its kind, and where the definition begins, where its body begins, and where it ends. */
const [ofFunction, ofLargeFunction, ofGlobal] = ['function', 'large', 'global'];

export function keptForm(text: string): string {
  const library = libraryOfText(text);
  const lines = Array.from({ length: buckets }, () => '\n');
  const definitions: string[] = [];
  let at = 0;
  const add = (name: string, kind: string, head: string, body: string): void => {
    const [middle, end] = [at + head.length, at + head.length + body.length];
    lines[bucketOf(name)] += `${name} ${kind} ${at} ${middle} ${end}\n`;
    definitions.push(head, body);
    at = end;
  };
  for (const name of namesIn(text)) {
    const f = library.function(name);
    const g = library.global(name);
    if (f?.body !== undefined) {
      const { body, ...head } = f;
      const kept: KeptBody = { ...body, locals: [...body.locals], blocks: [...body.blocks] };
      const json = jsonOf(kept);
      add(name, /"-?\d+n"/.test(json) ? ofLargeFunction : ofFunction, jsonOf(head), json);
    } else if (g !== undefined) add(name, ofGlobal, jsonOf({ ...g, bytes: [...(g.bytes ?? [])] }), '');
  }
  const places = [placesEnd];
  for (const { length } of lines) places.push((places.at(-1) ?? 0) + length);
  return [...places.map((place) => `${place}`.padStart(digits)), ...lines, ...definitions].join('');
}

interface Entry {
  readonly kind: string;
  readonly head: () => string;
  readonly body: () => string;
}

/** `read` yields the text between two places of the kept form. */
export function libraryOfKept(read: (from: number, to: number) => string): Library {
  const places = read(0, placesEnd);
  const placeOf = (bucket: number): number => Number(places.slice(digits * bucket, digits * (bucket + 1)));
  const tableEnd = placeOf(buckets);
  const table = read(placesEnd, tableEnd);
  const entryOf = (name: string): Entry | undefined => {
    const bucket = bucketOf(name);
    const lines = table.slice(placeOf(bucket) - placesEnd, placeOf(bucket + 1) - placesEnd);
    const start = lines.indexOf(`\n${name} `);
    if (start < 0) return undefined;
    const [, kind = '', ...numbers] = lines.slice(start + 1, lines.indexOf('\n', start + 1)).split(' ');
    const [from, middle, to] = numbers.map((number) => tableEnd + Number(number));
    return { kind, head: () => read(from, middle), body: () => read(middle, to) };
  };
  const entries = new Map<string, Entry | undefined>();
  const known = (name: string): Entry | undefined => {
    if (!entries.has(name)) entries.set(name, entryOf(name));
    return entries.get(name);
  };
  const functions = new Map<string, Func>();
  const globals = new Map<string, Global>();
  return {
    function: (name) => {
      const entry = known(name);
      if (entry === undefined || entry.kind === ofGlobal) return undefined;
      const f = functions.get(name) ?? lazyFunction(JSON.parse(entry.head()), () => bodyOf(entry));
      functions.set(name, f);
      return f;
    },
    global: (name) => {
      const entry = known(name);
      if (entry?.kind !== ofGlobal) return undefined;
      const g = globals.get(name) ?? globalOf(entry);
      globals.set(name, g);
      return g;
    },
    layouts: new Map(),
  };
}

function globalOf({ head }: Entry): Global {
  const kept: KeptGlobal = JSON.parse(head());
  return { ...kept, bytes: Uint8Array.from(kept.bytes) };
}

function bodyOf({ kind, body }: Entry): Body {
  const kept: KeptBody = JSON.parse(body(), kind === ofLargeFunction ? largeAgain : undefined);
  return { ...kept, locals: new Map(kept.locals), blocks: new Map(kept.blocks) };
}
