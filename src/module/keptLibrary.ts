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

/** The places where the lines of each bucket begin and end come first, and then the place where the heads end. */
const digits = 7;
const placesEnd = digits * (buckets + 2);

/**
 * A line of the table has a name, its kind, and where its head and its body begin and end. The heads stand together behind the table: a program
 * needs a hundred of them, and few bodies.
 */
const [ofFunction, ofLargeFunction, ofGlobal] = ['function', 'large', 'global'];

interface Definition {
  readonly name: string;
  readonly kind: string;
  readonly head: string;
  readonly body: string;
}

function* definitionsIn(text: string): Iterable<Definition> {
  const library = libraryOfText(text);
  for (const name of namesIn(text)) {
    const f = library.function(name);
    const g = library.global(name);
    if (f?.body !== undefined) {
      const { body, ...head } = f;
      const kept: KeptBody = { ...body, locals: [...body.locals], blocks: [...body.blocks] };
      const json = jsonOf(kept);
      const kind = /"-?\d+n"/.test(json) ? ofLargeFunction : ofFunction;
      yield { name, kind, head: jsonOf(head), body: json };
    } else if (g?.bytes !== undefined)
      yield { name, kind: ofGlobal, head: jsonOf({ ...g, bytes: [...g.bytes] }), body: '' };
  }
}

export function keptForm(text: string): string {
  const definitions = [...definitionsIn(text)];
  const lines = Array.from({ length: buckets }, () => '\n');
  let headAt = 0;
  let bodyAt = 0;
  for (const { name, kind, head, body } of definitions) {
    const [headEnd, bodyEnd] = [headAt + head.length, bodyAt + body.length];
    lines[bucketOf(name)] += `${name} ${kind} ${headAt} ${headEnd} ${bodyAt} ${bodyEnd}\n`;
    [headAt, bodyAt] = [headEnd, bodyEnd];
  }
  const places = [placesEnd];
  for (const { length } of lines) places.push((places.at(-1) ?? 0) + length);
  return [
    ...places.map((place) => `${place}`.padStart(digits)),
    `${(places.at(-1) ?? 0) + headAt}`.padStart(digits),
    ...lines,
    ...definitions.map(({ head }) => head),
    ...definitions.map(({ body }) => body),
  ].join('');
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
  const [tableEnd, headsEnd] = [placeOf(buckets), placeOf(buckets + 1)];
  const known = read(placesEnd, headsEnd);
  const entryOf = (name: string): Entry | undefined => {
    const bucket = bucketOf(name);
    const lines = known.slice(placeOf(bucket) - placesEnd, placeOf(bucket + 1) - placesEnd);
    const start = lines.indexOf(`\n${name} `);
    if (start < 0) return undefined;
    const [, kind = '', ...numbers] = lines.slice(start + 1, lines.indexOf('\n', start + 1)).split(' ');
    const [headAt, headEnd, bodyAt, bodyEnd] = numbers.map(Number);
    const heads = tableEnd - placesEnd;
    return {
      kind,
      head: () => known.slice(heads + headAt, heads + headEnd),
      body: () => read(headsEnd + bodyAt, headsEnd + bodyEnd),
    };
  };
  const entries = new Map<string, Entry | undefined>();
  const entryNamed = (name: string): Entry | undefined => {
    if (!entries.has(name)) entries.set(name, entryOf(name));
    return entries.get(name);
  };
  const functions = new Map<string, Func>();
  const globals = new Map<string, Global>();
  return {
    function: (name) => {
      const entry = entryNamed(name);
      if (entry === undefined || entry.kind === ofGlobal) return undefined;
      const f = functions.get(name) ?? lazyFunction(JSON.parse(entry.head()), () => bodyOf(entry));
      functions.set(name, f);
      return f;
    },
    global: (name) => {
      const entry = entryNamed(name);
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
